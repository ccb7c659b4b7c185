import { and, eq, inArray, sql } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { bookings, drivers, jobs, units } from "#db/schema/index";
import type { Day } from "../kernel/days";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { dayAt, type Instant } from "../kernel/time.server";
import { mayBeSetDown } from "../schedule/placement-rules";
import { isKeptJob } from "../states/kept";
import { BEFORE_IT_LEAVES, isBeforeItLeaves, notThere, setsDown, takesAway } from "../states/job-places";
import { conflicts, type Asked, type Conflict, type ConflictCode } from "./conflicts";
import { readDayRoutes, type DayJob, type DayRoutes } from "./day-routes.server";
import type { DriverOfDay } from "./drivers-of-day.server";
import { getJob, type Job } from "./jobs.server";
import type { PlanRules } from "./plan-day.server";
import { countFreeDumpsters, findToPlan, planDumpster, type PlanDumpsterResult } from "./planned.server";
import { isAsSeen, ofUnit, placeBefore, placeJob, stopsOfDriver, type PlanResult, type Seen } from "./plan.server";
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
  const group = found.flatMap(({ job }, i) => (job.driver_id !== driverId || (i === 0 && position) ? job : []));
  const against = fresh.flatMap(({ job }) =>
    conflictsOf(tx, rules, job, driverId, dayAt(deed.now), day, together, { group, position }),
  );
  if (against.some(({ isHard, code }) => isHard || !accepted.includes(code)))
    return { ok: false, code: "conflicts", conflicts: eachOnce(against), from: first.state };
  let done: PlanResult = { ok: true, job: first };
  let place = placeToTake(tx, day, group, driverId, position);
  for (const [i, { job }] of found.entries()) {
    const goes = group.includes(job);
    done = placeJob(tx, deed, job.id, driverId, { position: goes ? place : undefined });
    if (goes && place !== undefined) place++;
    if (!done.ok && i > 0) throw new Error(`job ${job.id}: ${done.code} after another was given`);
    if (!done.ok) return done;
  }
  return dumpster === undefined ? done : planDumpster(tx, deed, first.id, dumpster);
}

const eachOnce = (list: readonly Conflict[]): Conflict[] =>
  list.filter(({ words }, i) => list.findIndex((one) => one.words === words) === i);

/**
 * What speaks against giving this job to this driver; nothing for one who does not exist. `together`: other jobs of the
 * order that go along, which are in nobody's way. `stand`: which of them come one behind the other, and at which stop from 1; else all
 * that the driver has not yet, where they stand best.
 */
export function conflictsOf(
  orm: Orm,
  rules: PlanRules,
  job: Job,
  driverId: Id<"driver">,
  today: Day,
  day: DayRoutes,
  together: readonly Id<"job">[] = [],
  stand?: Stand,
): Conflict[] {
  const driver = day.everybody.find(({ id }) => id === driverId);
  if (!driver) return [];
  const others = together.flatMap((id) => (id === job.id ? [] : getJob(orm, id)));
  const group = stand?.group ?? [job, ...others.filter((one) => one.driver_id !== driverId)];
  const list = listWith(orm, day, { group, position: stand?.position }, driverId);
  const late = list ? lateness(day, driver, list) : { latest: null, overtime: 0 };
  return conflicts({ ...aboutJob(orm, rules, job, driver, today, together), ...late });
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
      conflicts: conflictsOf(orm, rules, job, id, dayAt(now), day, together),
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
      onHold: booking.on_hold_reason,
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

/** Jobs that become a driver's stops one behind the other: at the place that was asked for (from 1), else the best one. */
interface Stand {
  group: readonly Job[];
  position?: number | undefined;
}

/**
 * Which stop of the driver's day the first of these jobs becomes, from 1: where it was asked for, else where it has to stand
 * (`placeBefore`), else where they are in nobody's way, as late as that can be. Undefined where they are the last ones.
 */
export function placeToTake(
  orm: Orm,
  day: DayRoutes,
  group: readonly Job[],
  driverId: Id<"driver">,
  position?: number,
): number | undefined {
  const [first] = group;
  if (!first) return undefined;
  const fixed = position ?? placeBefore(orm, first, driverId);
  if (fixed !== null) return fixed;
  const list = listWith(orm, day, { group }, driverId);
  const next = list?.[list.findLastIndex(({ id }) => group.some((one) => one.id === id)) + 1];
  const stops = stopsBut(orm, first, driverId, group);
  return next && stops.findIndex(({ id }) => id === next.id) + 1;
}

const stopsBut = (orm: Orm, { day }: Job, driverId: Id<"driver">, group: readonly Job[]) =>
  stopsOfDriver(orm, driverId, day).filter((stop) => !group.some(({ id }) => id === stop.id));

/** The driver's stops that are still to leave, in their order, with these jobs among them; null where no road is known. */
function listWith(orm: Orm, day: DayRoutes, { group, position }: Stand, driverId: Id<"driver">): DayJob[] | null {
  const known = ({ id }: Pick<Job, "id">) => day.toLeave.find((one) => one.id === id) ?? [];
  const asked = group.flatMap(known);
  const [first] = group;
  if (!first || asked.length < group.length) return null;
  const stops = stopsBut(orm, first, driverId, group);
  const list = stops.flatMap(known);
  const place = position ?? placeBefore(orm, first, driverId);
  if (place !== null) {
    const behind = stops.slice(Math.max(0, place - 1)).map(({ id }) => list.findIndex((one) => one.id === id));
    return list.toSpliced(behind.find((at) => at >= 0) ?? list.length, 0, ...asked);
  }
  // Nothing goes before an emergency, or takes away what an errand is still for.
  const stays = ({ id }: DayJob) =>
    stops.some(
      (stop) =>
        stop.id === id && (stop.priority === "emergency" || group.some((job) => takesAway(ofUnit(job), ofUnit(stop)))),
    );
  return bestPlace(day, list, asked, { from: list.findLastIndex(stays) + 1, driverId });
}

/** Where they make the stops late least; of places that are the same in this, the last. */
function bestPlace(
  day: DayRoutes,
  list: DayJob[],
  asked: DayJob[],
  { from, driverId }: { from: number; driverId: Id<"driver"> },
): DayJob[] {
  const ways = Array.from({ length: list.length + 1 - from }, (_, at) => list.toSpliced(from + at, 0, ...asked));
  const late = (way: DayJob[]) => routeCost(way, day, { hours: day.hours?.[driverId] }).late;
  return ways.reduce((best, way) => (late(way) <= late(best) ? way : best));
}

function lateness(day: DayRoutes, driver: DriverOfDay, list: DayJob[]): Pick<Asked, "latest" | "overtime"> {
  const hours = day.hours?.[driver.id];
  let latest: Asked["latest"] = null;
  let inWindows = 0;
  const { late } = routeCost(list, day, {
    hours,
    note(job, reached) {
      inWindows += reached.late;
      const minutes = Math.ceil(reached.late / 5) * 5;
      if (minutes > (latest?.minutes ?? 0))
        latest = { address: day.toLeave.find(({ id }) => id === job.id)?.address ?? "", minutes };
    },
  });
  return { latest, overtime: Math.ceil((late - inWindows) / 5) * 5 };
}
