import { and, eq, isNull, sql } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { payments, refunds } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { tellCustomer } from "../outbox/news.server";
import { enqueue } from "../outbox/outbox.server";
import { canMove, type RefundState } from "../states/transitions";
import { closeTask, needPerson, openTask } from "../tasks/tasks.server";
import { allocateFrom, getEntry, post, type LedgerEntry, type Payment, type Refund } from "./books.server";
import { lostOfPayment, standingOf } from "./disputes-read.server";
import { settleReturned } from "./given-otherwise.server";
import type { PaymentMethod } from "./methods";
import { isUnderWay, listTogether } from "./refund-parts.server";
import type { RefundFacts } from "./ports";

/** What of a payment no refund and no bank has taken yet; a refund that failed or was stopped has taken nothing. Cents. */
export function leftOfPayment(orm: Orm, { id, booking_id, amount }: Payment): Cents {
  const sum = sql<number>`coalesce(sum(${refunds.amount}), 0)`;
  const ofPayment = and(eq(refunds.booking_id, booking_id), eq(refunds.payment_id, id));
  const counting = and(ofPayment, sql`${refunds.state} not in ('failed','canceled')`);
  return amount - lostOfPayment(orm, { id }) - (orm.select({ sum }).from(refunds).where(counting).get()?.sum ?? 0);
}

/**
 * Books a refund as approved. Nothing for 0. `from` is what gives the money: the credits of charges, or the payment
 * itself where it paid for nothing. To a card the outbox sends it; what came by check or cash, or goes that way, waits for
 * the person who pays it out. While the payment is disputed it waits for the end of that ("requested",
 * `endHeldRefunds`). Throws when it exceeds what is left of either; what a bank has taken for good is not left.
 */
export function approveRefund(
  tx: Tx,
  deed: Deed,
  payment: Payment,
  amount: Cents,
  reason: string,
  from: readonly LedgerEntry[] = [getEntry(tx, `payment:${payment.id}`)],
  method: PaymentMethod = payment.method,
): Refund | null {
  if (amount <= 0) return null;
  if (amount > leftOfPayment(tx, payment))
    throw new Error(`refund of ${amount} exceeds what is left of payment ${payment.id}`);
  const state = standingOf(tx, payment) === "frozen" ? "requested" : "approved";
  const row = tx
    .insert(refunds)
    .values({
      id: newId("refund"),
      booking_id: payment.booking_id,
      payment_id: payment.id,
      state,
      method,
      amount,
      reason,
      created_at: deed.now,
      updated_at: deed.now,
    })
    .returning()
    .get();
  const { id: refund_id, booking_id, payment_id } = row;
  const entry = post(tx, deed, {
    booking_id,
    kind: "refund",
    amount,
    payment_id,
    refund_id,
    cause: `refund:${refund_id}`,
  });
  allocateFrom(tx, deed, from, entry, amount);
  recordEvent(tx, deed, {
    subject: { kind: "refund", id: row.id },
    bookingId: payment.booking_id,
    action: "refund_approved",
    to: state,
    why: reason,
    data: { amount },
  });
  if (state === "approved") sendOut(tx, deed, row);
  return row;
}

/** What is to be paid out by hand has a task of its own, which ends when an admin writes down that it is. */
export const byHandCause = ({ id }: Pick<Refund, "id">) => `refund_by_hand:${id}`;

/** Whether it is approved and waits for the person who pays it out. */
export const isToPayOut = ({ state, method }: Pick<Refund, "state" | "method">): boolean =>
  state === "approved" && method !== "card";

/** Has an approved refund go out: the outbox sends it to its card, an admin pays it out otherwise. */
export function sendOut(tx: Tx, deed: Deed, { id, booking_id, method }: Refund): void {
  if (method === "card")
    enqueue(tx, { kind: "stripe.refund", cause: `refund:${id}`, bookingId: booking_id, payload: { refundId: id } });
  else
    openTask(tx, deed, {
      kind: "refund_by_hand",
      cause: byHandCause({ id }),
      subject: { kind: "refund", id },
      bookingId: booking_id,
      due: deed.now,
    });
}

/** Moves a refund with its event. Throws for a move that the table does not know: the caller has decided before. */
export function moveRefund(tx: Tx, deed: Deed, refund: Refund, to: RefundState): void {
  if (!canMove("refund", refund.state, to)) throw new Error(`refund ${refund.id}: ${refund.state} to ${to}`);
  tx.update(refunds).set({ state: to, updated_at: deed.now }).where(eq(refunds.id, refund.id)).run();
  recordEvent(tx, deed, {
    subject: { kind: "refund", id: refund.id },
    bookingId: refund.booking_id,
    action: "refund_moved",
    from: refund.state,
    to,
    data: { amount: refund.amount },
  });
}

/** An admin has paid it out by hand: by check with its number, or in cash. Throws for one that goes to a card. */
export function settleByHand(
  tx: Tx,
  deed: Deed,
  refund: Refund,
  paid: { reference: string | null; deposit_batch: string | null },
): void {
  if (refund.method === "card") throw new Error(`refund ${refund.id} goes to a card`);
  moveRefund(tx, deed, refund, "submitted");
  moveRefund(tx, deed, { ...refund, state: "submitted" }, "succeeded");
  tx.update(refunds)
    .set({ ...paid, paid_out_at: deed.now })
    .where(eq(refunds.id, refund.id))
    .run();
  closeTask(tx, deed, byHandCause(refund));
  enqueue(tx, {
    kind: "mail.refund",
    cause: `mail.refund:${refund.id}:succeeded`,
    bookingId: refund.booking_id,
    payload: { refundId: refund.id, state: "succeeded" },
  });
}

