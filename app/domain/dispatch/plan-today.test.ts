import { asc, eq, ne } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { drivers, jobs, units } from "#db/schema/index";
import { openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { insertBooking } from "../../../tests/support/rows";
import { seedAccounts } from "../accounts/seed.server";
import { addDays, day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { instantAt } from "../kernel/time.server";
import { createJobsForUnits } from "./jobs.server";
import { acceptPlan, planDay } from "./plan-day.server";
import { placeJob, stopsOfDriver } from "./plan.server";

const TODAY = day("2026-12-16");
let world: TestWorld;
let dale: Id<"driver">;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 40 } });
  await seedAccounts(world.db, world.clock.at);
  world.db.sqlite.exec("delete from jobs where day between '2026-12-10' and '2026-12-31'");
  dale = world.db.orm.select().from(drivers).orderBy(asc(drivers.name)).all()[0]!.id;
});
afterEach(() => world.close());

const order = (window: string) =>
  world.db.write((tx) => {
    const dates = { scheduled_delivery_date: TODAY, scheduled_pickup_date: addDays(TODAY, 40) };
    const { id } = insertBooking(tx, world.deed(STAFF), { zip: "32801", ...dates });
    tx.update(units).set({ delivery_window: window }).where(eq(units.booking_id, id)).run();
    return createJobsForUnits(tx, world.deed(STAFF), id)[0]!.id;
  });
const rules = () => ({ settings: world.settings(), oneDriver: true });
async function plannedAt(minute: number) {
  const deed = world.deed(STAFF, instantAt(TODAY, Math.floor(minute / 60), minute % 60));
  const done = await planDay(world.db, deed, rules(), TODAY, () => Promise.resolve());
  if (!done.ok) throw new Error(done.code);
  const { plan, version } = done.plan;
  return { left: plan.left, stops: plan.routes.flatMap(({ stops }) => stops), version };
}
/** The minute of the day that a sentence names. */
const minuteIn = (why = "") => {
  const [, hour = "", minute = "", half = ""] = /at about (\d+):(\d+) (am|pm)/.exec(why) ?? [];
  return (Number(hour) % 12) * 60 + Number(minute) + (half === "pm" ? 720 : 0);
};

it("today nobody is anywhere before now; on another day they begin as always", async () => {
  await order("anytime");
  const before = await plannedAt(6 * 60);
  expect(minuteIn(before.stops[0]?.why)).toBeGreaterThanOrEqual(8 * 60);
  expect(minuteIn(before.stops[0]?.why)).toBeLessThan(9 * 60);
  const now = 10 * 60 + 30;
  const today = await plannedAt(now);
  expect(minuteIn(today.stops[0]?.why)).toBeGreaterThanOrEqual(now);
  expect(minuteIn(today.stops[0]?.why)).toBeLessThan(now + 60);
});

it("what nobody can be in time for any more, as its window is over, is left with that reason; by hand it is late", async () => {
  const [morning, later, byHand] = [await order("morning"), await order("anytime"), await order("morning")];
  await world.db.write((tx) => placeJob(tx, world.deed(STAFF), byHand, dale));
  const { left, stops } = await plannedAt(13 * 60);
  expect(left).toEqual([{ jobId: morning, why: "Its window is over." }]);
  expect(stops.map(({ jobId }) => jobId).sort()).toEqual([byHand, later].sort());
  expect(stops.find(({ jobId }) => jobId === byHand)?.why).toMatch(/minutes after its window/);
});

it("a proposal that gives nothing to anybody gives nothing out when it is accepted", async () => {
  const job = await order("anytime");
  world.db.sqlite.exec("update trucks set is_active = 0");
  const { version, left } = await plannedAt(9 * 60);
  expect(left.map(({ jobId }) => jobId)).toEqual([job]);
  const done = await world.db.write((tx) =>
    acceptPlan(tx, world.deed(STAFF), rules(), TODAY, { version, driverId: null }),
  );
  expect(done).toEqual({ ok: true, given: 0 });
  expect(world.db.orm.select().from(jobs).where(eq(jobs.id, job)).get()?.driver_id).toBeNull();
});

it("what cannot be in time any more and stays with its driver goes behind the stops that can: none of them waits for it", async () => {
  const [over, later] = [await order("morning"), await order("afternoon")];
  for (const id of [over, later]) await world.db.write((tx) => placeJob(tx, world.deed(STAFF), id, dale));
  world.db.orm.update(jobs).set({ is_fixed: false }).run();
  world.db.orm.update(drivers).set({ is_active: false }).where(ne(drivers.id, dale)).run();
  const { left, stops, version } = await plannedAt(13 * 60);
  expect([left.map(({ jobId }) => jobId), stops.map(({ jobId }) => jobId)]).toEqual([[over], [later]]);
  await world.db.write((tx) => acceptPlan(tx, world.deed(STAFF), rules(), TODAY, { version, driverId: null }));
  expect(stopsOfDriver(world.db.orm, dale, TODAY).map(({ id }) => id)).toEqual([later, over]);
});

it("what was given by hand and has no known road keeps its first place", async () => {
  const [unknown, later] = [await order("afternoon"), await order("afternoon")];
  for (const id of [unknown, later]) await world.db.write((tx) => placeJob(tx, world.deed(STAFF), id, dale));
  world.db.sqlite
    .prepare("update bookings set zip = '99999' where id = (select booking_id from jobs where id = ?)")
    .run(unknown);
  const { version } = await plannedAt(9 * 60);
  await world.db.write((tx) => acceptPlan(tx, world.deed(STAFF), rules(), TODAY, { version, driverId: null }));
  expect(stopsOfDriver(world.db.orm, dale, TODAY).map(({ id }) => id)).toEqual([unknown, later]);
});

it.each([1, 2])(
  "a swap behind the untimely one does not wait for it, and stays the %i. of the others",
  async (place) => {
    const [over, later, swap] = [await order("morning"), await order("afternoon"), await order("afternoon")];
    for (const id of place === 1 ? [over, swap, later] : [over, later, swap])
      await world.db.write((tx) => placeJob(tx, world.deed(STAFF), id, dale));
    world.db.orm.update(jobs).set({ is_fixed: false }).run();
    world.db.orm.update(jobs).set({ kind: "swap" }).where(eq(jobs.id, swap)).run();
    world.db.orm.update(drivers).set({ is_active: false }).where(ne(drivers.id, dale)).run();
    const { version } = await plannedAt(13 * 60);
    await world.db.write((tx) => acceptPlan(tx, world.deed(STAFF), rules(), TODAY, { version, driverId: null }));
    expect(stopsOfDriver(world.db.orm, dale, TODAY).map(({ id }) => id)).toEqual(
      place === 1 ? [swap, later, over] : [later, swap, over],
    );
  },
);
