import { and, eq, sql } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { bookings, disputes, dumpsters, jobs, units } from "#db/schema/index";
import { STANDING_DISPUTE } from "../booking/order/disputed.server";
import type { Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { mayBeSetDown } from "../schedule/placement-rules";
import { endedToday, type Clock } from "../schedule/rules";
import { disputedWords } from "../states/dispute-words";
import { isBeforeItLeaves, isErrand, isOurs, isStillToCome, notThere, setsDown, takesAway } from "../states/job-places";
import { isKeptJob } from "../states/kept";
import { CLOSED_DAY_OF_JOB } from "../tasks/closed-days.server";
import { yardPlace } from "./our-yard.server";
import { inOrder, stopsOfDriver } from "./plan.server";
import { listWaiting, waitingWords } from "./visits.server";

const COLUMNS = {
  id: jobs.id,
  unitId: jobs.unit_id,
  kind: jobs.kind,
  state: jobs.state,
  day: jobs.day,
  window: jobs.delivery_window,
  priority: jobs.priority,
  attempt: jobs.attempt,
  driverId: jobs.driver_id,
  size: units.size_yards,
  unit: units.state,
  brings: sql<number | null>`(select b.size_yards from units as b where b.id = ${jobs.brings_unit_id})`,
  dumpster: dumpsters.number,
  booking: bookings.booking_number,
  name: sql<string>`trim(${bookings.first_name} || ' ' || ${bookings.last_name})`,
  address: bookings.address,
  city: bookings.city,
  zip: bookings.zip,
  onHold: bookings.on_hold_reason,
  mayKeep: bookings.flexible_extension,
  isUndecided: sql<number>`exists (select 1 from tasks where tasks.cause = 'not_served:' || ${bookings.id} and tasks.state = 'open')`,
  isShut: sql<number>`exists (select 1 from tasks where tasks.cause = ${CLOSED_DAY_OF_JOB} and tasks.state = 'open')`,
  disputed: disputes.state,
  claim: disputes.reason,
  placement: bookings.placement,
  permit_number: bookings.permit_number,
  permit_from: bookings.permit_from,
  permit_until: bookings.permit_until,
};

/** A job as the board shows it; `warnings`: what stands in its way, in words, the gravest first. */
export interface BoardJob {
  id: Id<"job">;
  unitId: Id<"unit">;
  kind: (typeof jobs.$inferSelect)["kind"];
  state: (typeof jobs.$inferSelect)["state"];
  day: Day;
  window: string;
  priority: (typeof jobs.$inferSelect)["priority"];
  attempt: number;
  driverId: Id<"driver"> | null;
  size: number;
  /** Of a swap: how large the empty one is. */
  brings: number | null;
  dumpster: string | null;
  booking: string;
  name: string;
  address: string;
  city: string;
  zip: string;
  warnings: string[];
  /** Its promised time ended today, and no truck has come. */
  isLate?: boolean;
  /** A pickup that is to leave and that nobody has asked for: its customer keeps the dumpster until they do. */
  isKept: boolean;
}

/** For jobs whose trucks have not left. */
export const NOBODY_WAITS: ReturnType<typeof listWaiting> = new Map();
const AFTER_PICKUP = "Stands behind the stop that takes its dumpster away: put it before.";
/** One job as the board shows it; null when there is none. */
export function findBoardJob(orm: Orm, id: string): BoardJob | null {
  const row = selectJobs(orm)
    .where(eq(jobs.id, id as Id<"job">))
    .get();
  if (!row) return null;
  const job = shown(orm, row, row.state === "arrived" ? listWaiting(orm) : NOBODY_WAITS);
  if (!isErrand(job.kind) || job.driverId === null) return job;
  const list = stopsOfDriver(orm, job.driverId, job.day);
  return behindPickup(
    job,
    list.map((stop) => ({ ...stop, unitId: stop.unit_id, driverId: stop.driver_id })),
  );
}

/** The other jobs of the same order, kind and day that are still to leave: what a dispatcher gives along with it. */
export function listAlongside(orm: Orm, job: BoardJob): BoardJob[] {
  return selectJobs(orm)
    .where(and(eq(bookings.booking_number, job.booking), eq(jobs.day, job.day), eq(jobs.kind, job.kind)))
    .orderBy(...inOrder)
    .all()
    .filter(({ id, state }) => id !== job.id && isBeforeItLeaves(state))
    .map((row) => shown(orm, row, NOBODY_WAITS));
}

/** Rows of jobs as `shown` reads them. */
export function selectJobs(orm: Orm) {
  return orm
    .select(COLUMNS)
    .from(jobs)
    .innerJoin(units, eq(units.id, jobs.unit_id))
    .innerJoin(bookings, eq(bookings.id, jobs.booking_id))
    .leftJoin(dumpsters, eq(dumpsters.id, units.dumpster_id))
    .leftJoin(disputes, eq(disputes.id, STANDING_DISPUTE));
}

type Row = ReturnType<ReturnType<typeof selectJobs>["all"]>[number];

/** `waiting`: whose drivers cannot get in (`listWaiting`). */
export function shown(orm: Orm, row: Row, waiting: ReturnType<typeof listWaiting>): BoardJob {
  const { onHold, isUndecided, isShut, mayKeep, unit, disputed, claim, ...rest } = row;
  const { placement, permit_number, permit_from, permit_until, ...job } = rest;
  const visit = waiting.get(job.id);
  const isWaiting = isBeforeItLeaves(job.state);
  const isKept = isWaiting && isKeptJob({ ...job, mayKeep, unit });
  const mayStand = !setsDown(job) || mayBeSetDown({ placement, permit_number, permit_from, permit_until }, job.day);
  const missing = notThere({ ...job, unit });
  return {
    ...job,
    ...(isOurs(job) && yardPlace(orm)),
    isKept,
    warnings: [
      ...(visit ? [waitingWords(visit)] : []),
      ...(isUndecided && isWaiting && setsDown(job) ? ["Do not serve: see the booking before anybody drives."] : []),
      // A pickup brings back what is ours.
      ...(disputed && isWaiting && job.kind !== "pickup" && !isOurs(job)
        ? [`${disputedWords({ state: disputed, reason: claim ?? "" })}: see the booking before anybody drives.`]
        : []),
      ...(onHold && !isOurs(job) ? [`On hold: ${onHold}`] : []),
      ...(isShut && isWaiting ? ["Stands on a closed day: agree on another one with its customer."] : []),
      ...(isWaiting && !mayStand ? ["No street permit for this day: the truck may not leave."] : []),
      ...(isWaiting && missing !== null ? [`Nothing stands there: ${missing}.`] : []),
      ...(isKept && job.driverId !== null ? ["Nobody has asked for it: they keep it until they ask."] : []),
    ],
  };
}

/** An errand that its driver comes to after the stop that takes its dumpster away; `list`: in the stops' order. */
export function behindPickup(
  job: BoardJob,
  list: readonly Pick<BoardJob, "id" | "kind" | "state" | "unitId" | "driverId">[],
): BoardJob {
  if (!isErrand(job.kind) || job.driverId === null || !isBeforeItLeaves(job.state)) return job;
  const before = list.slice(
    0,
    list.findIndex(({ id }) => id === job.id),
  );
  const taker = before.find(
    (stop) => stop.driverId === job.driverId && isBeforeItLeaves(stop.state) && takesAway(stop, job),
  );
  return taker ? { ...job, warnings: [AFTER_PICKUP, ...job.warnings] } : job;
}

/** The gravest of today: somebody waits for it. */
export function lateOn(job: BoardJob, clock: Clock): BoardJob {
  const ended =
    isStillToCome(job.state) && !(job.isKept && job.driverId === null) ? endedToday(job.window, job.day, clock) : null;
  return ended === null ? job : { ...job, isLate: true, warnings: [`Late: promised by ${ended}.`, ...job.warnings] };
}
