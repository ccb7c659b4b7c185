import { asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bookings, drivers, jobs, units } from "#db/schema/index";
import { openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { driveJob } from "../../../tests/support/driver";
import { insertBooking } from "../../../tests/support/rows";
import { seedAccounts } from "../accounts/seed.server";
import { setOnHold } from "../booking/office/on-hold.server";
import { addDays, day, type Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { instantAt, plus } from "../kernel/time.server";
import { lastPlace, listHappened } from "../live/happened.server";
import { advanceJob } from "./advance.server";
import { giveJobs } from "./conflicts.server";
import { copyDay } from "./copy-day.server";
import { readDayRoutes } from "./day-routes.server";
import { createJobsForUnits, getJob, type Job } from "./jobs.server";
import { answerOffer, findOffer, listOffers, offerJob } from "./offers.server";
import { acceptPlan, planDay } from "./plan-day.server";
import { placeJob, stopsOfDriver } from "./plan.server";
import { putOnHold } from "./put-on-hold.server";

/** What the office has stopped: nobody drives there by the way, and a person who wants it all the same says so. */
const ON = day("2026-12-16");
let world: TestWorld;
let dale: Id<"driver">;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 40 } });
  await seedAccounts(world.db, world.clock.at);
  world.db.sqlite.exec("delete from jobs where day between '2026-12-05' and '2026-12-31'");
  const [first] = world.db.orm.select().from(drivers).orderBy(asc(drivers.name)).all();
  dale = first!.id;
});
afterEach(() => world.close());

const deed = () => world.deed(STAFF);
const rules = () => ({ settings: world.settings(), oneDriver: true });
const order = (on: Day = ON): Promise<Job> =>
  world.db.write((tx) => {
    const dates = { scheduled_delivery_date: on, scheduled_pickup_date: addDays(on, 40) };
    const { id } = insertBooking(tx, deed(), { zip: "32801", ...dates });
    tx.update(units).set({ delivery_window: "anytime" }).where(eq(units.booking_id, id)).run();
    return createJobsForUnits(tx, deed(), id).find(({ kind }) => kind === "delivery") as Job;
  });
const hold = ({ booking_id }: Job, why: string | null = "Who pays?") =>
  world.db.orm.update(bookings).set({ on_hold_reason: why }).where(eq(bookings.id, booking_id)).run();
const numberOf = ({ booking_id }: Job) =>
  world.db.orm.select().from(bookings).where(eq(bookings.id, booking_id)).get()?.booking_number;
const planned = async () => {
  const done = await planDay(world.db, deed(), rules(), ON, () => Promise.resolve());
  if (!done.ok) throw new Error(done.code);
  return done.plan;
};
const accept = (version: string) =>
  world.db.write((tx) => acceptPlan(tx, deed(), rules(), ON, { version, driverId: null }));
const give = (job: Job) => world.db.write((tx) => placeJob(tx, deed(), job.id, dale));

it("a proposal leaves it out and names its order, also where it is all there is", async () => {
  const [one, other] = [await order(), await order()];
  hold(one);
  const { plan, version } = await planned();
  expect(plan.routes.flatMap(({ stops }) => stops.map(({ jobId }) => jobId))).toEqual([other.id]);
  expect(plan.left).toEqual([{ jobId: one.id, why: `${numberOf(one)} is on hold, so it is left out.` }]);
  expect(await accept(version)).toEqual({ ok: true, given: 1 });
  expect([getJob(world.db.orm, one.id).state, getJob(world.db.orm, other.id).state]).toEqual([
    "unscheduled",
    "assigned",
  ]);
  world.db.orm.delete(jobs).where(eq(jobs.id, other.id)).run();
  expect((await planned()).plan.left.map(({ jobId }) => jobId)).toEqual([one.id]);
});

it("a proposal that was made before the hold is given out no more, nor one that was made before it ended", async () => {
  const job = await order();
  const { version } = await planned();
  hold(job);
  expect(await accept(version)).toEqual({ ok: false, code: "changed" });
  const held = await planned();
  hold(job, null);
  expect(await accept(held.version)).toEqual({ ok: false, code: "changed" });
});

it("whoever has it keeps it: what a proposal gave comes behind the rest, what a person gave stands in it", async () => {
  const [one, other] = [await order(), await order()];
  await give(one);
  world.db.orm.update(jobs).set({ is_fixed: false }).where(eq(jobs.id, one.id)).run();
  await give(other);
  hold(one);
  const { plan, version } = await planned();
  expect(plan.left.map(({ jobId }) => jobId)).toEqual([one.id]);
  await accept(version);
  expect(stopsOfDriver(world.db.orm, dale, ON).map(({ id }) => id)).toEqual([other.id, one.id]);
  world.db.orm.update(jobs).set({ is_fixed: true }).where(eq(jobs.id, one.id)).run();
  expect((await planned()).plan.left).toEqual([]);
});

