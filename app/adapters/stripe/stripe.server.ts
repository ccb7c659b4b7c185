import Stripe from "stripe";
import type { CardChargeFacts, CheckoutRequest, LaterCharge, StripePort } from "~/domain/payments/ports";
import { cut } from "~/domain/kernel/text";
import { answered } from "./answers.server";
import { createMoneyAdapter } from "./money.server";
import { cardChargeFacts, cardFacts, eventFacts, refundFacts, sessionFacts } from "./facts";

export interface StripeAdapterOptions {
  secretKey: string;
  webhookSecret: string;
  /** Any host that speaks Stripe's API, "http://127.0.0.1:4010"; Stripe itself when absent. */
  apiBase?: string;
}

const API_VERSION = "2026-10-28.endive";
const TIMEOUT_MS = 8_000;
const WEBHOOK_AGE_S = 300;
const MAX_EVENTS = 10_000;
const CARD_PATHS = ["payment_intent.latest_charge", "payment_intent.payment_method", "setup_intent.payment_method"];
const SESSION_EVENTS = [
  "checkout.session.completed",
  "checkout.session.expired",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
];

/** The card company over its own SDK. Expected refusals are returned (see StripeFailure), a wrong secret key throws. */
export function createStripeAdapter(options: StripeAdapterOptions): StripePort {
  const stripe = new Stripe(options.secretKey, {
    apiVersion: API_VERSION,
    maxNetworkRetries: 1,
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(options.apiBase ? hostOf(options.apiBase) : {}),
  });

  return {
    ...createMoneyAdapter(stripe),

    createCheckout: (request) =>
      answered(async () =>
        sessionFacts(
          await stripe.checkout.sessions.create(checkoutParams(request), { idempotencyKey: request.idempotencyKey }),
        ),
      ),

    getSession: (id) => answered(async () => sessionFacts(await stripe.checkout.sessions.retrieve(id))),

    async expireSession(id) {
      const expired = await answered(async () => sessionFacts(await stripe.checkout.sessions.expire(id)));
      if (expired.ok || expired.code !== "refused") return expired;
      // Refused because it is paid or has already ended: which of the two is what the caller needs to know.
      const session = await answered(async () => sessionFacts(await stripe.checkout.sessions.retrieve(id)));
      return session.ok && session.value.status === "open" ? expired : session;
    },

    getCard: ({ sessionId }) =>
      answered(async () => cardFacts(await stripe.checkout.sessions.retrieve(sessionId, { expand: CARD_PATHS }))),

    async detachCard(paymentMethodId) {
      const gone = await answered(async () => {
        await stripe.paymentMethods.detach(paymentMethodId);
        return null;
      });
      // Refused for one that nobody has: it is gone already.
      return gone.ok || gone.code === "unreachable" ? gone : { ok: true, value: null };
    },

    refund: ({ paymentIntentId, amount, idempotencyKey, bookingId, reason }) =>
      answered(async () =>
        refundFacts(
          await stripe.refunds.create(
            // Stripe's own reason is one of three words; ours goes into the metadata, which holds 500 characters.
            {
              payment_intent: paymentIntentId,
              amount,
              reason: "requested_by_customer",
              metadata: { booking_id: bookingId, refund_key: idempotencyKey, reason: cut(reason, 500) },
            },
            { idempotencyKey },
          ),
        ),
      ),

    findRefund: ({ paymentIntentId, idempotencyKey }) =>
      answered(async () => {
        const made = await stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 });
        const mine = made.data.find((refund) => refund.metadata?.refund_key === idempotencyKey);
        return mine ? refundFacts(mine) : null;
      }),

    getRefund: (id) => answered(async () => refundFacts(await stripe.refunds.retrieve(id))),

    listSessionEvents: (since) =>
      answered(async () => {
        const events = await stripe.events
          .list({ types: SESSION_EVENTS, created: { gte: since }, limit: 100 })
          .autoPagingToArray({ limit: MAX_EVENTS });
        return events.map(eventFacts);
      }),

    readWebhook(rawBody, signature) {
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(rawBody, signature, options.webhookSecret, WEBHOOK_AGE_S);
      } catch {
        // Whatever is thrown here is about what was sent: for an empty signature the SDK throws an error of no class.
        return null;
      }
      return eventFacts(event);
    },

    chargeCard: (request) => answered(() => chargeKeptCard(stripe, request)),

    findCardCharge: ({ stripeCustomerId, attemptId }) =>
      answered(async () => {
        const made = await stripe.paymentIntents.list({ customer: stripeCustomerId, limit: 100 });
        const mine = made.data.find(({ metadata }) => metadata["attempt_id"] === attemptId);
        return mine ? cardChargeFacts(mine) : null;
      }),

    getCardCharge: (id) => answered(async () => cardChargeFacts(await stripe.paymentIntents.retrieve(id))),
  };
}

/** Without its owner, at once and never by a question of the bank's: a refusal of the card is what became of it. */
async function chargeKeptCard(stripe: Stripe, request: LaterCharge): Promise<CardChargeFacts> {
  const { stripeCustomerId, paymentMethodId, amount, description, idempotencyKey } = request;
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount,
        currency: "usd",
        customer: stripeCustomerId,
        payment_method: paymentMethodId,
        off_session: true,
        confirm: true,
        allowed_payment_method_types: ["card"],
        description,
        metadata: {
          booking_id: request.bookingId,
          charge_id: request.chargeId,
          attempt_id: request.attemptId,
        },
      },
      { idempotencyKey },
    );
    return cardChargeFacts(intent);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError && error.payment_intent)
      return cardChargeFacts(error.payment_intent, error);
    throw error;
  }
}

/**
 * Amount 0 keeps the card without a charge (domain.md, section 3). Everything must be fixed, so that a retry sends the
 * same.
 */
function checkoutParams(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const metadata = {
    booking_id: request.bookingId,
    booking_number: request.bookingNumber,
    checkout_id: request.checkoutId,
  };
  const description = `Booking ${request.bookingNumber}`;
  const keepsCard = request.keepsCard ?? true;
  const shared: Stripe.Checkout.SessionCreateParams = {
    ui_mode: "hosted_page",
    allowed_payment_method_types: ["card"],
    client_reference_id: request.bookingId,
    metadata,
    expires_at: request.expiresAt,
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    custom_text: { submit: { message: request.submitNote } },
    ...(request.stripeCustomerId
      ? { customer: request.stripeCustomerId }
      : {
          // A card that is kept belongs to somebody there; whoever pays once does not.
          customer_creation: keepsCard ? "always" : "if_required",
          ...(request.customerEmail && { customer_email: request.customerEmail }),
        }),
  };
  if (request.amount === 0) return { ...shared, mode: "setup", setup_intent_data: { metadata, description } };
  return {
    ...shared,
    mode: "payment",
    payment_intent_data: { ...(keepsCard && { setup_future_usage: "off_session" }), metadata, description },
    line_items: request.lines.map((line) => ({
      quantity: line.quantity,
      price_data: {
        currency: "usd",
        unit_amount: line.amount,
        product_data: { name: line.name, ...(line.description ? { description: line.description } : {}) },
      },
    })),
  };
}

/** The SDK takes the address of the API in three parts, and no path. */
function hostOf(apiBase: string): { host: string; port?: number; protocol: "http" | "https" } {
  const url = new URL(apiBase);
  const protocol = url.protocol === "http:" ? "http" : "https";
  return { host: url.hostname, protocol, port: url.port ? Number(url.port) : protocol === "http" ? 80 : 443 };
}
