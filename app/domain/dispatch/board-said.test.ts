import { and, asc, eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { drivers, events, jobs } from "#db/schema/index";
import { openWorld, paidBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { driveJob } from "../../../tests/support/driver";
import { cannotGetIn } from "../../../tests/support/in-vain";
import { insertBooking } from "../../../tests/support/rows";
import { seedAccounts } from "../accounts/seed.server";
import { addDays, day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { dayAt, formatTime, minuteOfDay, plus } from "../kernel/time.server";
import { findBoardJob } from "./board-jobs.server";
import { readBoard } from "./board.server";
import { createJobsForUnits, insertJob, type Job } from "./jobs.server";
import { acceptPlan, planDay } from "./plan-day.server";
import { orderJob, placeJob, stopsOfDriver } from "./plan.server";
import { answerVisit, endVisit } from "./visits.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 9 } });
});
afterEach(() => world.close());

const deed = () => world.deed(STAFF);
/** What a job's stop on the board and its panel say; both alike. */
function warnings({ id, day: on }: Pick<Job, "id" | "day">): string[] {
  const now = world.clock.at;
  const clock = { today: dayAt(now), minuteNow: minuteOfDay(now) };
  const { drivers: columns } = readBoard(world.db.orm, on, clock, world.settings());
  const stop = columns.flatMap((driver) => driver.jobs).find((job) => job.id === id);
  expect(findBoardJob(world.db.orm, id)?.warnings).toEqual(stop?.warnings);
  return stop?.warnings ?? [];
}

it("says that a driver cannot get in, until when they wait and what the customer says, until the job goes on", async () => {
  const booking = await paidBooking(world);
  const { jobId, driverId } = await driveJob(world, booking.id, ["en_route", "arrived"]);
  const job = world.db.orm.select().from(jobs).where(eq(jobs.id, jobId)).get() as Job;
  expect(warnings(job)).toEqual([]);
  const visit = await cannotGetIn(world, driverId, jobId, { reason: "Locked gate", note: "no code" });
  const until = (minutes: number) => formatTime(plus(world.clock.at, minutes * 60_000));
  expect(warnings(job)).toEqual([`Cannot get in: Locked gate: no code. Waits until ${until(15)}, no answer yet.`]);
  const answer = (one: Parameters<typeof answerVisit>[3]) =>
    world.db.write((tx) => answerVisit(tx, deed(), visit, one));
  await answer({ answer: "clearing", minutes: 30 });
  expect(warnings(job)).toEqual([
    `Cannot get in: Locked gate: no code. Waits until ${until(30)}, the customer is clearing it, about 30 minutes.`,
  ]);
  await answer({ answer: "another_day" });
  expect(warnings(job)).toEqual(["Cannot get in: Locked gate: no code. The customer wants another day."]);
  // The board follows what is told about a booking: each of these is.
  const told = world.db.orm.select().from(events).where(eq(events.booking_id, booking.id)).all();
  const actions = told.map(({ action }) => action).filter((action) => action.startsWith("access_"));
  expect(actions).toEqual(["access_blocked", "access_answered", "access_answered"]);
  await world.db.write((tx) => endVisit(tx, deed(), jobId, "serviced"));
  expect(warnings(job)).toEqual([]);
});

describe("an errand of a driver who also takes its dumpster away that day", () => {
  const ON = day("2026-12-16");
  let dale: Id<"driver">;
  let other: Job;
  let pickup: Job;
  let errand: Job;
  beforeEach(async () => {
    await seedAccounts(world.db, world.clock.at);
    world.db.sqlite.exec("delete from jobs where day between '2026-12-10' and '2026-12-31'");
    dale = world.db.orm.select().from(drivers).orderBy(asc(drivers.name)).all()[0]!.id;
    await world.db.write((tx) => {
      const dates = { scheduled_delivery_date: addDays(ON, -7), scheduled_pickup_date: ON };
      const made = [1, 2].map(() => {
        const { id } = insertBooking(tx, deed(), dates);
        return createJobsForUnits(tx, deed(), id).find(({ kind }) => kind === "pickup") as Job;
      });
      [other, pickup] = made as [Job, Job];
      tx.run(sql`update units set state = 'on_site'`);
      errand = insertJob(tx, deed(), { ...pickup, kind: "dump_and_return", attempt: 1 });
      for (const { id } of [other, pickup]) placeJob(tx, deed(), id, dale);
    });
  });
  const stops = () => stopsOfDriver(world.db.orm, dale, ON).map(({ id }) => id);
  const give = (job: Job) => world.db.write((tx) => placeJob(tx, deed(), job.id, dale));

  it("stands just before that stop", async () => {
    await give(errand);
    expect(stops()).toEqual([other.id, errand.id, pickup.id]);
    expect(warnings(errand)).toEqual([]);
  });

  it("says so where somebody puts it behind", async () => {
    await give(errand);
    await world.db.write((tx) => orderJob(tx, deed(), errand.id, 3));
    expect(warnings(errand)).toEqual(["Stands behind the stop that takes its dumpster away: put it before."]);
    // Another driver may come at any time.
    const dana = world.db.orm.select().from(drivers).orderBy(asc(drivers.name)).all()[1]!.id;
    await world.db.write((tx) => placeJob(tx, deed(), pickup.id, dana));
    expect(warnings(errand)).toEqual([]);
  });

  it("stays before it when a proposal puts the stops in another order", async () => {
    await give(errand);
    const free = and(eq(jobs.day, ON), eq(jobs.kind, "pickup"));
    world.db.orm.update(jobs).set({ is_fixed: false }).where(free).run();
    // The other one last by its window, so that the pickup goes first.
    world.db.orm.update(jobs).set({ delivery_window: "afternoon" }).where(eq(jobs.id, other.id)).run();
    world.db.orm.update(jobs).set({ delivery_window: "morning" }).where(eq(jobs.id, pickup.id)).run();
    world.db.sqlite.exec("update drivers set truck_id = null where name like 'Dana%'");
    const rules = { settings: world.settings(), oneDriver: true };
    const made = await planDay(world.db, deed(), rules, ON, () => Promise.resolve());
    if (!made.ok) throw new Error(made.code);
    const { version } = made.plan;
    await world.db.write((tx) => acceptPlan(tx, deed(), rules, ON, { version, driverId: null }));
    expect(stops()).toEqual([errand.id, pickup.id, other.id]);
  });
});
