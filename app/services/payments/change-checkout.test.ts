import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { checkouts, holds, messages, meta } from "#db/schema/index";
import { getBooking, listUnits, type Booking, type Unit } from "~/domain/booking/order/bookings.server";
import { previewCancellation } from "~/domain/changes/cancel.server";
import { getChange, type Change } from "~/domain/changes/changes.server";
import { markTestBooking } from "~/domain/changes/test-booking.server";
import { HOUR, MINUTE, plus } from "~/domain/kernel/time.server";
import { readLedger } from "~/domain/payments/ledger.server";
import type { StripeEvent } from "~/domain/payments/ports";
import * as page from "~/routes/manage/payment-success";
import type { PaymentResult } from "~/domain/records/customer-views";
import { unseal, type Sealed } from "~/ui/frame/sealed";
import { pricedDays } from "../../../tests/support/changes";
import { paidBooking } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { fakeServices, fakeStripe, Visitor, type FakeStripe } from "../../../tests/support/visit";
import type { Services } from "../../services.server";
import { cancelOrder } from "../booking/cancel.server";
import { removeTestBooking } from "../booking/test-booking.server";
import { keepHouse } from "../work/housekeeping.server";
import { runDueWork } from "../work/worker.server";
import { startChangeCheckout, withdrawOwnChange } from "./change-checkout.server";
import { releaseCheckout, startCheckout } from "./checkout.server";
import { reconcile } from "./reconcile.server";
import { applyEvent } from "./webhook.server";

const world = setSoundWorld({ fleet: { 20: 2 }, sandbox: true });
let services: Services;
let stripe: FakeStripe;
let booking: Booking;
let change: Change;
beforeEach(async () => {
  stripe = fakeStripe();
  services = fakeServices(world, stripe);
  booking = await paidBooking(world, { deliveryDate: "2026-12-05" });
  change = await pricedDays(world, unit().id, 2);
});

const unit = () => listUnits(world.db.orm, booking.id)[0] as Unit;
const start = () =>
  startChangeCheckout(services, world.deed(), change.id, { cancelUrl: "https://example.com/back", isOwner: true });
async function open(): Promise<string> {
  const started = await start();
  if (!started.ok) throw new Error(started.code);
  return [...stripe.sessions.keys()].at(-1) ?? "";
}
function pay(id: string): void {
  const session = stripe.sessions.get(id);
  if (session)
    stripe.sessions.set(id, { ...session, status: "complete", paymentStatus: "paid", paymentIntentId: `pi_${id}` });
}
const state = () => getChange(world.db.orm, change.id).state;
const mine = () => world.db.orm.select().from(checkouts).where(eq(checkouts.change_id, change.id)).all();
const isHeld = () => world.db.orm.select().from(holds).where(eq(holds.state, "live")).all().length > 0;
async function look(sessionId: string): Promise<PaymentResult> {
  const { data } = await new Visitor(services).get(page.loader, `/payment-success?session_id=${sessionId}`);
  return unseal<PaymentResult>((data as { result: Sealed<PaymentResult> }).result);
}
/** The subject of the mail about money that came too late, after all work that is due is done. */
async function mailed(): Promise<string | undefined> {
  await runDueWork(services);
  return world.db.orm.select().from(messages).where(eq(messages.template, "mail.late-payment")).get()?.subject;
}

