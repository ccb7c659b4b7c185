import { getBooking, type Booking } from "~/domain/booking/order/bookings.server";
import { getChange } from "~/domain/changes/changes.server";
import type { Deed } from "~/domain/kernel/deed";
import type { Id } from "~/domain/kernel/ids.server";
import { findCheckout, type Checkout } from "~/domain/payments/checkouts.server";
import type { Services } from "~/services.server";
import { applySession, type Till } from "./checkout.server";

/**
 * What was paid: the booking's first order, or (`changeId`) a change of it. `isBalance`: what was owed. Its payment link
 * may be anybody's who pays, so that its session opens the page to pay, and nothing of the booking.
 */
interface Of {
  booking: Booking;
  changeId: Id<"change"> | null;
  /** Nothing was paid: a card was kept. */
  onlyCard: boolean;
  isBalance: boolean;
}

export type Verification =
  | ({ state: "confirmed" } & Of)
  /** The money came in and could not become this booking; it goes back in full. */
  | ({
      state: "returned";
      outcome: Exclude<NonNullable<Checkout["outcome"]>, "confirmed">;
      amount: number;
    } & Of)
  /** The payment page was closed or ran out: nothing was charged. */
  | ({ state: "expired" } & Of)
  /** The address was ended with all others (`renewAccess`): it tells nothing any more. */
  | { state: "ended" }
  /** Not paid yet, or the card company cannot be asked now. Trying again may help. */
  | { state: "processing"; booking: Booking | null }
  /** No such session: trying again will not help. */
  | { state: "unknown" };

const SESSION_ID = /^cs_[A-Za-z0-9_]{8,250}$/;

/** Whether a text may be a session's id at all; anything else is not worth a question. */
export function isSessionId(text: string): boolean {
  return SESSION_ID.test(text);
}

export interface Question {
  sessionId: string;
  /** The checkout that the return address names: of ours, even where the session's id was never stored. */
  checkoutId?: string | null;
  /** Whether the card company may be asked about this checkout once more. */
  mayAsk: (checkoutId: string) => Promise<boolean>;
}

/**
 * What became of a payment, for whoever holds the session's id: the return page and verify-payment. A session that is
 * not of our making is unknown without asking anybody. What has taken effect already is read here; else the card
 * company is asked, as often as `mayAsk` lets it, and its answer takes effect now, whichever of webhook and return page
 * comes first. Never throws for the card company's sake.
 */
export async function verifyPayment(
  services: Till,
  deed: Deed,
  { sessionId, checkoutId, mayAsk }: Question,
): Promise<Verification> {
  if (!isSessionId(sessionId)) return { state: "unknown" };
  const known = findCheckout(services.db.orm, { sessionId });
  const ours = known ?? findWithoutSession(services, checkoutId);
  if (!ours) return { state: "unknown" };
  if (known?.outcome) return settled(services, known);
  if (!(await mayAsk(ours.id))) return asStored(services, ours);
  const session = await services.stripe.getSession(sessionId);
  if (!session.ok) return session.code === "not_found" && !known ? { state: "unknown" } : processing(services, ours);
  const result = await applySession(services, deed, session.value);
  const checkout = findCheckout(services.db.orm, { sessionId });
  if (result.ok && checkout) return settled(services, checkout);
  if (!result.ok && result.code === "unknown_session") return { state: "unknown" };
  if (!result.ok && result.code === "expired" && checkout) return expired(services, checkout);
  return processing(services, checkout);
}

/** The checkout of an answer of the card company that was lost: somebody pays on a page whose id we do not have. */
function findWithoutSession(services: Pick<Services, "db">, checkoutId: string | null | undefined): Checkout | null {
  const checkout = checkoutId ? findCheckout(services.db.orm, { id: checkoutId }) : null;
  return checkout?.session_id === null ? checkout : null;
}

function asStored(services: Pick<Services, "db">, checkout: Checkout): Verification {
  return checkout.state === "expired" ? expired(services, checkout) : processing(services, checkout);
}

function expired(services: Pick<Services, "db">, checkout: Checkout): Verification {
  return checkout.revoked_at !== null ? { state: "ended" } : { state: "expired", ...whatWas(services, checkout) };
}

function settled(services: Pick<Services, "db">, checkout: Checkout): Verification {
  if (checkout.outcome && checkout.revoked_at !== null) return { state: "ended" };
  const of = whatWas(services, checkout);
  if (!checkout.outcome) return { state: "processing", booking: of.booking };
  return checkout.outcome === "confirmed"
    ? { state: "confirmed", ...of }
    : { state: "returned", ...of, outcome: checkout.outcome, amount: checkout.amount };
}

function whatWas({ db: { orm } }: Pick<Services, "db">, { booking_id, change_id, only_card }: Checkout): Of {
  const isBalance = change_id !== null && getChange(orm, change_id).wish.kind === "balance";
  return { booking: getBooking(orm, booking_id), changeId: change_id, onlyCard: only_card, isBalance };
}

function processing(services: Pick<Services, "db">, checkout: Checkout | null): Verification {
  return { state: "processing", booking: checkout && getBooking(services.db.orm, checkout.booking_id) };
}
