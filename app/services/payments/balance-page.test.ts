import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { bookings, chargeAttempts, checkouts, outbox, payments, refunds } from "#db/schema/index";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { chargeNow } from "~/domain/changes/balance.server";
import { getCharge, type LaterRow } from "~/domain/charges/charges.server";
import { findChargePaper } from "~/domain/documents/papers.server";
import { findCheckout, endCheckout } from "~/domain/payments/checkouts.server";
import { readLedger } from "~/domain/payments/ledger.server";
import type { SessionFacts } from "~/domain/payments/ports";
import type { Services } from "~/services.server";
import { chargesOf, due, hauled, look } from "../../../tests/support/charges";
import { STAFF, WEBSITE } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { fakeServices, fakeStripe, type FakeStripe } from "../../../tests/support/visit";
import { runDueWork } from "../work/worker.server";
import { startBalanceCheckout } from "./balance.server";
import { applyEvent } from "./webhook.server";

/** A payment page for what a card refused is open while the same is paid another way. */
const world = setSoundWorld({ fleet: { 20: 3 } });
let services: Services;
let stripe: FakeStripe;
let booking: Booking;
let charge: LaterRow;
beforeEach(async () => {
  stripe = fakeStripe();
  services = fakeServices(world, stripe);
  booking = await hauled(world, 4740);
  await look(world, booking);
  charge = await due(world, chargesOf(world, booking)[0]!);
});

const orm = () => world.db.orm;
const state = () => getCharge(orm(), charge.id).state;
const later = () => orm().select().from(payments).all().slice(1);
async function work(): Promise<void> {
  orm().update(outbox).set({ run_at: 0 }).where(eq(outbox.state, "waiting")).run();
  await runDueWork(services, "card-company");
}
async function refused(): Promise<void> {
  stripe.refuses = { status: "declined", declineCode: "generic_decline", message: "no" };
  await work();
  stripe.refuses = null;
  expect(state()).toBe("failed");
}
async function opened(): Promise<SessionFacts> {
  const started = await startBalanceCheckout(services, world.deed(), booking, 14_385, true);
  if (!started.ok) throw new Error(started.code);
  return [...stripe.sessions.values()].at(-1)!;
}
const statusOf = ({ sessionId }: SessionFacts) => stripe.sessions.get(sessionId)?.status;
async function pay({ sessionId }: SessionFacts): Promise<void> {
  const paid = { ...stripe.sessions.get(sessionId)!, status: "complete", paymentStatus: "paid" } as const;
  const session = { ...paid, paymentIntentId: `pi_${sessionId}` };
  stripe.sessions.set(sessionId, session);
  const event = {
    id: `evt_${sessionId}`,
    type: "checkout.session.completed",
    created: 0,
    refund: null,
    objectId: null,
  };
  await applyEvent(services, world.deed(), { ...event, session });
}

describe("the payment page of a refused charge", () => {
  it("is closed when the office asks the card once more: nobody pays on it what the card pays", async () => {
    await refused();
    const page = await opened();
    const terms = { settings: world.settings(), website: WEBSITE };
    expect(await world.db.write((tx) => chargeNow(tx, world.deed(STAFF), terms, charge.id))).toEqual({ ok: true });
    await work();
    expect([statusOf(page), state(), later().length]).toEqual(["expired", "succeeded", 1]);
    expect([readLedger(orm(), booking.id).owed, orm().select().from(refunds).all()]).toEqual([0, []]);
  });

  it("is closed when an older page is paid: its customer pays once", async () => {
    await refused();
    const first = await opened();
    // Its end was told to us before its payment was.
    await world.db.write((tx) =>
      endCheckout(tx, world.deed(), findCheckout(tx, { sessionId: first.sessionId })!, "abandoned", "left"),
    );
    const second = await opened();
    expect(second.sessionId).not.toBe(first.sessionId);
    await pay(first);
    await work();
    expect([statusOf(second), state(), later().length]).toEqual(["expired", "succeeded", 1]);
    expect(orm().select().from(refunds).all()).toEqual([]);
    const open = orm().select().from(checkouts).where(eq(checkouts.state, "open")).all();
    expect(open).toEqual([]);
  });
});

describe("the payment of a charge", () => {
  const otherCard = { payment_method_id: "pm_2", card_brand: "mastercard", card_last4: "1111" };

  it("names the card that was asked: not the one that its customer has put on file since", async () => {
    stripe.losesAnswer = true;
    await work();
    orm().update(bookings).set(otherCard).where(eq(bookings.id, booking.id)).run();
    await work();
    expect([state(), orm().select().from(chargeAttempts).get()?.request.paymentMethodId]).toEqual([
      "succeeded",
      "pm_1",
    ]);
    expect(later()).toMatchObject([{ card_brand: null, card_last4: null }]);
    expect(findChargePaper(orm(), charge)?.view).toMatchObject({ balance: 0, payment: null });
  });

  it("on a page names the card that was given there, not the one on file", async () => {
    await refused();
    stripe.getCard = async () => ({
      ok: true,
      value: { stripeCustomerId: null, paymentMethodId: "pm_3", brand: "amex", last4: "0005", chargeId: null },
    });
    await pay(await opened());
    expect(later().map(({ card_last4 }) => card_last4)).not.toContain("4242");
    await work();
    expect(later()).toMatchObject([{ card_brand: "amex", card_last4: "0005" }]);
  });
});
