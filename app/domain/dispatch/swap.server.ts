import { and, desc, eq, sql } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { jobs, units } from "#db/schema/index";
import { getBooking, getUnit } from "../booking/order/bookings.server";
import { paidUntil } from "../booking/order/paid-stay.server";
import { giveBack, take } from "../inventory/holds.server";
import { addDays, daysBetween, later, type Day } from "../kernel/days";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { dayAt } from "../kernel/time.server";
import { nextOpenDay, occupiedUntil } from "../schedule/rules";
import { readSettings } from "../settings/settings.server";
import { cancelUnitJobs, insertJob, type Job } from "./jobs.server";
import { followDates } from "../documents/follow-dates.server";

type Unit = typeof units.$inferSelect;

/** The days and the window that a unit takes up. */
export function stayOf({ size_yards: size, delivery_date, delivery_window, occupied_until }: Unit) {
  return {
    lines: [{ size, quantity: 1 }],
    deliveryDate: delivery_date,
    deliveryWindow: delivery_window,
    occupiedUntil: occupied_until,
  };
}

/** Sets how long a unit stays, and the inventory's days with it. */
export function setStay(tx: Tx, unit: Unit, pickup_date: Day, occupied_until: Day): Unit {
  giveBack(tx, stayOf(unit));
  const moved = tx.update(units).set({ pickup_date, occupied_until }).where(eq(units.id, unit.id)).returning().get();
  take(tx, stayOf(moved));
  return moved;
}

/** Takes the open pickups of a unit off the schedule. */
export function cancelPickups(tx: Tx, deed: Deed, unitId: Id<"unit">, why: string): void {
  cancelUnitJobs(tx, deed, unitId, why, "pickup");
}

/**
 * A swap that will not be, or could not be done: the unit that it would have brought is cancelled already, its days go
 * back, and the dumpster that stands there is collected when it would have been.
 */
export function undoSwap(tx: Tx, deed: Deed, swap: Job): void {
  if (!swap.brings_unit_id || !swap.was_pickup || !swap.was_until) throw new Error(`job ${swap.id} is no swap`);
  giveBack(tx, stayOf(getUnit(tx, swap.brings_unit_id)));
  cancelPickups(tx, deed, swap.brings_unit_id, "no_swap");
  restoreStay(tx, deed, swap);
}

/** What the swap took from the dumpster that stands there: its own days, what we were late with it added, and its pickup. */
export function restoreStay(tx: Tx, deed: Deed, swap: Job): void {
  const { booking_id, unit_id, was_pickup, was_until } = swap;
  if (!was_pickup || !was_until) throw new Error(`unit ${unit_id} has no former stay`);
  const { day, until } = waiveDelay(tx, deed, swap) ?? { day: was_pickup, until: was_until };
  setStay(tx, getUnit(tx, unit_id), later(day, was_pickup), later(until, was_until));
  const pickup = {
    booking_id,
    unit_id,
    kind: "pickup",
    day: later(day, was_pickup),
    delivery_window: "anytime",
  } as const;
  insertJob(tx, deed, { ...pickup, ...notedWith(tx, unit_id) });
  followDates(tx, deed, booking_id);
}

/** What was noted with the pickup that the swap took the place of: what its customer had paid for, and gave up by asking. */
const notedWith = (tx: Tx, unitId: Id<"unit">) =>
  tx
    .select({ was_pickup: jobs.was_pickup, was_until: jobs.was_until })
    .from(jobs)
    .where(and(eq(jobs.unit_id, unitId), eq(jobs.kind, "pickup")))
    .orderBy(desc(jobs.created_at), desc(jobs.attempt), desc(sql`rowid`))
    .limit(1)
    .get();

/**
 * Our delay costs its customer nothing (`onSiteWords`): past the paid days, those from the swap's day to the one on which it
 * ends without success are added to them, and the last day without charge is told as such from then on. Null where we were
 * not late, or where no day is counted any more because its pickup was asked for.
 */
function waiveDelay(tx: Tx, deed: Deed, { unit_id, day: planned }: Job): { day: Day; until: Day } | null {
  const unit = getUnit(tx, unit_id);
  if (unit.pickup_asked_at !== null) return null;
  const settings = readSettings(tx);
  const booking = getBooking(tx, unit.booking_id);
  const { paidTo, lastFree: last } = paidUntil(tx, settings, booking, unit);
  const late = daysBetween(later(last, planned), dayAt(deed.now));
  if (late <= 0) return null;
  const day = nextOpenDay(addDays(last, late), settings);
  tx.update(units)
    .set({ waived_days: daysBetween(paidTo, day) })
    .where(eq(units.id, unit_id))
    .run();
  return { day, until: occupiedUntil(day, booking.flexible_extension, settings) };
}
