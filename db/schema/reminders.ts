import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ReminderKind } from "~/domain/messages/reminders";
import { bookings } from "./booking";
import { dayColumn, idColumn, instantColumn } from "./columns";

/**
 * What time itself has us tell a customer, once for a booking, kind and New York day: told, or left out because its time
 * had passed or the customer knew already. A row is what makes a second look do nothing.
 */
export const reminders = sqliteTable(
  "reminders",
  {
    booking_id: idColumn("booking_id", "booking")
      .notNull()
      .references(() => bookings.id),
    kind: text("kind").$type<ReminderKind>().notNull(),
    /** The day on which it was due. */
    day: dayColumn("day").notNull(),
    outcome: text("outcome").$type<"told" | "skipped">().notNull(),
    at: instantColumn("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.booking_id, t.kind, t.day] }), index("reminders_at").on(t.at)],
);
