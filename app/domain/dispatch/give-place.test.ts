import { asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { drivers, jobs, shifts } from "#db/schema/index";
import { openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { insertBooking } from "../../../tests/support/rows";
import { seedAccounts } from "../accounts/seed.server";
import { addDays, day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { conflictsByDriver, conflictsOfDay, giveJobs } from "./conflicts.server";
import { copyDay } from "./copy-day.server";
import { readDayRoutes } from "./day-routes.server";
import { createJobsForUnits, type Job } from "./jobs.server";
import { answerOffer, listOffers, offerJob } from "./offers.server";
import type { PlanRules } from "./plan-day.server";
import { stopsOfDriver, takeBackJob } from "./plan.server";

/** What a dispatcher is warned of is what comes true: a job stands where it was judged to. */
const ON = day("2026-12-16");
let world: TestWorld;
let rules: PlanRules;
let dale: Id<"driver">;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
  await seedAccounts(world.db, world.clock.at);
  rules = { settings: world.settings(), oneDriver: true };
  dale = world.db.orm.select().from(drivers).orderBy(asc(drivers.name)).get()!.id;
});
afterEach(() => world.close());

const deed = () => world.deed(STAFF);
const order = async (window: string, unitCount = 1): Promise<Job[]> => {
  const made = await world.db.write((tx) => {
    const dates = { scheduled_delivery_date: ON, scheduled_pickup_date: addDays(ON, 7) };
    return createJobsForUnits(tx, deed(), insertBooking(tx, deed(), { unitCount, ...dates }).id);
  });
  const mine = made.filter(({ kind }) => kind === "delivery");
  for (const { id } of mine) world.db.orm.update(jobs).set({ delivery_window: window }).where(eq(jobs.id, id)).run();
  return mine;
};
const give = (list: Job[], how: Parameters<typeof giveJobs>[5] = {}) => {
  const given = list.map((job) => ({ jobId: job.id, seen: null }));
  return world.db.write((tx) => giveJobs(tx, deed(), rules, given as never, dale, how));
};
const routesOf = () => {
  const routes = readDayRoutes(world.db.orm, world.settings(), ON, { oneDriver: false });
  return conflictsOfDay(
    routes,
    ON,
    routes.everybody.find(({ id }) => id === dale)!,
  );
};
const stops = () => stopsOfDriver(world.db.orm, dale, ON).map(({ id }) => id);
/** Two of the afternoon: a third stop behind them is reached after noon. */
const afternoon = async (before: readonly string[] = []) => {
  const [one, other] = [...(await order("afternoon")), ...(await order("afternoon"))] as [Job, Job];
  for (const job of [one, other]) expect(await give([job])).toMatchObject({ ok: true });
  expect(stops()).toEqual([...before, one.id, other.id]);
  return [one.id, other.id];
};

it("of the morning, given without a place, it goes before the afternoon", async () => {
  const after = await afternoon();
  const [job] = (await order("morning")) as [Job];
  expect(await give([job])).toMatchObject({ ok: true, job: { position: 1 } });
  expect(stops()).toEqual([job.id, ...after]);
});

it("put behind them it is refused for that very place, and stands there all the same", async () => {
  const after = await afternoon();
  const [job] = (await order("morning")) as [Job];
  expect(await give([job], { position: 3 })).toMatchObject({
    ok: false,
    conflicts: [{ code: "late", words: expect.stringContaining("after its window") }],
  });
  expect(await give([job], { position: 1 })).toMatchObject({ ok: true });
  const [second] = (await order("morning")) as [Job];
  expect(await give([second], { position: 4, accepted: ["late"] })).toMatchObject({ ok: true });
  expect(stops()).toEqual([job.id, ...after, second.id]);
});

it("errands take their time too: it goes before those of the afternoon, and behind them it is refused", async () => {
  const after = await afternoon();
  for (const id of after) world.db.orm.update(jobs).set({ kind: "relocate" }).where(eq(jobs.id, id)).run();
  const [job] = (await order("morning")) as [Job];
  expect(await give([job], { position: 3 })).toMatchObject({ ok: false, conflicts: [{ code: "late" }] });
  expect(await give([job])).toMatchObject({ ok: true, job: { position: 1 } });
  expect(stops()).toEqual([job.id, ...after]);
});

it("an errand of a window that is over by then is asked about like any other", async () => {
  await afternoon();
  const [errand] = (await order("morning")) as [Job];
  world.db.orm.update(jobs).set({ kind: "relocate" }).where(eq(jobs.id, errand.id)).run();
  const moved = { ...errand, kind: "relocate" } as const;
  expect(await give([moved], { position: 3 })).toMatchObject({ ok: false, conflicts: [{ code: "late" }] });
});

it("with another dumpster of its order, both go there one behind the other", async () => {
  const after = await afternoon();
  const both = await order("morning", 2);
  expect(await give(both)).toMatchObject({ ok: true });
  expect(stops()).toEqual([...both.map(({ id }) => id), ...after]);
});

it("that can wait is the last one", async () => {
  const after = await afternoon();
  const [job] = (await order("anytime")) as [Job];
  await give([job]);
  expect(stops()).toEqual([...after, job.id]);
});

it("offered and taken, it stands as it would have been given", async () => {
  const after = await afternoon();
  const [job] = (await order("morning")) as [Job];
  const offered = await world.db.write((tx) => offerJob(tx, deed(), rules, job.id, dale, null, []));
  expect(offered).toMatchObject({ ok: true });
  const [offer] = listOffers(world.db.orm, dale, deed().now);
  const taken = { accept: true, seen: null } as const;
  expect(await world.db.write((tx) => answerOffer(tx, deed(), rules, dale, offer?.id ?? "", taken))).toEqual({
    ok: true,
  });
  expect(stops()).toEqual([job.id, ...after]);
});

it("an order of which they have one already is judged where the other comes, dragged and not", async () => {
  const [one, other] = (await order("morning", 2)) as [Job, Job];
  await give([one]);
  const after = await afternoon([one.id]);
  const both = () => [stopsOfDriver(world.db.orm, dale, ON).find(({ id }) => id === one.id) as Job, other];
  expect(await give(both(), { position: 3 })).toMatchObject({ ok: false, conflicts: [{ code: "late" }] });
  expect(await give(both())).toMatchObject({ ok: true });
  expect(stops()).toEqual([one.id, other.id, ...after]);
  await world.db.write((tx) => takeBackJob(tx, deed(), other.id));
  expect(await give(both(), { position: 3, accepted: ["late"] })).toMatchObject({ ok: true });
  expect(stops()).toEqual([...after, one.id, other.id]);
});

it("dumpsters of one order are judged together", async () => {
  for (let i = 0; i < 4; i++) await give(await order("morning"), { accepted: ["late"] });
  const both = await order("morning", 2);
  const alone = await give(both.slice(0, 1));
  if (alone.ok) await world.db.write((tx) => takeBackJob(tx, deed(), both[0]!.id));
  const together = await give(both);
  const late = routesOf().length > 0;
  if (together.ok) expect(routesOf()).toEqual([]);
  else expect([together.code, late]).toEqual(["conflicts", false]);
});

it("goes by the driver's own hours", async () => {
  const after = [...(await order("anytime")), ...(await order("anytime"))];
  for (const job of after) await give([job]);
  world.db.orm.insert(shifts).values({ driver_id: dale, day: ON, is_off: false, begins: 645 }).run();
  const [job] = (await order("morning")) as [Job];
  expect(await give([job])).toMatchObject({ ok: true, job: { position: 2 } });
});

it("goes before no emergency, and takes away no dumpster that is still to be emptied", async () => {
  const emergency = (await order("anytime"))[0]!;
  await give([emergency]);
  world.db.orm
    .update(jobs)
    .set({ priority: "emergency", kind: "dump_and_return", delivery_window: "afternoon" })
    .where(eq(jobs.id, emergency.id))
    .run();
  const after = await afternoon([emergency.id]);
  const [job] = (await order("morning")) as [Job];
  expect(await give([job], { accepted: ["late"] })).toMatchObject({ ok: true, job: { position: 2 } });
  const [errand] = (await order("afternoon")) as [Job];
  world.db.orm.update(jobs).set({ kind: "dump_and_return" }).where(eq(jobs.id, errand.id)).run();
  await give([{ ...errand, kind: "dump_and_return" }], { accepted: ["late", "overtime"] });
  const [taker] = (await order("morning")) as [Job];
  world.db.orm.update(jobs).set({ kind: "pickup", unit_id: errand.unit_id }).where(eq(jobs.id, taker.id)).run();
  await give([taker], { accepted: ["late", "overtime"] });
  expect(stops().indexOf(taker.id)).toBeGreaterThan(stops().indexOf(errand.id));
  expect(stops().slice(0, 2)).toEqual([emergency.id, job.id]);
  expect(stops().filter((id) => after.includes(id))).toEqual(after);
});

it("copied from another day it stands where it was judged", async () => {
  const before = day("2026-12-15");
  const [former] = (await order("morning")) as [Job];
  world.db.orm
    .update(jobs)
    .set({ day: before, driver_id: dale, state: "completed", position: 1 })
    .where(eq(jobs.id, former.id))
    .run();
  const after = await afternoon();
  const [job] = (await order("morning")) as [Job];
  expect(await world.db.write((tx) => copyDay(tx, deed(), rules, before, ON))).toMatchObject({ given: 1 });
  expect(stops()).toEqual([job.id, ...after]);
});

it("what is said before of an order that goes whole counts all of it", async () => {
  const [one, other] = (await order("morning", 2)) as [Job, Job];
  const said = (together: Job[]) => {
    const ids = together.map(({ id }) => id);
    const against = conflictsByDriver(world.db.orm, rules, one, world.clock.at, ids);
    return against.find(({ driverId }) => driverId === dale)?.conflicts.map(({ words }) => words) ?? [];
  };
  expect([said([one]), said([one, other])]).toEqual([[], []]);
  for (let stop = 0; stop < 9 && said([one, other]).length === 0; stop++) {
    const [before] = (await order("morning")) as [Job];
    expect(await give([before])).toMatchObject({ ok: true });
  }
  // For one of them there is still time, for both there is not.
  expect([said([one]), said([one, other]).length]).toEqual([[], 1]);
});
