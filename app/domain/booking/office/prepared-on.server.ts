import { sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { bookings } from "#db/schema/index";
import type { Day } from "../../kernel/days";
import type { Instant } from "../../kernel/time.server";

/** Orders of the office to be delivered on a day, which nobody has paid yet. */
export interface PreparedOn {
  day: Day;
  prepared: number;
}

const waiting = prepared((orm) =>
  orm
    .select({ day: bookings.scheduled_delivery_date, prepared: sql<number>`count(*)` })
    .from(bookings)
    .where(
      sql`${bookings.scheduled_delivery_date} in (select value from json_each(${sql.placeholder("days")})) and ${bookings.source} = 'staff' and ${bookings.status} in ('quoted', 'pending_payment') and ${bookings.quote_expires_at} >= ${sql.placeholder("now")}`,
    )
    .groupBy(bookings.scheduled_delivery_date)
    .orderBy(bookings.scheduled_delivery_date)
    .prepare(),
);

/** How many prepared orders, their price still good, are made for each of some days; a day without any is left out. */
export function preparedOn(orm: Orm, days: readonly Day[], now: Instant): PreparedOn[] {
  return days.length === 0 ? [] : waiting(orm).all({ days: JSON.stringify(days), now });
}
