import { and, asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { drivers, events, jobs, tasks } from "#db/schema/index";
import { openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { insertBooking } from "../../../tests/support/rows";
import { seedAccounts } from "../accounts/seed.server";
import { openTask } from "../tasks/tasks.server";
import { moveJobAlone, moveJobTo } from "./move-job.server";
import { undoMove } from "./undo-move.server";
import { addDays, day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { advanceJob } from "../dispatch/advance.server";
import { copyDay } from "../dispatch/copy-day.server";
import { cancelUnitJobs, createJobsForUnits, getJob, recalledCause, type Job } from "../dispatch/jobs.server";
import { dayMoved } from "../dispatch/last-move-data";
import {
  findLastMove,
  lastMoveSeen,
  jobsToLeave,
  remembered,
  rememberedRecall,
  standsAsMoved,
} from "../dispatch/last-move.server";
import { placeJob } from "../dispatch/plan.server";
import { recallJob } from "../dispatch/recall.server";

const ON = day("2026-12-16");
let world: TestWorld;
let dale: Id<"driver">;
let dana: Id<"driver">;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 6 } });
  await seedAccounts(world.db, world.clock.at);
  const list = world.db.orm.select().from(drivers).orderBy(asc(drivers.name)).all();
  [dale, dana] = list.map(({ id }) => id) as [Id<"driver">, Id<"driver">];
});
afterEach(() => world.close());

const deed = () => world.deed(STAFF);
const order = (): Promise<[Job]> =>
  world.db.write((tx) => {
    const dates = { scheduled_delivery_date: ON, scheduled_pickup_date: addDays(ON, 7) };
    const made = createJobsForUnits(tx, deed(), insertBooking(tx, deed(), dates).id);
    return made.filter(({ kind }) => kind === "delivery") as [Job];
  });
/** One that was signed and paid, so that its days are taken. */
const paid = async (): Promise<Job> => {
  const booking = await paidBooking(world, { deliveryDate: ON });
  const mine = and(eq(jobs.booking_id, booking.id), eq(jobs.kind, "delivery"));
  return world.db.orm.select().from(jobs).where(mine).get() as Job;
};
const give = (job: Job, to: Id<"driver">) => world.db.write((tx) => placeJob(tx, deed(), job.id, to));
const findJobs = (unit: Id<"unit">) => world.db.orm.select().from(jobs).where(eq(jobs.unit_id, unit)).all();
const at = (job: Job) => getJob(world.db.orm, job.id);
const told = (action: string) => world.db.orm.select().from(events).where(eq(events.action, action)).all();

