import { and, desc, eq, inArray, notInArray, type SQL } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { events } from "#db/schema/index";
import type { Id } from "../kernel/ids.server";
import { isOfWay, listCounted, type Photo } from "../photos/photos.server";
import type { PhotoStep } from "../photos/rules";
import { BEFORE_IT_LEAVES } from "../states/job-places";
import type { Job } from "./jobs.server";

/** The way that a job's truck is on, or was on last: it begins anew where the truck was called back. */

/** When its truck was called back last; null where it never was. */
export const calledBack = (orm: Orm, jobId: Id<"job">) =>
  lastMove(
    orm,
    jobId,
    and(inArray(events.to_state, BEFORE_IT_LEAVES), notInArray(events.from_state, [...BEFORE_IT_LEAVES])),
  ) ?? null;

/** A job's last move of which this is so. */
export function lastMove(orm: Orm, jobId: Id<"job">, which: SQL | undefined) {
  const moves = and(eq(events.subject_kind, "job"), eq(events.subject_id, jobId), eq(events.action, "job_moved"));
  const last = and(moves, which);
  return orm.select({ id: events.id, at: events.at }).from(events).where(last).orderBy(desc(events.id)).limit(1).get();
}

type OfJob = Pick<Job, "id" | "driver_id">;

/** Of a job's photographs those of this way: what was taken before its truck was called back shows another visit. */
export function onlyOfWay(orm: Orm, job: OfJob, all: readonly Photo[]): Photo[] {
  if (all.length === 0) return [];
  const since = calledBack(orm, job.id)?.at ?? null;
  return all.filter((photo) => isOfWay(photo, job, since));
}

/** The photographs of one step of this way that count, oldest first: what judges a visit, and what shows it. */
export const listPhotosOfWay = (orm: Orm, job: OfJob, step: PhotoStep): Photo[] =>
  onlyOfWay(orm, job, listCounted(orm, job.id, step));
