import { eq, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { bookings, ledgerEntries } from "#db/schema/index";
import {
  BOOKING_ROW,
  LIST_PAGE,
  listBookings,
  type BookingFilter,
  type BookingPage,
} from "../booking/office/search.server";
import { addDays } from "../kernel/days";
import { instantAt } from "../kernel/time.server";
import type { Period } from "../payments/money.server";

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

/** A page of the office's list, whichever filter it has. By money it is the last that moved first. */
export function listForOffice(orm: Orm, { money, ...filter }: ListFilter): BookingPage {
  if (!money) return listBookings(orm, filter);
  const before = Number(/^m(\d{1,15})$/.exec(filter.after ?? "")?.[1] ?? Number.MAX_SAFE_INTEGER);
  const rows = moved(orm).all({ from: instantAt(money.from, 0), to: instantAt(addDays(money.to, 1), 0), before });
  const shown = rows.slice(0, LIST_PAGE);
  return {
    rows: shown.map(({ last: _last, ...row }) => row),
    next: rows.length > LIST_PAGE ? `m${shown.at(-1)?.last}` : null,
    lookedBackTo: null,
  };
}
