import { expect, it } from "vitest";
import { moveJobTo } from "../changes/move-job.server";
import { previewCancellation } from "../changes/cancel.server";
import { rescheduleUnit } from "../changes/reschedule.server";
import { keepAttempt } from "../dispatch/attempts.server";
import { getJob } from "../dispatch/jobs.server";
import { getBooking, listUnits, type Booking } from "../booking/order/bookings.server";
import { addDays, day } from "../kernel/days";
import { instantAt } from "../kernel/time.server";
import { rented, takePhoto } from "../../../tests/support/charges";
import { STAFF } from "../../../tests/support/domain";
import { missDelivery } from "../../../tests/support/driver";
import { isDue } from "../../../tests/support/in-vain";
import { setSoundWorld } from "../../../tests/support/sound";
import { readStatus } from "./status.server";

/** A delivery that we have not made in its time: what is said of cancelling is what cancelling costs. */
const world = setSoundWorld({ fleet: { 20: 4 } });
const orm = () => world.db.orm;
const said = ({ id }: Booking) =>
  readStatus(orm(), getBooking(orm(), id), { refundStates: true, now: world.clock.at }).more;
const fee = ({ id }: Booking) => {
  const preview = previewCancellation(orm(), world.settings(), id, null, world.clock.at);
  return preview.ok ? preview.fee : preview.code;
};
const TWO = [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" }];
const DAY_FREE = /We come as soon as we can\. Another day costs you nothing\.$/;

it("costs nothing where that is all there is", async () => {
  const booking = await rented(world, { deliveryDate: "2026-12-03" });
  world.clock.at = instantAt(day("2026-12-03"), 19);
  expect([fee(booking), said(booking)]).toEqual([0, expect.stringMatching(/nothing, and so does cancelling\.$/)]);
});

it("costs what is told of a former visit in vain, which is not said to be free", async () => {
  const booking = await rented(world, { deliveryDate: "2026-12-03" });
  const jobId = await missDelivery(world, booking.id);
  isDue(orm(), jobId, world.clock.at);
  await takePhoto(world, jobId, "attempted");
  const found = { reason: "locked gate", note: "", place: null };
  await world.db.write((tx) => keepAttempt(tx, world.deed(STAFF), getJob(tx, jobId), found));
  const { delivery_date } = listUnits(orm(), booking.id)[0]!;
  const to = { day: addDays(delivery_date, 7), window: "morning" } as const;
  await world.db.write((tx) => moveJobTo(tx, world.deed(STAFF), world.settings(), jobId, to));
  world.clock.at = instantAt(to.day, 19);
  expect([fee(booking), said(booking)]).toEqual([15_000, expect.stringMatching(DAY_FREE)]);
});

it("costs the share of the one that is still in its time", async () => {
  const booking = await rented(world, { deliveryDate: "2026-12-03", cart: TWO });
  const [, other] = listUnits(orm(), booking.id);
  const dates = { deliveryDate: day("2026-12-04"), window: "morning", pickupDate: day("2026-12-11") } as const;
  await world.db.write((tx) => rescheduleUnit(tx, world.deed(STAFF), world.settings(), other!.id, dates));
  world.clock.at = instantAt(day("2026-12-03"), 19);
  expect(fee(booking)).toBeGreaterThan(0);
  expect(said(booking)).toMatch(DAY_FREE);
});
