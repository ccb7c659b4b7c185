import { feeOf, moveBalance } from "./balance.server";
import { newPaymentIntent } from "./intents.server";
import type { Ledger } from "./ledger.server";
import { newCharge, newCustomer, newPaymentMethod, newRefund } from "./objects.server";

/** A customer of before this Stripe was there, by the ids under which our books know them; cents, seconds since 1970. */
export interface PastCustomer {
  id: string;
  email: string | null;
  name: string;
  /** Kept for later charges; null where they have none any more. */
  card: { id: string; brand: "visa" | "mastercard"; last4: string } | null;
  payments: { intentId: string; amount: number; at: number; refunds: { id: string; amount: number; at: number }[] }[];
}

const LASTS_YEARS = 4;

/**
 * Enters what is said to have been paid and refunded already, with its movements on the balance, so that it can be refunded,
 * disputed and charged again like everything else. No event is sent: whoever tells this knows it. Each intent and customer
 * once; returns how many payments are new. Inside a transaction.
 */
export function enterPast(ledger: Ledger, past: readonly PastCustomer[]): number {
  let entered = 0;
  for (const { id, email, name, card, payments } of past) {
    if (!ledger.find("customer", id)) ledger.add({ ...newCustomer({ email, name }), id });
    const method = {
      ...newPaymentMethod(
        {
          behaviour: { brand: card?.brand ?? "visa" },
          last4: card?.last4 ?? "4242",
          month: 12,
          year: new Date(ledger.today() * 1000).getUTCFullYear() + LASTS_YEARS,
          email: email ?? "",
          name,
        },
        card && id,
      ),
      ...(card && { id: card.id }),
    };
    const isKnown = ledger.find("payment_method", method.id) !== null;
    const fresh = payments.filter(({ intentId }) => !ledger.find("payment_intent", intentId));
    if (!isKnown && (card || fresh.length > 0)) ledger.add(method, { card: { brand: card?.brand ?? "visa" } });
    for (const payment of fresh) enterPayment(ledger, id, method, payment);
    entered += fresh.length;
  }
  return entered;
}

function enterPayment(
  ledger: Ledger,
  customer: string,
  method: ReturnType<typeof newPaymentMethod>,
  { intentId, amount, at, refunds }: PastCustomer["payments"][number],
): void {
  const asked = { amount, currency: "usd", customer, description: null, metadata: {}, setupFutureUsage: null };
  const intent = {
    ...newPaymentIntent(asked),
    id: intentId,
    created: at,
    status: "succeeded" as const,
    amount_received: amount,
    payment_method: method.id,
  };
  const refunded = refunds.reduce((sum, refund) => sum + refund.amount, 0);
  const made = { ...newCharge(intent, method, null), created: at };
  const source = { fee: feeOf(amount), source: made.id, at };
  const charge = ledger.add({
    ...made,
    amount_refunded: refunded,
    refunded: refunded === amount,
    balance_transaction: moveBalance(ledger, { type: "charge", amount, ...source }).id,
  });
  ledger.add({ ...intent, latest_charge: charge.id });
  for (const { id, amount: back, at: then } of refunds) {
    const refund = newRefund(charge, { amount: back, status: "succeeded", reason: null, metadata: {} });
    const moved = moveBalance(ledger, { type: "refund", amount: -back, source: id, at: then });
    ledger.add({ ...refund, id, created: then, balance_transaction: moved.id });
  }
}
