import { sql } from "drizzle-orm";
import { check, index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
// Relative paths: drizzle-kit reads this file and knows no alias.
import { STORED_CHANGE_PRICE, STORED_WISH } from "../../app/domain/changes/stored-change";
import { CHANGE_KINDS, type ChangeKind } from "../../app/domain/states/labels";
import { CHANGE_STATES, type ChangeState } from "../../app/domain/states/transitions";
import type { Actor } from "~/domain/kernel/deed";
import { bookings, units } from "./booking";
import { centsColumn, idColumn, instantColumn, storedColumn, writtenOut } from "./columns";

/** What is bought after the payment. A hold, a checkout and charges belong to the first order or to one of these. */
export const changes = sqliteTable(
  "changes",
  {
    id: idColumn("id", "change").primaryKey(),
    booking_id: idColumn("booking_id", "booking")
      .notNull()
      .references(() => bookings.id),
    /** The dumpster that it is about; null where it is about the whole order. */
    unit_id: idColumn("unit_id", "unit").references(() => units.id),
    kind: text("kind").$type<ChangeKind>().notNull(),
    state: text("state").$type<ChangeState>().notNull(),
    /** What it changes, as its kind needs it. */
    wish: storedColumn("wish", STORED_WISH).notNull(),
    /** The priced lines. */
    price: storedColumn("price", STORED_CHANGE_PRICE).notNull(),
    /** Tax included; the sum of the lines. */
    total: centsColumn("total").notNull(),
    asked_by: text("asked_by").$type<Actor["kind"]>().notNull(),
    /** Why it could not be honoured or was withdrawn. */
    end_reason: text("end_reason"),
    /** Until when the price holds. */
    expires_at: instantColumn("expires_at").notNull(),
    created_at: instantColumn("created_at").notNull(),
    ended_at: instantColumn("ended_at"),
  },
  (t) => [
    index("changes_booking").on(t.booking_id, t.created_at),
    // One at a time for a dumpster: two would hold the same days, and the second be priced by what the first changes.
    uniqueIndex("changes_one_open")
      .on(t.unit_id)
      .where(sql`${t.state} = 'priced'`),
    index("changes_open_end")
      .on(t.expires_at)
      .where(sql`${t.state} = 'priced'`),
    check("changes_kind", sql`${t.kind} in ${writtenOut(CHANGE_KINDS)}`),
    check("changes_state", sql`${t.state} in ${writtenOut(CHANGE_STATES)}`),
    check("changes_total", sql`${t.total} >= 0`),
  ],
);
