import { asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { bookings, drivers, jobs, units } from "#db/schema/index";
import { openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { insertBooking } from "../../../tests/support/rows";
import { seedAccounts } from "../accounts/seed.server";
import { addDays, day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { conflictsByDriver, conflictsOfDay, giveJobs } from "./conflicts.server";
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
const give = (list: Job[], accepted: string[] = [], position?: number) => {
  const given = list.map((job) => ({ jobId: job.id, seen: null })) as never;
  const rules = { settings: world.settings(), oneDriver: true };
  return world.db.write((tx) => giveJobs(tx, deed(), rules, given, dale, { accepted, position }));
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

it("two emptyings go before the first of both pickups, whichever is named first", async () => {
  const [pa, pb, ea, eb] = (await order("anytime", 4)) as unknown as [Job, Job, Job, Job];
  for (const job of [pa, pb]) {
    set(job, { kind: "pickup" });
    world.db.orm.update(units).set({ state: "pickup_requested" }).where(eq(units.id, job.unit_id)).run();
  }
  for (const [job, of] of [
    [ea, pa],
    [eb, pb],
  ] as const)
    set(job, { kind: "dump_and_return", unit_id: of.unit_id });
  await give([pa], ["late", "overtime"]);
  await give([pb], ["late", "overtime"]);
  expect(stops()).toEqual([pa.id, pb.id]);
  // The one whose pickup comes last is named first.
  expect(await give([eb, ea], ["late", "overtime"])).toMatchObject({ ok: true });
  expect(stops()).toEqual([eb.id, ea.id, pa.id, pb.id]);
});

it("an order of which one has no road that is known is judged by the others", async () => {
  for (let stop = 0; stop < 12; stop++) await give(await order("anytime"), ["late", "overtime"]);
  const [unknown, parked] = (await order("morning", 2)) as [Job, Job];
  // What is parked is dumped from our yard; where its customer lives we do not know.
  set(parked, { kind: "disposal" });
  world.db.orm.update(bookings).set({ zip: "99999" }).where(eq(bookings.id, parked.booking_id)).run();
  const given = await give([unknown, parked]);
  expect(!given.ok && given.code === "conflicts" && given.conflicts.map(({ code }) => code)).toContain("late");
});

it("whoever of an order they have already is judged where it stands, and made later by the other", async () => {
  const [one, other] = (await order("morning", 2)) as [Job, Job];
  for (let stop = 0; stop < 5; stop++) await give(await order("anytime"));
  await give([one], ["late"], 6);
  expect(stops().at(-1)).toBe(one.id);
  const rules = { settings: world.settings(), oneDriver: true };
  const ids = [one.id, other.id];
  const said = conflictsByDriver(world.db.orm, rules, other, world.clock.at, ids).find(
    ({ driverId }) => driverId === dale,
  );
  expect(said?.conflicts.map(({ code }) => code)).toEqual(["late"]);
});

/** Pickups that were asked for, and an errand of each one's dumpster. */
async function pairs(count: number): Promise<{ pickup: Job; errand: Job }[]> {
  const list = await order("anytime", count * 2);
  return Array.from({ length: count }, (_, i) => {
    const [pickup, errand] = [list[i] as Job, list[i + count] as Job];
    set(pickup, { kind: "pickup" });
    set(errand, { kind: "dump_and_return", unit_id: pickup.unit_id });
    world.db.orm.update(units).set({ state: "pickup_requested" }).where(eq(units.id, pickup.unit_id)).run();
    return { pickup, errand };
  });
}
const isBefore = (one: Job, other: Job) => stops().indexOf(one.id) < stops().indexOf(other.id);

it("an errand goes before the pickup that is given with it", async () => {
  for (const window of ["afternoon", "afternoon"]) await give(await order(window));
  const [{ pickup, errand }] = (await pairs(1)) as [{ pickup: Job; errand: Job }];
  expect(await give([pickup, errand], ["late", "overtime"])).toMatchObject({ ok: true });
  expect(isBefore(errand, pickup)).toBe(true);
});

it("one has to go before a pickup and the other behind an errand: each stands where it has to", async () => {
  const [one, other] = (await pairs(2)) as [{ pickup: Job; errand: Job }, { pickup: Job; errand: Job }];
  for (const job of [one.pickup, other.errand]) await give([job], ["late", "overtime"]);
  expect(await give([other.pickup, one.errand], ["late", "overtime"])).toMatchObject({ ok: true });
  expect([isBefore(one.errand, one.pickup), isBefore(other.errand, other.pickup)]).toEqual([true, true]);
});

it("one that is kept is named by its address where it is late itself", async () => {
  await fullDay();
  const [kept] = await askedAndKept(1);
  const given = await give([kept], [], 13);
  const words = !given.ok && given.code === "conflicts" ? given.conflicts.map((one) => one.words).join(" ") : "";
  expect(words).toMatch(/overlap: \S+.* would come/);
});

it("what is late already is none of its doing: another job is not blamed for it, but for what it makes later", async () => {
  for (const window of ["afternoon", "afternoon"]) await give(await order(window));
  const [late] = await order("morning");
  await give([late], ["late"], 3);
  expect(head()).toHaveLength(1);
  // In time before them all, and none waits for it: they begin at noon.
  const early = await order("morning");
  expect(await give(early)).toMatchObject({ ok: true });
  expect(stops()[0]).toBe(early[0].id);
  // At noon it is in the way of the one that is late.
  expect(codes(await give(await order("afternoon"), [], 2))).toEqual(["late"]);
});

it.each([3, 4])(
  "so divided over a day with %i stops between them, what they make late is said before",
  async (count) => {
    const [one, other] = (await pairs(2)) as [{ pickup: Job; errand: Job }, { pickup: Job; errand: Job }];
    await give([one.pickup], ["late", "overtime"]);
    for (let i = 0; i < count; i++) await give(await order("morning"), ["late", "overtime"], i + 2);
    await give([other.errand], ["late", "overtime"]);
    expect(head()).toEqual([]);
    expect(codes(await give([other.pickup, one.errand]))).toEqual(["late"]);
  },
);

it("what is said before of a pickup with an errand of its dumpster is said of the order in which they go", async () => {
  const [{ pickup, errand }] = (await pairs(1)) as [{ pickup: Job; errand: Job }];
  set(pickup, { delivery_window: "afternoon" });
  set(errand, { delivery_window: "morning" });
  const rules = { settings: world.settings(), oneDriver: true };
  const ids = [pickup.id, errand.id];
  const said = conflictsByDriver(world.db.orm, rules, getJob(world.db.orm, pickup.id), world.clock.at, ids);
  expect(said.filter(({ driverId }) => driverId === dale)).toEqual([]);
});
