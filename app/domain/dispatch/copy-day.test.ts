import { asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { drivers, jobs, units } from "#db/schema/index";
import { openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { insertBooking } from "../../../tests/support/rows";
import { seedAccounts } from "../accounts/seed.server";
import { addDays, day, type Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { conflictsByDriver } from "./conflicts.server";
import { copyDay } from "./copy-day.server";
import { createJobsForUnits, type Job } from "./jobs.server";
import { placeJob, stopsOfDriver } from "./plan.server";

/** What is asked of a driver who is given one job after the other, and of an order whose dumpsters come on several days. */
const ON = day("2026-12-16");
let world: TestWorld;
let dale: Id<"driver">;
let dana: Id<"driver">;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 40 } });
  await seedAccounts(world.db, world.clock.at);
  const list = world.db.orm.select().from(drivers).orderBy(asc(drivers.name)).all();
  [dale, dana] = list.map(({ id }) => id) as [Id<"driver">, Id<"driver">];
});
afterEach(() => world.close());

const deed = () => world.deed(STAFF);
const rules = () => ({ settings: world.settings(), oneDriver: true });
const order = (on: Day, unitCount = 1): Promise<Job[]> =>
  world.db.write((tx) => {
    const dates = { scheduled_delivery_date: on, scheduled_pickup_date: addDays(on, 40) };
    const { id } = insertBooking(tx, deed(), { zip: "34769", unitCount, ...dates });
    tx.update(units).set({ delivery_window: "morning" }).where(eq(units.booking_id, id)).run();
    tx.update(jobs).set({ delivery_window: "morning" }).where(eq(jobs.booking_id, id)).run();
    return createJobsForUnits(tx, deed(), id).filter(({ kind }) => kind === "delivery");
  });

it("a former day gives nobody more than they can do in time: each next job is asked of who has those before", async () => {
  const before = addDays(ON, -7);
  const [former] = (await order(before)) as [Job];
  await world.db.write((tx) => placeJob(tx, deed(), former.id, dale));
  for (let n = 0; n < 12; n++) await order(ON);
  const done = await world.db.write((tx) => copyDay(tx, deed(), rules(), before, ON));
  if (!done.ok) throw new Error(done.code);
  expect(done.given + done.against).toBe(12);
  expect(done.against).toBeGreaterThan(3);
  expect(done.given).toBeGreaterThan(1);
  expect(stopsOfDriver(world.db.orm, dale, ON)).toHaveLength(done.given);
});

it("an order's dumpsters of another day, whoever brings them, stand in nobody's way; those of the same day do", async () => {
  const [one, two] = (await order(ON, 2)) as [Job, Job];
  await world.db.write((tx) => placeJob(tx, deed(), two.id, dana));
  const said = () => conflictsByDriver(world.db.orm, rules(), one, world.clock.at).map((who) => who.driverId);
  expect(said()).toEqual([dale]);
  world.db.orm
    .update(jobs)
    .set({ day: addDays(ON, 1) })
    .where(eq(jobs.id, two.id))
    .run();
  expect(said()).toEqual([]);
});
