import { and, asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { drivers, jobs } from "#db/schema/index";
import type { Tx } from "#db/client.server";
import { openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { insertBooking } from "../../../tests/support/rows";
import { seedAccounts } from "../accounts/seed.server";
import { advanceJob } from "../dispatch/advance.server";
import { giveJobs } from "../dispatch/conflicts.server";
import { createJobsForUnits, type Job } from "../dispatch/jobs.server";
import { findLastMove, jobsToLeave, remembered, rememberedRecall } from "../dispatch/last-move.server";
import { movedJobs } from "../dispatch/last-move-data";
import { acceptPlan, planDay } from "../dispatch/plan-day.server";
import { orderJob, placeJob, stopsOfDriver, takeBackJob } from "../dispatch/plan.server";
import { recallJob } from "../dispatch/recall.server";
import { addDays, day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { planClosure } from "./closure-read.server";
import { undoClosure } from "./closure-undo.server";
import { closeDay } from "./closures.server";
import { undoMove } from "./undo-move.server";

const ON = day("2026-12-16");
let world: TestWorld;
let dale: Id<"driver">;
let dana: Id<"driver">;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 12 } });
  await seedAccounts(world.db, world.clock.at);
  const list = world.db.orm.select().from(drivers).orderBy(asc(drivers.name)).all();
  [dale, dana] = list.map(({ id }) => id) as [Id<"driver">, Id<"driver">];
});

afterEach(() => world.close());

const deed = () => world.deed(STAFF);
const rules = () => ({ settings: world.settings(), oneDriver: false });
const write = <T>(act: (tx: Tx) => T) => world.db.write(act);
const undo = () => write((tx) => undoMove(tx, deed(), world.settings()));
const moves = <R extends { ok: boolean }>(job: Job, act: (tx: Tx) => R) =>
  write((tx) => remembered(tx, deed(), [job.id], () => act(tx)));
const stops = (driver: Id<"driver">) => stopsOfDriver(world.db.orm, driver, ON).map(({ id }) => id);
const positions = (driver: Id<"driver">) => stopsOfDriver(world.db.orm, driver, ON).map(({ position }) => position);
/** So many deliveries in a driver's order, of which those at `without` have left it again: their numbers are missing. */
const column = (driver: Id<"driver">, of: number, without: readonly number[]): Promise<Job[]> =>
  write((tx) => {
    const dates = { scheduled_delivery_date: ON, scheduled_pickup_date: addDays(ON, 7) };
    const made = Array.from({ length: of }, () => {
      const [job] = createJobsForUnits(tx, deed(), insertBooking(tx, deed(), dates).id);
      if (!job) throw new Error("no job");
      placeJob(tx, deed(), job.id, driver);
      return job;
    });
    for (const at of without) takeBackJob(tx, deed(), made[at]?.id as Id<"job">);
    return made.filter((_, at) => !without.includes(at));
  });

