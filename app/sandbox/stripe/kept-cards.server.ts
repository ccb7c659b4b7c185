import type Stripe from "stripe";
import { invalid, StripeRefusal } from "./errors";
import type { Ledger } from "./ledger.server";
import { newSetupIntent } from "./intents.server";
import { toMetadata } from "./metadata";

type Method = Stripe.PaymentMethod;

/** POST /v1/payment_methods/:id/detach: the customer's card is theirs alone again, for good. */
export function detachMethod(ledger: Ledger, id: string): Method {
  const method = ledger.get("payment_method", id);
  if (method.customer === null)
    throw invalid("The payment method you provided is not attached to a customer so detachment is impossible.");
  const detached = ledger.save({ ...method, customer: null });
  ledger.emit("payment_method.detached", detached);
  return detached;
}

/** POST /v1/payment_methods/:id/attach. */
export function attachMethod(ledger: Ledger, id: string, params: Stripe.PaymentMethodAttachParams): Method {
  const method = ledger.get("payment_method", id);
  if (!params.customer) throw invalid("Missing required param: customer.", "customer", "parameter_missing");
  const customer = ledger.get("customer", params.customer, "customer");
  if (method.customer === customer.id) return method;
  if (method.customer !== null)
    throw invalid("The payment method you provided has already been attached to a customer.", "payment_method");
  const attached = ledger.save({ ...method, customer: customer.id });
  ledger.emit("payment_method.attached", attached);
  return attached;
}

/** POST /v1/setup_intents: keeps a card without a charge. What the bank has to ask needs the hosted page. */
export function createSetupIntent(ledger: Ledger, params: Stripe.SetupIntentCreateParams): Stripe.SetupIntent {
  if (params.customer) ledger.get("customer", params.customer, "customer");
  const intent = ledger.add({
    ...newSetupIntent({
      customer: params.customer ?? null,
      description: params.description ?? null,
      metadata: toMetadata(params.metadata),
    }),
    usage: params.usage ?? "off_session",
  });
  ledger.emit("setup_intent.created", intent);
  if (!params.payment_method) {
    if (params.confirm)
      throw invalid("You must provide a payment_method when `confirm=true`.", "payment_method", "parameter_missing");
    return intent;
  }
  const method = ledger.get("payment_method", params.payment_method, "payment_method");
  if (!params.confirm)
    return ledger.save({ ...intent, payment_method: method.id, status: "requires_confirmation" as const });
  const card = ledger.hidden("payment_method", method.id).card;
  if (card?.decline)
    throw new StripeRefusal(402, {
      type: "card_error",
      code: card.decline.code,
      decline_code: card.decline.declineCode,
      message: card.decline.message,
    });
  if (card?.authenticate) {
    const asked = ledger.save({ ...intent, payment_method: method.id, status: "requires_action" as const });
    ledger.emit("setup_intent.requires_action", asked);
    return asked;
  }
  if (params.customer) attachMethod(ledger, method.id, { customer: params.customer });
  const done = ledger.save({ ...intent, payment_method: method.id, status: "succeeded" as const });
  ledger.emit("setup_intent.succeeded", done);
  return done;
}
