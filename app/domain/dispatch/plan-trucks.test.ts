import { and, asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { drivers, jobs, shifts, trucks, units } from "#db/schema/index";
import { openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { insertBooking } from "../../../tests/support/rows";
import { seedAccounts } from "../accounts/seed.server";
import { addDays, day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { readDayNotes } from "./day-notes.server";
import { createJobsForUnits } from "./jobs.server";
import { acceptPlan, planDay, type PlanRules } from "./plan-day.server";
import { placeJob } from "./plan.server";

/** A Wednesday with nothing else on it. */
const ON = day("2026-12-16");
const NOBODY = "Nobody who drives on this day has a truck that is free.";
let world: TestWorld;
let rules: PlanRules;
let dale: Id<"driver">;
let dana: Id<"driver">;
let list: Id<"job">[];
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 40 } });
  await seedAccounts(world.db, world.clock.at);
  world.db.sqlite.exec("delete from jobs where day between '2026-12-10' and '2026-12-31'");
  rules = { settings: world.settings(), oneDriver: true };
  [dale, dana] = world.db.orm
    .select()
    .from(drivers)
    .orderBy(asc(drivers.name))
    .all()
    .map(({ id }) => id) as [Id<"driver">, Id<"driver">];
  for (const zip of ["32801", "32835", "34741", "32771"])
    await world.db.write((tx) => {
      const dates = { scheduled_delivery_date: ON, scheduled_pickup_date: addDays(ON, 40) };
      const { id } = insertBooking(tx, world.deed(STAFF), { zip, ...dates });
      tx.update(units).set({ delivery_window: "anytime" }).where(eq(units.booking_id, id)).run();
      createJobsForUnits(tx, world.deed(STAFF), id);
    });
  const toPlan = and(eq(jobs.day, ON), eq(jobs.kind, "delivery"));
  list = world.db.orm
    .select()
    .from(jobs)
    .where(toPlan)
    .all()
    .map(({ id }) => id);
});
afterEach(() => world.close());

async function planned() {
  const done = await planDay(world.db, world.deed(STAFF), rules, ON, () => Promise.resolve());
  if (!done.ok) throw new Error(done.code);
  const { plan, version } = done.plan;
  const stopsOf = (id: Id<"driver">) => plan.routes.find(({ driverId }) => driverId === id)?.stops.length ?? 0;
  return { ...plan, version, given: { dale: stopsOf(dale), dana: stopsOf(dana) } };
}
const truckOf = (id: Id<"driver">) =>
  world.db.orm.select({ id: drivers.truck_id }).from(drivers).where(eq(drivers.id, id)).get()!.id!;
const puts = (driver: Id<"driver">, truck_id: Id<"truck"> | null) =>
  world.db.orm.update(drivers).set({ truck_id }).where(eq(drivers.id, driver)).run();
const give = (job: Id<"job">, driver: Id<"driver">) =>
  world.db.write((tx) => placeJob(tx, world.deed(STAFF), job, driver));

it("gives nothing to a driver without a truck, or with one that is not in use, and says of whom", async () => {
  const truck = truckOf(dale);
  puts(dale, null);
  const made = await planned();
  expect(made.given).toEqual({ dale: 0, dana: 4 });
  expect(made.idle).toEqual([{ driverId: dale, why: "Dale Driver has no truck on this day." }]);
  const part = { version: made.version, driverId: dale };
  expect(await world.db.write((tx) => acceptPlan(tx, world.deed(STAFF), rules, ON, part))).toMatchObject({
    code: "unknown_driver",
  });
  puts(dale, truck);
  world.db.orm.update(trucks).set({ is_active: false }).where(eq(trucks.id, truck)).run();
  const unused = await planned();
  expect(unused.given).toEqual({ dale: 0, dana: 4 });
  expect(unused.idle).toEqual([{ driverId: dale, why: "Truck 2, with Dale Driver on this day, is not in use." }]);
  // One of that day is a truck.
  world.db.orm
    .insert(shifts)
    .values({ driver_id: dale, day: ON, truck_id: truckOf(dana) })
    .run();
  puts(dana, null);
  expect((await planned()).given).toEqual({ dale: 4, dana: 0 });
});

it("where nobody has a truck says so of every job, and what was given by hand stays", async () => {
  puts(dale, null);
  puts(dana, null);
  await give(list[0]!, dana);
  const made = await planned();
  expect(made.given).toEqual({ dale: 0, dana: 1 });
  expect(made.left.map(({ jobId }) => jobId).sort()).toEqual(list.slice(1).sort());
  expect(made.left.map(({ why }) => why)).toEqual(Array(3).fill(NOBODY));
  expect(made.idle?.map(({ driverId }) => driverId).sort()).toEqual([dale, dana].sort());
});

it("sends two who have one truck out with it at different hours only, and leaves it with who has work already", async () => {
  puts(dale, truckOf(dana));
  const made = await planned();
  expect(made.given).toEqual({ dale: 4, dana: 0 });
  const why = "Dana Driver has no truck of their own: Truck 1 is out with Dale Driver.";
  expect([made.idle, made.left]).toEqual([[{ driverId: dana, why }], []]);

  await give(list[0]!, dana);
  expect((await planned()).given).toEqual({ dale: 0, dana: 4 });
  // Both have work of a person's: it stays, and one of them is given what is new.
  await give(list[1]!, dale);
  expect((await planned()).given).toEqual({ dale: 3, dana: 1 });

  const early = { driver_id: dale, day: ON, begins: 6 * 60, ends: 12 * 60 };
  world.db.orm
    .insert(shifts)
    .values([early, { driver_id: dana, day: ON, begins: 12 * 60, ends: 20 * 60 }])
    .run();
  const apart = await planned();
  expect(apart.idle).toEqual([]);
  expect([apart.given.dale > 0, apart.given.dana > 0]).toEqual([true, true]);
});

it("leaves the truck with whom it is out, though they do not drive by the calendar", async () => {
  puts(dale, truckOf(dana));
  await give(list[0]!, dana);
  world.db.orm.insert(shifts).values({ driver_id: dana, day: ON, is_off: true }).run();
  const made = await planned();
  expect(made.given).toEqual({ dale: 0, dana: 1 });
  expect(made.left.map(({ why }) => why)).toEqual(Array(3).fill(NOBODY));
});

it("the miles of a driver's day hold what is no delivery and no pickup, and no proposal has it", async () => {
  await give(list[0]!, dale);
  const miles = () => readDayNotes(world.db.orm, rules, ON, world.clock.at).drivers.get(dale)!.miles;
  const before = miles();
  expect(before).toBeGreaterThan(0);
  world.db.orm.update(jobs).set({ kind: "relocate" }).where(eq(jobs.id, list[0]!)).run();
  expect(miles()).toBe(before);
  const made = await planned();
  expect(made.given.dale + made.given.dana).toBe(3);
});