it("a day given out as a former one leaves it, and counts it as one that something speaks against", async () => {
  const before = addDays(ON, -7);
  await give(await order(before));
  hold(await order());
  await order();
  const done = await world.db.write((tx) => copyDay(tx, deed(), rules(), before, ON));
  expect(done).toEqual({ ok: true, given: 1, elsewhere: 0, against: 1 });
});

it("by hand it is asked first, in words that say what follows, and then given on purpose", async () => {
  const job = await order();
  hold(job);
  const byHand = (accepted: string[]) =>
    world.db.write((tx) => giveJobs(tx, deed(), rules(), [{ jobId: job.id, seen: null }], dale, { accepted }));
  expect(await byHand([])).toMatchObject({
    code: "conflicts",
    conflicts: [
      { code: "on_hold", isHard: false, words: "On hold, so its truck may not leave until it is taken off: Who pays?" },
    ],
  });
  expect(getJob(world.db.orm, job.id).driver_id).toBeNull();
  expect(await byHand(["on_hold"])).toMatchObject({ ok: true });
});

it("no driver is asked to take it before somebody of the office has said so: the offer names no hold", async () => {
  const job = await order();
  hold(job);
  const offer = (accepted: string[]) =>
    world.db.write((tx) => offerJob(tx, deed(), rules(), job.id, dale, null, accepted));
  expect(await offer([])).toMatchObject({ code: "conflicts", conflicts: [{ code: "on_hold" }] });
  expect(await offer(["on_hold"])).toMatchObject({ ok: true });
});

it("what a driver is asked to take when the hold comes is taken back, and what is offered in spite of it stays", async () => {
  const job = await order();
  const offered = async (accepted: string[]) => {
    const done = await world.db.write((tx) => offerJob(tx, deed(), rules(), job.id, dale, null, accepted));
    return done.ok ? done.offer.id : expect.fail(done.code);
  };
  const stop = (why: string) => world.db.write((tx) => putOnHold(tx, deed(), job.booking_id, why));
  const take = (id: string) =>
    world.db.write((tx) => answerOffer(tx, deed(), rules(), dale, id, { accept: true, seen: null }));
  const first = await offered([]);
  await stop("Who pays?");
  expect([findOffer(world.db.orm, job.id, world.clock.at), listOffers(world.db.orm, dale, world.clock.at)]).toEqual([
    null,
    [],
  ]);
  expect(await take(first)).toEqual({ ok: false, code: "gone" });
  const second = await offered(["on_hold"]);
  await stop("Who pays? Called, no answer");
  expect(await take(second)).toEqual({ ok: true });
  expect(getJob(world.db.orm, job.id).driver_id).toBe(dale);
});

it("the offer of what is parked in our own yard stays when the hold comes", async () => {
  const job = await order();
  world.db.orm.update(jobs).set({ kind: "disposal" }).where(eq(jobs.id, job.id)).run();
  await world.db.write((tx) => offerJob(tx, deed(), rules(), job.id, dale));
  await world.db.write((tx) => putOnHold(tx, deed(), job.booking_id, "Who pays?"));
  expect(findOffer(world.db.orm, job.id, world.clock.at)).not.toBeNull();
});

it("its truck may not leave, unless it had left before: a phone without signal says that late", async () => {
  const job = await order();
  await give(job);
  await world.db.write((tx) => setOnHold(tx, deed(), job.booking_id, "Who pays?"));
  const leave = (minutes: number) =>
    world.db.write((tx) =>
      advanceJob(tx, { ...deed(), now: plus(world.clock.at, minutes * 60_000) }, job.id, "en_route"),
    );
  expect(await leave(0)).toMatchObject({ ok: false, code: "on_hold" });
  // Another reason for the same hold begins none anew.
  const later = { ...deed(), now: plus(world.clock.at, 60 * 60_000) };
  await world.db.write((tx) => setOnHold(tx, later, job.booking_id, "Who pays? Called, no answer"));
  expect(await leave(30)).toMatchObject({ ok: false, code: "on_hold" });
  expect(await leave(-5)).toMatchObject({ ok: true });
});

