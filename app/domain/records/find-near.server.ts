import { desc, inArray } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { bookings } from "#db/schema/index";
import { BOOKING_ROW, type BookingFilter } from "../booking/office/search.server";
import { familyOf } from "../customers/family.server";
import type { Id } from "../kernel/ids.server";
import type { Instant } from "../kernel/time.server";
import { findNearNames } from "./customer-list.server";
import { bookingHit, findAnything, MOST_CUSTOMERS, type BookingHit, type CustomerHit, type Hit } from "./find.server";

/** What fits; where nothing does, customers whose names are nearly what was typed, and then it says so. `now`: as in `findAnything`. */
export function findOrNear(orm: Orm, typed: string, now: Instant | null = null): { hits: Hit[]; isNear: boolean } {
  const hits = findAnything(orm, typed, now);
  if (hits.length > 0) return { hits, isNear: false };
  const near = findNearCustomers(orm, typed);
  return { hits: near, isNear: near.length > 0 };
}

/** What may have been meant where no customer fits: names that are nearly so, else what else the search finds by it. */
export function findInsteadOfCustomers(orm: Orm, typed: string): Hit[] {
  const near = findNearCustomers(orm, typed);
  return near.length > 0 ? near : findAnything(orm, typed);
}

function findNearCustomers(orm: Orm, typed: string): CustomerHit[] {
  return findNearNames(orm, typed, MOST_CUSTOMERS).map((one) => ({ kind: "customer", ...one }));
}

/**
 * Who may have been meant by what no booking fits (a company's name is their customer's alone), each with their newest bookings; else what else the search finds by it,
 * a dumpster that was never out, but nothing where a status or a day may be what hides a booking.
 */
export function findNearBookings(orm: Orm, { search = "", status, day }: BookingFilter): Hit[] {
  const { hits, isNear } = findOrNear(orm, search);
  if (!isNear && (status || day)) return [];
  if (hits.some(({ kind }) => kind === "booking")) return hits;
  return hits.flatMap((hit): Hit[] => (hit.kind === "customer" ? [hit, ...newestOf(orm, hit.id)] : [hit]));
}

/** Of somebody whose name may have been meant, the newest bookings, few enough to see the next name too. */
const MOST_OF_ONE = 2;

function newestOf(orm: Orm, customer: string): BookingHit[] {
  const rows = orm
    .select({ ...BOOKING_ROW, phone: bookings.phone, phone_extension: bookings.phone_extension })
    .from(bookings)
    .where(inArray(bookings.customer_id, familyOf(orm, customer as Id<"customer">)))
    .orderBy(desc(bookings.created_at), desc(bookings.id))
    .limit(MOST_OF_ONE)
    .all();
  return rows.map((row) => bookingHit(row, { phone: row, customer }));
}