describe("a dispatcher's last move", () => {
  const byHand = (job: Job, to: Id<"driver">) =>
    world.db.write((tx) => remembered(tx, deed(), [job.id], () => placeJob(tx, deed(), job.id, to)));
  const seen = () => {
    const last = findLastMove(world.db.orm, STAFF.id, world.clock.at);
    return last && lastMoveSeen(last);
  };
  const undo = (which: string | null) => world.db.write((tx) => undoMove(tx, deed(), world.settings(), which));

  it("is the one that the button names: one made in another window since is not undone in its place", async () => {
    const [[first], [second]] = [await order(), await order()];
    await byHand(first, dana);
    const former = seen();
    await byHand(second, dale);
    expect(await undo(former)).toEqual({ ok: false, code: "other_move" });
    expect([at(first).driver_id, at(second).driver_id]).toEqual([dana, dale]);
    expect(await undo(seen())).toEqual({ ok: true });
    expect([at(first).driver_id, at(second).driver_id]).toEqual([dana, null]);
  });

  it("says how many dumpsters of the order went together, whose pickups come along uncounted", async () => {
    const alike = () => findLastMove(world.db.orm, STAFF.id, world.clock.at)?.alike;
    const one = await paid();
    await world.db.write((tx) =>
      remembered(tx, deed(), [one.id], () =>
        moveJobTo(tx, deed(), world.settings(), one.id, { day: addDays(ON, 1), window: "morning" }),
      ),
    );
    expect(alike()).toBe(1);
    const last = findLastMove(world.db.orm, STAFF.id, world.clock.at)!;
    const moved = dayMoved(last.move, last.jobId, last.kind);
    expect(moved).toMatchObject({ from: { day: ON }, to: { day: addDays(ON, 1), window: "morning" }, isTold: true });
    expect(moved?.pickup).not.toBeNull();
    const pickup = findJobs(one.unit_id).find(({ kind }) => kind === "pickup")!;
    const other = pickup.delivery_window === "morning" ? "afternoon" : "morning";
    await world.db.write((tx) =>
      remembered(tx, deed(), [pickup.id], () =>
        moveJobTo(tx, deed(), world.settings(), pickup.id, { day: pickup.day, window: other }),
      ),
    );
    // No date of theirs: the hour of a pickup is told to nobody.
    const next = findLastMove(world.db.orm, STAFF.id, world.clock.at)!;
    expect(dayMoved(next.move, next.jobId, next.kind)).toMatchObject({
      to: { window: other },
      pickup: null,
      isTold: false,
    });
    const [[first], [second]] = [await order(), await order()];
    const both = [first.id, second.id];
    await world.db.write((tx) =>
      remembered(tx, deed(), both, () => both.map((id) => placeJob(tx, deed(), id, dana)).at(-1)!),
    );
    expect(alike()).toBe(2);
    const given = findLastMove(world.db.orm, STAFF.id, world.clock.at)!;
    expect(dayMoved(given.move, given.jobId, given.kind)).toBeNull();
  });

  it("can be taken back as long as everything stands as it left it, whatever the other stops are", async () => {
    const [first, second] = [await paid(), await paid()];
    await byHand(first, dana);
    const stands = () => standsAsMoved(world.db.orm, findLastMove(world.db.orm, STAFF.id, world.clock.at)!.move);
    await world.db.write((tx) => placeJob(tx, deed(), second.id, dana, { position: 1 }));
    expect([at(first).position, stands()]).toEqual([2, true]);
    await world.db.write((tx) =>
      moveJobTo(tx, deed(), world.settings(), first.id, { day: addDays(ON, 1), window: "morning" }),
    );
    expect(stands()).toBe(false);
    expect(await undo(seen())).toEqual({ ok: false, code: "changed" });
  });

  it("is undone though another job of the dumpster is with a driver who drives no more, not where it would be theirs", async () => {
    const [delivery] = await order();
    const mine = and(eq(jobs.unit_id, delivery.unit_id), eq(jobs.kind, "pickup"));
    const pickup = world.db.orm.select().from(jobs).where(mine).get() as Job;
    await give(pickup, dale);
    await byHand(delivery, dana);
    world.db.orm.update(drivers).set({ is_active: false }).where(eq(drivers.id, dale)).run();
    expect(await undo(seen())).toEqual({ ok: true });
    expect([at(delivery).driver_id, at(pickup).driver_id]).toEqual([null, dale]);
    await byHand(pickup, dana);
    expect(await undo(seen())).toEqual({ ok: false, code: "driver_off" });
  });
});

describe("a day that was given out", () => {
  const undo = () => world.db.write((tx) => undoMove(tx, deed(), world.settings()));
  const copied = () =>
    world.db.write((tx) =>
      remembered(
        tx,
        deed(),
        jobsToLeave(tx, ON),
        () => copyDay(tx, deed(), { settings: world.settings(), oneDriver: true }, addDays(ON, -7), ON),
        "given_out",
      ),
    );
  const taken = async () => {
    const former = await world.db.write((tx) => {
      const dates = { scheduled_delivery_date: addDays(ON, -7), scheduled_pickup_date: addDays(ON, 30) };
      return createJobsForUnits(tx, deed(), insertBooking(tx, deed(), dates).id);
    });
    await world.db.write((tx) => placeJob(tx, deed(), (former[0] as Job).id, dana));
    const list = [...(await order()), ...(await order()), ...(await order())];
    await give(list[2] as Job, dale);
    return list as [Job, Job, Job];
  };

  it("is taken back as a whole: nobody has what nobody had, and what a person gave stays", async () => {
    const [a, b, byHand] = await taken();
    expect(await copied()).toMatchObject({ ok: true, given: 2 });
    expect(findLastMove(world.db.orm, STAFF.id, world.clock.at)?.move.what).toBe("given_out");
    expect(await undo()).toEqual({ ok: true });
    expect([a, b, byHand].map((job) => at(job).driver_id)).toEqual([null, null, dale]);
    expect([at(a).state, at(a).position, at(byHand).is_fixed]).toEqual(["unscheduled", null, true]);
    expect(new Set(told("move_undone").map(({ subject_id }) => subject_id))).toEqual(new Set([a.id, b.id]));
    expect(await undo()).toMatchObject({ code: "no_move" });
  });

  it("is taken back whole or not at all: refused once one of its trucks has left", async () => {
    const [a, b] = await taken();
    await copied();
    await world.db.write((tx) => advanceJob(tx, deed(), a.id, "en_route"));
    expect(await undo()).toEqual({ ok: false, code: "changed" });
    expect([at(a).driver_id, at(b).driver_id]).toEqual([dana, dana]);
  });
});

