import { eq, inArray, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { bookings, invoices } from "#db/schema/index";
import { BOOKING_ROW, type BookingRow } from "../booking/office/search.server";
import { readBareNumber, readBookingNumber, readPaperNumber, readShortNumber } from "../booking/office/search-words";
import { findBooking } from "../booking/order/bookings.server";

const ofPaper = prepared((orm) =>
  orm
    .select({ number: bookings.booking_number })
    .from(invoices)
    .innerJoin(bookings, eq(bookings.id, invoices.booking_id))
    .where(eq(invoices.invoice_number, sql.placeholder("paper")))
    .prepare(),
);

const years = prepared((orm) =>
  orm
    .select({
      first: sql<string | null>`(select substr(min(${bookings.booking_number}), 5, 4) from ${bookings})`,
      last: sql<string | null>`(select substr(max(${bookings.booking_number}), 5, 4) from ${bookings})`,
    })
    .from(sql`(select 1)`)
    .prepare(),
);

/** The bookings that a number without its year may mean, the newest first: "DMP32", "inv 30". Each year counts from 1. */
function ofAnyYear(orm: Orm, typed: string): string[] {
  const short = readShortNumber(typed);
  const { first, last } = (short && years(orm).get()) ?? {};
  if (!short || !first || !last) return [];
  const all = Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => String(Number(last) - i));
  const found = all.map((year) => wholeNumber(orm, `${short.letters}-${year}-${short.sequence}`));
  return found.filter((number) => number !== null);
}

/**
 * The number of the booking that a complete number names: its own, or that of an invoice or a credit note of it. Without the
 * year it is complete where only one year has it.
 */
export function findByNumber(orm: Orm, typed: string): string | null {
  const [only, ...others] = ofAnyYear(orm, typed);
  return only && others.length === 0 ? only : wholeNumber(orm, typed);
}

function wholeNumber(orm: Orm, typed: string): string | null {
  const number = readBookingNumber(typed);
  if (number) return findBooking(orm, { number })?.booking_number ?? null;
  const paper = readPaperNumber(typed);
  return paper && (ofPaper(orm).get({ paper })?.number ?? null);
}

/**
 * The bookings that are meant by a number, the newest first; none where it is no number. `isAll`: nothing else is meant by
 * it. Digits alone are a booking's number before they are a part of a ZIP, but they may be that as well.
 */
export function bookingsNamed(orm: Orm, text: string): { numbers: string[]; isAll: boolean } {
  const whole = findByNumber(orm, text);
  if (whole) return { numbers: [whole], isAll: true };
  // One that nobody has: the index has the telephone number (202) 600-0123 as the same digits.
  if (readBookingNumber(text)) return { numbers: [], isAll: true };
  const numbers = ofAnyYear(orm, text);
  const bare = numbers.length === 0 ? readBareNumber(text) : null;
  return bare ? { numbers: ofAnyYear(orm, `DMP ${bare}`), isAll: false } : { numbers, isAll: numbers.length > 0 };
}

/** The rows of the list for bookings by their numbers, in the numbers' order. */
export function rowsOfNumbers(orm: Orm, numbers: readonly string[]): BookingRow[] {
  if (numbers.length === 0) return [];
  const rows = orm
    .select(BOOKING_ROW)
    .from(bookings)
    .where(inArray(bookings.booking_number, [...numbers]))
    .all();
  return numbers.flatMap((number) => rows.find((row) => row.number === number) ?? []);
}
