import type { Orm } from "#db/client.server";
import { getBooking, type Unit } from "../booking/order/bookings.server";
import { lastFreeFrom } from "../booking/order/paid-stay.server";
import { addDays, daysBetween, type Day } from "../kernel/days";
import { nextOpenDay } from "../schedule/rules";
import type { Settings } from "../settings/schema";

/**
 * When a dumpster is collected whose delivery is moved to another day: after the days that are paid for, on a closed day
 * on the next open one. Counted from what is paid and not from the pickup as it stands, which such a closed day may have
 * put off: a delivery that is moved and put back would keep that day, and be charged for it. Where the pickup stands
 * otherwise by somebody's wish, as many days after the delivery as now; sooner than what is paid for, never beyond it.
 */
export const pickupAfter = (orm: Orm, settings: Settings, unit: Unit, delivery: Day): Day =>
  pickupFrom(orm, settings, unit)(delivery);

/** The same for any number of days, read once. */
export function pickupFrom(orm: Orm, settings: Settings, unit: Unit): (delivery: Day) => Day {
  const lastFree = lastFreeFrom(orm, settings, getBooking(orm, unit.booking_id), unit);
  const paid = lastFree(unit.delivery_date);
  const days = daysBetween(unit.delivery_date, unit.pickup_date);
  return (delivery) => {
    const free = lastFree(delivery);
    // What is kept until asked stays on a day that was closed since.
    if (nextOpenDay(unit.pickup_date, settings) === paid) return free;
    const asLong = nextOpenDay(addDays(delivery, days), settings);
    return unit.pickup_date < paid && free < asLong ? free : asLong;
  };
}
