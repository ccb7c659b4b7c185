import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Db } from "#db/client.server";
import { bookings, drivers, jobs } from "#db/schema/index";
import { addDumpsters } from "../../../tests/support/domain";
import { temporaryDatabase } from "../../../tests/support/copies";
import { insertBooking, testDeed } from "../../../tests/support/rows";
import { seedAccounts } from "../accounts/seed.server";
import { addDays, day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { withClosings } from "../settings/closings";
import { DEFAULT_SETTINGS } from "../settings/defaults";
import { advanceJob } from "./advance.server";
import { readBoard } from "./board.server";
import { listDriverJobs } from "./driver-read.server";
import { createJobsForUnits, getJob, type Job } from "./jobs.server";
import { orderJob, placeJob, stopsOfDriver, takeBackJob, type Seen } from "./plan.server";

const ON = day("2026-12-02");
const deed = testDeed();
let db: Db;
let close: () => void;
let driver: Id<"driver">;
let other: Id<"driver">;

beforeEach(async () => {
  ({ db, close } = await temporaryDatabase());
  await seedAccounts(db, deed.now);
  [driver, other] = db.orm
    .select({ id: drivers.id })
    .from(drivers)
    .orderBy(drivers.phone)
    .all()
    .map((row) => row.id) as [Id<"driver">, Id<"driver">];
  await db.write((tx) => addDumpsters(tx, 20, 6, deed.now));
});
afterEach(() => close());

const deliveries = async (count: number): Promise<Job[]> => {
  const made = await db.write((tx) => createJobsForUnits(tx, deed, insertBooking(tx, deed, { unitCount: count }).id));
  return made.filter(({ kind }) => kind === "delivery");
};
const give = (job: Job, to = driver, how: { seen?: Seen; position?: number } = {}) =>
  db.write((tx) => placeJob(tx, deed, job.id, to, how));
const list = (of = driver) => stopsOfDriver(db.orm, of, ON).map(({ id }) => id);
const positions = (of = driver) => stopsOfDriver(db.orm, of, ON).map(({ position }) => position);
const seenAt = ({ driver_id, day: on, delivery_window }: Job): Seen => ({
  driverId: driver_id,
  day: on,
  window: delivery_window,
});

describe("a driver's stops", () => {
  it("come in the order in which they were given, and stand where they are put", async () => {
    const [a, b, c, d] = (await deliveries(4)) as [Job, Job, Job, Job];
    for (const job of [a, b, c]) expect(await give(job)).toMatchObject({ ok: true, job: { state: "assigned" } });
    expect(list()).toEqual([a.id, b.id, c.id]);
    await give(d, driver, { position: 1 });
    expect(list()).toEqual([d.id, a.id, b.id, c.id]);
    for (const [job, position, after] of [
      [c, 2, [d, c, a, b]],
      [d, 99, [c, a, b, d]],
      [b, 0, [b, c, a, d]],
    ] as const) {
      expect(await db.write((tx) => orderJob(tx, deed, job.id, position))).toMatchObject({ ok: true });
      expect(list()).toEqual(after.map(({ id }) => id));
      expect(positions()).toEqual([1, 2, 3, 4]);
    }
  });

  it("come after an emergency that has not left: it is the next one, after another emergency, and never before who is out", async () => {
    const [a, b, c, d] = (await deliveries(4)) as [Job, Job, Job, Job];
    for (const job of [a, b]) await give(job);
    await db.write((tx) => advanceJob(tx, deed, a.id, "en_route"));
    for (const { id } of [c, d]) db.orm.update(jobs).set({ priority: "emergency" }).where(eq(jobs.id, id)).run();
    await give(c);
    expect(list()).toEqual([a.id, c.id, b.id]);
    await give(d);
    expect(list()).toEqual([a.id, c.id, d.id, b.id]);
    // Who has handed one over has it last, though it is under way.
    await db.write((tx) => orderJob(tx, deed, a.id, 4));
    await give(c, other);
    await give(c);
    expect(list()).toEqual([d.id, c.id, b.id, a.id]);
    await db.write((tx) => orderJob(tx, deed, a.id, 1));
    // Where a person puts it, it stands.
    await give(d, driver, { position: 4 });
    expect(list()).toEqual([a.id, c.id, b.id, d.id]);
  });

  it("lose their place with their driver, and get the last one of the next", async () => {
    const [a, b, c] = (await deliveries(3)) as [Job, Job, Job];
    for (const job of [a, b]) await give(job);
    await give(c, other);
    await give(a, other);
    expect([list(), list(other)]).toEqual([[b.id], [c.id, a.id]]);
    // Given once more to who has it: it stays where it stands.
    await give(c, other);
    expect(list(other)).toEqual([c.id, a.id]);
    await db.write((tx) => takeBackJob(tx, deed, c.id));
    expect(getJob(db.orm, c.id)).toMatchObject({ state: "scheduled", driver_id: null, position: null });
    expect(await db.write((tx) => orderJob(tx, deed, c.id, 1))).toMatchObject({ ok: false, code: "not_on_a_list" });
  });

  it("stay with their driver once the truck has left", async () => {
    const [a] = (await deliveries(1)) as [Job];
    await give(a);
    await db.write((tx) => advanceJob(tx, deed, a.id, "en_route"));
    expect(await give(a, other)).toMatchObject({ ok: false, code: "not_allowed" });
    expect(await db.write((tx) => takeBackJob(tx, deed, a.id))).toMatchObject({ ok: false, code: "not_allowed" });
  });

  it("are refused to nobody and to who does not drive, and nothing is scheduled by it", async () => {
    const [a] = (await deliveries(1)) as [Job];
    await db.write((tx) => tx.update(drivers).set({ is_active: false }).where(eq(drivers.id, other)).run());
    expect(await give(a, "drv_none" as Id<"driver">)).toMatchObject({ ok: false, code: "unknown_driver" });
    expect(await give(a, other)).toMatchObject({ ok: false, code: "driver_off" });
    expect(getJob(db.orm, a.id).state).toBe("unscheduled");
  });

  it("are not moved by who saw them elsewhere", async () => {
    const [a] = (await deliveries(1)) as [Job];
    const seen = seenAt(a);
    await give(a, driver, { seen });
    const stale = { ok: false, code: "changed" };
    expect(await give(a, other, { seen })).toMatchObject(stale);
    // Moved from the morning to the afternoon of the same day, by the same driver.
    const now = seenAt(getJob(db.orm, a.id));
    expect(await give(a, other, { seen: { ...now, window: "afternoon" } })).toMatchObject(stale);
    expect(await db.write((tx) => takeBackJob(tx, deed, a.id, seen))).toMatchObject(stale);
    expect(await db.write((tx) => orderJob(tx, deed, a.id, 1, seen))).toMatchObject(stale);
    expect(getJob(db.orm, a.id)).toMatchObject({ driver_id: driver, day: ON });
  });
});

describe("the board", () => {
  const board = (on = ON, today = ON, minuteNow = 0) => readBoard(db.orm, on, { today, minuteNow }, DEFAULT_SETTINGS);

  it("shows what waits, who has what in which order, and how full the week is", async () => {
    const [a, b, c] = (await deliveries(3)) as [Job, Job, Job];
    await give(b);
    await give(a);
    const { waiting, drivers: columns, week, outstandingCount } = board();
    expect(waiting.map(({ id }) => id)).toEqual([c.id]);
    expect(columns.find(({ id }) => id === driver)?.jobs.map(({ id }) => id)).toEqual([b.id, a.id]);
    expect(week.map(({ day: on, isOpen }) => `${on} ${isOpen}`)).toEqual([
      "2026-11-30 true",
      "2026-12-01 true",
      "2026-12-02 true",
      "2026-12-03 true",
      "2026-12-04 true",
      "2026-12-05 true",
      "2026-12-06 false",
    ]);
    expect(week[2]).toMatchObject({ jobs: 3, open: 1 });
    expect(outstandingCount).toBe(0);
  });

  it("has an emergency before all that waits, whatever its window", async () => {
    const [a, b, c] = (await deliveries(3)) as [Job, Job, Job];
    for (const [{ id }, window] of [
      [a, "morning"],
      [b, "afternoon"],
      [c, "anytime"],
    ] as const)
      db.orm.update(jobs).set({ delivery_window: window }).where(eq(jobs.id, id)).run();
    expect(board().waiting.map(({ id }) => id)).toEqual([a.id, c.id, b.id]);
    db.orm.update(jobs).set({ priority: "emergency" }).where(eq(jobs.id, b.id)).run();
    expect(board().waiting.map(({ id }) => id)).toEqual([b.id, a.id, c.id]);
  });

  it("knows which half of a day is closed, and none of a day that is closed as a whole", () => {
    const closings = [
      { day: ON, part: "morning" as const, reason: "Storm" },
      { day: day("2026-12-04"), part: "day" as const, reason: "Storm" },
    ];
    const calendar = withClosings(DEFAULT_SETTINGS, closings);
    const { week } = readBoard(db.orm, ON, { today: ON, minuteNow: 0 }, calendar);
    expect(week.slice(1, 5).map(({ isOpen, shut }) => [isOpen, shut])).toEqual([
      [true, []],
      [true, ["morning"]],
      [true, []],
      [false, []],
    ]);
  });

  it("shows what is left of former days apart, and not what is done or cancelled", async () => {
    const [a, b] = (await deliveries(2)) as [Job, Job];
    await give(b);
    await db.write((tx) => advanceJob(tx, deed, b.id, "en_route"));
    await db.write((tx) => advanceJob(tx, deed, b.id, "arrived"));
    await db.write((tx) => advanceJob(tx, deed, b.id, "serviced"));
    const left = () => {
      const { outstandingCount, outstanding } = board(day("2026-12-05"), day("2026-12-05"));
      return [outstandingCount, ...outstanding.map(({ id }) => id).toSorted()];
    };
    // At the site it is done; the job is not, as its driver's phone says too.
    expect(left()).toEqual([2, ...[a.id, b.id].toSorted()]);
    expect(listDriverJobs(db.orm, driver, day("2026-12-05")).map(({ id }) => id)).toEqual([b.id]);
    await db.write((tx) => advanceJob(tx, deed, b.id, "completed"));
    expect(left()).toEqual([1, a.id]);
    // Another day looks forward from today, not from itself.
    expect(board(day("2026-12-20"), ON).outstandingCount).toBe(0);
  });

  it("marks what should be done by now, until a truck is there", async () => {
    const [a, b, c] = (await deliveries(3)) as [Job, Job, Job];
    for (const job of [a, b, c])
      db.orm.update(jobs).set({ delivery_window: "morning" }).where(eq(jobs.id, job.id)).run();
    await give(a);
    await give(b);
    await db.write((tx) => advanceJob(tx, deed, a.id, "en_route"));
    await db.write((tx) => advanceJob(tx, deed, b.id, "en_route"));
    await db.write((tx) => advanceJob(tx, deed, b.id, "arrived"));
    const late = (on = ON, today = ON, minute = 12 * 60) => {
      const { waiting, drivers: columns } = board(on, today, minute);
      return [...waiting, ...columns.flatMap((one) => one.jobs)].filter(({ isLate }) => isLate).map(({ id }) => id);
    };
    expect(late().sort()).toEqual([a.id, c.id].sort());
    db.orm.update(bookings).set({ on_hold_reason: "Unpaid" }).where(eq(bookings.id, c.booking_id)).run();
    // The gravest first: somebody waits for it.
    expect(board(ON, ON, 12 * 60).waiting[0]?.warnings).toEqual(["Late: promised by 12PM.", "On hold: Unpaid"]);
    expect([late(ON, ON, 12 * 60 - 1), late(ON, day("2026-12-01"))]).toEqual([[], []]);
  });

  it("has who drives no more while they have a job of that day, and not on other days", async () => {
    const [a] = (await deliveries(1)) as [Job];
    await give(a);
    db.orm
      .update(drivers)
      .set({ is_active: false })
      .where(eq(drivers.id, getJob(db.orm, a.id).driver_id!))
      .run();
    const has = (on = ON) =>
      board(on)
        .drivers.filter(({ isActive }) => !isActive)
        .map((one) => one.jobs.length);
    expect([has(), has(addDays(ON, 1))]).toEqual([[1], []]);
  });

  it("says what is short in the yard today, and only today", async () => {
    await deliveries(8);
    expect(board().shortages).toEqual([
      "8 dumpsters of 20 yards are still to leave today, and 6 empty ones are in the yard.",
    ]);
    expect(board(ON, day("2026-12-01")).shortages).toEqual([]);
  });

  it("counts none as in the yard that a truck has taken, where our list of places is written later", async () => {
    const [a] = (await deliveries(7)) as [Job];
    await give(a);
    const rules = { movesDumpster: false };
    await db.write((tx) => advanceJob(tx, deed, a.id, "en_route", undefined, rules));
    expect(board().shortages).toEqual([
      "6 dumpsters of 20 yards are still to leave today, and 5 empty ones are in the yard.",
    ]);
  });
});
