import { getBooking, type Booking } from "~/domain/booking/bookings.server";
import type { Deed } from "~/domain/kernel/deed";
import { findCheckout, type Checkout } from "~/domain/payments/checkouts.server";
import type { Services } from "~/services.server";
import { applySession } from "./checkout.server";

export type Verification =
  | { state: "confirmed"; booking: Booking }
  /** The money came in and could not become this booking; it goes back in full. */
  | { state: "returned"; booking: Booking; outcome: Exclude<NonNullable<Checkout["outcome"]>, "confirmed">; amount: number }
  /** The payment page was closed or ran out: nothing was charged. */
  | { state: "expired"; booking: Booking }
  /** Not paid yet, or the card company cannot be asked now. Trying again may help. */
  | { state: "processing"; booking: Booking | null }
  /** No such session: trying again will not help. */
  | { state: "unknown" };

const SESSION_ID = /^cs_[A-Za-z0-9_]{8,250}$/;

/** Whether a text may be a session's id at all; anything else is not worth a question. */
export function isSessionId(text: string): boolean {
  return SESSION_ID.test(text);
}

/**
 * What became of a payment, for whoever holds the session's id: the return page and verify-payment. What has taken
 * effect already is read here; else the card company is asked and its answer takes effect now, whichever of webhook
 * and return page comes first. Never throws for the card company's sake.
 */
export async function verifyPayment(services: Services, deed: Deed, sessionId: string): Promise<Verification> {
  if (!isSessionId(sessionId)) return { state: "unknown" };
  const known = findCheckout(services.db.orm, { sessionId });
  if (known?.outcome) return settled(services, known);
  const session = await services.stripe.getSession(sessionId);
  if (!session.ok) return session.code === "not_found" && !known ? { state: "unknown" } : processing(services, known);
  const result = await applySession(services, deed, session.value);
  const checkout = findCheckout(services.db.orm, { sessionId });
  if (result.ok && checkout) return settled(services, checkout);
  if (!result.ok && result.code === "unknown_session") return { state: "unknown" };
  if (!result.ok && result.code === "expired" && checkout) return { state: "expired", booking: getBooking(services.db.orm, checkout.booking_id) };
  return processing(services, checkout);
}

function settled(services: Services, checkout: Checkout): Verification {
  const booking = getBooking(services.db.orm, checkout.booking_id);
  if (!checkout.outcome) return { state: "processing", booking };
  return checkout.outcome === "confirmed" ? { state: "confirmed", booking } : { state: "returned", booking, outcome: checkout.outcome, amount: checkout.amount };
}

function processing(services: Services, checkout: Checkout | null): Verification {
  return { state: "processing", booking: checkout && getBooking(services.db.orm, checkout.booking_id) };
}
