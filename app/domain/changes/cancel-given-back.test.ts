import { describe, expect, it } from "vitest";
import { tasks } from "#db/schema/index";
import { paidBooking } from "../../../tests/support/domain";
import { admin, moneyIn, onAccount, paymentOf } from "../../../tests/support/money";
import { setSoundWorld } from "../../../tests/support/sound";
import { getBooking, listUnits, type Booking, type Unit } from "../booking/order/bookings.server";
import { day } from "../kernel/days";
import type { Cents } from "../kernel/money";
import { HOUR, instantAt, plus } from "../kernel/time.server";
import { giveBack, listGivable, recordPaidOut } from "../payments/give-back.server";
import { readLedger } from "../payments/ledger.server";
import { recordReceipt } from "../payments/receipts.server";
import { takeRefund } from "../payments/refund-elsewhere.server";
import { readStatus } from "../records/status.server";
import { cancelBooking, previewCancellation } from "./cancel.server";

/** Of an order of $409.32 a dumpster a part was given back, or came by check, before; then it is cancelled. */
const world = setSoundWorld({ fleet: { 20: 6 } });
const two = { cart: [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" as const }] };
const orm = () => world.db.orm;

async function give(booking: Booking, amount: Cents) {
  const [first] = listGivable(orm(), booking.id);
  if (!first) throw new Error("nothing to give back");
  const wish = { chargeId: first.charge.id, amount, way: "same", reason: "sorry", left: first.left } as const;
  expect(await world.db.write((tx) => giveBack(tx, admin(world), booking.id, wish))).toMatchObject({ ok: true });
}

async function cancel(booking: Booking, unit: Unit | null = null) {
  const shown = previewCancellation(orm(), world.settings(), booking.id, unit?.id ?? null, world.clock.at);
  if (!shown.ok) throw new Error(shown.code);
  const done = await world.db.write((tx) =>
    cancelBooking(tx, world.deed(), world.settings(), booking.id, unit?.id ?? null, shown.fee),
  );
  // What was shown is what happens.
  expect(done).toEqual({ ok: true, fee: shown.fee, refund: shown.refund });
  return shown;
}

it.each([
  [100_00, 309_32],
  [409_31, 1],
  [409_32, 0],
])("cents given back: %s, so that %s are left to go back", async (before, left) => {
  const booking = await paidBooking(world, { deliveryDate: "2026-12-10" });
  await give(booking, before);
  expect(await cancel(booking)).toMatchObject({ paid: left, fee: 0, refund: left });
  expect(readLedger(orm(), booking.id)).toMatchObject({ owed: 0, refunded: 409_32 });
});

it("refunded in Stripe's dashboard", async () => {
  const booking = await paidBooking(world, { deliveryDate: "2026-12-10" });
  const { stripe_payment_intent_id: paymentIntentId } = paymentOf(world, booking.id);
  const made = { refundId: "re_x", status: "succeeded", amount: 100_00, failureReason: null, key: null } as const;
  await world.db.write((tx) => takeRefund(tx, world.deed(), { ...made, paymentIntentId }));
  expect(await cancel(booking)).toMatchObject({ refund: 309_32 });
});

it("of two dumpsters it was of both alike, whichever goes first", async () => {
  const booking = await paidBooking(world, { deliveryDate: "2026-12-10", ...two });
  await give(booking, 100_01);
  const shown = [];
  for (const unit of listUnits(orm(), booking.id)) shown.push((await cancel(booking, unit)).refund);
  expect(shown).toEqual([359_32, 359_31]);
  expect(readLedger(orm(), booking.id)).toMatchObject({ owed: 0, refunded: 818_64 });
});

it("given back after one of two was cancelled, it is the other's", async () => {
  const booking = await paidBooking(world, { deliveryDate: "2026-12-10", ...two });
  const [first, second] = listUnits(orm(), booking.id);
  await cancel(booking, first);
  await give(booking, 100_00);
  expect(await cancel(booking, second)).toMatchObject({ refund: 309_32 });
});

it("the fee is a share of what is left", async () => {
  const booking = await paidBooking(world);
  await give(booking, 109_32);
  const { paid, percent, fee, refund } = await cancel(booking);
  expect([paid, fee, refund]).toEqual([300_00, 3_00 * percent, 300_00 - 3_00 * percent]);
  expect(percent).toBeGreaterThan(0);
});

it("forgiven in part on account: each dumpster is owed by what is left of it", async () => {
  const booking = await onAccount(world, two);
  await give(booking, 500_00);
  const [first, second] = listUnits(orm(), booking.id);
  expect(await cancel(booking, first)).toMatchObject({ paid: 159_32, refund: 0 });
  expect(readLedger(orm(), booking.id).owed).toBe(159_32);
  await cancel(booking, second);
  expect(readLedger(orm(), booking.id).owed).toBe(0);
});

describe("on account, of which a check paid", () => {
  const checked = async (amount: Cents, changes = {}) => {
    const booking = await onAccount(world, changes);
    const receipt = { method: "check", amount, reference: "77", deposit_batch: null } as const;
    await world.db.write((tx) =>
      recordReceipt(tx, admin(world), booking.customer_id, receipt, { seen: booking.total_amount }),
    );
    return booking;
  };
  const said = ({ id }: Booking) =>
    readStatus(orm(), getBooking(orm(), id), { refundStates: true, now: world.clock.at }).more;
  const toPay = () =>
    orm()
      .select()
      .from(tasks)
      .all()
      .filter(({ kind }) => kind === "refund_by_hand");

  it.each([
    [409_32, "$409.32 that you paid goes back by check; we write when it is out."],
    [100_00, "$309.32 is taken off your account. $100.00 that you paid goes back by check; we write when it is out."],
  ])("%s cents, they go back by check: a person has to pay them out, and its customer is told", async (paid, words) => {
    const booking = await checked(paid);
    expect(await cancel(booking)).toMatchObject({ paid: 409_32, fee: 0, refund: paid, by: ["check"] });
    const { owed, refunds } = readLedger(orm(), booking.id);
    expect([owed, refunds]).toMatchObject([0, [{ amount: paid, method: "check", state: "approved" }]]);
    expect(toPay()).toMatchObject([{ subject_id: refunds[0]?.id, booking_id: booking.id, state: "open" }]);
    expect(said(booking)).toBe(words);
    await world.db.write((tx) =>
      recordPaidOut(tx, admin(world), refunds[0]?.id ?? "", { reference: "2001", deposit_batch: null }),
    );
    expect(said(booking)).toContain("that you paid went back by check.");
  });

  it("the fee is kept out of it, and only what is more goes back", async () => {
    const booking = await checked(100_00);
    world.clock.at = plus(instantAt(day("2026-12-10"), 8), -30 * HOUR);
    expect(await cancel(booking)).toMatchObject({ fee: 40_93, refund: 59_07 });
    expect(readLedger(orm(), booking.id)).toMatchObject({ owed: 0, refunded: 59_07 });
  });

  it("for one of two dumpsters, it is the other's: only what is more than that one goes back", async () => {
    const booking = await checked(500_00, two);
    const [first, second] = listUnits(orm(), booking.id);
    expect(await cancel(booking, first)).toMatchObject({ paid: 409_32, refund: 90_68, by: ["check"] });
    expect(readLedger(orm(), booking.id).owed).toBe(0);
    expect(await cancel(booking, second)).toMatchObject({ paid: 409_32, refund: 409_32 });
    expect(readLedger(orm(), booking.id)).toMatchObject({ owed: 0, refunded: 500_00 });
  });
});

describe("of a payment that a bank has, the preview says so beforehand", () => {
  const { dispute } = moneyIn(() => world);
  const booked = () => paidBooking(world, { deliveryDate: "2026-12-10" });
  const states = (booking: Booking) => readLedger(orm(), booking.id).refunds.map(({ state }) => state);

  it("what goes back waits until it has decided, and not after that", async () => {
    const [held, won] = [await booked(), await booked()];
    await dispute(held);
    expect(await cancel(held)).toMatchObject({ refund: 409_32, waits: { cents: 409_32, by: ["card"] } });
    await dispute(won, { disputeId: "du_won" });
    await dispute(won, { disputeId: "du_won", state: "won", reinstated: 409_32 });
    expect(await cancel(won)).toMatchObject({ refund: 409_32, waits: { cents: 0, by: [] } });
    expect([states(held), states(won)]).toEqual([["requested"], ["approved"]]);
  });
});
