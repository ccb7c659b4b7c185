import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { units } from "#db/schema/index";
import { getBooking, getUnit, type Unit } from "../booking/order/bookings.server";
import { paidStay } from "../booking/order/paid-stay.server";
import { recordEvent } from "../events/events.server";
import { giveBack, take } from "../inventory/holds.server";
import { checkShortage } from "../inventory/shortage.server";
import { addDays, type Day } from "../kernel/days";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { dayAt } from "../kernel/time.server";
import { nextOpenDay, occupiedUntil } from "../schedule/rules";
import { readSettings } from "../settings/settings.server";
import { moveUnitJobs } from "./move-jobs.server";
import { setStay, stayOf } from "./swap.server";
import { followDates } from "../documents/follow-dates.server";

/**
 * A dumpster is set down on another day than its own: that was ours, because a day that its customer or a closed day moved is
 * its day then. What follows moves along, and the history says so: the booking's dates, the inventory, the papers. Nothing
 * happens to one that came on its day.
 */
export function followSetDown(tx: Tx, deed: Deed, unitId: Id<"unit">): void {
  const unit = getUnit(tx, unitId);
  const today = dayAt(deed.now);
  if (today === unit.delivery_date) return;
  const moved = today > unit.delivery_date ? putOff(tx, deed, unit, today) : beginSooner(tx, deed, unit, today);
  if (!moved) return;
  followDates(tx, deed, unit.booking_id);
  const datesOf = ({ delivery_date, delivery_window, pickup_date }: Unit) => ({
    delivery: delivery_date,
    window: delivery_window,
    pickup: pickup_date,
  });
  recordEvent(tx, deed, {
    subject: { kind: "unit", id: unit.id },
    bookingId: unit.booking_id,
    action: "unit_rescheduled",
    data: { unit_number: unit.unit_number, was: datesOf(unit), is: datesOf(moved) },
  });
}

/**
 * Late: the paid days begin today (domain.md, section 2), so that its pickup moves to the last of them, with its truck. Null
 * where that is later already.
 */
function putOff(tx: Tx, deed: Deed, unit: Unit, today: Day): Unit | null {
  const settings = readSettings(tx);
  const booking = getBooking(tx, unit.booking_id);
  const { paidDays } = paidStay(tx, settings, booking, unit, unit.replaces_unit_id !== null);
  const pickup = nextOpenDay(addDays(today, paidDays + unit.waived_days), settings);
  if (pickup <= unit.pickup_date) return null;
  const moved = setStay(tx, unit, pickup, occupiedUntil(pickup, booking.flexible_extension, settings));
  moveUnitJobs(tx, deed, moved);
  return moved;
}

/**
 * Sooner than it was promised: it stands there from today, which the inventory has to know, and stays as long as it was told.
 * Its paid days count from the promised day on (`promisedOn`): those before are no days of the customer's.
 */
function beginSooner(tx: Tx, deed: Deed, unit: Unit, today: Day): Unit {
  giveBack(tx, stayOf(unit));
  const dates = { delivery_date: today, promised_date: unit.delivery_date };
  const sooner = tx.update(units).set(dates).where(eq(units.id, unit.id)).returning().get();
  take(tx, stayOf(sooner));
  // A swap's takes away the other, which is free from the day after.
  const other = unit.replaces_unit_id && getUnit(tx, unit.replaces_unit_id);
  if (other && other.pickup_date > today) setStay(tx, other, today, addDays(today, 1));
  checkShortage(tx, deed, unit.size_yards);
  return sooner;
}
