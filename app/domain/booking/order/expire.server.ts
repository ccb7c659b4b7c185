import { and, lt, sql } from "drizzle-orm";
import type { Db } from "#db/client.server";
import { bookings } from "#db/schema/index";
import { inSlices, type Slices } from "#db/slices.server";
import type { Deed } from "../../kernel/deed";
import { DAY, plus } from "../../kernel/time.server";
import { moveBooking } from "./bookings.server";

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
    await expire(and(IS_QUOTED, lt(bookings.quote_expires_at, deed.now))),
    await expire(and(IS_UNPAID, lt(bookings.updated_at, plus(deed.now, -days * DAY)), hasNoDay)),
  ];

  function expire(isDue: ReturnType<typeof and>): Promise<Slices> {
    return inSlices(db, (tx, most) => {
      const due = tx.select({ id: bookings.id }).from(bookings).where(and(isDue, IS_NOT_BEING_PAID)).limit(most).all();
      for (const { id } of due) moveBooking(tx, deed, id, "expired", "not paid in time");
      return due.length;
    });
  }
}
