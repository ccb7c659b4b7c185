import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { idColumn, instantColumn, jsonColumn } from "./columns";

/** A request that cannot be self-booked. */
export const leads = sqliteTable(
  "leads",
  {
    id: idColumn("id", "lead").primaryKey(),
    kind: text("kind")
      .$type<"consultation" | "outside_area" | "minimum_order" | "large_order" | "call_back" | "missed_call">()
      .notNull(),
    state: text("state").$type<"new" | "contacted" | "closed">().notNull().default("new"),
    name: text("name").notNull(),
    phone: text("phone").notNull(),
    phone_extension: text("phone_extension"),
    email: text("email").notNull(),
    zip: text("zip").notNull(),
    message: text("message").notNull(),
    draft_id: idColumn("draft_id", "draft"),
    /** What was typed so far, so that nobody asks twice. */
    data: jsonColumn<Record<string, unknown>>("data").notNull(),
    created_at: instantColumn("created_at").notNull(),
  },
  (t) => [
    index("leads_created").on(t.created_at),
    index("leads_state").on(t.state, t.created_at),
    // Whose order followed (the reports).
    index("leads_phone").on(t.phone),
    index("leads_email").on(t.email),
    index("leads_draft").on(t.draft_id),
  ],
);