/**
 * Takes over what Stripe says of a refund, from an answer or an event, in any order: a move that the table does not
 * know (an old event after a newer one) changes nothing. One that failed, or that Stripe ended, becomes a task of the office,
 * unless its customer has that money otherwise (`settleReturned`): then nobody is asked and nobody is told.
 * The refund is read again here: the caller may have read his before he asked Stripe.
 */
export function applyRefundFacts(tx: Tx, deed: Deed, { id }: Pick<Refund, "id">, facts: RefundFacts): void {
  const refund = findRefund(tx, { id });
  if (!refund) throw new Error(`no refund ${id}`);
  const to: RefundState = facts.status;
  let from: RefundState = refund.state;
  if (from === "approved") {
    recordEvent(tx, deed, {
      subject: { kind: "refund", id: refund.id },
      bookingId: refund.booking_id,
      action: "refund_moved",
      from,
      to: "submitted",
      data: { amount: refund.amount },
    });
    from = "submitted";
  }
  if (from === to || !canMove("refund", from, to)) {
    if (refund.state === "approved")
      tx.update(refunds)
        .set({ state: from, stripe_refund_id: facts.refundId, updated_at: deed.now })
        .where(eq(refunds.id, refund.id))
        .run();
    return;
  }
  tx.update(refunds)
    .set({ state: to, stripe_refund_id: facts.refundId, failure_reason: facts.failureReason, updated_at: deed.now })
    .where(eq(refunds.id, refund.id))
    .run();
  const cameBack = to === "failed" || to === "canceled";
  const isSettled = cameBack && settleReturned(tx, deed, refund, bookReturned(tx, deed, refund));
  needPerson(tx, deed, (cameBack && !isSettled) || to === "requires_action", {
    kind: "refund_failed",
    cause: `refund:${id}`,
    subject: { kind: "refund", id },
    bookingId: refund.booking_id,
    due: deed.now,
  });
  recordEvent(tx, deed, {
    subject: { kind: "refund", id: refund.id },
    bookingId: refund.booking_id,
    action: "refund_moved",
    from,
    to,
    data: { amount: refund.amount },
  });
  if (to === "succeeded" || (cameBack && !isSettled)) tellEnd(tx, refund, to);
}

/** So long the end of one part waits for the others', which mostly follow within seconds. */
const WAITS_FOR_PARTS_MS = 10 * 60_000;

/** Tells how a refund ended. Parts of one sum are told together: whichever ends last tells of all (`findTold`). */
function tellEnd(tx: Tx, refund: Refund, state: "succeeded" | "failed" | "canceled"): void {
  const isAlone = listTogether(tx, refund).every(({ id, state: other }) => id === refund.id || !isUnderWay(other));
  tellCustomer(tx, "refund", {
    bookingId: refund.booking_id,
    cause: `${refund.id}:${state}`,
    payload: { refundId: refund.id, state },
    ...(!isAlone && { runAt: Date.now() + WAITS_FOR_PARTS_MS }),
  });
}

/** The money did not go back: we owe it again, until another refund takes it up. */
export function bookReturned(tx: Tx, deed: Deed, { id, booking_id, payment_id, amount }: Refund): LedgerEntry {
  return post(tx, deed, {
    booking_id,
    kind: "refund_failed",
    amount,
    payment_id,
    refund_id: id,
    cause: `refund_failed:${id}`,
  });
}

/** Whether a refund has taken what it was for: one that failed or was stopped has not. */
export const isOnTheBooks = ({ state }: Pick<Refund, "state">): boolean => state !== "failed" && state !== "canceled";

/** By our id, or by the card company’s; null when there is none. */
export function findRefund(orm: Orm, by: { id: string } | { stripeId: string }): Refund | null {
  return (
    orm
      .select()
      .from(refunds)
      .where("id" in by ? eq(refunds.id, by.id as Id<"refund">) : eq(refunds.stripe_refund_id, by.stripeId))
      .get() ?? null
  );
}

/**
 * An event may come before Stripe's answer was stored: then it means the payment's refund of that amount that is just
 * being sent.
 */
export function findRefundOnItsWay(orm: Orm, facts: RefundFacts): Refund | null {
  if (!facts.paymentIntentId) return null;
  const payment = orm
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.stripe_payment_intent_id, facts.paymentIntentId))
    .get();
  if (!payment) return null;
  return (
    orm
      .select()
      .from(refunds)
      .where(
        and(
          eq(refunds.payment_id, payment.id),
          eq(refunds.amount, facts.amount),
          eq(refunds.state, "approved"),
          eq(refunds.method, "card"),
          isNull(refunds.stripe_refund_id),
        ),
      )
      .get() ?? null
  );
}

/** Refunds on their way with Stripe, for the reconciler. */
export function listOpenRefunds(orm: Orm): Refund[] {
  return orm
    .select()
    .from(refunds)
    .where(sql`${refunds.state} in ('submitted','pending','requires_action')`)
    .limit(200)
    .all();
}