describe("the payment page of a change", () => {
  it("is one for a double click, and leaves the order paid", async () => {
    const urls = await Promise.all([start(), start(), start()]);
    expect(new Set(urls.map((one) => (one.ok ? one.url : one.code))).size).toBe(1);
    expect(mine()).toHaveLength(1);
    expect(mine()[0]?.request).toMatchObject({ amount: 5400, cancelUrl: "https://example.com/back" });
    expect(await startCheckout(services, world.deed(), booking.id)).toEqual({ ok: false, code: "already_paid" });
    // The order has none of its own that could be ended.
    expect(await releaseCheckout(services, world.deed(), booking.id, "order_changed")).toBe("released");
    expect(isHeld()).toBe(true);
  });

  it("takes effect by the return page, and its address tells what became of it", async () => {
    const id = await open();
    pay(id);
    // It is told where the booking stands: "your booking is confirmed" would be news of before.
    const { location } = await new Visitor(services).get(page.loader, `/payment-success?session_id=${id}`);
    expect(location).toBe(`/manage-booking?booking=${booking.booking_number}&done=change`);
    expect([state(), unit().pickup_date]).toEqual(["applied", "2026-12-14"]);
    expect(await start()).toEqual({ ok: false, code: "already_paid" });
  });

  it("that ran out says so without asking for the order's money", async () => {
    const id = await open();
    world.clock.at = plus(world.clock.at, HOUR);
    await reconcile(services, world.deed());
    expect(await look(id)).toEqual({ state: "expired", booking: { number: booking.booking_number }, isChange: true });
    expect([state(), isHeld()]).toEqual(["priced", false]);
    await keepHouse(services, world.deed());
    expect(state()).toBe("expired");
    expect(await start()).toEqual({ ok: false, code: "not_open" });
  });

  it("is withdrawn by its owner, unless it was paid meanwhile or nobody can tell", async () => {
    await open();
    stripe.down = true;
    expect(await withdrawOwnChange(services, world.deed(), change.id)).toBe("unreachable");
    expect([state(), isHeld()]).toEqual(["priced", true]);
    stripe.down = false;
    expect(await withdrawOwnChange(services, world.deed(), change.id)).toBe("withdrawn");
    expect([state(), isHeld()]).toEqual(["withdrawn", false]);
    change = await pricedDays(world, unit().id, 3);
    pay(await open());
    expect(await withdrawOwnChange(services, world.deed(), change.id)).toBe("paid");
    expect(state()).toBe("applied");
  });

  it("is found by the reconciler: paid, or never made", async () => {
    pay(await open());
    world.clock.at = plus(world.clock.at, 45 * MINUTE);
    expect((await reconcile(services, world.deed())).checkouts).toBe(1);
    expect(state()).toBe("applied");
    change = await pricedDays(world, unit().id, 3);
    stripe.down = true;
    expect(await start()).toMatchObject({ code: "payment_unreachable" });
    stripe.down = false;
    world.clock.at = plus(world.clock.at, 5 * MINUTE);
    await reconcile(services, world.deed());
    expect([mine()[0]?.state, isHeld()]).toEqual(["expired", false]);
  });
});

describe("the money of a change that cannot be honoured", () => {
  it("goes back with a mail that says nothing of the booking, whichever way it came", async () => {
    const id = await open();
    const shown = previewCancellation(world.db.orm, world.settings(), booking.id, null, world.clock.at);
    if (!shown.ok) throw new Error(shown.code);
    expect(await cancelOrder(services, world.deed(), booking, { unitId: null, fee: shown.fee })).toMatchObject({
      ok: true,
      refund: booking.total_amount,
    });
    // It is paid in the moment in which it is being closed.
    pay(id);
    const facts = stripe.sessions.get(id);
    if (!facts) throw new Error("no session");
    const type = "checkout.session.completed";
    const event: StripeEvent = { id: "evt_1", type, created: 0, session: facts, refund: null, objectId: id };
    expect(await applyEvent(services, world.deed(), event)).toBe("applied");
    expect(await look(id)).toMatchObject({ state: "returned", why: "not_changed", amount: 5400 });
    expect(readLedger(world.db.orm, booking.id)).toMatchObject({ owed: 0, refunded: booking.total_amount + 5400 });
    expect(await mailed()).toContain("your refund is on its way");
    expect(getBooking(world.db.orm, booking.id).status).toBe("cancelled");
  });

  it("is never asked for a test booking that is deleted with its open page", async () => {
    await world.db.write((tx) => {
      tx.delete(meta).where(eq(meta.key, "test_booking")).run();
      tx.insert(meta).values({ key: "kind", value: "sandbox" }).run();
      markTestBooking(tx, booking.id);
    });
    await open();
    expect(await removeTestBooking(services, world.deed())).toMatchObject({ ok: true });
    expect([...stripe.sessions.values()].map(({ status }) => status)).toEqual(["expired"]);
    for (const table of ["changes", "holds", "checkouts", "charges"])
      expect(
        world.db.sqlite.prepare(`select count(*) from ${table} where booking_id = ?`).pluck().get(booking.id),
      ).toBe(0);
  });
});
