import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { bookings, checkouts, payments } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import { releaseHold } from "../inventory/holds.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { tellCustomer } from "../outbox/news.server";
import { attachSession, endCheckout, findCheckout, type Checkout } from "./checkouts.server";
import { recordPayment } from "./ledger.server";
import { approveRefund } from "./refunds.server";
import type { CardFacts, SessionFacts } from "./ports";

/** As long as an address may be (RFC 5321). */
const LONGEST_EMAIL = 254;

type Outcome = NonNullable<Checkout["outcome"]>;

export type ConfirmResult =
  | { ok: true; bookingId: Id<"booking">; outcome: Outcome; already: boolean }
  | { ok: false; code: "unknown_session" | "not_paid" | "expired" };

/**
 * The part of a payment that is the same whatever is paid: finds the checkout of a session and checks that they belong
 * together, ends one that ran out, and lets one that is paid take effect once, by `settle`, which its owner gives. The
 * hold of what did not come about is given back.
 */
export function receivePayment(
  tx: Tx,
  deed: Deed,
  facts: SessionFacts,
  settle: (checkout: Checkout) => Outcome,
): ConfirmResult {
  const checkout =
    findCheckout(tx, { sessionId: facts.sessionId }) ??
    (facts.checkoutId ? findCheckout(tx, { id: facts.checkoutId }) : null);
  if (
    !checkout ||
    (checkout.session_id && checkout.session_id !== facts.sessionId) ||
    (facts.bookingId && facts.bookingId !== checkout.booking_id)
  )
    return { ok: false, code: "unknown_session" };
  const bookingId = checkout.booking_id;
  if (!checkout.session_id) attachSession(tx, checkout.id, facts);
  if (checkout.outcome) return { ok: true, bookingId, outcome: checkout.outcome, already: true };
  if (facts.status === "expired") {
    endCheckout(tx, deed, checkout, "expired", "time_to_pay_over");
    return { ok: false, code: "expired" };
  }
  if (facts.status !== "complete" || facts.paymentStatus === "unpaid") return { ok: false, code: "not_paid" };
  if (checkout.change_id === null) keepReceiptAddress(tx, bookingId, facts);

  const { state: from } = checkout;
  if (from === "complete") throw new Error(`checkout ${checkout.id} is complete without an outcome`);
  const outcome = settle(checkout);
  tx.update(checkouts)
    .set({ state: "complete", outcome, ended_at: deed.now, revoked_at: null })
    .where(eq(checkouts.id, checkout.id))
    .run();
  if (checkout.hold_id && outcome !== "confirmed") releaseHold(tx, deed, checkout.hold_id, outcome);
  recordEvent(tx, deed, {
    subject: { kind: "checkout", id: checkout.id },
    bookingId,
    action: `payment_${outcome}`,
    from,
    to: "complete",
  });
  return { ok: true, bookingId, outcome, already: false };
}

/**
 * Of an order whose customer has text messages alone: the card company asks for an address itself, for the receipt. Whoever
 * pays for a change may be a neighbor with a link, who must not get the papers from then on.
 */
function keepReceiptAddress(tx: Tx, bookingId: Id<"booking">, { customerEmail }: SessionFacts): void {
  if (!customerEmail || customerEmail.length > LONGEST_EMAIL) return;
  tx.update(bookings)
    .set({ receipt_email: customerEmail })
    .where(and(eq(bookings.id, bookingId), eq(bookings.email, "")))
    .run();
}

/** Whether the session paid another amount or currency than its checkout asked for. */
export function isWrongAmount(checkout: Checkout, facts: SessionFacts): boolean {
  return facts.amountTotal !== checkout.amount || facts.currency.toLowerCase() !== checkout.currency;
}

/** Gives a payment back in full, whatever else was paid, and tells the customer. Returns what became of it. */
export function giveMoneyBack(tx: Tx, deed: Deed, checkout: Checkout, facts: SessionFacts, outcome: Outcome): Outcome {
  if (facts.amountTotal === 0 || !facts.paymentIntentId) {
    if (outcome !== "refunded_nothing_left") return outcome;
    tellReturned(tx, checkout, "nothing_left");
    return "nothing_left";
  }
  const known = tx.select().from(payments).where(eq(payments.stripe_payment_intent_id, facts.paymentIntentId)).get();
  if (known) return outcome;
  const payment = recordPayment(tx, deed, {
    bookingId: checkout.booking_id,
    checkoutId: checkout.id,
    amount: facts.amountTotal,
    intentId: facts.paymentIntentId,
  });
  approveRefund(tx, deed, payment, facts.amountTotal, outcome);
  tellReturned(tx, checkout, outcome);
  return outcome;
}

function tellReturned(tx: Tx, checkout: Checkout, outcome: Outcome): void {
  tellCustomer(tx, "late-payment", {
    bookingId: checkout.booking_id,
    cause: checkout.id,
    payload: { checkoutId: checkout.id, outcome },
  });
}

/**
 * Which card paid at a checkout's page, as the card company knows it: a refund goes back there. The order's is kept for later
 * charges and for the invoice besides, while no other is.
 */
export function keepCard(
  tx: Tx,
  { id, booking_id, change_id, only_card, outcome }: Checkout,
  card: Pick<CardFacts, "brand" | "last4" | "paymentMethodId">,
): void {
  const named = { card_brand: card.brand, card_last4: card.last4 };
  tx.update(payments)
    .set(named)
    .where(and(eq(payments.booking_id, booking_id), eq(payments.checkout_id, id)))
    .run();
  if (change_id !== null || only_card || outcome !== "confirmed") return;
  tx.update(bookings)
    .set({ ...named, payment_method_id: card.paymentMethodId })
    .where(and(eq(bookings.id, booking_id), isNull(bookings.payment_method_id)))
    .run();
}
