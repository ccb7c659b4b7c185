import { sql } from "drizzle-orm";
import { index, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Language } from "~/domain/kernel/language";
import type { MessageState } from "~/domain/states/transitions";
import { customers } from "./customers";
import { idColumn, instantColumn } from "./columns";

/**
 * Every message, ours and the customers', one per cause; what becomes of it is a state. `sender` and `recipient` are
 * E.164 or an email address.
 */
export const messages = sqliteTable(
  "messages",
  {
    id: idColumn("id", "message").primaryKey(),
    cause: text("cause").notNull().unique(),
    direction: text("direction").$type<"in" | "out">().notNull().default("out"),
    channel: text("channel").$type<"email" | "sms" | "call">().notNull(),
    /** The kind of work that sent it; of what came in the word that it was ("in.stop"), null for what a person reads. */
    template: text("template"),
    /** Null where it was not kept: in rows of before. */
    sender: text("sender"),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    /** The words, without the links that open something (decision 0035). Empty where they were not kept. */
    body: text("body").notNull().default(""),
    /** In which the words are. */
    language: text("language").$type<Language>().notNull().default("en"),
    /** A mail's Message-ID, Twilio's sid. */
    provider_id: text("provider_id"),
    state: text("state").$type<MessageState>().notNull(),
    /** Why it bounced or failed, as the provider says it. */
    error: text("error"),
    booking_id: idColumn("booking_id", "booking"),
    customer_id: idColumn("customer_id", "customer").references(() => customers.id),
    created_at: instantColumn("created_at").notNull(),
    updated_at: instantColumn("updated_at").notNull(),
    /** Null until it has left. */
    sent_at: instantColumn("sent_at"),
  },
  (t) => [
    index("messages_booking").on(t.booking_id),
    // A thread: all that was said with a customer, or sent to a number or an address, by time.
    index("messages_customer").on(t.customer_id, t.created_at),
    index("messages_recipient").on(t.recipient, t.created_at),
    // What customers wrote and a person reads; the newest first.
    index("messages_to_read")
      .on(t.created_at)
      .where(sql`${t.direction} = 'in' and ${t.template} is null`),
    uniqueIndex("messages_provider")
      .on(t.channel, t.provider_id)
      .where(sql`${t.provider_id} is not null`),
  ],
);

/**
 * Numbers that get no texts but codes (domain.md, 4.29), each from when until when; at most one row of a number is open.
 * `source`: STOP was texted to us, or the phone network says so.
 */
export const textStops = sqliteTable(
  "text_stops",
  {
    /** E.164. */
    phone: text("phone").notNull(),
    stopped_at: instantColumn("stopped_at").notNull(),
    source: text("source").$type<"customer" | "network">().notNull(),
    ended_at: instantColumn("ended_at"),
  },
  (t) => [
    primaryKey({ columns: [t.phone, t.stopped_at] }),
    uniqueIndex("text_stops_open")
      .on(t.phone)
      .where(sql`${t.ended_at} is null`),
  ],
);
