import { eq, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { bookings, ledgerEntries } from "#db/schema/index";
import {
  BOOKING_ROW,
  LIST_PAGE,
  listBookings,
  type BookingFilter,
  type BookingPage,
  type BookingRow,
} from "../booking/office/search.server";
import { readSaidCustomer } from "../booking/office/search-words";
import { addDays } from "../kernel/days";
import type { Cents } from "../kernel/money";
import { instantAt } from "../kernel/time.server";
import type { Money, Period } from "../payments/money.server";
import { bookingsNamed, rowsOfNumbers } from "./find-number.server";
import { findThing } from "./find.server";

export interface ListFilter extends BookingFilter {
  /** Bookings whose money moved in this time, instead of a search: what the overview's sums are made of. */
  money?: Period | null;
}

const LAST = sql<number>`max(${ledgerEntries.id})`;
// The kinds are written out as in the partial index.
const moved = prepared((orm) =>
  orm
    .select({ last: LAST, ...BOOKING_ROW })
    .from(ledgerEntries)
    .innerJoin(bookings, eq(bookings.id, ledgerEntries.booking_id))
    .where(
      sql`${ledgerEntries.kind} in ('payment','refund','refund_failed','dispute','dispute_won') and ${ledgerEntries.at} >= ${sql.placeholder("from")} and ${ledgerEntries.at} < ${sql.placeholder("to")}`,
    )
    .groupBy(ledgerEntries.booking_id)
    .having(sql`${LAST} < ${sql.placeholder("before")}`)
    .orderBy(sql`1 desc`)
    .limit(LIST_PAGE + 1)
    .prepare(),
);

/** What came and went as `money_hours` counts it (migration 0024), so that the rows add up to its sums. */
const AMOUNT = sql`${ledgerEntries.amount} + ${ledgerEntries.tax}`;
const sums = prepared((orm) =>
  orm
    .select({
      id: ledgerEntries.booking_id,
      came: sql<Cents>`sum(case when ${ledgerEntries.kind} in ('payment','refund_failed','dispute_won') then ${AMOUNT} else 0 end)`,
      went: sql<Cents>`sum(case when ${ledgerEntries.kind} in ('refund','dispute') then ${AMOUNT} else 0 end)`,
    })
    .from(ledgerEntries)
    .where(
      sql`${ledgerEntries.booking_id} in (select value from json_each(${sql.placeholder("ids")})) and ${ledgerEntries.at} >= ${sql.placeholder("from")} and ${ledgerEntries.at} < ${sql.placeholder("to")}`,
    )
    .groupBy(ledgerEntries.booking_id)
    .prepare(),
);

/** A booking of the office's list; by money, with what came of it and went back in that time. */
export type ListedBooking = BookingRow & { moved?: Money };

/** A page of the office's list, whichever filter it has. By money it is the last that moved first. */
export function listForOffice(orm: Orm, { money, ...filter }: ListFilter): BookingPage<ListedBooking> {
  if (!money) return listFound(orm, filter);
  const before = Number(/^m(\d{1,15})$/.exec(filter.after ?? "")?.[1] ?? Number.MAX_SAFE_INTEGER);
  const time = { from: instantAt(money.from, 0), to: instantAt(addDays(money.to, 1), 0) };
  const rows = moved(orm).all({ ...time, before });
  const shown = rows.slice(0, LIST_PAGE);
  const found = sums(orm).all({ ...time, ids: JSON.stringify(shown.map(({ id }) => id)) });
  const sumOf = new Map(found.map(({ id, ...sum }) => [id, sum]));
  return {
    rows: shown.map(({ last: _last, ...row }) => ({ ...row, moved: sumOf.get(row.id) ?? { came: 0, went: 0 } })),
    next: rows.length > LIST_PAGE ? `m${shown.at(-1)?.last}` : null,
    lookedBackTo: null,
  };
}

/**
 * The list finds what the search of everything finds of bookings: one that is meant by a number stands before those that
 * have its digits as a word, on the first page; a dumpster or a ticket is the booking that it was at.
 */
function listFound(orm: Orm, filter: BookingFilter): BookingPage {
  const text = (filter.search ?? "").trim();
  if (text === "") return listBookings(orm, filter);
  const { numbers, isAll } = meantBy(orm, text);
  const named = rowsOfNumbers(orm, numbers).filter(
    (row) => (!filter.status || row.status === filter.status) && (!filter.day || row.deliveryDate === filter.day),
  );
  const rows = filter.after ? [] : named;
  if (isAll) return { rows, next: null, lookedBackTo: null };
  const page = listBookings(orm, { ...filter, search: readSaidCustomer(text) ?? text });
  return { ...page, rows: [...rows, ...page.rows.filter(({ number }) => !numbers.includes(number))] };
}

function meantBy(orm: Orm, text: string): ReturnType<typeof bookingsNamed> {
  const things = findThing(orm, text);
  if (things.length === 0) return bookingsNamed(orm, text);
  const numbers = things.flatMap((hit) => ("of" in hit && hit.of ? [hit.of.booking] : []));
  return { numbers: [...new Set(numbers)], isAll: true };
}
