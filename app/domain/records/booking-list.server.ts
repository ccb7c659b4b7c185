import { desc, eq, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { bookings, moneyMoves } from "#db/schema/index";
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

const P = sql.placeholder;
const LAST = sql<number>`max(${moneyMoves.at})`;
const inTime = sql`${moneyMoves.at} >= ${P("from")} and ${moneyMoves.at} < ${P("to")}`;
const moved = prepared((orm) =>
  orm
    .select({ last: LAST, ...BOOKING_ROW })
    .from(moneyMoves)
    .innerJoin(bookings, eq(bookings.id, moneyMoves.booking_id))
    .where(inTime)
    .groupBy(moneyMoves.booking_id)
    // Bookings that one check paid moved at the same moment.
    .having(sql`(${LAST}, ${moneyMoves.booking_id}) < (${P("before")}, ${P("beforeId")})`)
    .orderBy(sql`1 desc`, desc(moneyMoves.booking_id))
    .limit(LIST_PAGE + 1)
    .prepare(),
);

/** What came and went of the moves that `money_hours` counts, so that the rows add up to its sums. */
const sums = prepared((orm) =>
  orm
    .select({
      id: moneyMoves.booking_id,
      came: sql<Cents>`sum(${moneyMoves.came})`,
      went: sql<Cents>`sum(${moneyMoves.went})`,
    })
    .from(moneyMoves)
    .where(sql`${moneyMoves.booking_id} in (select value from json_each(${P("ids")})) and ${inTime}`)
    .groupBy(moneyMoves.booking_id)
    .prepare(),
);

/** A booking of the office's list; by money, with what came of it and went back in that time. */
export type ListedBooking = BookingRow & { moved?: Money };

/** A page of the office's list, whichever filter it has. By money it is the last that moved first. */
export function listForOffice(orm: Orm, { money, ...filter }: ListFilter): BookingPage<ListedBooking> {
  if (!money) return listFound(orm, filter);
  const [, before = Number.MAX_SAFE_INTEGER, beforeId = ""] =
    /^m(\d{1,15})\.(\w[\w-]*)$/.exec(filter.after ?? "") ?? [];
  const time = { from: instantAt(money.from, 0), to: instantAt(addDays(money.to, 1), 0) };
  const rows = moved(orm).all({ ...time, before: Number(before), beforeId });
  const shown = rows.slice(0, LIST_PAGE);
  const end = shown.at(-1);
  const found = sums(orm).all({ ...time, ids: JSON.stringify(shown.map(({ id }) => id)) });
  const sumOf = new Map(found.map(({ id, ...sum }) => [id, sum]));
  return {
    rows: shown.map(({ last: _last, ...row }) => ({ ...row, moved: sumOf.get(row.id) ?? { came: 0, went: 0 } })),
    next: end && rows.length > LIST_PAGE ? `m${end.last}.${end.id}` : null,
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