describe("a truck that was called back", () => {
  const recall = (job: Job) =>
    world.db.write((tx) => rememberedRecall(tx, deed(), job.id, () => recallJob(tx, deed(), job.id, "A flat tire")));
  const open = () =>
    world.db.orm
      .select()
      .from(tasks)
      .where(and(eq(tasks.kind, "recalled"), eq(tasks.state, "open")))
      .all();
  const out = async () => {
    const [first] = await order();
    const [job] = await order();
    for (const one of [first, job]) await give(one, dana);
    await world.db.write((tx) => advanceJob(tx, deed(), job.id, "en_route"));
    return job;
  };

  it("is its driver's again when that is undone, at its place, and leaves anew", async () => {
    const job = await out();
    expect(await recall(job)).toMatchObject({ ok: true });
    expect(at(job).driver_id).toBeNull();
    expect(await world.db.write((tx) => undoMove(tx, deed(), world.settings()))).toEqual({ ok: true });
    expect(at(job)).toMatchObject({ state: "assigned", driver_id: dana, position: 2, is_fixed: true });
    expect(open()).toEqual([]);
    expect(await recall(job)).toMatchObject({ ok: false, code: "not_out" });
    expect(at(job).driver_id).toBe(dana);
  });

  it("is somebody's task, each time, until somebody has it or it comes on another day", async () => {
    const later = await paid();
    const job = await out();
    await recall(job);
    expect(open()).toMatchObject([{ booking_id: job.booking_id, due_at: world.clock.at }]);
    await give(job, dale);
    expect(open()).toEqual([]);
    await world.db.write((tx) => advanceJob(tx, deed(), job.id, "en_route"));
    await recall(job);
    expect(open()).toHaveLength(1);
    await world.db.write((tx) => cancelUnitJobs(tx, deed(), job.unit_id, "not needed"));
    expect(open()).toEqual([]);
    await world.db.write((tx) => placeJob(tx, deed(), later.id, dana));
    await world.db.write((tx) => advanceJob(tx, deed(), later.id, "en_route"));
    await recall(later);
    const to = { day: addDays(ON, 1), window: "morning" as const };
    expect(await world.db.write((tx) => moveJobTo(tx, deed(), world.settings(), later.id, to))).toMatchObject({
      ok: true,
    });
    expect(open()).toEqual([]);
  });
});

it("an emptying that was called back and is moved by itself is nobody's task any more", async () => {
  const [job] = await order();
  await world.db.write((tx) => {
    tx.update(jobs).set({ kind: "dump_and_return", state: "scheduled" }).where(eq(jobs.id, job.id)).run();
    const subject = { kind: "booking", id: job.booking_id } as const;
    openTask(tx, deed(), { kind: "recalled", cause: recalledCause(job.id), subject, due: deed().now });
    moveJobAlone(tx, deed(), job.id, { day: ON, window: "afternoon" });
  });
  const state = () => world.db.orm.select().from(tasks).where(eq(tasks.kind, "recalled")).get()?.state;
  // Another window of its day is still somebody's to give.
  expect(state()).toBe("open");
  await world.db.write((tx) => moveJobAlone(tx, deed(), job.id, { day: addDays(ON, 1), window: "morning" }));
  expect(state()).toBe("closed");
});

it("another attempt is no move: there is nothing to undo after it", async () => {
  const job = await paid();
  await give(job, dana);
  for (const to of ["en_route", "arrived", "attempted"] as const)
    await world.db.write((tx) => advanceJob(tx, deed(), job.id, to, "locked gate"));
  const to = { day: addDays(ON, 1), window: "morning" as const };
  const again = await world.db.write((tx) =>
    remembered(tx, deed(), [job.id], () => moveJobTo(tx, deed(), world.settings(), job.id, to)),
  );
  expect(again).toMatchObject({ ok: true, job: { attempt: 2 } });
  expect(findLastMove(world.db.orm, STAFF.id, world.clock.at)).toBeNull();
});
