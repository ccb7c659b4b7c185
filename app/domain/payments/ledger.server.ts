import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { charges, payments, refunds } from "#db/schema/index";
import type { Booking } from "../booking/bookings.server";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { enqueue } from "../outbox/outbox.server";
import { canMove, type RefundState } from "../booking/transitions";
import type { RefundFacts } from "./ports";

export type Payment = typeof payments.$inferSelect;
export type Refund = typeof refunds.$inferSelect;
export type Charge = typeof charges.$inferSelect;

/** The charge that a paid booking starts its ledger with: the rental as it was signed, tax apart. */
export function chargeRental(tx: Tx, deed: Deed, booking: Booking, paymentId: Id<"payment"> | null): void {
  const { price } = booking;
  const id = newId("charge");
  tx.insert(charges).values({
    id, booking_id: booking.id, kind: "rental", state: "succeeded", amount: price.total - price.tax, tax: price.tax,
    description: `${booking.items_summary}, ${booking.rental_duration_days} days`, payment_id: paymentId, created_at: deed.now,
  }).run();
  recordEvent(tx, deed, { subject: { kind: "charge", id }, bookingId: booking.id, action: "charged", to: "succeeded", data: { amount: price.total } });
}

/** Money that came in. One row per payment intent: a second one of the same throws (UNIQUE). */
export function recordPayment(tx: Tx, deed: Deed, payment: { bookingId: Id<"booking">; checkoutId: Id<"checkout">; amount: Cents; intentId: string | null }): Payment {
  const row = tx.insert(payments).values({
    id: newId("payment"), booking_id: payment.bookingId, checkout_id: payment.checkoutId, amount: payment.amount,
    stripe_payment_intent_id: payment.intentId, paid_at: deed.now,
  }).returning().get();
  recordEvent(tx, deed, { subject: { kind: "payment", id: row.id }, bookingId: payment.bookingId, action: "paid", data: { amount: payment.amount } });
  return row;
}

/** Books a refund as approved; the outbox sends it. Nothing for 0. Throws when it exceeds what is left of the payment. */
export function approveRefund(tx: Tx, deed: Deed, payment: Payment, amount: Cents, reason: string): Refund | null {
  if (amount <= 0) return null;
  const already = tx.select({ sum: sql<number>`coalesce(sum(${refunds.amount}), 0)` }).from(refunds)
    .where(and(eq(refunds.booking_id, payment.booking_id), eq(refunds.payment_id, payment.id), sql`${refunds.state} not in ('failed','canceled')`)).get()?.sum ?? 0;
  if (already + amount > payment.amount) throw new Error(`refund of ${amount} exceeds what is left of payment ${payment.id}`);
  const row = tx.insert(refunds).values({ id: newId("refund"), booking_id: payment.booking_id, payment_id: payment.id, state: "approved", amount, reason, created_at: deed.now, updated_at: deed.now }).returning().get();
  recordEvent(tx, deed, { subject: { kind: "refund", id: row.id }, bookingId: payment.booking_id, action: "approved", to: "approved", why: reason, data: { amount } });
  enqueue(tx, { kind: "stripe.refund", cause: `refund:${row.id}`, bookingId: payment.booking_id, payload: { refundId: row.id } });
  return row;
}

const STATE_OF: Record<RefundFacts["status"], RefundState> = { pending: "pending", succeeded: "succeeded", failed: "failed", requires_action: "requires_action", canceled: "canceled" };

/**
 * Takes over what Stripe says of a refund, from an answer or an event, in any order: a move that the table does not
 * know (an old event after a newer one) changes nothing. A failed one becomes a task of the office by its state.
 * The refund is read again here: the caller may have read his before he asked Stripe.
 */
