import type { Orm } from "#db/client.server";
import type { Booking } from "../booking/order/bookings.server";
import type { Payment } from "../payments/books.server";
import { listDisputedPayments } from "../payments/disputes-read.server";
import type { FallsDue } from "../states/money";
import type { Attempt } from "./charges.server";

/** The card that a later charge may be asked of by itself, with its owner at the card company. */
export interface CardToAsk {
  customer: string;
  method: string;
}

/**
 * Which card a booking's later charges are asked of without its customer. None is kept ("no_card"); or its bank is deciding
 * about a payment that was made with it for any of its customer's orders, or took one back ("card_disputed"): asked again, it
 * would dispute that as well, and the card company counts each. Its customer may pay with any card on a payment page, and
 * another card that they give is asked.
 */
export function cardToAsk(
  orm: Orm,
  { id, customer_id, stripe_customer_id: customer, payment_method_id: method, card_brand, card_last4 }: Booking,
): { ok: true; card: CardToAsk } | { ok: false; why: "no_card" | "card_disputed" } {
  if (!customer || !method) return { ok: false, why: "no_card" };
  // Which card paid may not be known (yet): then it may have been this one, if it paid this booking.
  const isThis = (paid: Payment) =>
    paid.card_last4 === null
      ? paid.booking_id === id
      : paid.card_last4 === card_last4 && paid.card_brand === card_brand;
  if (listDisputedPayments(orm, customer_id).some(isThis)) return { ok: false, why: "card_disputed" };
  return { ok: true, card: { customer, method } };
}

/** As it stands now: until then a bank may take a payment of the card, or give it back. */
export function howItFallsDue(orm: Orm, booking: Booking): FallsDue {
  if (booking.account_days !== null) return "account";
  return cardToAsk(orm, booking).ok ? "card" : "page";
}

/** The card that a try asked, if it is still the one on file: another one has another name. */
export function cardOf({ payment_method_id, card_brand, card_last4 }: Booking, { request }: Pick<Attempt, "request">) {
  const isOnFile = payment_method_id === request.paymentMethodId;
  return isOnFile ? { card_brand, card_last4 } : { card_brand: null, card_last4: null };
}
