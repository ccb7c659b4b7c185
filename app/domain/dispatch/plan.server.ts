import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { drivers, jobs } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Day } from "../kernel/days";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { isBeforeItLeaves, ON_A_LIST, takesAway } from "../states/job-places";
import { assignJob, getJob, scheduleJob, type Job, type JobResult } from "./jobs.server";

/** Where a job stood on the page of whoever moves it; what somebody else did meanwhile is told, not overwritten. */
export interface Seen {
  driverId: Id<"driver"> | null;
  day: Day;
  window: string;
}

export type PlanResult = JobResult | { ok: false; code: "changed" | "not_on_a_list"; from: Job["state"] };

/** Whether the job still stands where it was seen; always true for who did not say. */
export const isAsSeen = ({ driver_id, day, delivery_window }: Job, seen: Seen | null): boolean =>
  seen === null || (driver_id === seen.driverId && day === seen.day && delivery_window === seen.window);

/**
 * Gives a job to a driver as the last stop of its day (an emergency as the next one, an errand before its pickup), or at `position` (from 1); gives it
 * its place in the schedule first where it has none. By a person: no proposal takes it away again. Refused as `assignJob` does, and as `changed` when it is not where it was seen. A job that the
 * driver has already stays where it stands, unless a position is asked for.
 */
export function placeJob(
  tx: Tx,
  deed: Deed,
  jobId: Id<"job">,
  driverId: Id<"driver">,
  { seen = null, position }: { seen?: Seen | null; position?: number | undefined } = {},
): PlanResult {
  const job = getJob(tx, jobId);
  if (!isAsSeen(job, seen)) return { ok: false, code: "changed", from: job.state };
  if (job.state === "unscheduled") {
    const driver = tx.select({ isActive: drivers.is_active }).from(drivers).where(eq(drivers.id, driverId)).get();
    if (!driver?.isActive) return { ok: false, code: driver ? "driver_off" : "unknown_driver", from: job.state };
    const scheduled = scheduleJob(tx, deed, jobId);
    if (!scheduled.ok) return scheduled;
  }
  const given = assignJob(tx, deed, jobId, driverId);
  if (!given.ok) return given;
  const isOnList = job.driver_id === driverId && job.position !== null;
  if (isOnList && position === undefined) {
    tx.update(jobs).set({ is_fixed: true }).where(eq(jobs.id, jobId)).run();
    return given;
  }
  tx.update(jobs).set({ is_fixed: true }).where(eq(jobs.id, jobId)).run();
  setPosition(tx, given.job, position ?? usualPosition(tx, given.job, driverId));
  return { ok: true, job: getJob(tx, jobId) };
}

/**
 * An emergency before everything else that has not left yet, an errand before its dumpster is taken away, anything else as
 * the last stop.
 */
function usualPosition(tx: Tx, job: Job, driverId: Id<"driver">): number {
  return placeBefore(tx, job, driverId) ?? Number.MAX_SAFE_INTEGER;
}

/** Where an emergency, or an errand whose dumpster is taken away, has to stand, from 1; null for anything else. */
export function placeBefore(orm: Orm, job: Job, driverId: Id<"driver">): number | null {
  const others = stopsOfDriver(orm, driverId, job.day).filter((stop) => stop.id !== job.id);
  const isUrgent = job.priority === "emergency";
  const next = others.findIndex(
    (stop) =>
      isBeforeItLeaves(stop.state) &&
      ((isUrgent && stop.priority !== "emergency") || takesAway(ofUnit(stop), ofUnit(job))),
  );
  return next < 0 ? null : next + 1;
}

/** A job as `takesAway` asks for it. */
export const ofUnit = ({ kind, unit_id }: Job) => ({ kind, unitId: unit_id });

/** Takes a job from its driver; it keeps its place in the schedule. Only before the truck is on its way. */
export function takeBackJob(tx: Tx, deed: Deed, jobId: Id<"job">, seen: Seen | null = null): PlanResult {
  const job = getJob(tx, jobId);
  if (!isAsSeen(job, seen)) return { ok: false, code: "changed", from: job.state };
  return assignJob(tx, deed, jobId, null);
}

/**
 * Puts a job at another place among its driver's stops of the day, from 1; further than the last one is the last. The
 * others close up. Refused where nobody has it.
 */
export function orderJob(tx: Tx, deed: Deed, jobId: Id<"job">, position: number, seen: Seen | null = null): PlanResult {
  const job = getJob(tx, jobId);
  if (!isAsSeen(job, seen)) return { ok: false, code: "changed", from: job.state };
  if (job.driver_id === null) return { ok: false, code: "not_on_a_list", from: job.state };
  const is = setPosition(tx, job, position);
  if (is !== job.position)
    recordEvent(tx, deed, {
      subject: { kind: "job", id: job.id },
      bookingId: job.booking_id,
      action: "job_ordered",
      data: { job: job.kind, stop: is },
    });
  return { ok: true, job: getJob(tx, jobId) };
}

/** A driver's stops of a day in their order; those that never got a place come last, by window. */
export function stopsOfDriver(orm: Orm, driverId: Id<"driver">, day: Day): Job[] {
  return orm
    .select()
    .from(jobs)
    .where(and(eq(jobs.driver_id, driverId), eq(jobs.day, day), inArray(jobs.state, ON_A_LIST)))
    .orderBy(...inOrder)
    .all();
}

/** How stops stand: as they were put, then by window, then as they were booked: by its id a job stands anywhere. */
export const inOrder = [
  asc(sql`coalesce(${jobs.position}, 1000000)`),
  asc(sql`case ${jobs.delivery_window} when 'morning' then 0 when 'afternoon' then 2 else 1 end`),
  asc(sql`${jobs}.rowid`),
];

/** Numbers the driver's stops of the day anew, with this one at its place. Returns the place that it got. */
export function setPosition(tx: Tx, job: Job, position: number): number {
  if (job.driver_id === null) throw new Error(`job ${job.id} has no driver`);
  const others = stopsOfDriver(tx, job.driver_id, job.day).filter(({ id }) => id !== job.id);
  const at = Math.min(Math.max(1, position), others.length + 1);
  const list = [...others.slice(0, at - 1), job, ...others.slice(at - 1)];
  for (const [i, { id, position: was }] of list.entries())
    if (was !== i + 1)
      tx.update(jobs)
        .set({ position: i + 1 })
        .where(eq(jobs.id, id))
        .run();
  return at;
}
