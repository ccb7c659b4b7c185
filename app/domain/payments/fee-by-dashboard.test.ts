import { beforeEach, expect, it } from "vitest";
import { refunds } from "#db/schema/index";
import { paidBooking, STAFF } from "../../../tests/support/domain";
import { moneyIn } from "../../../tests/support/money";
import { setSoundWorld } from "../../../tests/support/sound";
import type { Booking } from "../booking/order/bookings.server";
import { cancelBooking, previewCancellation } from "../changes/cancel.server";
import { day } from "../kernel/days";
import type { StaffActor } from "../kernel/deed";
import { instantAt } from "../kernel/time.server";
import { isToTakeUp } from "./give-back.server";
import { leftToGive } from "./held-refunds.server";
import { applyRefundFacts } from "./refunds.server";
import { listExcess } from "./taken-by-bank.server";

/** $409.32 by card, cancelled late: a fee of $81.86 is kept of it, and $327.46 goes back. Somebody refunds in Stripe's dashboard. */
const world = setSoundWorld({ fleet: { 20: 4 } });
const orm = () => world.db.orm;
const { owed, dashboard } = moneyIn(() => world);
const all = () => orm().select().from(refunds).all();

let booking: Booking;
beforeEach(async () => {
  booking = await paidBooking(world, { deliveryDate: "2026-12-10" });
  world.clock.at = instantAt(day("2026-12-09"), 12);
  const shown = previewCancellation(orm(), world.settings(), booking.id, null, world.clock.at, "staff");
  if (!shown.ok) throw new Error(shown.code);
  const deed = world.deed<StaffActor>(STAFF);
  await world.db.write((tx) => cancelBooking(tx, deed, world.settings(), booking.id, null, shown.fee));
});
const oursEnds = (status: "failed" | "succeeded") => {
  const { id, amount } = all()[0] ?? expect.fail("no refund");
  const facts = { refundId: "re_ours", status, amount, paymentIntentId: null, failureReason: null };
  return world.db.write((tx) => applyRefundFacts(tx, world.deed(), { id }, facts));
};

it("gives the same sum while ours is under way, which fails then: the fee is not given back for it", async () => {
  await dashboard(booking, { amount: 327_46 });
  await oursEnds("failed");
  expect([owed(booking), listExcess(orm(), booking.id), all().filter(isToTakeUp)]).toEqual([0, [], []]);
});

it("gives what failed without its cents: they alone are still to be given", async () => {
  await oursEnds("failed");
  await dashboard(booking, { amount: 327_00 });
  expect([
    owed(booking),
    all()
      .filter(isToTakeUp)
      .map((one) => leftToGive(orm(), one)),
  ]).toEqual([-46, [46]]);
});

it("gives the fee, once what was promised has arrived", async () => {
  await oursEnds("succeeded");
  await dashboard(booking, { amount: 81_86 });
  expect([owed(booking), listExcess(orm(), booking.id)]).toEqual([0, []]);
});
