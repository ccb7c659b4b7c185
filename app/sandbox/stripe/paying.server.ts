import type Stripe from "stripe";
import { attemptCharge } from "./charging.server";
import type { Decline } from "./cards";
import type { Ledger } from "./ledger.server";
import { newPaymentIntent, newSetupIntent } from "./intents.server";
import { newCustomer } from "./objects.server";

type Session = Stripe.Checkout.Session;
type Method = Stripe.PaymentMethod;

export interface Payer {
  email: string;
  name: string | null;
}

/** The answer of a bank whose question the customer did not pass. */
export const NOT_AUTHENTICATED: Decline = {
  code: "payment_intent_authentication_failure",
  declineCode: "authentication_failure",
  field: null,
  message: "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
};

/** The one intent of a session: made at the first attempt and used again by the next ones. */
function intentOf(ledger: Ledger, session: Session): Stripe.PaymentIntent | Stripe.SetupIntent {
  const hidden = ledger.hidden("checkout.session", session.id);
  if (hidden.attempt)
    return session.mode === "setup"
      ? ledger.get("setup_intent", hidden.attempt)
      : ledger.get("payment_intent", hidden.attempt);
  const customer = typeof session.customer === "string" ? session.customer : null;
  const plan = { customer, description: hidden.intent?.description ?? null, metadata: hidden.intent?.metadata ?? {} };
  const intent =
    session.mode === "setup"
      ? ledger.add(newSetupIntent(plan))
      : ledger.add(
          newPaymentIntent({
            ...plan,
            amount: session.amount_total ?? 0,
            currency: session.currency ?? "usd",
            setupFutureUsage: hidden.intent?.setupFutureUsage ?? null,
          }),
        );
  ledger.emit(intent.object === "setup_intent" ? "setup_intent.created" : "payment_intent.created", intent);
  ledger.saveHidden(session.id, { attempt: intent.id });
  return intent;
}

/** The bank said no: the intent remembers why, the session stays open. */
export function declineAttempt(ledger: Ledger, session: Session, method: Method, decline: Decline): void {
  const intent = intentOf(ledger, session);
  ledger.saveHidden(session.id, { pending: null });
  if (intent.object === "payment_intent") {
    attemptCharge(ledger, intent, method, decline, 0);
    return;
  }
  ledger.emit(
    "setup_intent.setup_failed",
    ledger.save({ ...intent, status: "requires_payment_method" as const, next_action: null }),
  );
}

/** The bank asks the customer; the card waits with the session, so that nobody has to type it again. */
export function askBank(ledger: Ledger, session: Session, method: Method, payer: Payer): void {
  const intent = ledger.save({
    ...intentOf(ledger, session),
    status: "requires_action" as const,
    payment_method: method.id,
  });
  ledger.emit(
    intent.object === "setup_intent" ? "setup_intent.requires_action" : "payment_intent.requires_action",
    intent,
  );
  ledger.saveHidden(session.id, { pending: { paymentMethod: method.id, ...payer } });
}

/** Takes the money (or keeps the card), and completes the session. `settleAfter` in milliseconds, see World. */
export function completeSession(
  ledger: Ledger,
  session: Session,
  method: Method,
  payer: Payer,
  settleAfter: number,
): void {
  const keepsCard = Boolean(ledger.hidden("checkout.session", session.id).intent?.setupFutureUsage);
  const customer = payingCustomer(ledger, session, payer, keepsCard);
  const attached = ledger.save({ ...method, customer: keepsCard ? customer : null });
  if (attached.customer) ledger.emit("payment_method.attached", attached);

  const intent = { ...intentOf(ledger, session), customer };
  const result: Partial<Session> = { setup_intent: null, payment_intent: null };
  if (intent.object === "payment_intent") {
    result.payment_intent = attemptCharge(ledger, intent, attached, null, settleAfter).intent.id;
    result.payment_status = "paid";
  } else {
    const done = ledger.save({
      ...intent,
      status: "succeeded" as const,
      payment_method: attached.id,
      next_action: null,
    });
    ledger.emit("setup_intent.succeeded", done);
    result.setup_intent = done.id;
  }
  const complete = ledger.save({
    ...session,
    ...result,
    status: "complete" as const,
    customer,
    customer_details: {
      address: null,
      business_name: null,
      email: payer.email,
      individual_name: payer.name,
      name: payer.name,
      phone: null,
      tax_exempt: "none" as const,
      tax_ids: [],
    },
  });
  ledger.saveHidden(session.id, { pending: null });
  ledger.emit("checkout.session.completed", complete);
}

/** The customer that was given, or a new one where the session asks for it; null is a guest. */
function payingCustomer(ledger: Ledger, session: Session, payer: Payer, keepsCard: boolean): string | null {
  if (typeof session.customer === "string") {
    const known = ledger.get("customer", session.customer);
    if (!known.email) ledger.save({ ...known, email: payer.email });
    return known.id;
  }
  if (session.customer_creation !== "always" && !keepsCard) return null;
  const customer = ledger.add(newCustomer(payer));
  ledger.emit("customer.created", customer);
  return customer.id;
}
