import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex, type AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Day } from "~/domain/kernel/days";
import type { Language } from "~/domain/kernel/language";
import { accounts } from "./accounts";
import { centsColumn, dayColumn, idColumn, instantColumn } from "./columns";

/**
 * Whom we know: people and companies (domain.md, 4.23). How they are reached is in their contacts, where they had
 * dumpsters in their sites. A booking keeps its contact as it was signed.
 */
export const customers = sqliteTable(
  "customers",
  {
    id: idColumn("id", "customer").primaryKey(),
    kind: text("kind").$type<"person" | "company">().notNull().default("person"),
    first_name: text("first_name").notNull(),
    last_name: text("last_name").notNull(),
    company_name: text("company_name"),
    language: text("language").$type<Language>().notNull().default("en"),
    /** The record that stands for this one; bookings and messages keep naming this one, and reading follows. */
    merged_into: idColumn("merged_into", "customer").references((): AnySQLiteColumn => customers.id),
    sms_consent_at: instantColumn("sms_consent_at"),
    /** Their own order number, for their invoices. */
    po_number: text("po_number"),
    exemption_certificate: text("exemption_certificate"),
    /** The last New York day on which the certificate holds. */
    exempt_until: dayColumn("exempt_until").$type<Day>(),
    /** Days to pay, and how much may be owed at once: both or neither, granted by an admin. */
    terms_days: integer("terms_days"),
    credit_limit: centsColumn("credit_limit"),
    terms_granted_by: idColumn("terms_granted_by", "account").references(() => accounts.id),
    terms_granted_at: instantColumn("terms_granted_at"),
    /** Set: they book nothing by themselves. */
    do_not_serve_at: instantColumn("do_not_serve_at"),
    do_not_serve_reason: text("do_not_serve_reason"),
    do_not_serve_by: idColumn("do_not_serve_by", "account").references(() => accounts.id),
    /** Goes up with each change of the record: whoever saves says which one they saw. */
    version: integer("version").notNull().default(1),
    created_at: instantColumn("created_at").notNull(),
  },
  (t) => [
    index("customers_newest")
      .on(t.created_at, t.id)
      .where(sql`${t.merged_into} is null`),
    // Of the few that were: counted with all others, SQLite would take the whole table to be merged into one.
    index("customers_merged")
      .on(t.merged_into)
      .where(sql`${t.merged_into} is not null`),
  ],
);

/** How a customer is reached. Several customers may share one; a customer has it once. It is ended, not deleted. */
export const customerContacts = sqliteTable(
  "customer_contacts",
  {
    id: idColumn("id", "contact").primaryKey(),
    customer_id: idColumn("customer_id", "customer")
      .notNull()
      .references(() => customers.id),
    kind: text("kind").$type<"email" | "phone">().notNull(),
    /** In lower case; or E.164, or, in rows from before numbers were read, what was typed. */
    value: text("value").notNull(),
    extension: text("extension"),
    /** Of an address: whose mailbox it is (`mailboxOf`), by which nobody is found but who is not served. */
    mailbox: text("mailbox"),
    /** Whose or what for, where it was said: "Site: Ana". */
    label: text("label").notNull().default(""),
    added_at: instantColumn("added_at").notNull(),
    /** Set: it came to a record with terms or a certificate, and counts for neither until an admin confirms it. */
    unconfirmed_at: instantColumn("unconfirmed_at"),
    ended_at: instantColumn("ended_at"),
  },
  (t) => [
    uniqueIndex("customer_contacts_once")
      .on(t.customer_id, t.kind, t.value)
      .where(sql`${t.ended_at} is null`),
    index("customer_contacts_value")
      .on(t.value)
      .where(sql`${t.ended_at} is null`),
    index("customer_contacts_mailbox")
      .on(t.mailbox)
      .where(sql`${t.mailbox} is not null and ${t.ended_at} is null`),
    index("customer_contacts_customer").on(t.customer_id, t.added_at),
  ],
);

/** Where a customer has or had dumpsters: the addresses of their bookings, kept by triggers (migration 0018). */
export const customerSites = sqliteTable(
  "customer_sites",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    customer_id: idColumn("customer_id", "customer")
      .notNull()
      .references(() => customers.id),
    address: text("address").notNull(),
    city: text("city").notNull(),
    zip: text("zip").notNull(),
  },
  (t) => [uniqueIndex("customer_sites_once").on(t.customer_id, t.address, t.zip)],
);

/** What a customer can be found by; its key rises with their arrival. Kept by triggers (migration 0018). */
export const customerSearchKeys = sqliteTable("customer_search_keys", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  customer_id: idColumn("customer_id", "customer").notNull().unique(),
  names: text("names").notNull().default(""),
  contacts: text("contacts").notNull().default(""),
  sites: text("sites").notNull().default(""),
});
