import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
// Relative paths: drizzle-kit reads this file and knows no alias.
import { DISPUTE_STATES, type DisputeState } from "../../app/domain/states/dispute";
import { PAYOUT_STATES, type PayoutState } from "../../app/domain/states/payout";
import type { TransactionKind } from "~/domain/payments/money-port";
import { bookings } from "./booking";
import { centsColumn, dayColumn, idColumn, instantColumn, writtenOut } from "./columns";
import { payments } from "./payments";

/** What a customer's bank disputes of a payment, as the card company tells it, and what we answered. */
export const disputes = sqliteTable(
  "disputes",
  {
    id: idColumn("id", "dispute").primaryKey(),
    booking_id: idColumn("booking_id", "booking")
      .notNull()
      .references(() => bookings.id),
    payment_id: idColumn("payment_id", "payment")
      .notNull()
      .references(() => payments.id),
    stripe_dispute_id: text("stripe_dispute_id").notNull().unique(),
    state: text("state").$type<DisputeState>().notNull(),
    amount: centsColumn("amount").notNull(),
    /** What the bank has taken, and given back; 0 for an inquiry. Each is booked when it is first told. */
    withdrawn: centsColumn("withdrawn").notNull().default(0),
    reinstated: centsColumn("reinstated").notNull().default(0),
    /** Stripe's word for what the customer says. */
    reason: text("reason").notNull(),
    /** Until when the bank takes an answer. */
    due_at: instantColumn("due_at"),
    opened_at: instantColumn("opened_at").notNull(),
    updated_at: instantColumn("updated_at").notNull(),
    closed_at: instantColumn("closed_at"),
    /** The evidence as it was packed: one PDF below the data folder's files. */
    file_path: text("file_path"),
    file_sha256: text("file_sha256"),
    file_bytes: integer("file_bytes"),
    /** What the office adds in its own words. */
    said: text("said"),
    /** When it was asked to be sent, and when the card company had it. */
    asked_at: instantColumn("asked_at"),
    sent_at: instantColumn("sent_at"),
    stripe_file_id: text("stripe_file_id"),
    /** Why the card company did not take it. */
    refused: text("refused"),
    /** A lost one that nobody is asked to pay any more. */
    written_off_at: instantColumn("written_off_at"),
  },
  (t) => [
    index("disputes_booking").on(t.booking_id),
    index("disputes_payment").on(t.payment_id),
    index("disputes_time").on(t.opened_at, t.id),
    index("disputes_open")
      .on(t.due_at)
      .where(sql`${t.state} not in ('won','lost','closed')`),
    check("disputes_state", sql`${t.state} in ${writtenOut(DISPUTE_STATES)}`),
    check("disputes_amounts", sql`${t.amount} > 0 and ${t.withdrawn} >= 0 and ${t.reinstated} >= 0`),
  ],
);

/**
 * Every movement on the card company's balance, as it tells it: what our books are compared with, and where its fees come
 * from. Amounts in cents, below 0 what left. Times are the card company's.
 */
export const stripeTransactions = sqliteTable(
  "stripe_transactions",
  {
    id: text("id").primaryKey(),
    kind: text("kind").$type<TransactionKind>().notNull(),
    /** The card company's own word. */
    type: text("type").notNull(),
    amount: centsColumn("amount").notNull(),
    fee: centsColumn("fee").notNull(),
    at: instantColumn("at").notNull(),
    source: text("source"),
    payment_intent: text("payment_intent"),
    refund: text("refund"),
    dispute: text("dispute"),
    description: text("description"),
  },
  (t) => [
    index("stripe_transactions_time").on(t.at, t.id),
    index("stripe_transactions_intent")
      .on(t.payment_intent)
      .where(sql`${t.payment_intent} is not null`),
    index("stripe_transactions_refund")
      .on(t.refund)
      .where(sql`${t.refund} is not null`),
    index("stripe_transactions_dispute")
      .on(t.dispute)
      .where(sql`${t.dispute} is not null`),
  ],
);

/**
 * What all movements come to, less the fees: one row, kept by triggers on them. Summed anew on each visit it would cost as
 * much as the company is old.
 */
export const stripeSums = sqliteTable("stripe_sums", {
  id: integer("id").primaryKey(),
  known: centsColumn("known").notNull(),
});

/** What the card company pays out to our bank, as it tells it. */
export const stripePayouts = sqliteTable(
  "stripe_payouts",
  {
    id: text("id").primaryKey(),
    state: text("state").$type<PayoutState>().notNull(),
    amount: centsColumn("amount").notNull(),
    made_at: instantColumn("made_at").notNull(),
    /** When the bank has it, or is to have it. */
    arrives_on: dayColumn("arrives_on").notNull(),
    failure_reason: text("failure_reason"),
  },
  (t) => [
    index("stripe_payouts_time").on(t.made_at),
    index("stripe_payouts_arrival").on(t.arrives_on),
    check("stripe_payouts_state", sql`${t.state} in ${writtenOut(PAYOUT_STATES)}`),
  ],
);
