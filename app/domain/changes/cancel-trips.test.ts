import { isDue } from "../../../tests/support/in-vain";
import { asc, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { cancellations, jobs } from "#db/schema/index";
import { look, rented, takePhoto } from "../../../tests/support/charges";
import { changeSetting, STAFF } from "../../../tests/support/domain";
import { missJob } from "../../../tests/support/driver";
import { setSoundWorld } from "../../../tests/support/sound";
import { listUnits, type Booking } from "../booking/order/bookings.server";
import { tripsOfCancellation } from "../charges/trips.server";
import { keepAttempt } from "../dispatch/attempts.server";
import { getJob } from "../dispatch/jobs.server";
import { addDays } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { instantAt, MINUTE, plus } from "../kernel/time.server";
import { cancelBooking, previewCancellation } from "./cancel.server";
import { moveJobTo } from "./move-job.server";

/** Three dumpsters, each with a visit in vain and another day since, cancelled late: what is for the visits, and for whom. */
const world = setSoundWorld({ fleet: { 20: 3 } });
let booking: Booking;
const unitIds = () => listUnits(world.db.orm, booking.id).map(({ id }) => id);
const preview = (unitId: Id<"unit"> | null) => {
  const shown = previewCancellation(world.db.orm, world.settings(), booking.id, unitId, world.clock.at, "staff");
  if (!shown.ok) throw new Error(shown.code);
  return shown;
};
async function visitedInVain(dryRunFee: number) {
  await changeSetting(world, "dryRunFee", dryRunFee);
  booking = await rented(world, {
    cart: [{ dumpsterSize: 20, quantity: 3, materialCategory: "general" }],
  });
  const found = { reason: "locked gate", note: "", place: null };
  const own = eq(jobs.booking_id, booking.id);
  for (const { id, kind } of world.db.orm.select().from(jobs).where(own).orderBy(asc(jobs.id)).all()) {
    if (kind !== "delivery") continue;
    isDue(world.db.orm, id, world.clock.at);
    await missJob(world, id);
    await takePhoto(world, id, "attempted");
    await world.db.write((tx) => keepAttempt(tx, world.deed(STAFF), getJob(tx, id), found));
    const to = { day: addDays(booking.scheduled_delivery_date, 7), window: "anytime" } as const;
    const moved = await world.db.write((tx) => moveJobTo(tx, world.deed(STAFF), world.settings(), id, to));
    expect(moved).toMatchObject({ ok: true });
  }
  world.clock.at = instantAt(addDays(booking.scheduled_delivery_date, 5), 12);
}

const row = (id: string) =>
  world.db.orm
    .select()
    .from(cancellations)
    .where(eq(cancellations.id, id as Id<"cancellation">))
    .get()!;
async function cancel(unitId: Id<"unit"> | null) {
  const { fee } = preview(unitId);
  const done = await world.db.write((tx) =>
    cancelBooking(tx, world.deed(STAFF), world.settings(), booking.id, unitId, fee),
  );
  expect(done).toMatchObject({ ok: true, fee });
}
const told = () =>
  world.db.orm
    .select()
    .from(cancellations)
    .orderBy(asc(cancellations.created_at))
    .all()
    .map((one) => [one.fee, tripsOfCancellation(world.db.orm, row(one.id))]);

it("are told with the cancellation that they are of, and with no other", async () => {
  await visitedInVain(15_000);
  const [first, second] = unitIds();
  const one = preview(first!);
  expect(one).toMatchObject({ percent: 10, trip: 15_000, fee: 15_000 + Math.round(one.paid / 10) });
  // Proposed at that very moment, and dropped with it: told once.
  await look(world, booking);
  await cancel(first!);
  world.clock.at = plus(world.clock.at, MINUTE);
  await cancel(second!);
  expect(told()).toEqual([
    [one.fee, 15_000],
    [one.fee, 15_000],
  ]);
});

it("are never more in all than is left beside the tier, also where three tenths are rounded as one", async () => {
  await visitedInVain(10_000_000);
  const all = preview(null);
  expect([all.fee, all.refund]).toEqual([all.paid, 0]);
  await cancel(null);
  expect(told()).toEqual([[all.paid, all.trip]]);
});
