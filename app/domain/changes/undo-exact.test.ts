import { and, asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { bookings, drivers, dumpsters, jobs, tasks, units } from "#db/schema/index";
import { paidBooking, STAFF } from "../../../tests/support/domain";
import { storedCounts } from "../../../tests/support/invariants";
import { setSoundWorld } from "../../../tests/support/sound";
import { seedAccounts } from "../accounts/seed.server";
import { advanceJob } from "../dispatch/advance.server";
import { giveJobs } from "../dispatch/conflicts.server";
import type { Job } from "../dispatch/jobs.server";
import { jobsToLeave, remembered } from "../dispatch/last-move.server";
import { answerOffer, offerJob } from "../dispatch/offers.server";
import { copyDay } from "../dispatch/copy-day.server";
import { placeJob, takeBackJob } from "../dispatch/plan.server";
import { planDumpster } from "../dispatch/planned.server";
import { recallJob } from "../dispatch/recall.server";
import { setDaysOff, takeBackDaysOff } from "../fleet/drivers.server";
import type { Tx } from "#db/client.server";
import { addDays, day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { DAY, plus } from "../kernel/time.server";
import { finishTask } from "../tasks/tasks.server";
import { offerExtra, planExtra } from "./extra-job.server";
import { moveJobTo } from "./move-job.server";
import { undoMove } from "./undo-move.server";
import { SWAP } from "../../../tests/support/errands";

const world = setSoundWorld({ fleet: { 20: 6 } });
const ON = day("2026-12-16");
let dale: Id<"driver">;
let dana: Id<"driver">;
beforeEach(async () => {
  await seedAccounts(world.db, world.clock.at);
  const list = world.db.orm.select().from(drivers).orderBy(asc(drivers.name)).all();
  [dale, dana] = list.map(({ id }) => id) as [Id<"driver">, Id<"driver">];
});

const deed = () => world.deed(STAFF);
const rules = () => ({ settings: world.settings(), oneDriver: true });
const write = <T>(act: (tx: Tx) => T) => world.db.write(act);
const deliveryOf = (booking: Id<"booking">): Job =>
  world.db.orm
    .select()
    .from(jobs)
    .where(and(eq(jobs.booking_id, booking), eq(jobs.kind, "delivery")))
    .get() as Job;
const paid = async (deliveryDate = ON) => deliveryOf((await paidBooking(world, { deliveryDate })).id);
const give = (job: Job, to: Id<"driver">) => write((tx) => placeJob(tx, deed(), job.id, to));
const moves = <R extends { ok: boolean }>(job: Pick<Job, "id">, act: (tx: Tx) => R) =>
  write((tx) => remembered(tx, deed(), [job.id], () => act(tx)));
const undo = () => write((tx) => undoMove(tx, deed(), world.settings()));
/** Everything that a move can change. */
const rows = () => ({
  units: world.db.orm.select().from(units).orderBy(asc(units.id)).all(),
  jobs: world.db.orm.select().from(jobs).orderBy(asc(jobs.id)).all(),
  pickups: world.db.orm.select({ on: bookings.scheduled_pickup_date }).from(bookings).all(),
  counts: storedCounts(world.db.orm),
});

it("a swap that was moved over a holiday is back with both its dumpsters’ days", async () => {
  const job = await paid(day("2026-12-03"));
  world.clock.at = plus(world.clock.at, 2 * DAY);
  await give(job, dana);
  await write((tx) => {
    for (const to of ["en_route", "arrived", "serviced", "completed"] as const) advanceJob(tx, deed(), job.id, to);
  });
  const priced = offerExtra(world.db.orm, world.settings(), job.unit_id, SWAP, world.clock.at);
  if (!priced.ok) throw new Error(priced.code);
  const swap = await write((tx) => planExtra(tx, deed(), world.settings(), job.unit_id, SWAP, priced.price.total));
  if (!swap.ok) throw new Error(swap.code);
  await give(swap.job, dale);
  const before = rows();
  const to = { day: day("2026-12-18"), window: "afternoon" as const };
  expect(await moves(swap.job, (tx) => moveJobTo(tx, deed(), world.settings(), swap.job.id, to))).toMatchObject({
    ok: true,
  });
  // Its customer has the empty one's days over Christmas, when nothing is collected.
  expect(world.db.orm.select().from(units).where(eq(units.id, swap.job.brings_unit_id!)).get()?.pickup_date).toBe(
    "2026-12-26",
  );
  expect(await undo()).toEqual({ ok: true });
  expect(rows()).toEqual(before);
});

describe("a chosen dumpster", () => {
  let [first, second, third] = ["", "", ""];
  beforeEach(() => {
    [first = "", second = "", third = ""] = world.db.orm
      .select()
      .from(dumpsters)
      .orderBy(asc(dumpsters.number))
      .all()
      .map(({ number }) => number);
  });
  const planned = (job: Job) =>
    world.db.orm
      .select({ number: dumpsters.number })
      .from(jobs)
      .innerJoin(dumpsters, eq(dumpsters.id, jobs.planned_dumpster_id))
      .where(eq(jobs.id, job.id))
      .get()?.number ?? null;
  const giveWith = (job: Job, to: Id<"driver">, dumpster: string | null) =>
    moves(job, (tx) => giveJobs(tx, deed(), rules(), [{ jobId: job.id, seen: null }], to, { dumpster }));

  it("goes with the job that it was given with, and the former one is back", async () => {
    const job = await paid();
    expect(await giveWith(job, dana, first)).toMatchObject({ ok: true });
    expect(await undo()).toEqual({ ok: true });
    expect(planned(job)).toBeNull();
    await write((tx) => planDumpster(tx, deed(), job.id, second));
    await giveWith(job, dana, first);
    expect(await undo()).toEqual({ ok: true });
    expect(planned(job)).toBe(second);
    await giveWith(job, dana, null);
    expect(planned(job)).toBeNull();
    expect(await undo()).toEqual({ ok: true });
    expect(planned(job)).toBe(second);
  });

  it("is not taken from another job that has got it since, and one chosen since stays", async () => {
    const [job, other] = [await paid(), await paid()];
    await write((tx) => planDumpster(tx, deed(), job.id, first));
    await giveWith(job, dana, second);
    await write((tx) => planDumpster(tx, deed(), other.id, first));
    expect(await undo()).toEqual({ ok: true });
    expect([planned(job), planned(other)]).toEqual([null, first]);
    await giveWith(job, dana, second);
    await write((tx) => planDumpster(tx, deed(), job.id, third));
    expect(await undo()).toEqual({ ok: true });
    expect(planned(job)).toBe(third);
  });
});

describe("who was needed is needed again when the move that ended it is undone:", () => {
  const open = () =>
    world.db.orm
      .select({ kind: tasks.kind, booking: tasks.booking_id })
      .from(tasks)
      .where(eq(tasks.state, "open"))
      .all()
      .filter(({ kind }) => ["driver_off", "recalled", "offer_untaken"].includes(kind));

  it("for a truck that was called back", async () => {
    const job = await paid();
    await give(job, dana);
    await write((tx) => advanceJob(tx, deed(), job.id, "en_route"));
    await write((tx) => recallJob(tx, deed(), job.id, "A flat tire"));
    const needed = [{ kind: "recalled", booking: job.booking_id }];
    expect(open()).toEqual(needed);
    await moves(job, (tx) => placeJob(tx, deed(), job.id, dale));
    expect(open()).toEqual([]);
    expect(await undo()).toEqual({ ok: true });
    expect(open()).toEqual(needed);
    await moves(job, (tx) =>
      moveJobTo(tx, deed(), world.settings(), job.id, { day: addDays(ON, 1), window: "morning" }),
    );
    expect(open()).toEqual([]);
    expect(await undo()).toEqual({ ok: true });
    expect(open()).toEqual(needed);
  });

  it("and not what a person had done before the move", async () => {
    const job = await paid();
    await give(job, dana);
    await write((tx) => advanceJob(tx, deed(), job.id, "en_route"));
    await write((tx) => recallJob(tx, deed(), job.id, "A flat tire"));
    const task = world.db.orm.select().from(tasks).where(eq(tasks.kind, "recalled")).get();
    await write((tx) => finishTask(tx, deed(), task?.id ?? "", "They wait until the truck is back"));
    expect(open()).toEqual([]);
    world.clock.at = plus(world.clock.at, 60_000);
    await moves(job, (tx) => placeJob(tx, deed(), job.id, dale));
    expect(await undo()).toEqual({ ok: true });
    expect(open()).toEqual([]);
  });

  it("for a driver's day off, when the job that was taken from them is theirs again", async () => {
    const job = await paid();
    await give(job, dana);
    await write((tx) => setDaysOff(tx, deed(), dana, { from: ON, until: ON, note: "" }, true));
    const needed = [{ kind: "driver_off", booking: job.booking_id }];
    expect(open()).toEqual(needed);
    await moves(job, (tx) => takeBackJob(tx, deed(), job.id));
    expect(open()).toEqual([]);
    expect(await undo()).toEqual({ ok: true });
    expect(open()).toEqual(needed);
  });

  it("and not for a day off that was taken back meanwhile: they drive it", async () => {
    const job = await paid();
    await give(job, dana);
    const off = { from: ON, until: ON };
    await write((tx) => setDaysOff(tx, deed(), dana, { ...off, note: "" }, true));
    await moves(job, (tx) => takeBackJob(tx, deed(), job.id));
    await write((tx) => takeBackDaysOff(tx, deed(), dana, off));
    expect(await undo()).toEqual({ ok: true });
    expect([deliveryOf(job.booking_id).driver_id, open()]).toEqual([dana, []]);
  });

  it("for what nobody took, when a copied day is taken back", async () => {
    const former = await paid(day("2026-12-09"));
    await give(former, dale);
    const job = await paid();
    const made = await write((tx) => offerJob(tx, deed(), rules(), job.id, dana));
    if (!made.ok) throw new Error(made.code);
    const said = { accept: false, reason: "Too far" } as const;
    const by = world.deed({ kind: "driver", label: "Dana" });
    await write((tx) => answerOffer(tx, by, rules(), dana, made.offer.id, said));
    const needed = [{ kind: "offer_untaken", booking: job.booking_id }];
    expect(open()).toEqual(needed);
    const given = await write((tx) =>
      remembered(tx, deed(), jobsToLeave(tx, ON), () => copyDay(tx, deed(), rules(), former.day, ON), "given_out"),
    );
    expect(given).toMatchObject({ ok: true });
    expect(open()).toEqual([]);
    expect(await undo()).toEqual({ ok: true });
    expect(open()).toEqual(needed);
  });
});

describe("a job that nobody had planned yet is as it was before it was given, and its customer is promised nothing", () => {
  const stands = (job: Job) => {
    const booking = world.db.orm.select().from(bookings).where(eq(bookings.id, job.booking_id)).get();
    const needed = and(eq(tasks.booking_id, job.booking_id), eq(tasks.kind, "to_schedule"));
    return [
      deliveryOf(job.booking_id).state,
      booking?.status,
      world.db.orm.select().from(tasks).where(needed).get()?.state,
    ];
  };
  const WAITS = ["unscheduled", "paid_pending_scheduling", "open"];

  it("by hand; what was in the schedule already stays there", async () => {
    const job = await paid();
    expect(stands(job)).toEqual(WAITS);
    await moves(job, (tx) => placeJob(tx, deed(), job.id, dana));
    expect(stands(job)).toEqual(["assigned", "confirmed", "closed"]);
    expect(await undo()).toEqual({ ok: true });
    expect(stands(job)).toEqual(WAITS);
    await give(job, dana);
    await write((tx) => takeBackJob(tx, deed(), job.id));
    await moves(job, (tx) => placeJob(tx, deed(), job.id, dale));
    expect(await undo()).toEqual({ ok: true });
    expect(stands(job)).toEqual(["scheduled", "confirmed", "closed"]);
  });

  it("with a whole day", async () => {
    const former = await paid(day("2026-12-09"));
    await give(former, dale);
    const job = await paid();
    await write((tx) =>
      remembered(tx, deed(), jobsToLeave(tx, ON), () => copyDay(tx, deed(), rules(), former.day, ON), "given_out"),
    );
    expect(stands(job)[0]).toBe("assigned");
    expect(await undo()).toEqual({ ok: true });
    expect(stands(job)).toEqual(WAITS);
  });
});
