import { asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { drivers, jobs } from "#db/schema/index";
import { openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { insertBooking } from "../../../tests/support/rows";
import { seedAccounts } from "../accounts/seed.server";
import { addDays, day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { giveJobs } from "./conflicts.server";
import { createJobsForUnits, type Job } from "./jobs.server";
import { answerOffer, listOffers, offerJob } from "./offers.server";
import type { PlanRules } from "./plan-day.server";
import { stopsOfDriver } from "./plan.server";

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
const stops = () => stopsOfDriver(world.db.orm, dale, ON).map(({ id }) => id);
/** Two of the afternoon: a third stop behind them is reached after noon. */
const afternoon = async () => {
  const [one, other] = [...(await order("afternoon")), ...(await order("afternoon"))] as [Job, Job];
  for (const job of [one, other]) expect(await give([job])).toMatchObject({ ok: true });
  expect(stops()).toEqual([one.id, other.id]);
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
