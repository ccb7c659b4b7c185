import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { units } from "#db/schema/index";
import { deriveDates } from "../booking/order/dates.server";
import { giveBack, take } from "../inventory/holds.server";
import type { Day } from "../kernel/days";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { cancelUnitJobs, insertJob, type Job } from "./jobs.server";

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
  cancelPickups(tx, deed, swap.brings_unit_id, "No swap");
  restoreStay(tx, deed, swap);
}

/** What the swap took from the dumpster that stands there: its own days, and its pickup. */
export function restoreStay(tx: Tx, deed: Deed, { booking_id, unit_id, was_pickup, was_until }: Job): void {
  if (!was_pickup || !was_until) throw new Error(`unit ${unit_id} has no former stay`);
  setStay(tx, getUnit(tx, unit_id), was_pickup, was_until);
  insertJob(tx, deed, { booking_id, unit_id, kind: "pickup", day: was_pickup, delivery_window: "anytime" });
  deriveDates(tx, deed, booking_id);
}

function getUnit(tx: Tx, id: Id<"unit">): Unit {
  const unit = tx.select().from(units).where(eq(units.id, id)).get();
  if (!unit) throw new Error(`no unit ${id}`);
  return unit;
}
