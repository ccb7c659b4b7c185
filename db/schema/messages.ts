import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { idColumn, instantColumn } from "./columns";

/** Every message that was sent or is on its way; one per cause. */
export const messages = sqliteTable(
  "messages",
  {
    id: idColumn("id", "message").primaryKey(),
    cause: text("cause").notNull().unique(),
    booking_id: idColumn("booking_id", "booking"),
    channel: text("channel").$type<"email" | "sms">().notNull(),
    template: text("template").notNull(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    sent_at: instantColumn("sent_at").notNull(),
  },
  (t) => [index("messages_booking").on(t.booking_id)],
);
