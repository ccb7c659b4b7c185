import { and, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { bookings, outbox } from "#db/schema/index";
import { moveBooking } from "~/domain/booking/bookings.server";
import { forgetOldDrafts } from "~/domain/booking/drafts.server";
import type { Deed } from "~/domain/kernel/deed";
import { DAY, plus } from "~/domain/kernel/time.server";
import type { Services } from "~/services.server";

/** What time itself changes: old drafts are forgotten, unpaid bookings and quotes expire, finished work is cleared away. */
export async function keepHouse(services: Services, deed: Deed): Promise<void> {
  await forgetOldDrafts(services.db, deed.now);
  const { draftDays } = services.settings();
  await services.db.write((tx) => {
    const stale = tx.select({ id: bookings.id }).from(bookings)
      .where(and(
        // A price made by the office ends on its own day, all else when nobody has touched it for as long as a draft lives.
        or(
          and(eq(bookings.status, "quoted"), lt(bookings.quote_expires_at, deed.now)),
          and(inArray(bookings.status, ["pending_payment", "quoted"]), lt(bookings.updated_at, plus(deed.now, -draftDays * DAY)), or(isNull(bookings.quote_expires_at), lt(bookings.quote_expires_at, deed.now))),
        ),
        sql`not exists (select 1 from checkouts where checkouts.booking_id = ${bookings.id} and checkouts.state in ('creating','open'))`,
      ))
      .limit(200).all();
    for (const { id } of stale) moveBooking(tx, deed, id, "expired", "not paid in time");
    tx.delete(outbox).where(sql`${outbox.state} = 'done' and ${outbox.done_at} < ${Date.now() - 90 * DAY}`).run();
    tx.run(sql`delete from rate_limits where window_start < ${Date.now() - 2 * DAY}`);
  });
}
