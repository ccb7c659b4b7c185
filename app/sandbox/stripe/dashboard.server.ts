import type Stripe from "stripe";
import { moveBalance, readBalance } from "./balance.server";
import { isHeldByBank, openDispute } from "./disputes.server";
import { stripeId } from "./ids.server";
import type { Ledger } from "./ledger.server";
import { createRefund } from "./refunds.server";

/** What a person does in Stripe's dashboard, past our program: it hears of it by webhooks, or by asking. */

/** A payment as the dashboard lists it; cents. */
export interface DashboardPayment {
  charge: string;
  who: string;
  amount: number;
  refunded: number;
  /** Once and for ever, however that ended. */
  disputed: boolean;
  /** A bank has its money, for now or for good: nothing of it can be refunded. */
  isHeld: boolean;
}

/** The newest payments that succeeded, at most 30. */
export function listPayments(ledger: Ledger): DashboardPayment[] {
  const rows = ledger
    .prepare(
      "SELECT body FROM stripe_objects WHERE kind = 'charge' AND status = 'succeeded' ORDER BY seq DESC LIMIT 30",
    )
    .all() as { body: string }[];
  return rows
    .map(({ body }) => JSON.parse(body) as Stripe.Charge)
    .map((charge) => ({
      charge: charge.id,
      who: charge.billing_details.name ?? charge.billing_details.email ?? "",
      amount: charge.amount,
      refunded: charge.amount_refunded,
      disputed: charge.disputed,
      isHeld: isHeldByBank(ledger, charge),
    }));
}

/** Refunds a payment by hand: no key of ours stands on it. Throws what the API would answer. */
export function refundByHand(ledger: Ledger, charge: string, amount: number, settleAfter: number): void {
  createRefund(ledger, { charge, amount }, settleAfter);
}

/** The customer disputes a payment with their bank. Nothing for one that is disputed already. */
export function disputeByHand(ledger: Ledger, charge: string): void {
  if (!ledger.get("charge", charge).disputed) openDispute(ledger, charge);
}

const AT_THE_BANK_AFTER_S = 2 * 24 * 3600;

/**
 * Pays out what can be paid out by now; null where that is nothing. `fails`: the bank sends it back.
 */
export function payOut(ledger: Ledger, fails = false): Stripe.Payout | null {
  const amount = readBalance(ledger).available[0]?.amount ?? 0;
  if (amount <= 0) return null;
  const created = ledger.today();
  const id = stripeId("payout");
  const moved = moveBalance(ledger, { type: "payout", amount: -amount, source: id });
  const made = ledger.add<Stripe.Payout>({
    id,
    object: "payout",
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: created + AT_THE_BANK_AFTER_S,
    automatic: true,
    balance_transaction: moved.id,
    created,
    currency: "usd",
    description: "STRIPE PAYOUT",
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: "standard",
    original_payout: null,
    payout_method: null,
    reconciliation_status: "in_progress",
    reversed_by: null,
    source_type: "card",
    statement_descriptor: null,
    status: "in_transit",
    trace_id: null,
    type: "bank_account",
  });
  ledger.emit("payout.created", made);
  if (!fails) {
    const paid = ledger.save<Stripe.Payout>({
      ...made,
      status: "paid",
      arrival_date: created,
      reconciliation_status: "completed",
    });
    ledger.emit("payout.paid", paid);
    return paid;
  }
  const back = moveBalance(ledger, { type: "payout", category: "payout_reversal", amount, source: id });
  const failed = ledger.save<Stripe.Payout>({
    ...made,
    status: "failed",
    failure_balance_transaction: back.id,
    failure_code: "account_closed",
    failure_message: "The bank account has been closed.",
  });
  ledger.emit("payout.failed", failed);
  return failed;
}
