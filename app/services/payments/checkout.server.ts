import type { Orm, Tx } from "#db/client.server";
import { getBooking } from "~/domain/booking/order/bookings.server";
import type { WHY } from "~/domain/events/why-words";
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
  heldBy,
  openCheckout,
  renewKey,
  type Checkout,
} from "~/domain/payments/checkouts.server";
import { confirmPayment } from "~/domain/changes/confirm.server";
import type { SessionFacts, StripeAnswer } from "~/domain/payments/ports";
import { paths } from "~/paths";
import type { Services } from "~/services.server";
import { isPayable } from "../../domain/states/status-rules";

/** The payment page's address, or why there is none. "already_paid" also where it was paid at this very moment. */
export type Started =
  | { ok: true; url: string }
  | { ok: false; code: "already_paid" }
  | { ok: false; code: "payment_unreachable"; heldUntil: Checkout["expires_at"] }
  | { ok: false; code: "payment_refused"; message: string };

export type CheckoutResult = Started | { ok: false; code: "unsigned" } | Shortage;

/** Stripe wants 30 minutes from the session's creation; nearer to the end a retry takes a new key and a new hold. */
const LEAST_SECONDS_AHEAD = 30 * 60 + 20;

/** What is being paid: the first order of a booking, or a change of it. */
export interface Sale<Refused extends { ok: false }> {
  /** Its checkout that is open already. */
  findOpen(orm: Orm): Checkout | null;
  /** Holds what it needs and stores its checkout; a refusal leaves nothing held. */
  open(tx: Tx): { ok: true; checkout: Checkout } | Refused;
  /** Whether an open checkout still asks for what it costs. */
  isStillRight(checkout: Checkout): boolean;
}

/** What asking the card company, and keeping what it says, takes. */
export type Till = Pick<Services, "config" | "db" | "settings" | "stripe">;

/**
 * Holds the dumpsters and opens the payment page of a booking's first order. Returned refusals leave nothing held, but
 * "payment_unreachable": then the hold stays, so that trying again in a minute works.
 */
export function startCheckout(
  services: Till & Pick<Services, "log">,
  deed: Deed,
  bookingId: Id<"booking">,
): Promise<CheckoutResult> {
  return startSale(services, deed, {
    findOpen: (orm) => findOpenCheckout(orm, bookingId),
    isStillRight: ({ amount }) => amount === getBooking(services.db.orm, bookingId).total_amount,
    open(tx) {
      const booking = getBooking(tx, bookingId);
      if (!isPayable(booking)) return { ok: false, code: "already_paid" };
      if (!findAgreement(tx, bookingId)) return { ok: false, code: "unsigned" };
      const tries = holdTries(services, deed, heldBy(booking), booking.total_units);
      if (secondsToWait(tx, tries) > 0) return { ok: false, code: "too_many_holds" };
      const result = openCheckout(tx, deed, services.settings(), booking, {
        success: successAddress(services),
        cancel: `${services.config.publicUrl}${
          booking.draft_id ? paths.book.payment(booking.draft_id) : paths.signAgreement(booking.signing_key)
        }`,
      });
      // What took nothing does not count.
      if (result.ok) countTriesIn(tx, tries);
      return result;
    },
  });
}

/**
 * Opens the payment page of whatever is sold. A double click or a second tab gets the same page; an answer of Stripe
 * that was lost is found again by its idempotency key.
 */
export async function startSale<Refused extends { ok: false }>(
  services: Till & Pick<Services, "log">,
  deed: Deed,
  sale: Sale<Refused>,
): Promise<Started | Refused> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const existing = sale.findOpen(services.db.orm);
    if (existing) {
      const again = await continueCheckout(services, deed, existing, sale.isStillRight(existing));
      if (again) return again;
      continue;
    }
    // Another request may have opened one since we looked.
    const opened = await services.db.write((tx) => (sale.findOpen(tx) ? null : sale.open(tx)));
    if (!opened) continue;
    if (!opened.ok) return opened;
    return createSession(services, deed, opened.checkout);
  }
  return { ok: false, code: "payment_refused", message: "Please try again." };
}

/** What a hold counts as. Nothing where nobody outside asked, or with RATE_LIMITS=off. */
export function holdTries({ config }: Pick<Services, "config">, { asker }: Deed, email: string, units: number): Try[] {
  if (config.RATE_LIMITS === "off" || asker === undefined) return [];
  return [{ name: "hold", asker, target: mailboxOf(email), weight: units }];
}

