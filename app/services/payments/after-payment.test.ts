import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bookings, checkouts, holds, outbox, rateLimits, refunds, webhookInbox } from "#db/schema/index";
import { getBooking, type Booking } from "~/domain/booking/order/bookings.server";
import { cancelBooking, previewCancellation } from "~/domain/changes/cancel.server";
import { prepareQuote } from "~/domain/booking/order/place.server";
import { HOUR, MINUTE, plus } from "~/domain/kernel/time.server";
import type { RefundFacts, StripeEvent } from "~/domain/payments/ports";
import { draftData, openWorld, paidBooking, signedBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { expectedCounts, storedCounts } from "../../../tests/support/invariants";
import { fakeServices, fakeStripe, type FakeStripe } from "../../../tests/support/visit";
import type { Services } from "../../services.server";
import { releaseCheckout, startCheckout } from "./checkout.server";
import { keepHouse } from "../work/housekeeping.server";
import { reconcile } from "./reconcile.server";
import { applyEvent } from "./webhook.server";
import { runDueWork } from "../work/worker.server";

let world: TestWorld;
let services: Services;
let stripe: FakeStripe;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 2 } });
  stripe = fakeStripe();
  services = fakeServices(world, stripe);
});
afterEach(() => {
  vi.useRealTimers();
  expect(storedCounts(world.db.orm)).toEqual(expectedCounts(world.db.orm));
  world.close();
});

const start = (booking: Booking) => startCheckout(services, world.deed(), booking.id);
const open = async (booking: Booking) => {
  const result = await start(booking);
  if (!result.ok) throw new Error(result.code);
  const session = [...stripe.sessions.values()].at(-1);
  if (!session) throw new Error("no session");
  return session;
};
const pay = (id: string) => {
  const session = stripe.sessions.get(id);
  if (session)
    stripe.sessions.set(id, { ...session, status: "complete", paymentStatus: "paid", paymentIntentId: `pi_${id}` });
};
const status = (booking: Booking) => getBooking(world.db.orm, booking.id).status;
const holdStates = () =>
  world.db.orm
    .select()
    .from(holds)
    .all()
    .map((hold) => hold.state);

describe("the payment page", () => {
  it("is one for a double click, and for another tab", async () => {
    const booking = await signedBooking(world);
    const urls = await Promise.all([start(booking), start(booking), start(booking)]);
    expect(new Set(urls.map((one) => (one.ok ? one.url : one.code))).size).toBe(1);
    expect(world.db.orm.select().from(checkouts).all()).toHaveLength(1);
  });

  it("is refused for a booking that is paid or not signed", async () => {
    expect(await start(await paidBooking(world))).toEqual({ ok: false, code: "already_paid" });
    const { booking } = await world.db.write((tx) =>
      prepareQuote(tx, world.deed(STAFF), world.settings(), draftData(), plus(world.clock.at, HOUR)),
    );
    expect(await start(booking)).toEqual({ ok: false, code: "unsigned" });
  });

  it("takes the same key again after a lost answer, and a new one when its time is too short", async () => {
    const booking = await signedBooking(world);
    stripe.down = true;
    expect(await start(booking)).toMatchObject({ ok: false, code: "payment_unreachable" });
    stripe.down = false;
    expect((await open(booking)).sessionId).toBe(
      `cs_test_${world.db.orm.select().from(checkouts).get()?.id.slice(4).replace(/[-_]/g, "x")}`,
    );

    const other = await signedBooking(world, {
      contactInfo: { firstName: "B", lastName: "B", phone: "(407) 555-0134", email: "b@example.com" },
    });
    stripe.down = true;
    await start(other);
    stripe.down = false;
    vi.useFakeTimers({ now: Date.now() + 9 * MINUTE, toFake: ["Date"] });
    expect(await start(other)).toMatchObject({ ok: true });
    expect(
      world.db.orm
        .select()
        .from(checkouts)
        .where(eq(checkouts.booking_id, other.id))
        .all()
        .map((one) => one.state)
        .sort(),
    ).toEqual(["abandoned", "open"]);
  });

  it("is left by its owner: released, unless it was paid meanwhile or nobody can tell", async () => {
    const booking = await signedBooking(world);
    expect(await releaseCheckout(services, world.deed(), booking.id, "order_changed")).toBe("released");
    await open(booking);
    stripe.down = true;
    expect(await releaseCheckout(services, world.deed(), booking.id, "order_changed")).toBe("unreachable");
    stripe.down = false;
    expect(await releaseCheckout(services, world.deed(), booking.id, "order_changed")).toBe("released");
    expect(holdStates()).toEqual(["released"]);
    pay((await open(booking)).sessionId);
    expect(await releaseCheckout(services, world.deed(), booking.id, "order_changed")).toBe("paid");
    expect(status(booking)).toBe("paid_pending_scheduling");
  });
});

describe("the reconciler", () => {
  const run = () => reconcile(services, world.deed());

  it("finds a payment whose webhook was lost", async () => {
    const booking = await signedBooking(world);
    const session = await open(booking);
    pay(session.sessionId);
    world.clock.at = plus(world.clock.at, 45 * MINUTE);
    expect(await run()).toMatchObject({ checkouts: 1 });
    expect(status(booking)).toBe("paid_pending_scheduling");
    expect(await run()).toEqual({ events: 0, checkouts: 0, refunds: 0, charges: 0 });
  });

  it("gives back what was never opened after two minutes, and what ran out", async () => {
    const booking = await signedBooking(world);
    stripe.down = true;
    await start(booking);
    world.clock.at = plus(world.clock.at, 3 * MINUTE);
    await run();
    expect(holdStates()).toEqual(["live"]);
    stripe.down = false;
    await run();
    expect(holdStates()).toEqual(["released"]);
    await open(booking);
    world.clock.at = plus(world.clock.at, 30 * MINUTE);
    await run();
    expect(holdStates()).toEqual(["released", "live"]);
    world.clock.at = plus(world.clock.at, 10 * MINUTE);
    await run();
    expect(holdStates()).toEqual(["released", "released"]);
  });
});

