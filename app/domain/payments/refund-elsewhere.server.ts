import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { payments, refunds, stripeTransactions } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import { newId } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { openTask } from "../tasks/tasks.server";
import { allocate, openAmount, post, type Charge, type LedgerEntry, type Payment, type Refund } from "./books.server";
import { creditCharge, leftOfCharge } from "./credits.server";
import { chargesPaidAtOnce, chargesPaidBy, findPaymentOf } from "./disputes-read.server";
import { totalOf } from "./entries";
import { GONE_BY_CARD } from "./given-otherwise.server";
import { giveWay, hasUnderWay, leftToGive, listNotGone } from "./held-refunds.server";
import { payWhatIsOpen } from "./pay-open.server";
import type { RefundFacts } from "./ports";
import { applyRefundFacts, findRefund, findRefundOnItsWay } from "./refunds.server";
import { findSurplus } from "./surplus.server";

/** Why a refund is in our books that nobody decided here. */
export const MADE_AT_STRIPE = "made in Stripe’s dashboard";

/**
 * Takes over what Stripe tells of a refund, ours or not, in any order and as often as it is told. One that somebody made in
 * Stripe's dashboard of a payment of ours enters the books once: what the payment paid for is credited by that amount, with
 * its credit notes, and the office is asked what it was for. What was promised and has not gone out ends as far as the card has
 * it by this (`giveWay`). Nothing for a payment that we do not know.
 */
export function takeRefund(tx: Tx, deed: Deed, facts: RefundFacts): void {
  const known = findRefund(tx, { stripeId: facts.refundId }) ?? findOurs(tx, facts);
  if (known) {
    applyRefundFacts(tx, deed, known, facts);
    return;
  }
  // Ours carry their key: one of which we cannot tell whether it does is not taken for another's.
  const payment = facts.key === undefined ? null : findPaymentOf(tx, facts.paymentIntentId);
  if (!payment) return;
  const made = enterRefund(tx, deed, payment, facts);
  applyRefundFacts(tx, deed, made, facts);
}

/** Ours whose answer was not stored yet: by the key that it carries, where that was told, else by its amount. */
function findOurs(orm: Orm, facts: RefundFacts): Refund | null {
  if (facts.key === undefined) return findRefundOnItsWay(orm, facts);
  const mine = facts.key === null ? null : findRefund(orm, { id: facts.key });
  return mine?.stripe_refund_id === null ? mine : null;
}

function enterRefund(tx: Tx, deed: Deed, payment: Payment, { refundId, amount }: RefundFacts): Refund {
  const { booking_id, id: payment_id } = payment;
  const refund = tx
    .insert(refunds)
    .values({
      id: newId("refund"),
      booking_id,
      payment_id,
      state: "submitted",
      method: "card",
      amount,
      reason: MADE_AT_STRIPE,
      stripe_refund_id: refundId,
      created_at: deed.now,
      updated_at: deed.now,
    })
    .returning()
    .get();
  const entry = post(tx, deed, {
    booking_id,
    kind: "refund",
    amount,
    payment_id,
    refund_id: refund.id,
    cause: `refund:${refund.id}`,
  });
  const notGone = listNotGone(tx, payment);
  const giveWayToIt = (promised: Refund) =>
    giveWay(tx, deed, promised, GONE_BY_CARD, (back) => allocate(tx, deed, back, entry));
  // Promised to the cent, it is what was promised. Else what the payment has over goes first, then what it paid for.
  const same = notGone.find((promised) => leftToGive(tx, promised) === amount);
  if (same) giveWayToIt(same);
  // A dispute's that was won included.
  for (const over of findSurplus(tx, booking_id).from)
    if (over.payment_id === payment_id) allocate(tx, deed, over, entry);
  const giveOf = (paid: readonly Charge[]) => {
    for (const credit of creditsFor(tx, deed, paid, refundId, () => openAmount(tx, entry)))
      allocate(tx, deed, credit, entry);
  };
  giveOf(chargesPaidAtOnce(tx, payment));
  for (const promised of notGone) {
    if (openAmount(tx, entry) === 0) break;
    giveWayToIt(promised);
  }
  // A fee that was kept of it is given back last, and not while what is under way may be the same money.
  if (!hasUnderWay(tx, payment, refund)) giveOf(chargesPaidBy(tx, payment));
  // What nothing gives, and what another payment has over does not pay, is owed to us again: the card had it twice.
  payWhatIsOpen(tx, deed, booking_id);
  recordEvent(tx, deed, {
    subject: { kind: "refund", id: refund.id },
    bookingId: booking_id,
    action: "refund_approved",
    to: "submitted",
    why: MADE_AT_STRIPE,
    data: { amount },
  });
  openTask(tx, deed, {
    kind: "refund_elsewhere",
    cause: `refund_elsewhere:${refund.id}`,
    subject: { kind: "refund", id: refund.id },
    bookingId: booking_id,
    due: deed.now,
  });
  return refund;
}

/** What was given back of its payment in Stripe's dashboard after a refund was decided here; cents, 0 for nothing. */
export function givenElsewhere(orm: Orm, { booking_id, payment_id, created_at }: Refund): Cents {
  const sum = sql<number>`coalesce(sum(${refunds.amount}), 0)`;
  const since = and(
    eq(refunds.booking_id, booking_id),
    eq(refunds.payment_id, payment_id),
    eq(refunds.reason, MADE_AT_STRIPE),
    gt(refunds.created_at, created_at),
    sql`${refunds.state} not in ('failed','canceled')`,
  );
  return orm.select({ sum }).from(refunds).where(since).get()?.sum ?? 0;
}

/** Credits of these charges, one after the other, until `missing` cents are covered. */
function* creditsFor(
  tx: Tx,
  deed: Deed,
  paid: readonly Charge[],
  refundId: string,
  missing: () => number,
): Generator<LedgerEntry> {
  for (const charge of paid) {
    const part = Math.min(missing(), totalOf(leftOfCharge(tx, charge)));
    if (part > 0) yield creditCharge(tx, deed, charge, part, `${refundId}:${charge.id}`, "Refunded");
  }
}

/** Refunds on Stripe's balance, of payments of ours, that our books do not have; their ids at Stripe. */
export function listUnknownRefunds(orm: Orm, most = 100): string[] {
  return orm
    .select({ id: sql<string>`${stripeTransactions.refund}` })
    .from(stripeTransactions)
    .innerJoin(payments, eq(payments.stripe_payment_intent_id, stripeTransactions.payment_intent))
    .leftJoin(refunds, eq(refunds.stripe_refund_id, stripeTransactions.refund))
    .where(and(eq(stripeTransactions.kind, "refund"), isNotNull(stripeTransactions.refund), isNull(refunds.id)))
    .limit(most)
    .all()
    .map(({ id }) => id);
}
