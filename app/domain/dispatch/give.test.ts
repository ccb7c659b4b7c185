import { and, asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { drivers, dumpsters, events, jobOffers, jobs, liveSignals, shifts, tasks, units } from "#db/schema/index";
import { openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { insertBooking } from "../../../tests/support/rows";
import { seedAccounts } from "../accounts/seed.server";
import { moveJobTo } from "../changes/move-job.server";
import { undoMove } from "../changes/undo-move.server";
import { addDays, day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { MINUTE, plus } from "../kernel/time.server";
import { advanceJob } from "./advance.server";
import { conflictsByDriver, giveJobs } from "./conflicts.server";
import { cancelUnitJobs, createJobsForUnits, getJob, type Job } from "./jobs.server";
import { remembered } from "./last-move.server";
import {
  answerOffer,
  expireOffers,
  findOffer,
  listOffers,
  listUntaken,
  offerJob,
  withdrawOffer,
} from "./offers.server";
import { enterStep } from "./office-steps.server";
import type { PlanRules } from "./plan-day.server";
import { orderJob, placeJob, stopsOfDriver, takeBackJob } from "./plan.server";
import { planDumpster } from "./planned.server";

const ON = day("2026-12-16");
let world: TestWorld;
let rules: PlanRules;
let dale: Id<"driver">;
let dana: Id<"driver">;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 6 } });
  await seedAccounts(world.db, world.clock.at);
  rules = { settings: world.settings(), oneDriver: true };
  const list = world.db.orm.select().from(drivers).orderBy(asc(drivers.name)).all();
  [dale, dana] = list.map(({ id }) => id) as [Id<"driver">, Id<"driver">];
});
afterEach(() => world.close());

const deed = () => world.deed(STAFF);
const order = (unitCount = 1): Promise<[Job, ...Job[]]> =>
  world.db.write((tx) => {
    const dates = { scheduled_delivery_date: ON, scheduled_pickup_date: addDays(ON, 7) };
    const made = createJobsForUnits(tx, deed(), insertBooking(tx, deed(), { unitCount, ...dates }).id);
    return made.filter(({ kind }) => kind === "delivery") as [Job, ...Job[]];
  });
/** One that was signed and paid, so that its days are taken. */
const paid = async (): Promise<Job> => {
  const booking = await paidBooking(world, { deliveryDate: ON });
  const mine = and(eq(jobs.booking_id, booking.id), eq(jobs.kind, "delivery"));
  return world.db.orm.select().from(jobs).where(mine).get() as Job;
};
const give = (list: Job[], to: Id<"driver">, how: Parameters<typeof giveJobs>[5] = {}) => {
  const given = list.map((job) => ({ jobId: job.id, seen: null }));
  return world.db.write((tx) => giveJobs(tx, deed(), rules, given as never, to, how));
};
const isOff = (driver: Id<"driver">) =>
  world.db.write((tx) => tx.insert(shifts).values({ driver_id: driver, day: ON, is_off: true }).run());
const at = (job: Job) => getJob(world.db.orm, job.id);
const told = (action: string) => world.db.orm.select().from(events).where(eq(events.action, action)).all();

