import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { bookings, checkouts, payments, units } from "#db/schema/index";
import { getBooking, listItems, moveBooking, type Booking } from "../booking/order/bookings.server";
import { occupiedUntil, windowHours } from "../schedule/rules";
import { createJobsForUnits } from "../dispatch/jobs.server";
import { issueInvoice, orderAgreementPdf } from "../documents/invoices.server";
import { recordEvent } from "../events/events.server";
import { consumeHold, findLiveHold, releaseHold, reserveUnits } from "../inventory/holds.server";
import type { Deed } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import { instantAt } from "../kernel/time.server";
import { enqueue } from "../outbox/outbox.server";
import { unitShares } from "../pricing/rules";
import { isPayable } from "../states/status-rules";
import type { Settings } from "../settings/schema";
import { attachSession, endCheckout, findCheckout, findOpenCheckout, type Checkout } from "./checkouts.server";
import { chargeRental, recordPayment } from "./ledger.server";
import { approveRefund } from "./refunds.server";
import type { SessionFacts } from "./ports";

export type ConfirmResult =
  | { ok: true; bookingId: Id<"booking">; outcome: NonNullable<Checkout["outcome"]>; already: boolean }
  | { ok: false; code: "unknown_session" | "not_paid" | "expired" };

type Outcome = NonNullable<Checkout["outcome"]>;

/**
 * The one way by which a payment takes effect; the webhook, the return page and the reconciler all end here.
 * Idempotent: whoever comes second changes nothing. It checks session, booking, amount and currency. A payment whose
 * hold has ended is allotted again when there is something left, else refunded; nothing is ever dropped.
 */
export function confirmPayment(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  facts: SessionFacts,
  website: string,
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
  if (!checkout.session_id) attachSession(tx, checkout.id, facts);
  if (checkout.outcome) return { ok: true, bookingId: checkout.booking_id, outcome: checkout.outcome, already: true };
  if (facts.status === "expired") {
    endCheckout(tx, deed, checkout, "expired", "the time to pay ran out");
    return { ok: false, code: "expired" };
  }
  if (facts.status !== "complete" || facts.paymentStatus === "unpaid") return { ok: false, code: "not_paid" };

  const booking = getBooking(tx, checkout.booking_id);
  const outcome = settle(tx, deed, settings, checkout, booking, facts, website);
  tx.update(checkouts)
    .set({ state: "complete", outcome, ended_at: deed.now, revoked_at: null })
    .where(eq(checkouts.id, checkout.id))
    .run();
  if (checkout.hold_id && outcome !== "confirmed") releaseHold(tx, deed, checkout.hold_id, outcome);
  recordEvent(tx, deed, {
    subject: { kind: "checkout", id: checkout.id },
    bookingId: booking.id,
    action: `payment_${outcome}`,
    from: checkout.state,
    to: "complete",
  });
  return { ok: true, bookingId: booking.id, outcome, already: false };
}

function settle(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  checkout: Checkout,
  booking: Booking,
  facts: SessionFacts,
  website: string,
): Outcome {
  const wrongAmount = facts.amountTotal !== checkout.amount || facts.currency.toLowerCase() !== checkout.currency;
  if (wrongAmount) return giveMoneyBack(tx, deed, checkout, facts, "refunded_wrong_amount");
  if (!isPayable(booking)) return giveMoneyBack(tx, deed, checkout, facts, "refunded_duplicate");

  // The order may have been changed and signed anew after this checkout was opened: then its money is for another
  // order.
  if (checkout.amount !== booking.total_amount)
    return giveMoneyBack(tx, deed, checkout, facts, "refunded_wrong_amount");
  const held = checkout.hold_id !== null && consumeHold(tx, deed, checkout.hold_id);
  // A newer payment page of the same booking must not keep the last dumpster from the money that is here.
  const newer = findOpenCheckout(tx, booking.id);
  if (newer && newer.id !== checkout.id) {
    endCheckout(tx, deed, newer, "abandoned", "paid by an earlier checkout");
    enqueue(tx, {
      kind: "stripe.expire",
      cause: `expire:${newer.id}`,
      bookingId: booking.id,
      payload: { checkoutId: newer.id },
    });
  }
  if (!held && !reserveAgain(tx, deed, settings, booking))
    return giveMoneyBack(tx, deed, checkout, facts, "refunded_nothing_left");

  const payment =
    facts.amountTotal > 0
      ? recordPayment(tx, deed, {
          bookingId: booking.id,
          checkoutId: checkout.id,
          amount: facts.amountTotal,
          intentId: facts.paymentIntentId,
        })
      : null;
  chargeRental(tx, deed, booking, payment?.id ?? null);
  makeUnits(tx, deed, settings, booking);
  createJobsForUnits(tx, deed, booking.id);
  moveBooking(
    tx,
    deed,
    booking.id,
    "paid_pending_scheduling",
    held ? "paid" : "paid after the hold had ended; allotted again",
    { paid_at: deed.now, stripe_customer_id: facts.stripeCustomerId },
  );
  if (settings.invoicesEnabled) issueInvoice(tx, deed, settings, getBooking(tx, booking.id), website);
  orderAgreementPdf(tx, booking.id);
  enqueue(tx, {
    kind: "stripe.card",
    cause: `card:${checkout.id}`,
    bookingId: booking.id,
    payload: { checkoutId: checkout.id },
  });
  enqueue(tx, {
    kind: "mail.booking-confirmed",
    cause: `mail.booking-confirmed:${booking.id}`,
    bookingId: booking.id,
    payload: { bookingId: booking.id },
  });
  if (booking.sms_consent)
    enqueue(tx, {
      kind: "sms.booking-confirmed",
      cause: `sms.booking-confirmed:${booking.id}`,
      bookingId: booking.id,
      payload: { bookingId: booking.id },
    });
  return "confirmed";
}