/** Where one comes back to from a payment page. */
export function successAddress({ config }: Pick<Services, "config">) {
  return (checkoutId: string) =>
    `${config.publicUrl}${paths.paymentSuccess()}?session_id={CHECKOUT_SESSION_ID}&checkout=${checkoutId}`;
}

/** The answer for a checkout that is open already; null when it was ended and a new one is needed. */
async function continueCheckout(
  services: Till & Pick<Services, "log">,
  deed: Deed,
  checkout: Checkout,
  hasItsPrice: boolean,
): Promise<Started | null> {
  const stillRight = hasItsPrice && checkout.expires_at > deed.now;
  if (checkout.state === "creating") {
    const tooLate = checkout.request.expiresAt - Date.now() / 1000 < LEAST_SECONDS_AHEAD;
    if (stillRight && !tooLate) return createSession(services, deed, checkout);
    await services.db.write((tx) => endCheckout(tx, deed, checkout, "abandoned", "never_opened"));
    return null;
  }
  if (stillRight && checkout.session_id) {
    const now = await services.stripe.getSession(checkout.session_id);
    if (now.ok && now.value.status === "open" && now.value.url) return { ok: true, url: now.value.url };
    if (!now.ok && now.code === "unreachable")
      return { ok: false, code: "payment_unreachable", heldUntil: checkout.expires_at };
  }
  const released = await release(services, deed, checkout);
  if (released === "unreachable") return { ok: false, code: "payment_unreachable", heldUntil: checkout.expires_at };
  return released === "paid" ? { ok: false, code: "already_paid" } : null;
}

async function createSession(
  services: Pick<Services, "db" | "log" | "stripe">,
  deed: Deed,
  checkout: Checkout,
): Promise<Started> {
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
  await services.db.write((tx) => endCheckout(tx, deed, checkout, "abandoned", "refused_by_card_company"));
  services.log.error({
    module: "payments",
    action: "create_session",
    booking_id: checkout.booking_id,
    error_message: made.message,
  });
  return { ok: false, code: "payment_refused", message: made.message };
}

/** The same key finds a session whose answer was lost; one that is spent is replaced for the next try. */
async function askForSession(
  services: Pick<Services, "db" | "stripe">,
  checkout: Checkout,
): Promise<StripeAnswer<SessionFacts>> {
  const made = await services.stripe.createCheckout(checkout.request);
  if (!made.ok && made.code === "unreachable" && made.keySpent) await services.db.write((tx) => renewKey(tx, checkout));
  return made;
}

export type Released = "released" | "paid" | "unreachable";

/**
 * Ends the open checkout of a booking's first order, before the order may change: `why`, for the history. "paid" when Stripe says that it was
 * completed meanwhile (it is then confirmed here), "unreachable" when Stripe cannot be asked: nothing may change then.
 */
export async function releaseCheckout(
  services: Till,
  deed: Deed,
  bookingId: Id<"booking">,
  why: keyof typeof WHY,
): Promise<Released> {
  const checkout = findOpenCheckout(services.db.orm, bookingId);
  return checkout ? release(services, deed, checkout, why) : "released";
}

/** The same for one checkout, whoever's it is. `why` it had to end, for the history: else that its time was over. */
export async function release(
  services: Till,
  deed: Deed,
  checkout: Checkout,
  why?: keyof typeof WHY,
): Promise<Released> {
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
    await services.db.write((tx) => endCheckout(tx, deed, checkout, "abandoned", "no_session"));
    return "released";
  }
  const ended = await services.stripe.expireSession(sessionId);
  if (!ended.ok) return ended.code === "unreachable" ? "unreachable" : endAnyway(services, deed, checkout);
  if (why && ended.value.status === "expired") {
    await services.db.write((tx) => endCheckout(tx, deed, checkout, "abandoned", why));
    return "released";
  }
  const result = await applySession(services, deed, ended.value);
  // Money that went back (an order that changed meanwhile) leaves the booking unpaid.
  return result.ok && result.outcome === "confirmed" ? "paid" : "released";
}

async function endAnyway(services: Pick<Services, "db">, deed: Deed, checkout: Checkout): Promise<"released"> {
  await services.db.write((tx) => endCheckout(tx, deed, checkout, "expired", "unknown_to_card_company"));
  return "released";
}

/** Lets a session's facts take effect, wherever they came from. */
export function applySession(services: Pick<Services, "config" | "db" | "settings">, deed: Deed, facts: SessionFacts) {
  return services.db.write((tx) => confirmPayment(tx, deed, services.settings(), facts, website(services)));
}

export function website(services: Pick<Services, "config">): string {
  return new URL(services.config.publicUrl).host;
}