it("a hold that has ended counts for the next one no more", async () => {
  const job = await order();
  await give(job);
  const at = (minutes: number) => ({ ...deed(), now: plus(world.clock.at, minutes * 60_000) });
  for (const [minutes, why] of [
    [0, "Who pays?"],
    [10, null],
    [20, "Who pays?"],
  ] as const)
    await world.db.write((tx) => setOnHold(tx, at(minutes), job.booking_id, why));
  const leave = (minutes: number) => world.db.write((tx) => advanceJob(tx, at(minutes), job.id, "en_route"));
  expect(await leave(20)).toMatchObject({ ok: false, code: "on_hold" });
  expect(await leave(15)).toMatchObject({ ok: true });
});

it("its truck leaves once the hold has ended", async () => {
  const job = await order();
  await give(job);
  for (const why of ["Who pays?", null]) {
    await world.db.write((tx) => setOnHold(tx, deed(), job.booking_id, why));
    const left = await world.db.write((tx) => advanceJob(tx, deed(), job.id, "en_route"));
    expect(left.ok).toBe(why === null);
  }
});

it("what is parked in our own yard is dumped all the same: given without a question, and its truck leaves", async () => {
  const { id } = await paidBooking(world);
  world.clock.at = instantAt(day("2026-12-03"), 9);
  const { jobId } = await driveJob(world, id, ["pickup"]);
  const parked = await world.db.write((tx) => {
    advanceJob(tx, deed(), jobId, "dump_later");
    return tx.select().from(jobs).where(eq(jobs.kind, "disposal")).get();
  });
  if (!parked) return expect.fail("nothing is parked");
  await world.db.write((tx) => setOnHold(tx, deed(), id, "Who pays?"));
  world.clock.at = instantAt(parked.day, 9);
  const list = [{ jobId: parked.id, seen: null }] as const;
  const given = await world.db.write((tx) => giveJobs(tx, deed(), rules(), list, dale));
  expect(given).toMatchObject({ ok: true });
  expect(await world.db.write((tx) => advanceJob(tx, deed(), parked.id, "en_route"))).toMatchObject({ ok: true });
});

describe("whatever else speaks against one of a held order, a proposal names it once", () => {
  interface Other {
    zip?: string;
    kind?: Job["kind"];
    state?: typeof units.$inferSelect.state;
  }
  it.each<[string, string, Other]>([
    ["byHand", "a swap, which is given by hand", { kind: "swap", state: "on_site" }],
    ["byHand", "a move of what is picked up by now", { kind: "relocate", state: "off_site" }],
    ["held", "one in a ZIP that we do not know", { zip: "99999" }],
    ["notThere", "a pickup of what could not be delivered", { kind: "pickup", state: "delivery_failed" }],
  ])("%s: %s", async (as, _what, { zip = "32801", kind = "delivery", state = "reserved" }) => {
    const one = await order();
    const { orm } = world.db;
    orm.update(jobs).set({ kind }).where(eq(jobs.id, one.id)).run();
    orm.update(units).set({ state }).where(eq(units.id, one.unit_id)).run();
    orm.update(bookings).set({ zip }).where(eq(bookings.id, one.booking_id)).run();
    hold(one);
    const read = readDayRoutes(orm, world.settings(), ON, { oneDriver: true });
    const named = { held: read.held, unknown: read.unknown, byHand: read.byHand, notThere: read.notThere };
    const none = { held: [], unknown: [], byHand: [], notThere: [] };
    const is = Object.entries(named).map(([name, list]) => [
      name,
      list.map((found) => (typeof found === "string" ? found : found.id)),
    ]);
    expect(Object.fromEntries(is)).toEqual({ ...none, [as]: [one.id] });
  });
});

describe("its driver's open page hears that it is on hold, and that it is not any more", () => {
  const heard = async (reason: string | null, job: Job) => {
    const before = lastPlace(world.db.orm);
    await world.db.write((tx) => putOnHold(tx, deed(), job.booking_id, reason));
    return listHappened(world.db.orm, before).filter(({ topics }) => topics.includes(`driver:${dale}`));
  };
  it("of a job that they have, and of none that is over", async () => {
    const job = await order();
    expect(await heard("Who pays?", job)).toEqual([]);
    await give(job);
    expect(await heard(null, job)).toMatchObject([{ kind: "job", id: job.id }]);
    expect(await heard("Who pays?", job)).toMatchObject([{ kind: "job", id: job.id }]);
    // The same once more changes nothing.
    expect(await heard("Who pays?", job)).toEqual([]);
    world.db.orm.update(jobs).set({ state: "completed" }).where(eq(jobs.id, job.id)).run();
    expect(await heard(null, job)).toEqual([]);
  });
});