describe("a job that is given", () => {
  it("is refused with what speaks against it, and given when each of it was answered", async () => {
    const [job] = await order();
    await isOff(dana);
    const refused = await give([job], dana);
    expect(refused).toMatchObject({ ok: false, code: "conflicts", conflicts: [{ code: "day_off", isHard: false }] });
    expect(at(job).driver_id).toBeNull();
    expect(await give([job], dana, { accepted: ["late"] })).toMatchObject({ code: "conflicts" });
    expect(await give([job], dana, { accepted: ["day_off"] })).toMatchObject({ ok: true, job: { is_fixed: true } });
    // Who has it already is not asked again.
    expect(await give([job], dana)).toMatchObject({ ok: true });
    const [other] = await order();
    world.db.orm
      .update(drivers)
      .set({ licence_until: addDays(ON, -1) })
      .where(eq(drivers.id, dale))
      .run();
    expect(await give([other], dale, { accepted: ["licence_ended"] })).toMatchObject({ code: "conflicts" });
  });

  it("would overlap with the driver's other stops: said before", async () => {
    const list = await order(6);
    rules = { ...rules, oneDriver: false };
    const codes: string[][] = [];
    for (const job of list) {
      const done = await give([job], dana);
      codes.push(done.ok ? [] : done.code === "conflicts" ? done.conflicts.map(({ code }) => code) : [done.code]);
    }
    expect(codes[0]).toEqual([]);
    expect(codes.at(-1)).toEqual(["late"]);
  });

  it("goes with its order: one driver for an order and day, all of it in one form, or several where that is allowed", async () => {
    const [one, two] = (await order(2)) as [Job, Job];
    await give([one], dana);
    expect(await give([two], dale)).toMatchObject({ code: "conflicts", conflicts: [{ code: "one_driver" }] });
    // What the form says before: "not possible" for it alone, nothing where its order goes along.
    const against = (together: Id<"job">[]) =>
      conflictsByDriver(world.db.orm, rules, at(two), world.clock.at, together);
    expect(against([])).toMatchObject([{ driverId: dale, conflicts: [{ code: "one_driver" }] }]);
    expect(against([one.id])).toEqual([]);
    expect(await give([one, two], dale)).toMatchObject({ ok: true });
    expect([at(one).driver_id, at(two).driver_id]).toEqual([dale, dale]);
    rules = { ...rules, oneDriver: false };
    expect(await give([two], dana)).toMatchObject({ ok: true });
    // All or none: the second was moved by somebody meanwhile.
    const stale = { driverId: dale, day: ON, window: "morning" };
    const both = [
      { jobId: one.id, seen: stale },
      { jobId: two.id, seen: stale },
    ] as const;
    expect(await world.db.write((tx) => giveJobs(tx, deed(), rules, [...both], dana))).toMatchObject({
      code: "changed",
    });
    expect(at(one).driver_id).toBe(dale);
  });

  it("loads the dumpster that was planned, which nobody else takes meanwhile", async () => {
    const [one, two] = (await order(2)) as [Job, Job];
    const numbers = world.db.orm
      .select()
      .from(dumpsters)
      .where(eq(dumpsters.size_yards, 20))
      .orderBy(asc(dumpsters.number))
      .all()
      .map(({ number }) => number);
    const [first = "", second = ""] = numbers;
    expect(await give([one], dana, { dumpster: "20-none" })).toMatchObject({ code: "unknown_dumpster" });
    expect(at(one).driver_id).toBeNull();
    expect(await give([one], dana, { dumpster: first })).toMatchObject({ ok: true });
    expect(await world.db.write((tx) => planDumpster(tx, deed(), two.id, first))).toMatchObject({
      code: "dumpster_taken",
    });
    await give([two], dana);
    const loaded = async (job: Job) => {
      await world.db.write((tx) => advanceJob(tx, deed(), job.id, "en_route"));
      const unit = world.db.orm.select().from(units).where(eq(units.id, job.unit_id)).get();
      return world.db.orm
        .select()
        .from(dumpsters)
        .all()
        .find(({ id }) => id === unit?.dumpster_id)?.number;
    };
    expect(await loaded(two)).toBe(second);
    expect(await loaded(one)).toBe(first);
    expect(await world.db.write((tx) => planDumpster(tx, deed(), one.id, null))).toMatchObject({ code: "not_allowed" });
    expect(told("dumpster_planned").map(({ data }) => data)).toEqual([{ job: "delivery", number: first }]);
  });
});

describe("the last move", () => {
  const undo = (now = world.clock.at) => world.db.write((tx) => undoMove(tx, world.deed(STAFF, now), world.settings()));
  const does = (job: Job, act: (tx: Parameters<Parameters<typeof world.db.write>[0]>[0]) => { ok: boolean }) =>
    world.db.write((tx) => remembered(tx, deed(), [job.id], () => act(tx)));

  it("is taken back: driver, place and day are what they were", async () => {
    const a = await paid();
    const [b] = await order();
    for (const job of [a, b]) await world.db.write((tx) => placeJob(tx, deed(), job.id, dana));
    await does(b, (tx) => orderJob(tx, deed(), b.id, 1));
    expect(stopsOfDriver(world.db.orm, dana, ON).map(({ id }) => id)).toEqual([b.id, a.id]);
    expect(await undo()).toEqual({ ok: true });
    expect(stopsOfDriver(world.db.orm, dana, ON).map(({ id }) => id)).toEqual([a.id, b.id]);
    expect(await undo()).toMatchObject({ code: "no_move" });
    await does(a, (tx) => takeBackJob(tx, deed(), a.id));
    expect(await undo()).toEqual({ ok: true });
    expect(at(a)).toMatchObject({ driver_id: dana, position: 1, is_fixed: true });
    const dates = () => world.db.orm.select().from(units).where(eq(units.id, a.unit_id)).get();
    const before = dates();
    // A Friday: the pickup goes to a Saturday, a day that it would not come back from by itself.
    await does(a, (tx) => moveJobTo(tx, deed(), world.settings(), a.id, { day: addDays(ON, 2), window: "afternoon" }));
    expect(at(a)).toMatchObject({ driver_id: null, day: addDays(ON, 2) });
    expect(await undo()).toEqual({ ok: true });
    expect(at(a)).toMatchObject({ driver_id: dana, position: 1, day: ON, delivery_window: "morning" });
    expect(dates()).toEqual(before);
    expect(told("move_undone")).toHaveLength(3);
  });

  it("is not taken back when it is over, another's, or somebody changed the job since", async () => {
    const [job] = await order();
    await does(job, (tx) => placeJob(tx, deed(), job.id, dana));
    expect(await undo(plus(world.clock.at, 11 * MINUTE))).toMatchObject({ code: "no_move" });
    const stranger = { ...STAFF, id: "acc_other" } as typeof STAFF;
    expect(await world.db.write((tx) => undoMove(tx, world.deed(stranger), world.settings()))).toMatchObject({
      code: "no_move",
    });
    await world.db.write((tx) => placeJob(tx, deed(), job.id, dale));
    expect(await undo()).toEqual({ ok: false, code: "changed" });
    expect(at(job).driver_id).toBe(dale);
    await does(job, (tx) => placeJob(tx, deed(), job.id, dana));
    world.db.orm.update(drivers).set({ is_active: false }).where(eq(drivers.id, dale)).run();
    expect(await undo()).toEqual({ ok: false, code: "driver_off" });
  });
});

