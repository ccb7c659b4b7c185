import { asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { bookings, drivers, jobs, units } from "#db/schema/index";
import { openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { insertBooking } from "../../../tests/support/rows";
import { seedAccounts } from "../accounts/seed.server";
import { addDays, day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { conflictsOfDay, giveJobs } from "./conflicts.server";
import { readDayRoutes } from "./day-routes.server";
import { createJobsForUnits, getJob, type Job } from "./jobs.server";
import { stopsOfDriver } from "./plan.server";

/** Several jobs of one order given in one form: each of them is asked where it has to stand, and what it makes late. */
const ON = day("2026-12-16");
let world: TestWorld;
let dale: Id<"driver">;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 60 } });
  await seedAccounts(world.db, world.clock.at);
  dale = world.db.orm.select().from(drivers).orderBy(asc(drivers.name)).get()!.id;
});
afterEach(() => world.close());

const deed = () => world.deed(STAFF);
const set = (job: Job, to: Partial<typeof jobs.$inferInsert>) =>
  world.db.orm.update(jobs).set(to).where(eq(jobs.id, job.id)).run();
async function order(window: string, unitCount = 1): Promise<[Job, ...Job[]]> {
  const made = await world.db.write((tx) => {
    const dates = { scheduled_delivery_date: ON, scheduled_pickup_date: addDays(ON, 7) };
    return createJobsForUnits(tx, deed(), insertBooking(tx, deed(), { unitCount, ...dates }).id);
  });
  const mine = made.filter(({ kind }) => kind === "delivery");
  for (const job of mine) set(job, { delivery_window: window });
  return mine.map(({ id }) => getJob(world.db.orm, id)) as [Job, ...Job[]];
}
const give = (list: Job[], accepted: string[] = []) => {
  const given = list.map((job) => ({ jobId: job.id, seen: null })) as never;
  const rules = { settings: world.settings(), oneDriver: true };
  return world.db.write((tx) => giveJobs(tx, deed(), rules, given, dale, { accepted }));
};
const stops = () => stopsOfDriver(world.db.orm, dale, ON).map(({ id }) => id);
const head = () => {
  const routes = readDayRoutes(world.db.orm, world.settings(), ON, { oneDriver: false });
  const driver = routes.everybody.find(({ id }) => id === dale)!;
  return conflictsOfDay(routes, ON, driver);
};
const codes = (result: Awaited<ReturnType<typeof give>>) =>
  !result.ok && result.code === "conflicts" ? result.conflicts.map(({ code }) => code).sort() : result;
/** Pickups of one order whose customer may keep them: the first asked for, the others not. */
async function askedAndKept(count: number): Promise<[Job, ...Job[]]> {
  const list = await order("morning", count);
  world.db.orm.update(bookings).set({ flexible_extension: true }).where(eq(bookings.id, list[0].booking_id)).run();
  for (const [i, job] of list.entries()) {
    set(job, { kind: "pickup" });
    const state = i === 0 && count > 1 ? "pickup_requested" : "on_site";
    world.db.orm.update(units).set({ state }).where(eq(units.id, job.unit_id)).run();
  }
  return list;
}
const fullDay = async () => {
  for (let stop = 0; stop < 12; stop++) await give(await order("anytime"), ["late", "overtime"]);
};

it("two emptyings go before the pickup of the second one’s dumpster, whichever is named first", async () => {
  const [pickup] = await order("anytime");
  await give([pickup]);
  const [one, two] = (await order("morning", 2)) as [Job, Job];
  for (const job of [one, two]) set(job, { kind: "dump_and_return" });
  set(pickup, { kind: "pickup", unit_id: two.unit_id, booking_id: two.booking_id });
  const [last] = await order("afternoon");
  await give([last]);
  expect(await give([one, two])).toMatchObject({ ok: true });
  expect(stops()).toEqual([one.id, two.id, pickup.id, last.id]);
});

it("an emergency among them takes them where it was judged, and nobody is late who was not said to be", async () => {
  for (let stop = 0; stop < 8; stop++) if (!(await give(await order("morning"))).ok) break;
  const before = stops();
  expect([before.length > 2, head()]).toEqual([true, []]);
  const [one, two] = (await order("anytime", 2)) as [Job, Job];
  for (const job of [one, two]) set(job, { kind: "dump_and_return" });
  set(two, { priority: "emergency" });
  expect(codes(await give([one, two]))).toContain("late");
  expect([stops(), head()]).toEqual([before, []]);
  expect(await give([one, two], ["late", "overtime"])).toMatchObject({ ok: true });
  expect(stops()).toEqual([one.id, two.id, ...before]);
});

it("with one that its customer keeps: what the others make late is said all the same", async () => {
  await fullDay();
  expect(codes(await give(await askedAndKept(2)))).toEqual(expect.arrayContaining(["kept", "late"]));
});

it("and they go where they are in time", async () => {
  for (const window of ["afternoon", "afternoon"]) await give(await order(window));
  const list = await askedAndKept(2);
  expect(await give(list, ["kept"])).toMatchObject({ ok: true });
  expect([stops().slice(0, 2), head()]).toEqual([list.map(({ id }) => id), []]);
});

it("one alone that its customer keeps is judged like any other", async () => {
  await fullDay();
  expect(codes(await give(await askedAndKept(1)))).toEqual(expect.arrayContaining(["kept", "late"]));
});