describe("where stops have left a driver's day, so that numbers are missing, the undone move is exactly undone:", () => {
  it("another place among the stops", async () => {
    const list = await column(dale, 9, [0, 1, 2, 3, 6]);
    expect(positions(dale)).toEqual([5, 6, 8, 9]);
    const before = stops(dale);
    for (const [at, to] of [
      [0, 2],
      [3, 1],
      [1, 4],
    ] as const) {
      const job = list[at] as Job;
      await moves(job, (tx) => orderJob(tx, deed(), job.id, to));
      expect(stops(dale).indexOf(job.id)).toBe(to - 1);
      expect(await undo()).toEqual({ ok: true });
      expect(stops(dale)).toEqual(before);
    }
  });

  it("a place that has the same number as the one before", async () => {
    const [first] = (await column(dale, 4, [0])) as [Job];
    const before = stops(dale);
    expect(positions(dale)).toEqual([2, 3, 4]);
    await moves(first, (tx) => orderJob(tx, deed(), first.id, 2));
    expect(await undo()).toEqual({ ok: true });
    expect(stops(dale)).toEqual(before);
  });

  it("another driver, for several of one order at once", async () => {
    const [x, , y] = (await column(dale, 8, [0, 1, 4])) as [Job, Job, Job];
    const others = (await column(dana, 4, [0, 2])) as [Job, Job];
    const before = [stops(dale), stops(dana)];
    const both = [x, y].map(({ id }) => ({ jobId: id, seen: null })) as never;
    const accepted = ["late", "overtime"];
    expect(
      await write((tx) =>
        remembered(tx, deed(), [x.id, y.id], () =>
          giveJobs(tx, deed(), rules(), both, dana, { accepted, position: 1 }),
        ),
      ),
    ).toMatchObject({ ok: true });
    expect(stops(dana)).toEqual([x.id, y.id, ...others.map(({ id }) => id)]);
    expect(await undo()).toEqual({ ok: true });
    expect([stops(dale), stops(dana)]).toEqual(before);
  });

  it("another driver, while the others' order was changed since: it is where it stood, and they as they are", async () => {
    const [x, a, b] = (await column(dale, 6, [0, 1, 2])) as [Job, Job, Job];
    await moves(x, (tx) => takeBackJob(tx, deed(), x.id));
    await write((tx) => orderJob(tx, deed(), b.id, 1));
    expect(await undo()).toEqual({ ok: true });
    expect(stops(dale)).toEqual([x.id, b.id, a.id]);
  });

  it("a day that was given out by a proposal", async () => {
    await column(dale, 7, [0, 3]);
    await column(dana, 5, [0]);
    world.db.orm.update(jobs).set({ is_fixed: false }).run();
    const [out] = stops(dana);
    await write((tx) => advanceJob(tx, deed(), out as Id<"job">, "en_route"));
    await write((tx) => orderJob(tx, deed(), out as Id<"job">, 3));
    await write((tx) => takeBackJob(tx, deed(), stops(dana)[0] as Id<"job">));
    const before = [stops(dale), stops(dana)];
    const made = await planDay(world.db, deed(), rules(), ON, () => Promise.resolve());
    if (!made.ok) throw new Error(made.code);
    const { version } = made.plan;
    expect(
      await write((tx) =>
        remembered(
          tx,
          deed(),
          jobsToLeave(tx, ON),
          () => acceptPlan(tx, deed(), rules(), ON, { version, driverId: null }),
          "given_out",
        ),
      ),
    ).toMatchObject({ ok: true });
    expect([stops(dale), stops(dana)]).not.toEqual(before);
    expect(await undo()).toEqual({ ok: true });
    expect([stops(dale), stops(dana)]).toEqual(before);
  });

  it("a truck that was called back", async () => {
    const [, job] = (await column(dale, 7, [0, 1, 2, 5])) as [Job, Job];
    await write((tx) => advanceJob(tx, deed(), job.id, "en_route"));
    const before = stops(dale);
    await write((tx) => rememberedRecall(tx, deed(), job.id, () => recallJob(tx, deed(), job.id, "A flat tire")));
    expect(stops(dale)).not.toContain(job.id);
    expect(await undo()).toEqual({ ok: true });
    expect(stops(dale)).toEqual(before);
  });
});

it("stops that only close up were not moved: who takes one away has moved one", async () => {
  const [x] = (await column(dale, 3, [])) as [Job];
  await write((tx) => remembered(tx, deed(), jobsToLeave(tx, ON), () => takeBackJob(tx, deed(), x.id), "given_out"));
  await write((tx) => orderJob(tx, deed(), stops(dale)[1] as Id<"job">, 2));
  const last = findLastMove(world.db.orm, STAFF.id, world.clock.at);
  expect(last && movedJobs(last.move).map(({ id }) => id)).toEqual([x.id]);
});

it("a closed day that is opened again has every stop where it stood, whatever numbers the others have by now", async () => {
  const list: Id<"job">[] = [];
  for (const deliveryTime of ["morning", "afternoon", "morning", "afternoon", "morning"] as const) {
    const { id } = await paidBooking(world, { deliveryDate: ON, deliveryTime });
    const mine = and(eq(jobs.booking_id, id), eq(jobs.kind, "delivery"));
    const job = world.db.orm.select().from(jobs).where(mine).get() as Job;
    await write((tx) => placeJob(tx, deed(), job.id, dale));
    list.push(job.id);
  }
  const [gone, second, , fourth] = list as [Id<"job">, Id<"job">, Id<"job">, Id<"job">];
  await write((tx) => takeBackJob(tx, deed(), gone));
  for (const id of [second, fourth]) await write((tx) => advanceJob(tx, deed(), id, "en_route"));
  const before = stops(dale);
  const wish = { day: ON, part: "day" as const, reason: "Tropical storm" };
  const seen = planClosure(world.db.orm, world.settings(), wish, world.clock.at).digest;
  const closed = await write((tx) => closeDay(tx, deed(), world.settings(), { ...wish, seen }));
  if (!closed.ok) throw new Error(closed.code);
  expect(stops(dale)).toEqual([second, fourth]);
  // Put where it stands already: numbered anew.
  await write((tx) => orderJob(tx, deed(), second, 1));
  expect(await write((tx) => undoClosure(tx, deed(), world.settings(), closed.closure.id))).toMatchObject({ left: 0 });
  expect(stops(dale)).toEqual(before);
});
