import { and, eq, inArray, sql } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { bookings, drivers, jobs, units } from "#db/schema/index";
import type { Day } from "../kernel/days";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { dayAt, type Instant } from "../kernel/time.server";
import { mayBeSetDown } from "../schedule/placement-rules";
import { isKeptJob } from "../states/kept";
import { BEFORE_IT_LEAVES, isBeforeItLeaves, isErrand, isOurs, notThere, setsDown } from "../states/job-places";
import { conflicts, type Asked, type Conflict, type ConflictCode } from "./conflicts";
import { readDayRoutes, type DayJob, type DayRoutes } from "./day-routes.server";
import type { DriverOfDay } from "./drivers-of-day.server";
import { getJob, type Job } from "./jobs.server";
import type { PlanRules } from "./plan-day.server";
import { countFreeDumpsters, findToPlan, planDumpster, type PlanDumpsterResult } from "./planned.server";
import { placeInDay, type Place } from "./place-in-day.server";
import { isAsSeen, placeJob, type PlanResult, type Seen } from "./plan.server";
import { routeCost } from "./route";

export type GiveResult =
  | PlanDumpsterResult
  | { ok: false; code: "conflicts"; conflicts: Conflict[]; from: Job["state"] };

/** A job with where it was seen. */
export interface Given {
  jobId: Id<"job">;
  seen: Seen | null;
}

/**
 * Gives jobs of one order and day to a driver as `placeJob` does, all or none, after the rules of `conflicts`: refused
 * with them, unless none is hard and each was answered with "all the same" (`accepted`). `position` and `dumpster`
 * (which is to be loaded, as for `planDumpster`; left as it is where nothing is said) are the first one's.
 */
export function giveJobs(
  tx: Tx,
  deed: Deed,
  rules: PlanRules,
  list: readonly [Given, ...Given[]],
  driverId: Id<"driver">,
  {
    accepted = [],
    position,
    dumpster,
  }: { accepted?: readonly string[]; position?: number | undefined; dumpster?: string | null | undefined } = {},
): GiveResult {
  const together = list.map(({ jobId }) => jobId);
  const found = list.map(({ jobId, seen }) => ({ job: getJob(tx, jobId), seen }));
  for (const { job, seen } of found) {
    if (!isAsSeen(job, seen)) return { ok: false, code: "changed", from: job.state };
    if (!isBeforeItLeaves(job.state)) return { ok: false, code: "not_allowed", from: job.state };
  }
  // Who has it already: nothing is given that could be in somebody's way.
  const fresh = found.filter(({ job }) => job.driver_id !== driverId);
  const [first] = found.map(({ job }) => job);
  if (!first) throw new Error("no job to give");
  const loads = dumpster === undefined ? null : findToPlan(tx, first, dumpster);
  if (loads && !loads.ok) return { ...loads, from: first.state };
  const day = readDayRoutes(tx, rules.settings, first.day, { oneDriver: false });
  // Whoever of them he has stays where it stands, but for the one that is put somewhere.
  const ordered = errandsFirst(found);
  const group = ordered.flatMap(({ job }) => (job.driver_id !== driverId || (job === first && position) ? job : []));
  const place = placeInDay(tx, day, group, driverId, position);
  const against = fresh.flatMap(({ job }) =>
    conflictsOf(tx, rules, { job, driverId, today: dayAt(deed.now), day, together, place }),
  );
  if (against.some(({ isHard, code }) => isHard || !accepted.includes(code)))
    return { ok: false, code: "conflicts", conflicts: eachOnce(against), from: first.state };
  let done: PlanResult = { ok: true, job: first };
  let next = place.position;
  for (const [i, { job }] of ordered.entries()) {
    const goes = group.includes(job);
    done = placeJob(tx, deed, job.id, driverId, { position: goes ? next : undefined });
    if (goes && next !== undefined) next++;
    if (!done.ok && i > 0) throw new Error(`job ${job.id}: ${done.code} after another was given`);
    if (!done.ok) return done;
  }
  return dumpster === undefined ? done : planDumpster(tx, deed, first.id, dumpster);
}

