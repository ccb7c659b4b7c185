/** How a booking reads on the customer's pages (specification, section 2, "Payment-success page"). Pure. */
import { addDays, formatDay, parseDay } from "../kernel/days";
import { pickupDay, type Calendar } from "../schedule/rules";

export const DATE_PENDING = "Date pending confirmation";

/** What the texts need to know; a stored day may be missing or damaged, and then says so. */
export interface DatedBooking {
  scheduled_delivery_date: string | null;
  scheduled_pickup_date: string | null;
  rental_duration_days: number | null;
}

/** "Tuesday, December 1, 2026"; "Date pending confirmation" for a missing or invalid date. */
export function deliveryDateText({ scheduled_delivery_date }: Pick<DatedBooking, "scheduled_delivery_date">): string {
  const day = parseDay(scheduled_delivery_date ?? "");
  return day ? formatDay(day, { year: true }) : DATE_PENDING;
}

/**
 * The scheduled pickup; else the delivery date plus the rental days (7 when unknown); else "Date pending confirmation".
 */
export function pickupDateText(booking: DatedBooking): string {
  const scheduled = parseDay(booking.scheduled_pickup_date ?? "");
  if (scheduled) return formatDay(scheduled, { year: true });
  const delivery = parseDay(booking.scheduled_delivery_date ?? "");
  return delivery ? formatDay(addDays(delivery, booking.rental_duration_days ?? 7), { year: true }) : DATE_PENDING;
}

/**
 * "7 days"; "7 days in your order" once the pickup is later than the order's own: more days were bought, or it was moved
 * or swapped.
 */
export function rentalText(booking: DatedBooking, calendar: Calendar): string {
  const days = booking.rental_duration_days ?? 7;
  const said = days === 1 ? "1 day" : `${days} days`;
  const from = parseDay(booking.scheduled_delivery_date ?? "");
  const isLonger = from !== null && (booking.scheduled_pickup_date ?? "") > pickupDay(from, days, calendar);
  return isLonger ? `${said} in your order` : said;
}

/** Of a day on which nothing came: "7 days from when it is set down". Nothing is counted from that day. */
export function stayFromThen(days: number): string {
  return `${days === 1 ? "1 day" : `${days} days`} from when it is set down`;
}

export interface OrderedItems {
  items_summary: string;
  total_units: number;
  dumpster_size: number;
  items: readonly { quantity: number; size_yards: number; material: string }[];
}

/** The summary when there are several dumpsters; else the lines; else the size alone. */
export function orderDetails({ items_summary, total_units, dumpster_size, items }: OrderedItems): string[] {
  if (total_units > 1 && items_summary) return [items_summary];
  if (items.length > 0)
    return items.map((item) => `${item.quantity} x ${item.size_yards}-yard dumpster (${item.material})`);
  return [`${dumpster_size}-yard dumpster`];
}
