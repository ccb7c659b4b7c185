import { and, eq, sql } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { bookings, checkouts } from "#db/schema/index";
import type { Booking } from "../booking/order/bookings.server";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { formatTime } from "../kernel/time.server";
import { enqueue } from "../outbox/outbox.server";
import type { Settings } from "../settings/schema";
import { storeCheckout, timesOf, type Addresses, type Checkout } from "./checkouts.server";
import type { CardFacts } from "./ports";

/**
 * Stores a page of the card company on which another card is kept for a booking's later charges: nothing is bought, held or
 * charged. The caller made sure that none is open (the database refuses a second one).
 */
export function openCardCheckout(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  booking: Booking,
  addresses: Addresses,
): { ok: true; checkout: Checkout } {
  const { sessionEnd } = timesOf(deed, settings);
  const checkout = storeCheckout(tx, deed, booking, addresses, {
    changeId: null,
    onlyCard: true,
    holdId: null,
    amount: 0,
    lines: [],
    sessionEnd,
    submitNote: `Nothing is charged now. This page is open until ${formatTime(sessionEnd)}.`,
  });
  return { ok: true, checkout };
}

/** The card company has the new card: which one it is, is asked by the outbox. */
export function settleCard(tx: Tx, { id: checkoutId, booking_id: bookingId }: Checkout): "confirmed" {
  enqueue(tx, { kind: "stripe.new-card", cause: `new-card:${checkoutId}`, bookingId, payload: { checkoutId } });
  return "confirmed";
}

/**
 * From now on later charges go to this card. The one from before is taken away at the card company, and its owner is told.
 * Nothing for the card that is on file already, as when the work is done twice. Asked late, when its owner has kept yet
 * another one since, the older one is not wanted any more: it is taken away.
 */
export function replaceCard(
  tx: Tx,
  deed: Deed,
  bookingId: Id<"booking">,
  checkoutId: Id<"checkout">,
  { paymentMethodId, brand, last4, stripeCustomerId }: CardFacts,
): void {
  const before = tx
    .select({ method: bookings.payment_method_id, last4: bookings.card_last4 })
    .from(bookings)
    .where(eq(bookings.id, bookingId))
    .get();
  if (!paymentMethodId || before?.method === paymentMethodId) return;
  if (isOvertaken(tx, bookingId, checkoutId)) return detach(tx, bookingId, paymentMethodId);
  tx.update(bookings)
    .set({
      card_brand: brand,
      card_last4: last4,
      payment_method_id: paymentMethodId,
      ...(stripeCustomerId && { stripe_customer_id: stripeCustomerId }),
      updated_at: deed.now,
    })
    .where(eq(bookings.id, bookingId))
    .run();
  recordEvent(tx, deed, {
    subject: { kind: "booking", id: bookingId },
    bookingId,
    action: "card_replaced",
    data: { was: before?.last4 ?? null, is: last4 },
  });
  if (before?.method) detach(tx, bookingId, before.method);
  enqueue(tx, { kind: "mail.new-card", cause: `mail.new-card:${checkoutId}`, bookingId, payload: { bookingId } });
}

/** Whether a card was kept on a later page: which one that is may not be known yet. */
function isOvertaken(orm: Orm, bookingId: Id<"booking">, checkoutId: Id<"checkout">): boolean {
  const later = sql`(${checkouts.created_at}, rowid) > (select created_at, rowid from checkouts where id = ${checkoutId})`;
  const kept = and(
    eq(checkouts.booking_id, bookingId),
    eq(checkouts.only_card, true),
    eq(checkouts.outcome, "confirmed"),
  );
  return orm.select({ id: checkouts.id }).from(checkouts).where(and(kept, later)).limit(1).get() !== undefined;
}

function detach(tx: Tx, bookingId: Id<"booking">, paymentMethodId: string): void {
  enqueue(tx, { kind: "stripe.detach", cause: `detach:${paymentMethodId}`, bookingId, payload: { paymentMethodId } });
}