/**
 * The window's capacity is ours to stretch for somebody who has paid; a dumpster that is not there, or a window that
 * has passed, is not.
 */
function reserveAgain(tx: Tx, deed: Deed, settings: Settings, booking: Booking): boolean {
  // Nobody competes with himself: a newer checkout of this booking may be holding the last dumpster.
  const own = findLiveHold(tx, booking.id);
  if (own) releaseHold(tx, deed, own.id, "an earlier checkout was paid");
  if (instantAt(booking.scheduled_delivery_date, windowHours(booking.delivery_time_window).endHour) <= deed.now)
    return false;
  const wish = {
    bookingId: booking.id,
    email: booking.email,
    lines: booking.price.items.map(({ size, quantity }) => ({ size, quantity })),
    deliveryDate: booking.scheduled_delivery_date,
    deliveryWindow: booking.delivery_time_window,
    occupiedUntil: occupiedUntil(booking.scheduled_pickup_date, booking.flexible_extension, settings),
  };
  return reserveUnits(tx, wish, Number.MAX_SAFE_INTEGER, deed.now).ok;
}

function giveMoneyBack(tx: Tx, deed: Deed, checkout: Checkout, facts: SessionFacts, outcome: Outcome): Outcome {
  if (facts.amountTotal === 0 || !facts.paymentIntentId) {
    if (outcome !== "refunded_nothing_left") return outcome;
    tellCustomer(tx, checkout, "nothing_left");
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
  tellCustomer(tx, checkout, outcome);
  return outcome;
}

function tellCustomer(tx: Tx, checkout: Checkout, outcome: Outcome): void {
  enqueue(tx, {
    kind: "mail.late-payment",
    cause: `mail.late-payment:${checkout.id}`,
    bookingId: checkout.booking_id,
    payload: { checkoutId: checkout.id, outcome },
  });
}

/** Each ordered line makes as many units as its quantity; their shares sum to the total. */
export function makeUnits(tx: Tx, deed: Deed, settings: Settings, booking: Booking): void {
  const shares = unitShares(booking.price);
  let number = 0;
  for (const item of listItems(tx, booking.id)) {
    for (let i = 0; i < item.quantity; i++) {
      const id = newId("unit");
      tx.insert(units)
        .values({
          id,
          booking_id: booking.id,
          booking_item_id: item.id,
          unit_number: number + 1,
          state: "reserved",
          size_yards: item.size_yards,
          material_category: item.material_category,
          delivery_date: booking.scheduled_delivery_date,
          delivery_window: booking.delivery_time_window,
          pickup_date: booking.scheduled_pickup_date,
          occupied_until: occupiedUntil(booking.scheduled_pickup_date, booking.flexible_extension, settings),
          share: shares[number] ?? 0,
          created_at: deed.now,
        })
        .run();
      recordEvent(tx, deed, {
        subject: { kind: "unit", id },
        bookingId: booking.id,
        action: "unit_reserved",
        to: "reserved",
        data: { unit_number: number + 1 },
      });
      number++;
    }
  }
}

/** What the card company knows of the card, kept for later charges and for the invoice. */
export function keepCard(
  tx: Tx,
  bookingId: Id<"booking">,
  card: { brand: string | null; last4: string | null; paymentMethodId: string | null },
): void {
  tx.update(bookings)
    .set({ card_brand: card.brand, card_last4: card.last4, payment_method_id: card.paymentMethodId })
    .where(eq(bookings.id, bookingId))
    .run();
}
