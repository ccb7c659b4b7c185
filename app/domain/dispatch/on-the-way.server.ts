import { and, asc, eq, inArray, type SQL } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { bookings, drivers, jobs } from "#db/schema/index";
import type { Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { isOurs } from "../states/job-places";
import { OPEN } from "./driver-read.server";
import { yardPlace } from "./our-yard.server";
import { inOrder } from "./plan.server";
import { jobWords, STILL_AT, stillAtWords } from "./still-at";

/** A job as it is named to who has it, or had it: "the delivery at 12 Main Street, Orlando"; of what we parked, our yard. */
export function jobNamed(orm: Orm, jobId: string): string {
  const job = orm
    .select({ kind: jobs.kind, address: bookings.address, city: bookings.city })
    .from(jobs)
    .innerJoin(bookings, eq(bookings.id, jobs.booking_id))
    .where(eq(jobs.id, jobId as Id<"job">))
    .get();
  if (!job) return "a job";
  return jobWords(isOurs(job) ? { ...job, ...yardPlace(orm) } : job);
}

/**
 * Where a driver still is who could leave for this job: another one, in words; null where they are at none. They are told,
 * never refused, as without signal their steps may come in any order.
 */
export function findStillAt(orm: Orm, driverId: Id<"driver">, jobId: string): { id: Id<"job">; words: string } | null {
  const job = orm
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.id, jobId as Id<"job">), eq(jobs.driver_id, driverId), eq(jobs.state, "assigned")))
    .get();
  if (!job) return null;
  const [other] = underWay(orm, and(eq(jobs.driver_id, driverId), inArray(jobs.state, STILL_AT)));
  if (!other) return null;
  return { id: other.id, words: stillAtWords(other.state, jobNamed(orm, other.id)) };
}

/** By driver, of these: who has pressed that they are on the way to several jobs, one of them of this day. Each customer was told so. */
export function listOnTheWayTwice(
  orm: Orm,
  day: Day,
  among: readonly Id<"driver">[],
): Map<Id<"driver">, [words: string]> {
  const several = new Map<Id<"driver">, { name: string; isOfDay: boolean; to: string[] }>();
  for (const job of underWay(orm, and(inArray(jobs.driver_id, [...among]), eq(jobs.state, "en_route")))) {
    const { name, to, isOfDay } = several.get(job.driverId) ?? { name: job.driver, isOfDay: false, to: [] };
    several.set(job.driverId, {
      name,
      isOfDay: isOfDay || job.day === day,
      to: [...to, jobNamed(orm, job.id)],
    });
  }
  return new Map(
    [...several].flatMap(([id, { name, isOfDay, to }]): [Id<"driver">, [string]][] =>
      isOfDay && to.length > 1
        ? [[id, [`${name} is on the way to ${to.length} jobs at once: ${to.join(" and ")}.`]]]
        : [],
    ),
  );
}

const underWay = (orm: Orm, which: SQL | undefined) =>
  orm
    .select({ id: jobs.id, state: jobs.state, day: jobs.day, driverId: drivers.id, driver: drivers.name })
    .from(jobs)
    .innerJoin(drivers, eq(drivers.id, jobs.driver_id))
    .where(and(which, OPEN))
    .orderBy(asc(jobs.day), ...inOrder)
    .all();