describe("a job that is offered", () => {
  const offer = (job: Job, to = dana) => world.db.write((tx) => offerJob(tx, deed(), rules, job.id, to));
  const answer = (id: string, said: Parameters<typeof answerOffer>[5], by = dana, now = world.clock.at) =>
    world.db.write((tx) => answerOffer(tx, world.deed({ kind: "driver", label: "Dana" }, now), rules, by, id, said));
  const made = async (job: Job) => {
    const done = await offer(job);
    if (!done.ok) throw new Error(done.code);
    return done.offer;
  };

  it("is the driver's who takes it, once, and nobody else's", async () => {
    const [job] = await order();
    const { id } = await made(job);
    expect(await offer(job, dale)).toMatchObject({ code: "offered_already" });
    expect(listOffers(world.db.orm, dana, world.clock.at)).toMatchObject([{ id, size: 20, zip: "32801" }]);
    expect(JSON.stringify(listOffers(world.db.orm, dana, world.clock.at))).not.toMatch(/Main Street|Pat|555/);
    expect(await answer(id, { accept: true, seen: null }, dale)).toMatchObject({ code: "unknown" });
    expect(await answer(id, { accept: true, seen: null })).toEqual({ ok: true });
    expect(await answer(id, { accept: true, seen: null })).toEqual({ ok: true });
    expect(at(job)).toMatchObject({ state: "assigned", driver_id: dana, position: 1 });
    expect(await offer(job)).toMatchObject({ code: "has_driver" });
    expect(told("offer_ended")).toHaveLength(1);
  });

  it("is declined with a reason, taken back by the office, or over after 15 minutes", async () => {
    const [job] = await order();
    const first = await made(job);
    expect(await answer(first.id, { accept: false, reason: "" })).toMatchObject({ code: "reason_missing" });
    expect(await answer(first.id, { accept: false, reason: "Too far" })).toEqual({ ok: true });
    expect(told("offer_ended").at(-1)).toMatchObject({ why: "Too far", data: { answer: "declined" } });
    expect(listUntaken(world.db.orm, ON).get(job.id)).toEqual({ driver: "Dana Driver", why: "Too far" });
    const second = await made(job);
    // The button of a page that still shows the first one takes no other back.
    const back = (seen: string | null) => world.db.write((tx) => withdrawOffer(tx, deed(), job.id, seen));
    expect(await back(first.id)).toMatchObject({ code: "changed" });
    expect(await back(second.id)).toMatchObject({ ok: true });
    expect(await back(second.id)).toMatchObject({ code: "not_offered" });
    expect(await answer(second.id, { accept: true, seen: null })).toMatchObject({ code: "gone" });
    expect(listUntaken(world.db.orm, ON).size).toBe(0);
    const third = await made(job);
    const late = plus(world.clock.at, 15 * MINUTE);
    expect(await answer(third.id, { accept: true, seen: null }, dana, late)).toMatchObject({ code: "gone" });
    expect(findOffer(world.db.orm, job.id, late)).toBeNull();
    await expireOffers(world.db, world.deed(STAFF, plus(late, -1)));
    expect(world.db.orm.select().from(jobOffers).where(eq(jobOffers.state, "open")).all()).toHaveLength(1);
    await expireOffers(world.db, world.deed(STAFF, late));
    expect(world.db.orm.select().from(jobOffers).where(eq(jobOffers.id, third.id)).get()?.state).toBe("expired");
    expect(listUntaken(world.db.orm, ON).get(job.id)).toEqual({ driver: "Dana Driver", why: null });
    // The driver's own page is told of each that is made and of each that ends.
    expect(
      world.db.orm
        .select()
        .from(liveSignals)
        .where(eq(liveSignals.topic, `driver:${dana}`))
        .all(),
    ).toHaveLength(6);
    expect(at(job).driver_id).toBeNull();
  });

  it("is one task when nobody takes it, until it is offered anew, given to somebody or cancelled", async () => {
    const [job] = await order();
    const cause = `offer_untaken:${job.id}`;
    const task = () => world.db.orm.select().from(tasks).where(eq(tasks.cause, cause)).get()?.state;
    const wait = async () => {
      world.clock.at = plus(world.clock.at, 15 * MINUTE);
      for (const _tick of [1, 2, 3]) await expireOffers(world.db, deed());
    };
    await answer((await made(job)).id, { accept: false, reason: "Too far" });
    expect(task()).toBe("open");
    await made(job);
    expect(task()).toBe("closed");
    await wait();
    expect([task(), told("task_made").length]).toEqual(["open", 2]);
    await give([job], dale);
    expect(task()).toBe("closed");
    const takeBack = () => world.db.write((tx) => takeBackJob(tx, deed(), job.id));
    // Given to somebody while it is still offered: nobody is needed when the offer ends.
    await takeBack();
    await made(job);
    await give([job], dale);
    await wait();
    expect(task()).toBe("closed");
    await takeBack();
    await made(job);
    await wait();
    await world.db.write((tx) => cancelUnitJobs(tx, deed(), job.unit_id, "Cancelled"));
    expect(task()).toBe("closed");
  });

  it("is nobody's to take once somebody has it, and is not offered to who may not drive", async () => {
    const [job] = await order();
    const { id } = await made(job);
    await world.db.write((tx) => placeJob(tx, deed(), job.id, dale));
    expect(listOffers(world.db.orm, dana, world.clock.at)).toEqual([]);
    expect(await answer(id, { accept: true, seen: null })).toMatchObject({ code: "gone" });
    expect(at(job).driver_id).toBe(dale);
    const [other] = await order();
    world.db.orm
      .update(drivers)
      .set({ licence_until: addDays(ON, -1) })
      .where(eq(drivers.id, dana))
      .run();
    expect(await offer(other)).toMatchObject({ code: "conflicts" });
  });

  it("is taken for the day that the driver saw, and by nobody who may not have it any more", async () => {
    const job = await paid();
    const { id } = await made(job);
    const seen = `${ON} ${job.delivery_window}`;
    const to = { day: addDays(ON, 1), window: "afternoon" as const };
    expect(await world.db.write((tx) => moveJobTo(tx, deed(), world.settings(), job.id, to))).toMatchObject({
      ok: true,
    });
    expect(await answer(id, { accept: true, seen })).toEqual({ ok: false, code: "changed" });
    expect(at(job).driver_id).toBeNull();
    const ended = (until: typeof ON | null) => world.db.orm.update(drivers).set({ licence_until: until }).run();
    ended(ON);
    expect(await answer(id, { accept: true, seen: `${to.day} ${to.window}` })).toEqual({ ok: false, code: "gone" });
    ended(null);
    expect(await answer(id, { accept: true, seen: `${to.day} ${to.window}` })).toEqual({ ok: true });
  });
});

