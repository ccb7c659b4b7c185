import type Stripe from "stripe";
import { cardDigits, findTestCard, hasExpired, parseExpiry, passesLuhn, type Decline } from "./cards";
import type { CardFields, CheckoutView, PayInput, PayResult } from "./checkout-view";
import type { World } from "./endpoints.server";
import type { SandboxStore } from "../store.server";
import { newPaymentMethod, type CardOnPage } from "./objects.server";
import { askBank, completeSession, declineAttempt, NOT_AUTHENTICATED } from "./paying.server";
import { expireDue, hasDueSessions, looksLikeEmail } from "./sessions.server";

type Session = Stripe.Checkout.Session;

export interface CheckoutOptions {
  store: SandboxStore;
  world: World;
  businessName: string;
  afterWrite: () => void;
}

/** What the hosted page can do: show a session and pay it. */
export function createCheckout({ store, world, businessName, afterWrite }: CheckoutOptions) {
  const { ledger, settleAfter } = world;

  return {
    /** What the page shows; null when there is no such session. */
    async find(sessionId: string): Promise<CheckoutView | null> {
      if (hasDueSessions(ledger)) {
        await store.write(() => expireDue(ledger));
        afterWrite();
      }
      const session = ledger.find("checkout.session", sessionId);
      return session && view(world, session, businessName);
    },

    /**
     * Pays in one transaction, so that a double click makes one payment; paying what is paid leads on to the success
     * address. `confirm` ("yes" or "no") answers the bank's question after `needsAuthentication`.
     */
    async pay(sessionId: string, input: PayInput): Promise<PayResult> {
      const result = await store.write(() => payOnce(sessionId, input));
      afterWrite();
      return result;
    },
  };

  function payOnce(sessionId: string, input: PayInput): PayResult {
    expireDue(ledger);
    const session = ledger.find("checkout.session", sessionId);
    if (!session) return refuse("This checkout does not exist.");
    if (session.status === "complete") return { ok: true, redirectTo: successAddress(session) };
    if (session.status !== "open")
      return refuse("This checkout has expired. Nothing was charged. Go back and start again.");
    const pending = ledger.hidden("checkout.session", session.id).pending;
    if (pending && input.confirm) {
      const method = ledger.get("payment_method", pending.paymentMethod);
      if (input.confirm !== "yes") return declined(session, method, NOT_AUTHENTICATED);
      completeSession(ledger, session, method, pending, settleAfter);
      return { ok: true, redirectTo: successAddress(session) };
    }
    return payByCard(session, input);
  }

  function payByCard(session: Session, input: PayInput): PayResult {
    const email = lockedEmail(world, session) ?? (input.email ?? "").trim();
    const checked = checkCard(input, email);
    if (!checked.ok) return { ok: false, errors: checked.errors };
    const { card } = checked;
    const method = ledger.add(newPaymentMethod(card, null), { card: card.behaviour });
    if (card.behaviour.decline) return declined(session, method, card.behaviour.decline);
    if (card.behaviour.authenticate) {
      askBank(ledger, session, method, { email, name: card.name });
      return { ok: false, errors: {}, needsAuthentication: true };
    }
    completeSession(ledger, session, method, { email, name: card.name }, settleAfter);
    return { ok: true, redirectTo: successAddress(session) };
  }

  function declined(session: Session, method: Stripe.PaymentMethod, decline: Decline): PayResult {
    declineAttempt(ledger, session, method, decline);
    return decline.field ? { ok: false, errors: { [decline.field]: decline.message } } : refuse(decline.message);
  }
}

function refuse(formError: string): PayResult {
  return { ok: false, errors: {}, formError };
}

/** The typed fields as a card of the test list, or what is wrong with each of them, in Stripe's words. */
function checkCard(input: PayInput, email: string): { ok: true; card: CardOnPage } | { ok: false; errors: CardFields } {
  const errors: CardFields = {};
  if (email === "") errors.email = "Enter your email address.";
  else if (!looksLikeEmail(email)) errors.email = "Enter an email address in the form name@example.com.";

  const digits = cardDigits(input.cardNumber ?? "");
  const card = digits ? findTestCard(digits) : null;
  if ((input.cardNumber ?? "").trim() === "") errors.cardNumber = "Enter your card number.";
  else if (!digits || digits.length < 12 || digits.length > 19) errors.cardNumber = "Your card number is incomplete.";
  else if (!passesLuhn(digits)) errors.cardNumber = "Your card number is invalid.";
  else if (!card)
    errors.cardNumber = "Your card was declined. This is a sandbox: use one of the test cards listed below.";

  const expiry = parseExpiry(input.expiry ?? "");
  if ((input.expiry ?? "").trim() === "") errors.expiry = "Enter the expiration date.";
  else if (!expiry) errors.expiry = "Enter the expiration date as month and year, like 12 / 34.";
  else if (hasExpired(expiry, Date.now())) errors.expiry = "Your card’s expiration date is in the past.";
  else if (expiry.year > new Date().getUTCFullYear() + 50) errors.expiry = "Your card’s expiration year is invalid.";

  const cvc = (input.cvc ?? "").trim();
  const length = card?.behaviour.brand === "amex" ? "4" : card ? "3" : "3,4";
  if (cvc === "") errors.cvc = "Enter the security code.";
  else if (!new RegExp(`^\\d{${length}}$`).test(cvc))
    errors.cvc =
      card?.behaviour.brand === "amex"
        ? "Enter the 4 digits on the front of the card."
        : "Enter the 3 digits on the back of the card.";

  if (Object.keys(errors).length > 0 || !card || !digits || !expiry) return { ok: false, errors };
  return {
    ok: true,
    card: {
      behaviour: card.behaviour,
      last4: digits.slice(-4),
      ...expiry,
      email,
      name: (input.name ?? "").trim() || null,
    },
  };
}

function successAddress(session: Session): string {
  return (session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

/** An existing customer's email address is shown and cannot be changed on the page. */
function lockedEmail({ ledger }: World, session: Session): string | null {
  return typeof session.customer === "string" ? (ledger.find("customer", session.customer)?.email ?? null) : null;
}

function view(world: World, session: Session, businessName: string): CheckoutView {
  const hidden = world.ledger.hidden("checkout.session", session.id);
  const locked = lockedEmail(world, session);
  const pending =
    hidden.pending && session.status === "open"
      ? world.ledger.find("payment_method", hidden.pending.paymentMethod)?.card
      : null;
  return {
    id: session.id,
    businessName,
    mode: session.mode === "setup" ? "setup" : "payment",
    status: session.status === "complete" ? "complete" : session.status === "expired" ? "expired" : "open",
    lines: (hidden.lines ?? []).map((line, index) => ({
      name: line.description ?? "",
      description: hidden.productDescriptions?.[index] ?? null,
      quantity: line.quantity ?? 1,
      amount: line.amount_total,
    })),
    total: session.amount_total ?? 0,
    email: locked ?? session.customer_details?.email ?? session.customer_email,
    emailLocked: locked !== null,
    keepsCard: Boolean(hidden.intent?.setupFutureUsage),
    submitNote: session.custom_text.submit?.message ?? null,
    cancelUrl: session.cancel_url,
    successUrl: successAddress(session),
    waitingForBank: pending ? { brand: pending.display_brand ?? pending.brand, last4: pending.last4 } : null,
  };
}
