import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, sqliteView, text, uniqueIndex } from "drizzle-orm/sqlite-core";
// Relative paths: drizzle-kit reads this file and knows no alias.
import { MONEY_KINDS, type EntryKind } from "../../app/domain/payments/entries";
import { bookings } from "./booking";
import { centsColumn, idColumn, instantColumn, writtenOut } from "./columns";
import { charges, payments, refunds } from "./payments";

/**
 * The books: what was charged, credited, paid and given back. A row never changes and is never deleted (triggers of
 * migration 0010; the one test booking's may go with it). What is owed is their sum (domain.md, section 3).
 */
export const ledgerEntries = sqliteTable(
  "ledger_entries",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    booking_id: idColumn("booking_id", "booking")
      .notNull()
      .references(() => bookings.id),
    kind: text("kind").$type<EntryKind>().notNull(),
    /** Before tax, never below 0; which way it counts is its kind's. */
    amount: centsColumn("amount").notNull(),
    tax: centsColumn("tax").notNull().default(0),
    /** The charge that is made, or that a credit or write-off names. */
    charge_id: idColumn("charge_id", "charge").references(() => charges.id),
    payment_id: idColumn("payment_id", "payment").references(() => payments.id),
    refund_id: idColumn("refund_id", "refund").references(() => refunds.id),
    /** One entry per cause: the same thing cannot be booked twice. */
    cause: text("cause").notNull(),
    at: instantColumn("at").notNull(),
  },
  (t) => [
    uniqueIndex("ledger_entries_cause").on(t.cause),
    index("ledger_entries_booking").on(t.booking_id, t.id),
    // The journal of a period.
    index("ledger_entries_time").on(t.at, t.id),
    index("ledger_entries_charge").on(t.charge_id),
    // Money that moved, by time: which bookings a figure is about.
    index("ledger_entries_money")
      .on(t.at, t.booking_id)
      .where(sql`${t.kind} in ${writtenOut(MONEY_KINDS)}`),
    check("ledger_entries_amount", sql`${t.amount} >= 0 and ${t.tax} >= 0`),
  ],
);

/** Which money is for what: joins an entry that gives (payment, credit) to one that takes (charge, refund). */
export const ledgerAllocations = sqliteTable(
  "ledger_allocations",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    booking_id: idColumn("booking_id", "booking")
      .notNull()
      .references(() => bookings.id),
    from_entry: integer("from_entry")
      .notNull()
      .references(() => ledgerEntries.id),
    to_entry: integer("to_entry")
      .notNull()
      .references(() => ledgerEntries.id),
    amount: centsColumn("amount").notNull(),
    at: instantColumn("at").notNull(),
  },
  (t) => [
    index("ledger_allocations_from").on(t.from_entry),
    index("ledger_allocations_to").on(t.to_entry),
    index("ledger_allocations_booking").on(t.booking_id),
    check("ledger_allocations_amount", sql`${t.amount} > 0`),
  ],
);

/**
 * Money that moved, a row for each move (migration 0110): the entries, but for refunds by hand, which are owed until they are
 * paid out and move then. Cents.
 */
export const moneyMoves = sqliteView("money_moves", {
  at: instantColumn("at").notNull(),
  booking_id: idColumn("booking_id", "booking").notNull(),
  came: centsColumn("came").notNull(),
  went: centsColumn("went").notNull(),
}).existing();

/**
 * The moves by the hour, kept by triggers on their tables (migration 0110): what came and what went, in cents. New York's days
 * begin with a whole hour, so that any day or month is a short stretch of it, however many entries there are.
 */
export const moneyHours = sqliteTable("money_hours", {
  /** Hours since 1970. */
  hour: integer("hour").primaryKey(),
  came: centsColumn("came").notNull().default(0),
  went: centsColumn("went").notNull().default(0),
});
