import { and, asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bookings, drivers, jobs, units } from "#db/schema/index";
import { openWorld, paidBooking, STAFF, TODAY, type TestWorld } from "../../../tests/support/domain";
import { seedAccounts } from "../accounts/seed.server";
import { planClosure } from "../changes/closure-read.server";
import { lastErrandDay } from "../changes/errand-limit.server";
import { keepDumpster, requestPickup } from "../changes/pickup-request.server";
import { addDays, type Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { countStops, listStops } from "../records/stops.server";
import { readBoard } from "./board.server";
import { conflictsByDriver, giveJobs } from "./conflicts.server";
import { copyDay } from "./copy-day.server";
import { listJobsOfDay } from "./driver-read.server";
import { getJob, type Job } from "./jobs.server";
import { offerJob } from "./offers.server";
import { acceptPlan, planDay, type PlanRules } from "./plan-day.server";
import { placeJob } from "./plan.server";

/** What stands there until its customer asks is nobody's stop; asked for, it is one like any other. */
let world: TestWorld;
let rules: PlanRules;
let dale: Id<"driver">;
/** The last paid day of all of them. */
const DUE = TODAY;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 6 } });
  await seedAccounts(world.db, world.clock.at);
  world.db.sqlite.exec("update jobs set state = 'cancelled'");
  rules = { settings: world.settings(), oneDriver: true };
  dale = world.db.orm.select().from(drivers).orderBy(asc(drivers.name)).all()[0]!.id;
});
afterEach(() => world.close());

const deed = () => world.deed(STAFF);
const orm = () => world.db.orm;

/** The pickup of a dumpster that stands at its customer's, due on `DUE`. */
async function standing({ mayKeep, zip = "32801" }: { mayKeep: boolean; zip?: string }): Promise<Job> {
  const booking = await paidBooking(world);
  orm().update(bookings).set({ flexible_extension: mayKeep, zip }).where(eq(bookings.id, booking.id)).run();
  orm().update(units).set({ state: "on_site", pickup_date: DUE }).where(eq(units.booking_id, booking.id)).run();
  orm()
    .update(jobs)
    .set({ state: "completed", day: addDays(DUE, -7) })
    .where(eq(jobs.booking_id, booking.id))
    .run();
  const pickup = and(eq(jobs.booking_id, booking.id), eq(jobs.kind, "pickup"));
  orm().update(jobs).set({ state: "unscheduled", day: DUE }).where(pickup).run();
  return orm().select().from(jobs).where(pickup).get() as Job;
}
const board = (day: Day = DUE, today: Day = DUE) =>
  readBoard(orm(), day, { today, minuteNow: 20 * 60 }, world.settings());
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);
const ask = ({ unit_id }: Job) =>
  world.db.write((tx) => requestPickup(tx, deed(), world.settings(), unit_id, { early: true, seen: null }));
const pause = () => Promise.resolve();