/** What empties or moves a dumpster is done before another of them takes it away. */
const errandsFirst = <T extends { job: Job }>(list: readonly T[]): T[] =>
  list.toSorted((a, b) => Number(isErrand(b.job.kind)) - Number(isErrand(a.job.kind)));

const eachOnce = (list: readonly Conflict[]): Conflict[] =>
  list.filter(({ words }, i) => list.findIndex((one) => one.words === words) === i);

/** `day`: the routes of the job's day, which `today` may be. */
interface Giving {
  job: Job;
  driverId: Id<"driver">;
  today: Day;
  day: DayRoutes;
  /** Other jobs of the order that go along, which are in nobody's way. */
  together?: readonly Id<"job">[];
  /** Where it was put among the driver's stops; else it and all that go along and are not theirs yet stand where they do best. */
  place?: Place;
}

/** What speaks against giving this job to this driver; nothing for one who does not exist. */
export function conflictsOf(orm: Orm, rules: PlanRules, giving: Giving): Conflict[] {
  const { job, driverId, today, day, together = [] } = giving;
  const driver = day.everybody.find(({ id }) => id === driverId);
  if (!driver) return [];
  const { list, without } = giving.place ?? placeInDay(orm, day, groupOf(orm, job, driverId, together), driverId);
  // What is late already is none of its doing.
  const before = latenessOf(day, driver, without);
  const late = list ? lateness(day, driver, list, before) : { latest: null, overtime: 0 };
  return conflicts({ ...aboutJob(orm, rules, job, driver, today, together), ...late });
}

/** The job, and those that go along with it and are not the driver's yet. */
function groupOf(orm: Orm, job: Job, driverId: Id<"driver">, together: readonly Id<"job">[]): Job[] {
  const others = together.flatMap((id) => (id === job.id ? [] : getJob(orm, id)));
  const all = [job, ...others.filter((one) => one.driver_id !== driverId)].map((one) => ({ job: one }));
  return errandsFirst(all).map((one) => one.job);
}

/** What speaks against each driver who could have the job, of those against whom anything does; `together` as above. */
export function conflictsByDriver(
  orm: Orm,
  rules: PlanRules,
  job: Job,
  now: Instant,
  together: readonly Id<"job">[] = [],
): { driverId: Id<"driver">; name: string; conflicts: Conflict[] }[] {
  const day = readDayRoutes(orm, rules.settings, job.day, { oneDriver: false });
  return day.everybody
    .filter(({ id, isActive }) => isActive && id !== job.driver_id)
    .map(({ id, name }) => ({
      driverId: id,
      name,
      conflicts: conflictsOf(orm, rules, { job, driverId: id, today: dayAt(now), day, together }),
    }))
    .filter((one) => one.conflicts.length > 0);
}

/** What is wrong with a driver's day as it stands: codes that are about the driver, not about one job. */
const ABOUT_DAY: readonly ConflictCode[] = [
  "licence_ended",
  "day_off",
  "truck_shared",
  "truck_off",
  "late",
  "overtime",
];

/** The same for a driver's whole day, as the head of a column says it. Nothing for who has no job that is to leave. */
export function conflictsOfDay(day: DayRoutes, on: Day, driver: DriverOfDay): string[] {
  const list = day.toLeave.filter(({ driverId }) => driverId === driver.id);
  if (list.length === 0) return [];
  const nothing = { kind: "pickup", size: 0, onHold: null, mayStand: true, notThere: null, isKept: false };
  return conflicts({ day: on, driver, job: nothing, yard: null, alsoWith: null, ...lateness(day, driver, list) })
    .filter(({ code }) => ABOUT_DAY.includes(code))
    .map(({ words }) => words);
}

