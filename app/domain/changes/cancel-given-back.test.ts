import { expect, it } from "vitest";
import { paidBooking } from "../../../tests/support/domain";
import { admin, onAccount, paymentOf } from "../../../tests/support/money";
import { setSoundWorld } from "../../../tests/support/sound";
import { listUnits, type Booking, type Unit } from "../booking/order/bookings.server";
import type { Cents } from "../kernel/money";
import { giveBack, listGivable } from "../payments/give-back.server";
import { readLedger } from "../payments/ledger.server";
import { takeRefund } from "../payments/refund-elsewhere.server";
import { cancelBooking, previewCancellation } from "./cancel.server";

/** Of an order of $409.32 a dumpster a part was given back before; then it is cancelled. */
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
