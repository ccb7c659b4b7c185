import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
// Relative paths: drizzle-kit reads this file and knows no alias.
import { STORED_BASIS, STORED_CARD_CHARGE, STORED_EVIDENCE } from "../../app/domain/charges/stored-charge";
import { CHARGE_KINDS, type ChargeKind } from "../../app/domain/states/labels";
import type { CheckoutOutcome } from "~/domain/states/money";
import type { ChargeState, RefundState } from "~/domain/states/transitions";
import { PAYMENT_METHODS, type PaymentMethod } from "../../app/domain/payments/methods";
import { STORED_REQUEST } from "../../app/domain/payments/stored-request";
import { centsColumn, flagColumn, idColumn, instantColumn, storedColumn, writtenOut } from "./columns";
import { bookings } from "./booking";
import { changes } from "./changes";
import { holds, jobs } from "./inventory";

/** One try to pay by Stripe Checkout. The parameters and the idempotency key are stored before Stripe is called. */
export const checkouts = sqliteTable(
  "checkouts",
  {
    id: idColumn("id", "checkout").primaryKey(),
    booking_id: idColumn("booking_id", "booking")
      .notNull()
      .references(() => bookings.id),
    /** What is paid: a change, or (null) the first order. */
    change_id: idColumn("change_id", "change").references(() => changes.id),
    /** Nothing is bought: the card on file becomes another one, for later charges. */
    only_card: flagColumn("only_card").notNull().default(false),
    hold_id: idColumn("hold_id", "hold").references(() => holds.id),
    state: text("state").$type<"creating" | "open" | "complete" | "expired" | "abandoned">().notNull(),
    amount: centsColumn("amount").notNull(),
    currency: text("currency").notNull().default("usd"),
    request: storedColumn("request", STORED_REQUEST).notNull(),
    session_id: text("session_id").unique(),
    url: text("url"),
    /** What became of the money: confirmed, refunded (nothing left), duplicate. */
    outcome: text("outcome").$type<CheckoutOutcome>(),
    expires_at: instantColumn("expires_at").notNull(),
    created_at: instantColumn("created_at").notNull(),
    ended_at: instantColumn("ended_at"),
    /** Since then its session's address does not open the booking any more; a payment by it does so anew. */
    revoked_at: instantColumn("revoked_at"),
  },
  (t) => [
    // One open for each owner.
    uniqueIndex("checkouts_one_open")
      .on(t.booking_id)
      .where(sql`${t.change_id} is null and ${t.only_card} = 0 and ${t.state} in ('creating','open')`),
    uniqueIndex("checkouts_one_open_for_card")
      .on(t.booking_id)
      .where(sql`${t.only_card} = 1 and ${t.state} in ('creating','open')`),
    uniqueIndex("checkouts_one_open_of_change")
      .on(t.change_id)
      .where(sql`${t.state} in ('creating','open')`),
    index("checkouts_unfinished")
      .on(t.created_at)
      .where(sql`${t.state} in ('creating','open')`),
    index("checkouts_booking").on(t.booking_id, t.created_at),
  ],
);

/**
 * What is owed: every charge of the ledger, and later charges on their way there (domain/charges). Those are booked when
 * they fall due; until then nothing is owed for them.
 */
