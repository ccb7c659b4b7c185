import { getBooking, type Booking } from "~/domain/booking/order/bookings.server";
import { findAgreement } from "~/domain/documents/agreement.server";
import type { Shortage } from "~/domain/inventory/holds.server";
import type { Deed } from "~/domain/kernel/deed";
import type { Id } from "~/domain/kernel/ids.server";
import { countTriesIn, secondsToWait, type Try } from "~/domain/limits/limits.server";
import { mailboxOf } from "~/domain/limits/mailbox";
import {
  attachSession,
  endCheckout,
  findOpenCheckout,
  openCheckout,
  renewKey,
  type Checkout,
} from "~/domain/payments/checkouts.server";
import { confirmPayment } from "~/domain/payments/confirm.server";
import type { SessionFacts, StripeAnswer } from "~/domain/payments/ports";
import { paths } from "~/paths";
import type { Services } from "~/services.server";
import { isPayable } from "../../domain/states/status-rules";

export type CheckoutResult =
  | { ok: true; url: string }
  | { ok: false; code: "already_paid" | "unsigned" }
  | { ok: false; code: "payment_unreachable"; heldUntil: Checkout["expires_at"] }
  | { ok: false; code: "payment_refused"; message: string }
  | Shortage;

/** Stripe wants 30 minutes from the session's creation; nearer to the end a retry takes a new key and a new hold. */
const LEAST_SECONDS_AHEAD = 30 * 60 + 20;

/**
 * Holds the dumpsters and opens the payment page. A double click or a second tab gets the same page; an answer of
 * Stripe that was lost is found again by its idempotency key. Returned refusals leave nothing held, but
 * "payment_unreachable": then the hold stays, so that trying again in a minute works.
 */
export async function startCheckout(services: Services, deed: Deed, bookingId: Id<"booking">): Promise<CheckoutResult> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const existing = findOpenCheckout(services.db.orm, bookingId);
    if (existing) {
      const again = await continueCheckout(services, deed, existing);
      if (again) return again;
      continue;
    }
    const opened = await services.db.write((tx) => {
      const booking = getBooking(tx, bookingId);
      if (!isPayable(booking)) return { ok: false as const, code: "already_paid" as const };
      if (!findAgreement(tx, bookingId)) return { ok: false as const, code: "unsigned" as const };
      // Another request may have opened one since we looked.
      if (findOpenCheckout(tx, bookingId)) return null;
      const tries = holdTries(services, deed, booking);
      if (secondsToWait(tx, tries) > 0) return { ok: false as const, code: "too_many_holds" as const };
      const result = openCheckout(tx, deed, services.settings(), booking, addresses(services, booking));
      // What took nothing does not count.
      if (result.ok) countTriesIn(tx, tries);
      return result;
    });
    if (!opened) continue;
    if (!opened.ok) return opened;
    return createSession(services, deed, opened.checkout);
  }
  return { ok: false, code: "payment_refused", message: "Please try again." };
}

/** What a hold counts as. Nothing where nobody outside asked, or with RATE_LIMITS=off. */
function holdTries({ config }: Services, { asker }: Deed, { email, total_units }: Booking): Try[] {
  if (config.RATE_LIMITS === "off" || asker === undefined) return [];
  return [{ name: "hold", asker, target: mailboxOf(email), weight: total_units }];
}

function addresses(services: Services, booking: Booking) {
  const base = services.config.publicUrl;
  return {
    success: (checkoutId: string) =>
      `${base}${paths.paymentSuccess()}?session_id={CHECKOUT_SESSION_ID}&checkout=${checkoutId}`,
    cancel: `${base}${
      booking.draft_id ? paths.book.payment(booking.draft_id) : paths.signAgreement(booking.signing_key)
    }`,
  };
}

