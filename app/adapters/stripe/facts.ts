import type Stripe from "stripe";
import { disputeFacts, payoutFacts } from "./money-facts";
import type {
  CardChargeFacts,
  CardFacts,
  DeclineFacts,
  RefundFacts,
  SessionFacts,
  StripeEvent,
} from "~/domain/payments/ports";

/**
 * Stripe's objects in the few words that the domain knows. Stripe's enums are open; unknown words become the harmless
 * one.
 */

export function sessionFacts(session: Stripe.Checkout.Session): SessionFacts {
  return {
    sessionId: session.id,
    url: session.url,
    status:
      session.status === "complete" || session.status === "expired"
        ? (session.status as "complete" | "expired")
        : "open",
    paymentStatus:
      session.payment_status === "paid" || session.payment_status === "no_payment_required"
        ? (session.payment_status as "paid" | "no_payment_required")
        : "unpaid",
    mode: session.mode === "setup" ? "setup" : "payment",
    amountTotal: session.amount_total ?? 0,
    currency: session.currency ?? "usd",
    bookingId: session.metadata?.booking_id ?? null,
    checkoutId: session.metadata?.checkout_id ?? null,
    paymentIntentId: idOf(session.payment_intent),
    setupIntentId: idOf(session.setup_intent),
    stripeCustomerId: idOf(session.customer),
    customerEmail: session.customer_details?.email ?? session.customer_email,
    expiresAt: session.expires_at,
  };
}

/**
 * Of a session read back with payment_intent.latest_charge, payment_intent.payment_method and
 * setup_intent.payment_method.
 */
export function cardFacts(session: Stripe.Checkout.Session): CardFacts {
  const payment = objectOf(session.payment_intent);
  const method = objectOf(payment?.payment_method ?? objectOf(session.setup_intent)?.payment_method ?? null);
  return {
    stripeCustomerId: idOf(session.customer),
    paymentMethodId: method?.id ?? null,
    brand: method?.card?.brand ?? null,
    last4: method?.card?.last4 ?? null,
    chargeId: idOf(payment?.latest_charge ?? null),
  };
}

const REFUND_STATUSES: readonly string[] = [
  "pending",
  "succeeded",
  "failed",
  "requires_action",
  "canceled",
] satisfies RefundFacts["status"][];

export function refundFacts(refund: Stripe.Refund): RefundFacts {
  return {
    refundId: refund.id,
    status: REFUND_STATUSES.includes(refund.status ?? "") ? (refund.status as RefundFacts["status"]) : "pending",
    amount: refund.amount,
    paymentIntentId: idOf(refund.payment_intent),
    failureReason: refund.failure_reason ?? null,
    key: refund.metadata?.["refund_key"] ?? null,
  };
}

/**
 * What became of a charge of a kept card; `refused` is the error that its answer came with. An intent that nobody has
 * tried to pay yet is under way: its event may come before the card was asked.
 */
export function cardChargeFacts(
  intent: Stripe.PaymentIntent,
  refused?: { code?: string | undefined; decline_code?: string | undefined; message?: string | undefined },
): CardChargeFacts {
  const error = refused ?? intent.last_payment_error ?? null;
  const code = error?.decline_code ?? error?.code ?? null;
  const isAsking = intent.status === "requires_action" || error?.code === "authentication_required";
  const isOver = error !== null || intent.status === "canceled";
  return {
    intentId: intent.id,
    status:
      intent.status === "succeeded" ? "succeeded" : isAsking ? "authenticate" : isOver ? "declined" : "processing",
    amount: intent.amount,
    currency: intent.currency,
    attemptId: intent.metadata["attempt_id"] ?? null,
    declineCode: code,
    message: error?.message ?? null,
  };
}

/** What these events say of a later charge is final; others come before the card was asked. */
const CARD_CHARGE_EVENTS: readonly string[] = ["payment_intent.succeeded", "payment_intent.payment_failed"];

/** An event with its session or refund, where it is about one; any other type keeps its name and object id only. */
export function eventFacts(
  event: Pick<Stripe.Event, "id" | "type" | "created"> & { data: { object: unknown } },
): StripeEvent {
  const object = event.data.object as { id?: unknown; object?: unknown } | null;
  return {
    id: event.id,
    type: event.type,
    created: event.created,
    session: object?.object === "checkout.session" ? sessionFacts(object as Stripe.Checkout.Session) : null,
    refund: object?.object === "refund" ? refundFacts(object as Stripe.Refund) : null,
    dispute: object?.object === "dispute" ? disputeFacts(object as Stripe.Dispute) : null,
    payout: object?.object === "payout" ? payoutFacts(object as Stripe.Payout) : null,
    cardCharge: CARD_CHARGE_EVENTS.includes(event.type) ? laterCharge(object as Stripe.PaymentIntent) : null,
    decline: DECLINES.includes(event.type) ? declineFacts(object as Stripe.PaymentIntent | Stripe.SetupIntent) : null,
    objectId: typeof object?.id === "string" ? object.id : null,
  };
}

/** Null for a payment that is none: a payment page's has an intent as well. */
function laterCharge(intent: Stripe.PaymentIntent): CardChargeFacts | null {
  return intent.metadata["attempt_id"] ? cardChargeFacts(intent) : null;
}

const DECLINES: readonly string[] = ["payment_intent.payment_failed", "setup_intent.setup_failed"];

/** Null for a try that was on no payment page of ours. */
function declineFacts(intent: Stripe.PaymentIntent | Stripe.SetupIntent): DeclineFacts | null {
  const checkoutId = intent.metadata?.["checkout_id"];
  const error = intent.object === "setup_intent" ? intent.last_setup_error : intent.last_payment_error;
  return checkoutId ? { checkoutId, code: error?.decline_code ?? error?.code ?? null } : null;
}

export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}

/** The expanded object; null when Stripe sent only its id. */
function objectOf<T extends object>(reference: string | T | null): T | null {
  return reference !== null && typeof reference === "object" ? reference : null;
}
