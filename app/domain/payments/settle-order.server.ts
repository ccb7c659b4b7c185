import type { Tx } from "#db/client.server";
import { units } from "#db/schema/index";
import { getBooking, listItems, moveBooking, type Booking } from "../booking/order/bookings.server";
import { occupiedUntil, windowHours } from "../schedule/rules";
import { askAboutPaidOnClosed } from "../booking/order/paid-on-closed.server";
import { wishOf } from "../booking/order/order.server";
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
import { closeCheckout, findOpenCheckout, type Checkout } from "./checkouts.server";
import { askForCard, chargeRental, recordPayment } from "./ledger.server";
import { giveMoneyBack, isWrongAmount } from "./receive.server";
import type { SessionFacts } from "./ports";

/**
 * What a payment of the first order does: it confirms the booking, unless it is wrong or comes a second time. A payment
 * whose hold has ended is allotted again when there is something left, else refunded; nothing is ever dropped.
 */
export function settleOrder(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  checkout: Checkout,
  facts: SessionFacts,
  website: string,
): NonNullable<Checkout["outcome"]> {
  const booking = getBooking(tx, checkout.booking_id);
  if (isWrongAmount(checkout, facts)) return giveMoneyBack(tx, deed, checkout, facts, "refunded_wrong_amount");
  if (!isPayable(booking)) return giveMoneyBack(tx, deed, checkout, facts, "refunded_duplicate");

  // The order may have been changed and signed anew after this checkout was opened: then its money is for another
  // order.
  if (checkout.amount !== booking.total_amount)
    return giveMoneyBack(tx, deed, checkout, facts, "refunded_wrong_amount");
  const held = checkout.hold_id !== null && consumeHold(tx, deed, checkout.hold_id);
  // A newer payment page of the same booking must not keep the last dumpster from the money that is here.
  const newer = findOpenCheckout(tx, booking.id);
  if (newer && newer.id !== checkout.id) closeCheckout(tx, deed, newer, "paid_by_earlier_checkout");
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
  // Of an order that costs nothing too: its card is kept.
  askForCard(tx, booking.id, checkout.id);
  const why = held ? "paid" : "paid_after_hold";
  bookOrder(tx, deed, settings, booking, payment?.id ?? null, { why, website }, facts);
  return "confirmed";
}

/**
 * What an order becomes once it is paid, or goes on its customer's account: units and jobs, the rental in the books, the
 * papers, and the customer is told. Its days are taken already.
 */
export function bookOrder(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  booking: Booking,
  paidBy: Id<"payment"> | "account" | null,
  { why, website }: { why: string; website: string },
  { stripeCustomerId = null, accountDays = null }: { stripeCustomerId?: string | null; accountDays?: number | null },
): void {
  chargeRental(tx, deed, booking, paidBy);
  makeUnits(tx, deed, settings, booking);
  createJobsForUnits(tx, deed, booking.id);
  askAboutPaidOnClosed(tx, deed, { id: booking.id, mayKeep: booking.flexible_extension });
  moveBooking(tx, deed, booking.id, "paid_pending_scheduling", why, {
    paid_at: deed.now,
    stripe_customer_id: stripeCustomerId,
    account_days: accountDays,
  });
  if (settings.invoicesEnabled) issueInvoice(tx, deed, settings, getBooking(tx, booking.id), website);
  orderAgreementPdf(tx, booking.id);
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
}

/**
 * The window's capacity is ours to stretch for somebody who has paid; a dumpster that is not there, or a window that
 * has passed, is not.
 */
function reserveAgain(tx: Tx, deed: Deed, settings: Settings, booking: Booking): boolean {
  // Nobody competes with himself: a newer checkout of this booking may be holding the last dumpster.
  const own = findLiveHold(tx, booking.id);
  if (own) releaseHold(tx, deed, own.id, "paid_by_earlier_checkout");
  if (instantAt(booking.scheduled_delivery_date, windowHours(booking.delivery_time_window).endHour) <= deed.now)
    return false;
  return reserveUnits(tx, wishOf(booking, settings), Number.MAX_SAFE_INTEGER, deed.now).ok;
}

/** Each ordered line makes as many units as its quantity; their shares sum to the total. */
function makeUnits(tx: Tx, deed: Deed, settings: Settings, booking: Booking): void {
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
