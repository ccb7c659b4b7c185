import { and, asc, eq, gte, isNotNull, lte, or } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { drivers, shifts, trucks } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import { addDays, type Day } from "../kernel/days";
import type { Deed, StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { dayAt } from "../kernel/time.server";

/** What is different about one day of a driver: hours in minutes of the New York day, or another truck; null: as always. */
export interface OtherDay {
  day: Day;
  begins: number | null;
  ends: number | null;
  truckId: Id<"truck"> | null;
}
export type OtherDayResult =
  | { ok: true }
  | { ok: false; code: "unknown" | "past" | "too_far" | "nothing" | "bad_hours" | "unknown_truck" | "off" };

/** Nobody plans a driver's day further ahead: it would be a slip of the year. */
export const MOST_DAYS_AHEAD = 366;

/**
 * Other hours or another truck on one day, in place of what was entered for it before. Dispatch says what does not fit then;
 * nothing is moved. Refused on a day off (`off`), for a day that has passed or is more than a year ahead, for an end that is
 * not after the beginning, for a truck that is not in use, and where nothing is different.
 */
export function setOtherDay(tx: Tx, deed: Deed<StaffActor>, id: Id<"driver">, wish: OtherDay): OtherDayResult {
  const { day, begins, ends, truckId } = wish;
  const refused = (code: Extract<OtherDayResult, { ok: false }>["code"]): OtherDayResult => ({ ok: false, code });
  if (!tx.select({ id: drivers.id }).from(drivers).where(eq(drivers.id, id)).get()) return refused("unknown");
  const today = dayAt(deed.now);
  if (day < today) return refused("past");
  if (day > addDays(today, MOST_DAYS_AHEAD)) return refused("too_far");
  if (begins === null && ends === null && truckId === null) return refused("nothing");
  if ((begins ?? 0) >= (ends ?? 24 * 60)) return refused("bad_hours");
  const truck = truckId && tx.select().from(trucks).where(eq(trucks.id, truckId)).get();
  if (truckId && !truck?.is_active) return refused("unknown_truck");
  const mine = and(eq(shifts.driver_id, id), eq(shifts.day, day));
  if (tx.select().from(shifts).where(mine).get()?.is_off) return refused("off");
  const row = { begins, ends, truck_id: truckId };
  tx.insert(shifts)
    .values({ driver_id: id, day, ...row })
    .onConflictDoUpdate({ target: [shifts.driver_id, shifts.day], set: row })
    .run();
  recordEvent(tx, deed, {
    subject: { kind: "driver", id },
    action: "driver_day_set",
    data: { day, begins, ends, truck: truck ? truck.name : null },
  });
  return { ok: true };
}

/** That day is as always again; a day off stays one. False where nothing was different. */
export function takeBackOtherDay(tx: Tx, deed: Deed<StaffActor>, id: Id<"driver">, day: Day): boolean {
  const mine = and(eq(shifts.driver_id, id), eq(shifts.day, day), IS_OTHER);
  const changed = tx.update(shifts).set({ begins: null, ends: null, truck_id: null }).where(mine).run().changes;
  if (changed === 0) return false;
  recordEvent(tx, deed, { subject: { kind: "driver", id }, action: "driver_day_back", data: { day } });
  return true;
}

const IS_OTHER = or(isNotNull(shifts.begins), isNotNull(shifts.ends), isNotNull(shifts.truck_id));

/** The coming days of a driver that are not as always, with the truck's name; the first one first, at most 100. */
export function listOtherDays(
  orm: Orm,
  id: Id<"driver">,
  today: Day,
  until: Day = addDays(today, MOST_DAYS_AHEAD),
): (Omit<OtherDay, "truckId"> & { truck: string | null })[] {
  return orm
    .select({ day: shifts.day, begins: shifts.begins, ends: shifts.ends, truck: trucks.name })
    .from(shifts)
    .leftJoin(trucks, eq(trucks.id, shifts.truck_id))
    .where(
      and(eq(shifts.driver_id, id), gte(shifts.day, today), lte(shifts.day, until), eq(shifts.is_off, false), IS_OTHER),
    )
    .orderBy(asc(shifts.day))
    .limit(100)
    .all();
}