describe("a pickup that its customer has not asked for", () => {
  it("stands apart on the board of its day, is not to give and never late, until they ask", async () => {
    const [kept, due] = [await standing({ mayKeep: true }), await standing({ mayKeep: false })];
    const before = board();
    expect([ids(before.waiting), ids(before.kept)]).toEqual([[due.id], [kept.id]]);
    expect(before.kept[0]).toMatchObject({ isKept: true, warnings: [] });
    expect(before.week.find(({ day }) => day === DUE)).toMatchObject({ jobs: 1, open: 1 });
    expect([countStops(orm(), DUE, "today").all, countStops(orm(), DUE, "pickup").all]).toEqual([1, 1]);
    await ask(kept);
    const asked = board(getJob(orm(), kept.id).day);
    expect(ids(asked.kept)).toEqual([]);
    expect(ids(asked.waiting)).toContain(kept.id);
    // Kept after all, it is nobody's stop again, whoever had it.
    await world.db.write((tx) => placeJob(tx, deed(), kept.id, dale));
    await world.db.write((tx) => keepDumpster(tx, deed(), world.settings(), kept.unit_id));
    expect(getJob(orm(), kept.id)).toMatchObject({ driver_id: null, state: "scheduled" });
    expect(ids(board().kept)).toEqual([kept.id]);
  });

  it("is not outstanding on the days after: today's board still has it, and the others not", async () => {
    const [kept, due] = [await standing({ mayKeep: true }), await standing({ mayKeep: false })];
    const later = addDays(DUE, 2);
    const { outstanding, outstandingCount, kept: apart } = board(later, later);
    expect([ids(outstanding), outstandingCount, ids(apart)]).toEqual([[due.id], 1, [kept.id]]);
    expect(ids(board(addDays(later, 1), later).kept)).toEqual([]);
    const clock = { today: later, minuteNow: 0 };
    expect(ids(listStops(orm(), clock, { which: "outstanding" }).rows)).toEqual([due.id]);
    expect(countStops(orm(), later, "outstanding").all).toBe(1);
  });

  it("is neither proposed, copied, moved by a storm nor printed, and an errand may come after it", async () => {
    const [kept, due] = [await standing({ mayKeep: true }), await standing({ mayKeep: false })];
    const done = await planDay(world.db, deed(), rules, DUE, pause);
    if (!done.ok) throw new Error(done.code);
    const { version, plan } = done.plan;
    expect(plan.routes.flatMap(({ stops }) => stops.map(({ jobId }) => jobId))).toEqual([due.id]);
    expect(plan.left).toEqual([]);
    await world.db.write((tx) => acceptPlan(tx, deed(), rules, DUE, { version, driverId: null }));
    expect(ids(listJobsOfDay(orm(), DUE))).toEqual([due.id]);
    expect(await world.db.write((tx) => copyDay(tx, deed(), rules, DUE, DUE))).toEqual({
      ok: true,
      given: 0,
      elsewhere: 0,
      against: 0,
    });
    expect(getJob(orm(), kept.id).driver_id).toBeNull();
    const closing = { day: DUE, part: "day", reason: "Storm" } as const;
    const closed = planClosure(orm(), world.settings(), closing, deed().now);
    expect(closed.jobs.map(({ jobId }) => jobId)).toEqual([due.id]);
    const unit = orm().select().from(units).where(eq(units.id, kept.unit_id)).get()!;
    expect(lastErrandDay(orm(), unit, DUE)).toBeNull();
  });

  it("makes a proposal stale when it is asked for", async () => {
    const [kept] = [await standing({ mayKeep: true }), await standing({ mayKeep: false })];
    const done = await planDay(world.db, deed(), rules, DUE, pause);
    if (!done.ok) throw new Error(done.code);
    await ask(kept);
    orm().update(jobs).set({ day: DUE }).where(eq(jobs.id, kept.id)).run();
    const accepted = { version: done.plan.version, driverId: null };
    expect(await world.db.write((tx) => acceptPlan(tx, deed(), rules, DUE, accepted))).toMatchObject({
      code: "changed",
    });
  });

  it("is given or offered by hand only by who says so, and is printed then with what it is", async () => {
    const kept = await standing({ mayKeep: true });
    const asked = conflictsByDriver(orm(), rules, kept, deed().now);
    expect(new Set(asked.flatMap(({ conflicts }) => conflicts.map(({ words }) => words)))).toEqual(
      new Set(["They keep it until they ask: extra days are charged."]),
    );
    const give = (accepted: string[]) =>
      world.db.write((tx) => giveJobs(tx, deed(), rules, [{ jobId: kept.id, seen: null }], dale, { accepted }));
    const offer = (accepted: string[]) =>
      world.db.write((tx) => offerJob(tx, deed(), rules, kept.id, dale, null, accepted));
    expect(await offer([])).toMatchObject({ code: "conflicts", conflicts: [{ code: "kept", isHard: false }] });
    expect(await offer(["kept"])).toMatchObject({ ok: true });
    expect(await give([])).toMatchObject({ code: "conflicts", conflicts: [{ code: "kept", isHard: false }] });
    expect(await give(["kept"])).toMatchObject({ ok: true });
    expect(ids(listJobsOfDay(orm(), DUE))).toEqual([kept.id]);
    const { kept: apart, drivers: columns, week } = board();
    expect(apart).toEqual([]);
    const [stop] = columns.flatMap((column) => column.jobs);
    expect(stop).toMatchObject({ id: kept.id, isKept: true });
    expect(stop?.warnings).toContain("Nobody has asked for it: they keep it until they ask.");
    expect(week.find(({ day }) => day === DUE)).toMatchObject({ jobs: 1, open: 0 });
  });
});
