import { sql } from "drizzle-orm";
import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts";
import { flagColumn, idColumn, instantColumn } from "./columns";

/** A filter of the bookings' list that somebody of the office kept under a name: their own, or one of everybody. */
export const savedViews = sqliteTable(
  "saved_views",
  {
    id: idColumn("id", "view").primaryKey(),
    /** Who made it. A shared one is any admin's. */
    owner_id: idColumn("owner_id", "account")
      .notNull()
      .references(() => accounts.id),
    is_shared: flagColumn("is_shared").notNull(),
    name: text("name").notNull(),
    /** As it stands in the list's address, without its page: "status=on_site". Read as any other address is. */
    filter: text("filter").notNull(),
    created_at: instantColumn("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("saved_views_own")
      .on(t.owner_id, t.name)
      .where(sql`${t.is_shared} = 0`),
    uniqueIndex("saved_views_shared")
      .on(t.name)
      .where(sql`${t.is_shared} = 1`),
    index("saved_views_owner").on(t.owner_id),
  ],
);
