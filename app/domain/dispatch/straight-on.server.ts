import { and, desc, eq, inArray, lte, sql } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { drivers, dumpsters, jobs, units } from "#db/schema/index";
import { addDays } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { dayAt, type Instant } from "../kernel/time.server";
import { nextOpenDay } from "../schedule/rules";
import { readSettings } from "../settings/settings.server";
import { isFit, isOut } from "../inventory/ready.server";

/** An emptied dumpster on a truck, with the driver and the job after which it stayed there. */
export interface OnTruck {
  id: Id<"dumpster">;
  number: string;
  size: number;
  driverId: Id<"driver">;
  driver: string;
  jobId: Id<"job">;
}

/**
 * The empty dumpsters that drivers went straight on with (domain.md, section 2: `ticketed → completed` leaves one on that
 * truck for its next delivery): on a truck, out with no customer, and whose driver brought it over the scale last.
 */
function listCarried(orm: Orm): OnTruck[] {
  const isThere = sql`${dumpsters.location} = 'truck' and ${dumpsters.load} = 'empty' and ${isFit} and not ${isOut}`;
  return orm
    .select({ id: dumpsters.id, number: dumpsters.number, size: dumpsters.size_yards })
    .from(dumpsters)
    .where(isThere)
    .orderBy(dumpsters.number)
    .all()
    .flatMap((dumpster) => {
      const had = and(eq(units.dumpster_id, dumpster.id), eq(jobs.state, "completed"));
      const last = orm
        .select({ driverId: drivers.id, driver: drivers.name, jobId: jobs.id })
        .from(units)
        .innerJoin(jobs, eq(jobs.unit_id, units.id))
        .innerJoin(drivers, eq(drivers.id, jobs.driver_id))
        .where(and(had, inArray(jobs.kind, ["pickup", "swap", "disposal"])))
        .orderBy(desc(jobs.done_at))
        .limit(1)
        .get();
      return last ? [{ ...dumpster, ...last }] : [];
    });
}

/** Those of one driver. */
export const listOnTruck = (orm: Orm, driverId: Id<"driver">): OnTruck[] =>
  listCarried(orm).filter((one) => one.driverId === driverId);

/** Those that a delivery of their driver's takes, today or on the next day on which trucks go out. */
export function listTakenAlong(orm: Orm, now: Instant): OnTruck[] {
  const until = nextOpenDay(addDays(dayAt(now), 1), readSettings(orm));
  return listCarried(orm).filter(({ driverId, size }) => {
    const brings = sql`coalesce(${jobs.brings_unit_id}, ${jobs.unit_id})`;
    const theirs = and(eq(jobs.driver_id, driverId), sql`${jobs.state} = 'assigned'`, lte(jobs.day, until));
    const takes = orm
      .select({ id: jobs.id })
      .from(jobs)
      .innerJoin(units, eq(units.id, brings))
      .where(and(theirs, inArray(jobs.kind, ["delivery", "swap"]), eq(units.size_yards, size)))
      .limit(1)
      .get();
    return takes !== undefined;
  });
}

/** Those that no delivery takes: it was cancelled, moved or given to somebody else, or there never was one. */
export function listLeftOver(orm: Orm, now: Instant): OnTruck[] {
  const taken = new Set(listTakenAlong(orm, now).map(({ id }) => id));
  return listCarried(orm).filter(({ id }) => !taken.has(id));
}
