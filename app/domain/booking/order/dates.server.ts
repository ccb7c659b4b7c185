import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { bookings, units } from "#db/schema/index";
import type { Deed } from "../../kernel/deed";
import type { Id } from "../../kernel/ids.server";
import { windowHours } from "../../schedule/rules";
import { renewBookingTasks } from "./booking-tasks.server";

/**
 * A booking's dates follow from its dumpsters (domain.md, section 2): the first delivery that is to come or was, with its
 * window, and the last pickup. Cancelled ones do not count, unless all are: then the dates stay as they were. Whoever has
 * its calendar file gets a newer one.
 */
export function deriveDates(tx: Tx, deed: Deed, bookingId: Id<"booking">): void {
  const dated = tx
    .select({ day: units.delivery_date, window: units.delivery_window, pickup: units.pickup_date })
    .from(units)
    .where(and(eq(units.booking_id, bookingId), ne(units.state, "cancelled")))
    .orderBy(asc(units.delivery_date), asc(units.unit_number))
    .all();
  const hoursOf = ({ window }: (typeof dated)[number]) => windowHours(window);
  const first = dated
    .filter(({ day }) => day === dated[0]?.day)
    .toSorted((a, b) => hoursOf(a).startHour - hoursOf(b).startHour || hoursOf(a).endHour - hoursOf(b).endHour)[0];
  if (!first) return;
  const last = dated.reduce((latest, { pickup }) => (pickup > latest ? pickup : latest), first.pickup);
  tx.update(bookings)
    .set({
      scheduled_delivery_date: first.day,
      delivery_time_window: first.window,
      scheduled_pickup_date: last,
      calendar_sequence: sql`${bookings.calendar_sequence} + 1`,
      updated_at: deed.now,
    })
    .where(eq(bookings.id, bookingId))
    .run();
  renewBookingTasks(tx, deed, bookingId);
}