describe("webhooks and follow-up work", () => {
  const event = (id: string, type: string, changes: Partial<StripeEvent> = {}): StripeEvent => ({
    id,
    type,
    created: 0,
    session: null,
    refund: null,
    objectId: null,
    ...changes,
  });

  it("take effect once, and unknown ones are only noted", async () => {
    const booking = await signedBooking(world);
    const session = await open(booking);
    pay(session.sessionId);
    const paid = event("evt_1", "checkout.session.completed", { session: stripe.sessions.get(session.sessionId) });
    expect(await applyEvent(services, world.deed(), paid)).toBe("applied");
    expect(await applyEvent(services, world.deed(), paid)).toBe("duplicate");
    expect(await applyEvent(services, world.deed(), event("evt_2", "invoice.created"))).toBe("applied");
    expect(world.db.orm.select().from(webhookInbox).all()).toHaveLength(2);
  });

  it("send a refund until it is through", async () => {
    const booking = await paidBooking(world);
    const shown = previewCancellation(world.db.orm, world.settings(), booking.id, null, world.clock.at);
    await world.db.write((tx) =>
      cancelBooking(tx, world.deed(), world.settings(), booking.id, null, shown.ok ? shown.fee : 0),
    );
    await world.db.write((tx) => tx.delete(outbox).where(eq(outbox.kind, "document.invoice")).run());
    await world.db.write((tx) =>
      tx.update(outbox).set({ state: "done" }).where(eq(outbox.kind, "document.agreement")).run(),
    );
    stripe.down = true;
    await runDueWork(services);
    expect(world.db.orm.select().from(refunds).get()?.state).toBe("approved");
    stripe.down = false;
    await world.db.write((tx) => tx.update(outbox).set({ run_at: 0 }).where(eq(outbox.kind, "stripe.refund")).run());
    await runDueWork(services);
    expect(world.db.orm.select().from(refunds).get()).toMatchObject({ state: "succeeded", stripe_refund_id: "re_1" });
  });

  it("ask whether a refund was made before they send it once more: its answer may have been lost", async () => {
    const booking = await paidBooking(world);
    await world.db.write((tx) => cancelBooking(tx, world.deed(STAFF), world.settings(), booking.id, null, 4093));
    const made: RefundFacts[] = [];
    const facts = { refundId: "re_lost", paymentIntentId: null, failureReason: null } as const;
    stripe.refund = async ({ amount }) => {
      made.push({ ...facts, amount, status: "succeeded" });
      return { ok: false, code: "unreachable", message: "the answer was lost" };
    };
    stripe.findRefund = async () => ({ ok: true, value: made[0] ?? null });
    for (let i = 0; i < 2; i++) {
      await world.db.write((tx) => tx.update(outbox).set({ run_at: 0 }).where(eq(outbox.kind, "stripe.refund")).run());
      await runDueWork(services, "card-company");
    }
    expect(made).toHaveLength(1);
    expect(world.db.orm.select().from(refunds).all()).toMatchObject([
      { state: "succeeded", stripe_refund_id: "re_lost" },
    ]);
  });
});

describe("housekeeping", () => {
  it("ends quotes on their day, unpaid bookings after a while, and never one whose payment page is open", async () => {
    const { booking: quote } = await world.db.write((tx) =>
      prepareQuote(tx, world.deed(STAFF), world.settings(), draftData(), plus(world.clock.at, HOUR)),
    );
    const waiting = await signedBooking(world);
    const paying = await signedBooking(world);
    await open(paying);
    await keepHouse(services, world.deed());
    expect([status(quote), status(waiting)]).toEqual(["quoted", "pending_payment"]);
    world.clock.at = plus(world.clock.at, 2 * HOUR);
    await keepHouse(services, world.deed());
    expect([status(quote), status(waiting)]).toEqual(["expired", "pending_payment"]);
    world.clock.at = plus(world.clock.at, 15 * 24 * HOUR);
    await keepHouse(services, world.deed());
    expect(
      world.db.orm
        .select()
        .from(bookings)
        .all()
        .map((booking) => booking.status),
    ).toEqual(["expired", "expired", "pending_payment"]);
  });

  it("forgets counted tries and finished work, by their own units of time", async () => {
    const day = 24 * HOUR;
    await world.db.write((tx) => {
      for (const [key, age] of [
        ["old", 3 * day],
        ["new", HOUR],
      ] as const)
        tx.insert(rateLimits)
          .values({ key, window_start: Date.now() - age, hits: 1 })
          .run();
      for (const [cause, age] of [
        ["old", 91 * day],
        ["new", 89 * day],
      ] as const)
        tx.insert(outbox)
          .values({
            id: cause as never,
            kind: "test",
            cause,
            payload: {},
            state: "done",
            run_at: 0,
            created_at: 0,
            done_at: Date.now() - age,
          })
          .run();
    });
    await keepHouse(services, world.deed());
    expect(
      world.db.orm
        .select()
        .from(rateLimits)
        .all()
        .map((row) => row.key),
    ).toEqual(["new"]);
    expect(
      world.db.orm
        .select()
        .from(outbox)
        .all()
        .map((row) => row.cause),
    ).toEqual(["new"]);
  });
});