export const charges = sqliteTable(
  "charges",
  {
    id: idColumn("id", "charge").primaryKey(),
    booking_id: idColumn("booking_id", "booking")
      .notNull()
      .references(() => bookings.id),
    unit_id: idColumn("unit_id", "unit"),
    /** What was bought by it, after the payment of the order. */
    change_id: idColumn("change_id", "change").references(() => changes.id),
    kind: text("kind").$type<ChargeKind>().notNull(),
    state: text("state").$type<ChargeState>().notNull(),
    /** Before tax. */
    amount: centsColumn("amount").notNull(),
    tax: centsColumn("tax").notNull().default(0),
    description: text("description").notNull(),
    payment_id: idColumn("payment_id", "payment"),
    created_at: instantColumn("created_at").notNull(),
    /** Of a later charge: the fact that it is for, once. Null for what is paid or billed as it is bought. */
    cause: text("cause"),
    /** The job whose facts it stands on. */
    job_id: idColumn("job_id", "job").references(() => jobs.id),
    /** How it was worked out, as figures and names; the words are made when it is shown. */
    basis: storedColumn("basis", STORED_BASIS),
    evidence: storedColumn("evidence", STORED_EVIDENCE),
    /** The section of the signed agreement that it stands on. */
    clause: text("clause"),
    /** The higher one that was voided for it. */
    replaces_charge_id: idColumn("replaces_charge_id", "charge"),
    /** Who allowed it, where an admin has to. */
    approved_by: idColumn("approved_by", "account"),
    /** The office stopped it for now: nothing of it runs by itself. */
    held_why: text("held_why"),
    /** How many notices were ordered; the newest is `notices`. */
    notices: integer("notices").notNull().default(0),
    /** When the newest notice left, and from when on it may be charged. */
    noticed_at: instantColumn("noticed_at"),
    due_at: instantColumn("due_at"),
    ended_at: instantColumn("ended_at"),
    /** Why it was waived, voided or written off. */
    end_reason: text("end_reason"),
    /** Opens the page of this charge alone, where it can be questioned. */
    capability: text("capability").unique(),
  },
  (t) => [
    index("charges_booking").on(t.booking_id),
    index("charges_unit").on(t.unit_id),
    uniqueIndex("charges_cause").on(t.cause),
    // The billing tab's list.
    index("charges_state")
      .on(t.state, t.created_at, t.id)
      .where(sql`${t.cause} is not null`),
    // What an account carries: looked through by housekeeping for what is past due.
    index("charges_billed")
      .on(t.created_at, t.booking_id)
      .where(sql`${t.state} = 'billed'`),
    index("charges_due")
      .on(t.due_at)
      .where(sql`${t.state} = 'noticed'`),
    check("charges_kind", sql`${t.kind} in ${writtenOut(CHARGE_KINDS)}`),
  ],
);

/**
 * One try to charge the card on file for a later charge. The request, with its idempotency key, is stored before the card
 * company is called.
 */
export const chargeAttempts = sqliteTable(
  "charge_attempts",
  {
    id: idColumn("id", "chargeAttempt").primaryKey(),
    charge_id: idColumn("charge_id", "charge")
      .notNull()
      .references(() => charges.id),
    booking_id: idColumn("booking_id", "booking")
      .notNull()
      .references(() => bookings.id),
    /** `started` until it is known what became of it. */
    state: text("state").$type<"started" | "succeeded" | "requires_action" | "failed">().notNull(),
    amount: centsColumn("amount").notNull(),
    request: storedColumn("request", STORED_CARD_CHARGE).notNull(),
    stripe_payment_intent_id: text("stripe_payment_intent_id").unique(),
    /** The card company's word for why not, and its sentence. */
    decline_code: text("decline_code"),
    message: text("message"),
    started_at: instantColumn("started_at").notNull(),
    ended_at: instantColumn("ended_at"),
  },
  (t) => [
    uniqueIndex("charge_attempts_one")
      .on(t.charge_id)
      .where(sql`${t.state} = 'started'`),
    index("charge_attempts_charge").on(t.charge_id, t.started_at),
    index("charge_attempts_started")
      .on(t.started_at)
      .where(sql`${t.state} = 'started'`),
  ],
);

/** What a customer asked about a later charge, and what the office answered. */
export const chargeQuestions = sqliteTable(
  "charge_questions",
  {
    id: idColumn("id", "question").primaryKey(),
    charge_id: idColumn("charge_id", "charge")
      .notNull()
      .references(() => charges.id),
    booking_id: idColumn("booking_id", "booking")
      .notNull()
      .references(() => bookings.id),
    message: text("message").notNull(),
    asked_at: instantColumn("asked_at").notNull(),
    answer: text("answer"),
    outcome: text("outcome").$type<"upheld" | "lowered" | "waived">(),
    answered_at: instantColumn("answered_at"),
    answered_by: idColumn("answered_by", "account"),
  },
  (t) => [
    index("charge_questions_charge").on(t.charge_id, t.asked_at),
    uniqueIndex("charge_questions_open")
      .on(t.charge_id)
      .where(sql`${t.answered_at} is null`),
  ],
);

