import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts";
import { idColumn } from "./columns";

/**
 * What open pages are told and is nobody's history: row events of browser_agents and of a driver's jobs (by triggers,
 * migration 0020), broadcasts, somebody came or left. Pruned; wall time.
 */
export const liveSignals = sqliteTable(
  "live_signals",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    at: integer("at").notNull(),
    topic: text("topic").notNull(),
    kind: text("kind").notNull(),
    subject_id: text("subject_id"),
  },
  (t) => [index("live_signals_at").on(t.at)],
);

/** Who of the team has a record open, as their page says it again and again. Pruned; wall time. */
export const livePresence = sqliteTable(
  "live_presence",
  {
    booking_id: idColumn("booking_id", "booking").notNull(),
    user_id: idColumn("user_id", "account")
      .notNull()
      .references(() => accounts.id),
    seen_at: integer("seen_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.booking_id, t.user_id] }), index("live_presence_seen").on(t.seen_at)],
);
