import { sql } from "drizzle-orm";
import { check, index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
// Relative paths: drizzle-kit reads this file and knows no alias.
import { CHARGE_KINDS, type ChargeKind } from "../../app/domain/states/labels";
import type { ChargeState, CheckoutOutcome, RefundState } from "~/domain/states/transitions";
import { STORED_REQUEST } from "../../app/domain/payments/stored-request";
import { centsColumn, flagColumn, idColumn, instantColumn, storedColumn, writtenOut } from "./columns";
import { bookings } from "./booking";
import { changes } from "./changes";
import { holds } from "./inventory";

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

/** What is owed: every charge of the ledger. */
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
  },
  (t) => [
    index("charges_booking").on(t.booking_id),
    check("charges_kind", sql`${t.kind} in ${writtenOut(CHARGE_KINDS)}`),
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
  },
  (t) => [index("payments_booking").on(t.booking_id)],
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
    created_at: instantColumn("created_at").notNull(),
    updated_at: instantColumn("updated_at").notNull(),
  },
  (t) => [
    index("refunds_booking").on(t.booking_id),
    index("refunds_open")
      .on(t.state)
      .where(sql`${t.state} in ('submitted','pending','requires_action')`),
    check("refunds_amount", sql`${t.amount} > 0`),
  ],
);
