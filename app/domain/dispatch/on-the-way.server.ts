import { and, asc, eq, inArray, ne, type SQL } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { bookings, drivers, dumpsters, jobs, units } from "#db/schema/index";
import type { Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { isOurs } from "../states/job-places";
import { OPEN } from "./driver-read.server";
import { yardPlace } from "./our-yard.server";
import { inOrder } from "./plan.server";
import { FULL_ON_TRUCK, jobWords, onTheWayFullWords, STILL_AT, stillAtWords, stillFullWords } from "./still-at";

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
  if (!couldLeaveFor(orm, driverId, jobId)) return null;
  const [other] = underWay(orm, and(eq(jobs.driver_id, driverId), inArray(jobs.state, STILL_AT)));
  if (!other) return null;
  return { id: other.id, words: stillAtWords(other.state, jobNamed(orm, other.id)) };
}

/** What is full on a driver's truck who could leave for this job: of which jobs, in words. They are told, never refused. */
export const findStillFull = (orm: Orm, driverId: Id<"driver">, jobId: string): { id: Id<"job">; words: string }[] =>
  couldLeaveFor(orm, driverId, jobId)
    ? listFull(orm, [driverId]).map(({ id, number }) => ({ id, words: stillFullWords(number, jobNamed(orm, id)) }))
    : [];

/** By driver, of these: whose truck is on the way to a job of this day with the load of another one. */
export function listOnTheWayFull(
  orm: Orm,
  day: Day,
  among: readonly Id<"driver">[],
): (driverId: Id<"driver">) => string[] {
  const full = listFull(orm, among);
  const ways =
    full.length > 0 ? underWay(orm, and(inArray(jobs.driver_id, [...among]), eq(jobs.state, "en_route"))) : [];
  return (driverId) => {
    const way = ways.find((one) => one.driverId === driverId && one.day === day);
    const loads = way ? full.filter((one) => one.driverId === driverId) : [];
    return loads.map(({ id, number }) =>
      onTheWayFullWords(way?.driver ?? "", number, jobNamed(orm, id), jobNamed(orm, way?.id ?? "")),
    );
  };
}

const couldLeaveFor = (orm: Orm, driverId: Id<"driver">, jobId: string): boolean =>
  orm
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.id, jobId as Id<"job">), eq(jobs.driver_id, driverId), eq(jobs.state, "assigned")))
    .get() !== undefined;

/** The jobs whose load is on these drivers' trucks, with its dumpster's number. */
function listFull(orm: Orm, among: readonly Id<"driver">[]) {
  const isFull = and(inArray(jobs.state, [...FULL_ON_TRUCK]), ne(jobs.kind, "delivery"), ne(jobs.kind, "relocate"));
  return orm
    .select({ id: jobs.id, driverId: jobs.driver_id, number: dumpsters.number })
    .from(jobs)
    .innerJoin(units, eq(units.id, jobs.unit_id))
    .leftJoin(dumpsters, eq(dumpsters.id, units.dumpster_id))
    .where(and(inArray(jobs.driver_id, [...among]), isFull, OPEN))
    .orderBy(asc(jobs.day), ...inOrder)
    .all();
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