/** Money that came in. */
export const payments = sqliteTable(
  "payments",
  {
    id: idColumn("id", "payment").primaryKey(),
    booking_id: idColumn("booking_id", "booking")
      .notNull()
      .references(() => bookings.id),
    checkout_id: idColumn("checkout_id", "checkout").references(() => checkouts.id),
    amount: centsColumn("amount").notNull(),
    currency: text("currency").notNull().default("usd"),
    stripe_payment_intent_id: text("stripe_payment_intent_id").unique(),
    paid_at: instantColumn("paid_at").notNull(),
    /** A check or cash is what an admin wrote down. */
    method: text("method").$type<PaymentMethod>().notNull().default("card"),
    /** The card that paid it: a refund goes back there, whichever one is on file by then. Null while we do not know it. */
    card_brand: text("card_brand"),
    card_last4: text("card_last4"),
    /** The check's number. */
    reference: text("reference"),
    /** What it was taken to the bank with, as the office calls it. */
    deposit_batch: text("deposit_batch"),
    /** One check that pays for several bookings is a row for each: the same receipt. */
    receipt: text("receipt"),
  },
  (t) => [
    index("payments_booking").on(t.booking_id),
    index("payments_by_hand")
      .on(t.paid_at)
      .where(sql`${t.method} <> 'card'`),
    index("payments_receipt")
      .on(t.receipt)
      .where(sql`${t.receipt} is not null`),
    check("payments_method", sql`${t.method} in ${writtenOut(PAYMENT_METHODS)}`),
  ],
);

export const refunds = sqliteTable(
  "refunds",
  {
    id: idColumn("id", "refund").primaryKey(),
    booking_id: idColumn("booking_id", "booking")
      .notNull()
      .references(() => bookings.id),
    payment_id: idColumn("payment_id", "payment")
      .notNull()
      .references(() => payments.id),
    state: text("state").$type<RefundState>().notNull(),
    amount: centsColumn("amount").notNull(),
    reason: text("reason").notNull(),
    stripe_refund_id: text("stripe_refund_id").unique(),
    failure_reason: text("failure_reason"),
    /** By which way it goes back; a check or cash is paid out by a person. */
    method: text("method").$type<PaymentMethod>().notNull().default("card"),
    reference: text("reference"),
    deposit_batch: text("deposit_batch"),
    /** When an admin wrote down that it was paid out by hand; null until then, and for what goes to a card. */
    paid_out_at: instantColumn("paid_out_at"),
    /** The refund that was made in the place of this one, which failed. */
    replaced_by: idColumn("replaced_by", "refund"),
    created_at: instantColumn("created_at").notNull(),
    updated_at: instantColumn("updated_at").notNull(),
  },
  (t) => [
    index("refunds_booking").on(t.booking_id),
    index("refunds_open")
      .on(t.state)
      .where(sql`${t.state} in ('submitted','pending','requires_action')`),
    index("refunds_by_time").on(t.created_at, t.id),
    // What left by hand on a day.
    index("refunds_paid_out")
      .on(t.paid_out_at, t.id)
      .where(sql`${t.paid_out_at} is not null`),
    // What somebody has to see to: failed ones that nothing replaced, and those that are paid out by hand.
    index("refunds_to_do")
      .on(t.created_at)
      .where(
        sql`(${t.state} in ('failed','canceled') and ${t.replaced_by} is null) or ${t.state} in ('requested','approved','submitted','pending','requires_action')`,
      ),
    check("refunds_method", sql`${t.method} in ${writtenOut(PAYMENT_METHODS)}`),
    check("refunds_amount", sql`${t.amount} > 0`),
  ],
);