export function applyRefundFacts(tx: Tx, deed: Deed, { id }: Pick<Refund, "id">, facts: RefundFacts): void {
  const refund = findRefund(tx, { id });
  if (!refund) throw new Error(`no refund ${id}`);
  const to = STATE_OF[facts.status];
  let from: RefundState = refund.state;
  if (from === "approved") {
    recordEvent(tx, deed, { subject: { kind: "refund", id: refund.id }, bookingId: refund.booking_id, action: "submitted", from, to: "submitted" });
    from = "submitted";
  }
  if (from === to || !canMove("refund", from, to)) {
    if (refund.state === "approved") tx.update(refunds).set({ state: from, stripe_refund_id: facts.refundId, updated_at: deed.now }).where(eq(refunds.id, refund.id)).run();
    return;
  }
  tx.update(refunds).set({ state: to, stripe_refund_id: facts.refundId, failure_reason: facts.failureReason, updated_at: deed.now }).where(eq(refunds.id, refund.id)).run();
  recordEvent(tx, deed, { subject: { kind: "refund", id: refund.id }, bookingId: refund.booking_id, action: to, from, to, data: { amount: refund.amount } });
  if (to === "succeeded" || to === "failed") enqueue(tx, { kind: "mail.refund", cause: `mail.refund:${refund.id}:${to}`, bookingId: refund.booking_id, payload: { refundId: refund.id, state: to } });
}

export function findRefund(orm: Orm, by: { id: string } | { stripeId: string }): Refund | null {
  return orm.select().from(refunds).where("id" in by ? eq(refunds.id, by.id as Id<"refund">) : eq(refunds.stripe_refund_id, by.stripeId)).get() ?? null;
}

/** An event may come before Stripe's answer was stored: then it means the payment's refund of that amount that is just being sent. */
export function findRefundOnItsWay(orm: Orm, facts: RefundFacts): Refund | null {
  if (!facts.paymentIntentId) return null;
  const payment = orm.select({ id: payments.id }).from(payments).where(eq(payments.stripe_payment_intent_id, facts.paymentIntentId)).get();
  if (!payment) return null;
  return orm.select().from(refunds).where(and(eq(refunds.payment_id, payment.id), eq(refunds.amount, facts.amount), eq(refunds.state, "approved"), isNull(refunds.stripe_refund_id))).get() ?? null;
}

/** Throws when there is none. */
export function getPayment(orm: Orm, id: Id<"payment">): Payment {
  const found = orm.select().from(payments).where(eq(payments.id, id)).get();
  if (!found) throw new Error(`no payment ${id}`);
  return found;
}

/** Refunds on their way with Stripe, for the reconciler. */
export function listOpenRefunds(orm: Orm): Refund[] {
  return orm.select().from(refunds).where(sql`${refunds.state} in ('submitted','pending','requires_action')`).limit(200).all();
}

/** A booking's money: what is owed, what came in, what went back. Cents. */
export interface Ledger {
  charges: Charge[];
  payments: Payment[];
  refunds: Refund[];
  charged: Cents;
  paid: Cents;
  refunded: Cents;
}

const chargesOf = prepared((orm) => orm.select().from(charges).where(eq(charges.booking_id, sql.placeholder("id"))).orderBy(asc(charges.created_at)).prepare());
const paymentsOf = prepared((orm) => orm.select().from(payments).where(eq(payments.booking_id, sql.placeholder("id"))).orderBy(asc(payments.paid_at)).prepare());
const refundsOf = prepared((orm) => orm.select().from(refunds).where(eq(refunds.booking_id, sql.placeholder("id"))).orderBy(asc(refunds.created_at)).prepare());

/** Every row of a booking's money, oldest first, with its sums. Refunds that failed or were called off do not count. */
export function readLedger(orm: Orm, bookingId: Id<"booking">): Ledger {
  const owed = chargesOf(orm).all({ id: bookingId });
  const paid = paymentsOf(orm).all({ id: bookingId });
  const back = refundsOf(orm).all({ id: bookingId });
  return {
    charges: owed, payments: paid, refunds: back,
    charged: owed.filter((charge) => charge.state === "succeeded").reduce((sum, charge) => sum + charge.amount + charge.tax, 0),
    paid: paid.reduce((sum, payment) => sum + payment.amount, 0),
    refunded: back.filter((refund) => refund.state !== "failed" && refund.state !== "canceled").reduce((sum, refund) => sum + refund.amount, 0),
  };
}
