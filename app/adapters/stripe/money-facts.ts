import type Stripe from "stripe";
import type { DisputeFacts, PayoutFacts, TransactionFacts, TransactionKind } from "~/domain/payments/money-port";
import type { DisputeState } from "~/domain/states/dispute";
import type { PayoutState } from "~/domain/states/payout";

const DISPUTE_STATES: Readonly<Record<string, DisputeState>> = {
  warning_needs_response: "inquiry",
  warning_under_review: "inquiry_answered",
  warning_closed: "closed",
  needs_response: "needs_response",
  under_review: "under_review",
  won: "won",
  lost: "lost",
  prevented: "closed",
};

/** A status that we do not know is with the bank: nothing is to be answered by us, and nothing has ended. */
export function disputeFacts(dispute: Stripe.Dispute): DisputeFacts {
  const moved = (way: 1 | -1) =>
    (dispute.balance_transactions ?? []).reduce((sum, { amount }) => sum + Math.max(0, way * amount), 0);
  return {
    disputeId: dispute.id,
    state: DISPUTE_STATES[dispute.status] ?? "under_review",
    amount: dispute.amount,
    reason: dispute.reason,
    paymentIntentId: idOf(dispute.payment_intent),
    dueBy: dispute.evidence_details.due_by ?? null,
    withdrawn: moved(-1),
    reinstated: moved(1),
    created: dispute.created,
  };
}

const PAYOUTS: Readonly<Record<string, PayoutState>> = {
  pending: "pending",
  in_transit: "in_transit",
  paid: "paid",
  canceled: "canceled",
  failed: "failed",
};

/** A status that we do not know is on its way. */
export function payoutFacts(payout: Stripe.Payout): PayoutFacts {
  return {
    payoutId: payout.id,
    state: PAYOUTS[payout.status] ?? "in_transit",
    amount: payout.amount,
    created: payout.created,
    arrival: payout.arrival_date,
    failureReason: payout.failure_message ?? payout.failure_code,
  };
}

/** By Stripe's reporting categories, which tell a dispute from its reversal; its types do not. */
const KINDS: Readonly<Record<string, TransactionKind>> = {
  charge: "payment",
  refund: "refund",
  refund_failure: "refund_failed",
  dispute: "dispute",
  dispute_reversal: "dispute_won",
  payout: "payout",
  payout_reversal: "payout",
  fee: "fee",
};

/** Of a transaction with its source expanded. */
export function transactionFacts(transaction: Stripe.BalanceTransaction): TransactionFacts {
  const { id, type, amount, fee, created, reporting_category, description } = transaction;
  const source = transaction.source as { id: string; object?: string; payment_intent?: unknown } | string | null;
  const of = typeof source === "object" ? source : null;
  return {
    id,
    kind: KINDS[reporting_category] ?? "other",
    type,
    amount,
    fee,
    at: created,
    source: idOf(source),
    paymentIntentId: idOf((of?.payment_intent ?? null) as string | { id: string } | null),
    refundId: of?.object === "refund" ? of.id : null,
    disputeId: of?.object === "dispute" ? of.id : null,
    description,
  };
}

function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