/** The answer for a checkout that is open already; null when it was ended and a new one is needed. */
async function continueCheckout(services: Services, deed: Deed, checkout: Checkout): Promise<CheckoutResult | null> {
  const booking = getBooking(services.db.orm, checkout.booking_id);
  const stillRight = checkout.amount === booking.total_amount && checkout.expires_at > deed.now;
  if (checkout.state === "creating") {
    const tooLate = checkout.request.expiresAt - Date.now() / 1000 < LEAST_SECONDS_AHEAD;
    if (stillRight && !tooLate) return createSession(services, deed, checkout);
    await services.db.write((tx) => endCheckout(tx, deed, checkout, "abandoned", "never opened"));
    return null;
  }
  if (stillRight && checkout.session_id) {
    const now = await services.stripe.getSession(checkout.session_id);
    if (now.ok && now.value.status === "open" && now.value.url) return { ok: true, url: now.value.url };
    if (!now.ok && now.code === "unreachable")
      return { ok: false, code: "payment_unreachable", heldUntil: checkout.expires_at };
  }
  const released = await releaseCheckout(services, deed, checkout.booking_id);
  if (released === "unreachable") return { ok: false, code: "payment_unreachable", heldUntil: checkout.expires_at };
  return released === "paid" ? { ok: false, code: "already_paid" } : null;
}

async function createSession(services: Services, deed: Deed, checkout: Checkout): Promise<CheckoutResult> {
  const made = await askForSession(services, checkout);
  if (made.ok && made.value.url) {
    const { url } = made.value;
    await services.db.write((tx) => attachSession(tx, checkout.id, made.value));
    return { ok: true, url };
  }
  if (made.ok || made.code === "unreachable") {
    services.log.warn({
      module: "payments",
      action: "create_session",
      booking_id: checkout.booking_id,
      error_message: made.ok ? "no address" : made.message,
    });
    return { ok: false, code: "payment_unreachable", heldUntil: checkout.expires_at };
  }
  await services.db.write((tx) => endCheckout(tx, deed, checkout, "abandoned", "refused by the card company"));
  services.log.error({
    module: "payments",
    action: "create_session",
    booking_id: checkout.booking_id,
    error_message: made.message,
  });
  return { ok: false, code: "payment_refused", message: made.message };
}

/** The same key finds a session whose answer was lost; one that is spent is replaced for the next try. */
async function askForSession(services: Services, checkout: Checkout): Promise<StripeAnswer<SessionFacts>> {
  const made = await services.stripe.createCheckout(checkout.request);
  if (!made.ok && made.code === "unreachable" && made.keySpent) await services.db.write((tx) => renewKey(tx, checkout));
  return made;
}

/**
 * Ends a booking's own open checkout, before its order may change. "paid" when Stripe says that it was completed
 * meanwhile (it is then confirmed here), "unreachable" when Stripe cannot be asked: nothing may change then.
 */
export async function releaseCheckout(
  services: Services,
  deed: Deed,
  bookingId: Id<"booking">,
): Promise<"released" | "paid" | "unreachable"> {
  const checkout = findOpenCheckout(services.db.orm, bookingId);
  if (!checkout) return "released";
  let sessionId = checkout.session_id;
  if (!sessionId) {
    // Asking again with the same key tells whether a session was made whose answer was lost.
    const replay = await askForSession(services, checkout);
    if (!replay.ok && replay.code === "unreachable") return "unreachable";
    if (replay.ok) {
      sessionId = replay.value.sessionId;
      await services.db.write((tx) => attachSession(tx, checkout.id, replay.value));
    }
  }
  if (!sessionId) {
    await services.db.write((tx) => endCheckout(tx, deed, checkout, "abandoned", "no session was made"));
    return "released";
  }
  const ended = await services.stripe.expireSession(sessionId);
  if (!ended.ok) return ended.code === "unreachable" ? "unreachable" : endAnyway(services, deed, checkout);
  const result = await applySession(services, deed, ended.value);
  // Money that went back (an order that changed meanwhile) leaves the booking unpaid.
  return result.ok && result.outcome === "confirmed" ? "paid" : "released";
}

async function endAnyway(services: Services, deed: Deed, checkout: Checkout): Promise<"released"> {
  await services.db.write((tx) => endCheckout(tx, deed, checkout, "expired", "unknown to the card company"));
  return "released";
}

/** Lets a session's facts take effect, wherever they came from. */
export function applySession(services: Services, deed: Deed, facts: SessionFacts) {
  return services.db.write((tx) => confirmPayment(tx, deed, services.settings(), facts, website(services)));
}

export function website(services: Pick<Services, "config">): string {
  return new URL(services.config.publicUrl).host;
}
