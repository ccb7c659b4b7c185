import { and, lt, sql } from "drizzle-orm";
import type { Db } from "#db/client.server";
import { bookings } from "#db/schema/index";
import { inSlices, type Slices } from "#db/slices.server";
import type { Deed } from "../../kernel/deed";
import type { Id } from "../../kernel/ids.server";
import { DAY, plus } from "../../kernel/time.server";
import { moveBooking } from "./bookings.server";

// By name: without statistics SQLite takes the index of all statuses, and looks at every unpaid booking each minute.
const QUOTES = sql`${bookings} indexed by bookings_quote_end`;
const UNPAID = sql`${bookings} indexed by bookings_unpaid`;
// The states are written out as in the partial indexes, which SQLite does not use for states that are bound as values.
const IS_QUOTED = sql`${bookings.status} = 'quoted'`;
const IS_UNPAID = sql`${bookings.status} in ('pending_payment','quoted')`;
const IS_NOT_BEING_PAID = sql`not exists (select 1 from checkouts where checkouts.booking_id = ${bookings.id} and checkouts.change_id is null and checkouts.state in ('creating','open'))`;

/**
 * Ends in slices what was not paid in time: a price made by the office on its own day, all else when nobody has touched
 * it for `days`, as long as a draft lives. What is being paid at this moment stays.
 */
export async function expireUnpaid(db: Db, deed: Deed, days: number): Promise<Slices[]> {
  const hasNoDay = sql`(${bookings.quote_expires_at} is null or ${bookings.quote_expires_at} < ${deed.now})`;
  return [
    await expire(QUOTES, and(IS_QUOTED, lt(bookings.quote_expires_at, deed.now))),
    await expire(UNPAID, and(IS_UNPAID, lt(bookings.updated_at, plus(deed.now, -days * DAY)), hasNoDay)),
  ];

  function expire(from: typeof UNPAID, isDue: ReturnType<typeof and>): Promise<Slices> {
    return inSlices(db, (tx, most) => {
      const due = tx
        .select({ id: sql<Id<"booking">>`${bookings.id}` })
        .from(from)
        .where(and(isDue, IS_NOT_BEING_PAID))
        .limit(most)
        .all();
      for (const { id } of due) moveBooking(tx, deed, id, "expired", "not_paid_in_time");
      return due.length;
    });
  }
}
