import { and, asc, eq, inArray, isNotNull, ne, sql } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { drivers, jobs, shifts, trucks } from "#db/schema/index";
import type { Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";

/** A driver on a day: which truck, and what is different about the day. `begins` and `ends` in minutes, or as always. */
export interface DriverOfDay {
  id: Id<"driver">;
  name: string;
  isActive: boolean;
  isOff: boolean;
  note: string;
  /** The licence's last day; null where none is noted. */
  licenceUntil: Day | null;
  truck: { id: Id<"truck">; name: string; isActive: boolean } | null;
  begins: number | null;
  ends: number | null;
  /** Who else has jobs on the day and is in the same truck, by name. */
  sharesTruckWith: string | null;
}

/** All drivers, by name, as they are on a day. */
export function driversOfDay(orm: Orm, day: Day): DriverOfDay[] {
  const rows = orm
    .select({
      id: drivers.id,
      name: drivers.name,
      isActive: drivers.is_active,
      licenceUntil: drivers.licence_until,
      truckId: sql<Id<"truck"> | null>`coalesce(${shifts.truck_id}, ${drivers.truck_id})`,
      isOff: shifts.is_off,
      note: shifts.note,
      begins: shifts.begins,
      ends: shifts.ends,
    })
    .from(drivers)
    .leftJoin(shifts, and(eq(shifts.driver_id, drivers.id), eq(shifts.day, day)))
    .orderBy(asc(drivers.name), asc(drivers.id))
    .all();
  const ids = [...new Set(rows.flatMap(({ truckId }) => (truckId ? [truckId] : [])))];
  const list = orm.select().from(trucks).where(inArray(trucks.id, ids)).all();
  const busy = new Set(
    orm
      .select({ id: jobs.driver_id })
      .from(jobs)
      .where(and(eq(jobs.day, day), isNotNull(jobs.driver_id), ne(jobs.state, "cancelled")))
      .all()
      .map(({ id }) => id),
  );
  return rows.map(({ truckId, isOff, note, ...row }) => {
    const truck = list.find(({ id }) => id === truckId);
    const other = truck && rows.find((one) => one.id !== row.id && one.truckId === truckId && busy.has(one.id));
    return {
      ...row,
      isOff: isOff ?? false,
      note: note ?? "",
      truck: truck ? { id: truck.id, name: truck.name, isActive: truck.is_active } : null,
      sharesTruckWith: other?.name ?? null,
    };
  });
}

/** Whether a driver can be given work of a day without asking anybody. */
export const drivesOn = ({ isActive, isOff, licenceUntil }: DriverOfDay, day: Day): boolean =>
  isActive && !isOff && (licenceUntil === null || licenceUntil >= day);
