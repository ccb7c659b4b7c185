import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { TrackedField } from "~/domain/booking/draft/tracked";
import { bookingDrafts } from "./booking";
import { idColumn, instantColumn } from "./columns";

/**
 * Who wrote which field of a prepared order (domain.md, 4.25), and what stood there before: a save that was made from an
 * older version does not take away what the other has written since. The last ones of each draft are kept.
 */
export const draftWrites = sqliteTable(
  "draft_writes",
  {
    draft_id: idColumn("draft_id", "draft")
      .notNull()
      .references(() => bookingDrafts.id, { onDelete: "cascade" }),
    /** The draft's version that this save made. */
    version: integer("version").notNull(),
    field: text("field").$type<TrackedField>().notNull(),
    /** As texts (draft/writes.ts). */
    was: text("was").notNull(),
    now: text("now").notNull(),
    by_kind: text("by_kind").notNull(),
    /** Of the account; null for the customer. */
    by_id: text("by_id"),
    by_label: text("by_label").notNull(),
    at: instantColumn("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.draft_id, t.version, t.field] })],
);
