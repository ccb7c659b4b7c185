import type { Cents } from "../kernel/money";
import type { DisputeState } from "../states/dispute";
import type { PayoutState } from "../states/payout";

/** A dispute as the card company tells it, whole each time; which order it is told in does not matter. */
export interface DisputeFacts {
  disputeId: string;
  state: DisputeState;
  amount: Cents;
  /** The card company's word for what the customer says: "fraudulent", "product_not_received". */
  reason: string;
  paymentIntentId: string | null;
  /** Unix seconds; null where the bank takes no answer. */
  dueBy: number | null;
  /** What the bank has taken, and given back, by now. */
  withdrawn: Cents;
  reinstated: Cents;
  /** Unix seconds. */
  created: number;
}

/** A payout to our bank as the card company tells it, whole each time. Cents, unix seconds. */
export interface PayoutFacts {
  payoutId: string;
  state: PayoutState;
  amount: Cents;
  created: number;
  arrival: number;
  failureReason: string | null;
}

/** What a movement on the card company's balance is to our books. `other`: its fees, payouts, and what we do not know. */
export const TRANSACTION_KINDS = [
  "payment",
  "refund",
  "refund_failed",
  "dispute",
  "dispute_won",
  "payout",
  "fee",
  "other",
] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

/** A movement on the card company's balance. Cents; below 0 what left. */
export interface TransactionFacts {
  id: string;
  kind: TransactionKind;
  /** The card company's own word. */
  type: string;
  amount: Cents;
  /** What the card company kept of it, above 0. */
  fee: Cents;
  /** Unix seconds. */
  at: number;
  source: string | null;
  paymentIntentId: string | null;
  refundId: string | null;
  disputeId: string | null;
  description: string | null;
}

/** The answer to a dispute: the evidence as one PDF, and the facts that banks read first. */
export interface DisputeAnswer {
  disputeId: string;
  pdf: { name: string; content: Uint8Array };
  customerName: string;
  customerEmail: string;
  /** From where it was signed; empty where that is not known. */
  customerIp: string;
  billingAddress: string;
  /** What was rented, in a sentence. */
  product: string;
  /** A New York day, YYYY-MM-DD; empty where it was never delivered. */
  serviceDate: string;
  /** The company's account of it. */
  text: string;
  /** For the upload and the answer, each told apart by its own ending. */
  idempotencyKey: string;
}