function aboutJob(
  orm: Orm,
  { oneDriver }: PlanRules,
  job: Job,
  driver: DriverOfDay,
  today: Day,
  together: readonly Id<"job">[],
): Omit<Asked, "latest" | "overtime"> {
  const booking = orm.select().from(bookings).where(eq(bookings.id, job.booking_id)).get();
  // Of a swap the empty one counts: it is what the yard must have.
  const leaves = job.brings_unit_id ?? (job.kind === "delivery" ? job.unit_id : null);
  const unit = orm
    .select({ size: units.size_yards, state: units.state })
    .from(units)
    .where(eq(units.id, leaves ?? job.unit_id))
    .get();
  if (!booking || !unit) throw new Error(`job ${job.id} has no order`);
  const others = orm
    .select({ id: jobs.id, driverId: jobs.driver_id })
    .from(jobs)
    .where(and(eq(jobs.booking_id, job.booking_id), eq(jobs.day, job.day), eq(jobs.state, "assigned")))
    .all();
  const other = others.find(
    ({ id, driverId }) => id !== job.id && driverId !== driver.id && !together.includes(id),
  )?.driverId;
  return {
    day: job.day,
    driver,
    job: {
      kind: job.kind,
      size: unit.size,
      onHold: isOurs(job) ? null : booking.on_hold_reason,
      mayStand: !setsDown(job) || mayBeSetDown(booking, job.day),
      notThere: notThere({ kind: job.kind, unit: unit.state }),
      isKept: isKeptJob({ kind: job.kind, mayKeep: booking.flexible_extension, unit: unit.state }),
    },
    yard: leaves !== null && job.day === today ? yardFor(orm, unit.size, today) : null,
    alsoWith: oneDriver && other ? nameOf(orm, other) : null,
  };
}

const nameOf = (orm: Orm, id: Id<"driver">): string =>
  orm.select({ name: drivers.name }).from(drivers).where(eq(drivers.id, id)).get()?.name ?? "Another driver";

/** Dumpsters of a size that are still to leave today, by a delivery or a swap, and the empty ones in the yard. */
export function yardFor(orm: Orm, size: number, today: Day): { needed: number; there: number } {
  const count = sql<number>`count(*)`;
  const needed = orm
    .select({ count })
    .from(jobs)
    .innerJoin(units, eq(units.id, sql`coalesce(${jobs.brings_unit_id}, ${jobs.unit_id})`))
    .where(
      and(
        eq(jobs.day, today),
        inArray(jobs.state, BEFORE_IT_LEAVES),
        inArray(jobs.kind, ["delivery", "swap"]),
        eq(units.size_yards, size),
      ),
    )
    .get();
  return { needed: needed?.count ?? 0, there: countFreeDumpsters(orm, size) };
}

/** Minutes: how late each stop is after its window, and the driver's return after their hours. */
interface Lateness {
  stops: Map<string, number>;
  overtime: number;
}
const NONE_LATE: Lateness = { stops: new Map(), overtime: 0 };

function latenessOf(day: DayRoutes, driver: DriverOfDay, list: readonly DayJob[]): Lateness {
  const stops = new Map<string, number>();
  const note = (job: { id: string }, reached: { late: number }) => void stops.set(job.id, reached.late);
  const { late } = routeCost(list, day, { hours: day.hours?.[driver.id], note });
  return { stops, overtime: late - [...stops.values()].reduce((sum, one) => sum + one, 0) };
}

/** By more than what sums of fractions differ. */
const isLater = (is: number, was = 0): boolean => is - was > 0.01;

/** The latest stop and the overtime, to five minutes; of what was so `before`, nothing. */
function lateness(
  day: DayRoutes,
  driver: DriverOfDay,
  list: readonly DayJob[],
  before = NONE_LATE,
): Pick<Asked, "latest" | "overtime"> {
  const is = latenessOf(day, driver, list);
  let latest: Asked["latest"] = null;
  for (const { id, address } of list) {
    const late = is.stops.get(id) ?? 0;
    const minutes = isLater(late, before.stops.get(id)) ? Math.ceil(late / 5) * 5 : 0;
    if (minutes > (latest?.minutes ?? 0)) latest = { address, minutes };
  }
  return { latest, overtime: isLater(is.overtime, before.overtime) ? Math.ceil(is.overtime / 5) * 5 : 0 };
}