it("the office enters a driver's steps for a lost phone, by the same rules, and the record says so", async () => {
  const [job] = await order();
  const enter = (step: Parameters<typeof enterStep>[3]) => world.db.write((tx) => enterStep(tx, deed(), job.id, step));
  expect(await enter({ to: "en_route" })).toMatchObject({ code: "no_driver" });
  await world.db.write((tx) => placeJob(tx, deed(), job.id, dana));
  expect(await enter({ to: "serviced", dumpsterNumber: "20-01" })).toMatchObject({ code: "not_allowed" });
  expect(await enter({ to: "en_route" })).toMatchObject({ ok: true, job: { state: "en_route" } });
  expect(told("step_entered")).toMatchObject([
    {
      actor_kind: "staff",
      actor_label: "Sam Staff",
      data: { job: "delivery", step: "en_route", driver: "Dana Driver" },
    },
  ]);
});

it("a delivery that failed is tried again from the board, as another attempt", async () => {
  const job = await paid();
  await world.db.write((tx) => placeJob(tx, deed(), job.id, dana));
  for (const to of ["en_route", "arrived", "attempted"] as const)
    await world.db.write((tx) => advanceJob(tx, deed(), job.id, to, "locked gate"));
  const again = () =>
    world.db.write((tx) => moveJobTo(tx, deed(), world.settings(), job.id, { day: addDays(ON, 1), window: "morning" }));
  expect(await again()).toMatchObject({ ok: true, job: { attempt: 2, state: "unscheduled", day: addDays(ON, 1) } });
  expect(await again()).toMatchObject({ ok: false, code: "under_way" });
  expect(world.db.orm.select().from(jobs).where(eq(jobs.unit_id, job.unit_id)).all()).toHaveLength(3);
});
