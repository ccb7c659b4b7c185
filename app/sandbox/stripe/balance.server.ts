import type Stripe from "stripe";
import { stripeId } from "./ids.server";
import type { Ledger } from "./ledger.server";

type Transaction = Stripe.BalanceTransaction;

export interface BalanceMove {
  type: "charge" | "refund" | "refund_failure" | "adjustment" | "payout";
  /** As Stripe's reports call it; the type's own name when it is not given. */
  category?: "dispute" | "dispute_reversal" | "payout_reversal";
  /** Cents; below 0 it leaves the balance. */
  amount: number;
  /** Cents that Stripe keeps besides. */
  fee?: number;
  /** The charge, refund or dispute. */
  source: string;
  description?: string | null;
  /** Seconds since 1970; now when it is not given. */
  at?: number;
}

const DAY_S = 24 * 3600;
/** Card payments can be paid out two days later; what leaves, leaves at once. */
const AVAILABLE_AFTER_S = 2 * DAY_S;
/** Stripe's published price for domestic cards: 2.9 % and 30 cents. */
export const feeOf = (amount: number): number => Math.round(amount * 0.029) + 30;
/** What Stripe keeps for a dispute. */
export const DISPUTE_FEE = 1_500;

/** Writes down that money moved on the balance. Inside a transaction. */
export function moveBalance(ledger: Ledger, move: BalanceMove): Transaction {
  const { type, category = type, amount, fee = 0, source, description = null, at: created = ledger.today() } = move;
  // What a bank sends back was available before.
  const waits = amount > 0 && type !== "payout";
  return ledger.add<Transaction>({
    id: stripeId("balance_transaction"),
    object: "balance_transaction",
    amount,
    available_on: waits ? created + AVAILABLE_AFTER_S : created,
    balance_type: "payments",
    created,
    currency: "usd",
    description,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency: "usd", description: "Stripe fees", type: "stripe_fee" }],
    net: amount - fee,
    reporting_category: category,
    source,
    status: waits ? "pending" : "available",
    type,
  });
}

/** A charge that succeeded comes onto the balance, less Stripe's fee. Returns the charge with its transaction. */
export function takeIn(ledger: Ledger, charge: Stripe.Charge): Stripe.Charge {
  const { amount, id, description } = charge;
  const moved = moveBalance(ledger, { type: "charge", amount, fee: feeOf(amount), source: id, description });
  return ledger.save({ ...charge, balance_transaction: moved.id });
}

/** GET /v1/balance: what can be paid out by now, and what cannot yet. */
export function readBalance(ledger: Ledger): Stripe.Balance {
  const sums = ledger
    .prepare(
      `SELECT coalesce(sum(CASE WHEN body ->> '$.available_on' <= @now THEN body ->> '$.net' ELSE 0 END), 0) AS available,
        coalesce(sum(CASE WHEN body ->> '$.available_on' > @now THEN body ->> '$.net' ELSE 0 END), 0) AS pending
      FROM stripe_objects WHERE kind = 'balance_transaction'`,
    )
    .get({ now: ledger.today() }) as { available: number; pending: number };
  return {
    object: "balance",
    available: [{ amount: sums.available, currency: "usd", source_types: { card: sums.available } }],
    livemode: false,
    pending: [{ amount: sums.pending, currency: "usd", source_types: { card: sums.pending } }],
  };
}
