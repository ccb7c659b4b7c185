import type Stripe from "stripe";
import { invalid } from "./errors";
import { unixNow } from "./ids.server";
import type { Later, Ledger } from "./ledger.server";
import { toMetadata } from "./metadata";
import { moveBalance } from "./balance.server";
import { closeUnanswered, endDispute, hasUnanswered, isHeldByBank, openDispute } from "./disputes.server";
import { newRefund } from "./objects.server";

/**
 * POST /v1/refunds: all of a charge or a part of it (cents). `settleAfter` in milliseconds: when a slow refund ends.
 */
export function createRefund(ledger: Ledger, params: Stripe.RefundCreateParams, settleAfter: number): Stripe.Refund {
  const charge = chargeToRefund(ledger, params);
  const left = charge.amount_captured - charge.amount_refunded;
  if (isHeldByBank(ledger, charge))
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, undefined, "charge_disputed");
  if (left <= 0) throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, "charge_already_refunded");
  const amount = params.amount ?? left;
  if (amount < 1) throw invalid("Invalid positive integer", "amount", "parameter_invalid_integer");
  if (amount > left) {
    throw invalid(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      "amount",
    );
  }
  const behaviour = ledger.hidden("payment_method", charge.payment_method ?? "").card?.refund;
  const made = ledger.add(
    newRefund(charge, {
      amount,
      status: behaviour === "pending" ? "pending" : "succeeded",
      reason: params.reason ?? null,
      metadata: toMetadata(params.metadata),
    }),
  );
  const { id: balance_transaction } = moveBalance(ledger, { type: "refund", amount: -amount, source: made.id });
  const refund = ledger.save({ ...made, balance_transaction });
  const after = ledger.save({ ...charge, amount_refunded: charge.amount_refunded + amount, refunded: amount === left });
  ledger.emit("refund.created", refund);
  ledger.emit("charge.refunded", after);
  if (behaviour === "pending") ledger.later("refund_succeeds", refund.id, settleAfter);
  if (behaviour === "fails_later") ledger.later("refund_fails", refund.id, settleAfter);
  return refund;
}

function chargeToRefund(ledger: Ledger, params: Stripe.RefundCreateParams): Stripe.Charge {
  if (params.charge) return paidCharge(ledger.get("charge", params.charge, "charge"));
  if (!params.payment_intent)
    throw invalid("One of the following params should be provided for this request: payment_intent or charge.");
  const intent = ledger.get("payment_intent", params.payment_intent, "payment_intent");
  if (typeof intent.latest_charge !== "string" || intent.status !== "succeeded") {
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, "payment_intent");
  }
  return ledger.get("charge", intent.latest_charge);
}

function paidCharge(charge: Stripe.Charge): Stripe.Charge {
  if (charge.status !== "succeeded") throw invalid(`Charge ${charge.id} is not a successful charge.`, "charge");
  return charge;
}

/** Lets happen what was due by now: slow refunds end, disputes arrive, and those that nobody answered end. Inside a transaction. */
export function settleDue(ledger: Ledger): void {
  const due = ledger.prepare("DELETE FROM stripe_later WHERE due_at <= ? RETURNING task, object").all(Date.now()) as {
    task: Later;
    object: string;
  }[];
  for (const { task, object } of due) {
    if (task === "dispute_opens") openDispute(ledger, object);
    else if (task === "dispute_won" || task === "dispute_lost")
      endDispute(ledger, object, task === "dispute_won" ? "won" : "lost");
    else endRefund(ledger, object, task === "refund_succeeds");
  }
  closeUnanswered(ledger);
}

export function hasDueSettlements(ledger: Ledger): boolean {
  return (
    ledger.prepare("SELECT 1 FROM stripe_later WHERE due_at <= ? LIMIT 1").get(Date.now()) !== undefined ||
    hasUnanswered(ledger)
  );
}

/** A refund that fails gives the money back to us: the charge counts as not refunded by that amount again. */
function endRefund(ledger: Ledger, id: string, succeeds: boolean): void {
  const { pending_reason: _over, ...refund } = ledger.get("refund", id);
  if (succeeds) {
    ledger.emit("refund.updated", ledger.save({ ...refund, status: "succeeded" }));
    return;
  }
  const { id: failure_balance_transaction } = moveBalance(ledger, {
    type: "refund_failure",
    amount: refund.amount,
    source: refund.id,
  });
  const failed = ledger.save({
    ...refund,
    status: "failed",
    failure_reason: "expired_or_canceled_card",
    failure_balance_transaction,
  });
  const charge = ledger.get("charge", String(refund.charge));
  ledger.save({ ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false });
  ledger.emit("refund.updated", failed);
  ledger.emit("refund.failed", failed);
}

/** Keys are kept for 30 days, as Stripe does for API v1 at least 24 hours. */
export function forgetOldKeys(ledger: Ledger): void {
  ledger.prepare("DELETE FROM stripe_keys WHERE created < ?").run(unixNow() - 30 * 24 * 3600);
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
