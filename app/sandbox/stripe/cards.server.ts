import type Stripe from "stripe";
import { invalid } from "./errors";
import type { Ledger } from "./ledger.server";

/** A kept card that is taken away belongs to nobody, and cannot be charged or attached again. */
export function detachMethod(ledger: Ledger, id: string): Stripe.PaymentMethod {
  const method = ledger.get("payment_method", id);
  if (method.customer === null)
    throw invalid("The payment method you provided is not attached to a customer so detachment is impossible.");
  const detached = ledger.save({ ...method, customer: null });
  ledger.emit("payment_method.detached", detached);
  return detached;
}
