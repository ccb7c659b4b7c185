import type Stripe from "stripe";
import { GENERIC_DECLINE, hasExpired, type CardBehaviour, type Decline } from "./cards";
import { invalid, StripeRefusal } from "./errors";
import type { Ledger } from "./ledger.server";
import { toMetadata } from "./metadata";
import { newPaymentIntent } from "./intents.server";
import { takeIn } from "./balance.server";
import { newCharge } from "./objects.server";

type Intent = Stripe.PaymentIntent;
type Method = Stripe.PaymentMethod;

/** Result of one attempt: the intent as it stands now, and why not when it was declined. */
export interface Attempt {
  intent: Intent;
  decline: Decline | null;
}

const NEEDS_CUSTOMER: Decline = {
  code: "authentication_required",
  declineCode: "authentication_required",
  field: null,
  message: "Your card was declined. This transaction requires authentication.",
};

/**
 * Charges the card for the intent's amount: one charge object, succeeded or failed, with the events of both.
 * `settleAfter` in milliseconds: how long a dispute takes to arrive.
 */
export function attemptCharge(
  ledger: Ledger,
  intent: Intent,
  method: Method,
  decline: Decline | null,
  settleAfter: number,
): Attempt {
  const charge = ledger.add(newCharge(intent, method, decline));
  if (decline) {
    ledger.emit("charge.failed", charge);
    const failed = ledger.save({
      ...intent,
      status: "requires_payment_method" as const,
      payment_method: null,
      next_action: null,
      latest_charge: charge.id,
      last_payment_error: {
        type: "card_error" as const,
        code: decline.code,
        decline_code: decline.declineCode,
        message: decline.message,
        charge: charge.id,
        payment_method: method,
      },
    });
    ledger.emit("payment_intent.payment_failed", failed);
    return { intent: failed, decline };
  }
  ledger.emit("charge.succeeded", takeIn(ledger, charge));
  const paid = ledger.save({
    ...intent,
    status: "succeeded" as const,
    amount_received: intent.amount,
    payment_method: method.id,
    latest_charge: charge.id,
    last_payment_error: null,
    next_action: null,
  });
  ledger.emit("payment_intent.succeeded", paid);
  if (ledger.hidden("payment_method", method.id).card?.disputed) ledger.later("dispute_opens", charge.id, settleAfter);
  return { intent: paid, decline: null };
}

/**
 * POST /v1/payment_intents: a charge without the customer, or an intent that waits. A decline is an answer (402), not
 * an error.
 */
export function createPaymentIntent(
  ledger: Ledger,
  params: Stripe.PaymentIntentCreateParams,
  settleAfter: number,
): { status: number; body: unknown } {
  if (params.amount === undefined) throw invalid("Missing required param: amount.", "amount", "parameter_missing");
  if (params.amount < 50) throw invalid("Amount must be at least $0.50 usd", "amount", "amount_too_small");
  if (params.amount > 99_999_999)
    throw invalid("Amount must be no more than $999,999.99", "amount", "amount_too_large");
  if ((params.currency ?? "").toLowerCase() !== "usd") throw invalid("The sandbox charges in usd only.", "currency");
  if (params.capture_method === "manual") throw invalid("The sandbox has no separate capture.", "capture_method");
  if (params.off_session && !params.confirm)
    throw invalid("`off_session` can only be used together with `confirm=true`.", "off_session");
  if (params.customer) ledger.get("customer", params.customer, "customer");
  const intent = ledger.add(
    newPaymentIntent({
      amount: params.amount,
      currency: "usd",
      customer: params.customer ?? null,
      description: params.description ?? null,
      metadata: toMetadata(params.metadata),
      setupFutureUsage: params.setup_future_usage ?? null,
      receiptEmail: params.receipt_email ?? null,
    }),
  );
  ledger.emit("payment_intent.created", intent);
  if (!params.payment_method) {
    if (params.confirm)
      throw invalid("You must provide a payment_method when `confirm=true`.", "payment_method", "parameter_missing");
    return { status: 200, body: intent };
  }
  const method = usableMethod(ledger, params.payment_method, params.customer ?? null);
  if (!params.confirm)
    return {
      status: 200,
      body: ledger.save({ ...intent, payment_method: method.id, status: "requires_confirmation" as const }),
    };

  const behaviour = ledger.hidden("payment_method", method.id).card ?? { brand: "visa" };
  const attempt = attemptCharge(
    ledger,
    intent,
    method,
    laterDecline(behaviour, method, Boolean(params.off_session), ledger.today() * 1000),
    settleAfter,
  );
  return attempt.decline ? cardError(attempt, method) : { status: 200, body: attempt.intent };
}

/** A card may only be charged by the customer to whom it belongs. */
function usableMethod(ledger: Ledger, id: string, customer: string | null): Method {
  const method = ledger.get("payment_method", id, "payment_method");
  if (method.customer !== customer) {
    throw invalid(
      "The provided PaymentMethod was previously used, or belongs to a different Customer. Pass the Customer that it is attached to.",
      "payment_method",
    );
  }
  return method;
}

const EXPIRED: Decline = {
  code: "expired_card",
  declineCode: "expired_card",
  field: "expiry",
  message: "Your card has expired.",
};

/** `now` is the sandbox's clock, in milliseconds: a card expires while a rental is lived through by it. */
function laterDecline(card: CardBehaviour, { card: kept }: Method, offSession: boolean, now: number): Decline | null {
  if (card.decline) return card.decline;
  // Kept long ago, it may have ended since.
  if (kept && hasExpired({ month: kept.exp_month, year: kept.exp_year }, now)) return EXPIRED;
  if (card.offSession === "declined") return GENERIC_DECLINE;
  // The bank's question needs a page of ours, which a charge by API does not have.
  return card.authenticate || (offSession && card.offSession) ? NEEDS_CUSTOMER : null;
}

function cardError({ intent, decline }: Attempt, method: Method): { status: number; body: unknown } {
  if (!decline) throw new Error("not declined");
  const refusal = new StripeRefusal(402, {
    type: "card_error",
    code: decline.code,
    decline_code: decline.declineCode,
    message: decline.message,
    ...(typeof intent.latest_charge === "string" ? { charge: intent.latest_charge } : {}),
    payment_intent: intent,
    payment_method: method,
  });
  return { status: refusal.status, body: { error: refusal.body } };
}
