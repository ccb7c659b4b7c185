import type { Orm } from "#db/client.server";
import { getBooking, type Unit } from "../booking/order/bookings.server";
import { paidStay } from "../booking/order/paid-stay.server";
import { addDays, daysBetween, type Day } from "../kernel/days";
import { nextOpenDay } from "../schedule/rules";
import type { Settings } from "../settings/schema";

/**
 * When a dumpster is collected whose delivery is moved to another day: after the days that are paid for, on a closed day
 * on the next open one. Counted from what is paid and not from the pickup as it stands, which such a closed day may have
 * put off: a delivery that is moved and put back would keep that day, and be charged for it. Where the pickup stands
 * otherwise by somebody's wish, as many days after the delivery as now.
 */
export function pickupAfter(orm: Orm, settings: Settings, unit: Unit, delivery: Day): Day {
  const { paidDays } = paidStay(orm, settings, getBooking(orm, unit.booking_id), unit, unit.replaces_unit_id !== null);
  const paid = paidDays + unit.waived_days;
  const isAsPaid = nextOpenDay(addDays(unit.delivery_date, paid), settings) === unit.pickup_date;
  const days = isAsPaid ? paid : daysBetween(unit.delivery_date, unit.pickup_date);
  return nextOpenDay(addDays(delivery, days), settings);
}
