import { and, desc, eq, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { checkouts } from "#db/schema/index";
import { moveBooking, type Booking } from "../booking/order/bookings.server";
import { rightsOfBooking } from "../booking/order/order.server";
import { occupiedUntil } from "../schedule/rules";
import { recordEvent } from "../events/events.server";
import { holdUnits, releaseHold, type Shortage } from "../inventory/holds.server";
import type { Deed } from "../kernel/deed";
import { newCapability, newId, type Id } from "../kernel/ids.server";
import { formatTime, MINUTE, plus } from "../kernel/time.server";
import { chargedLines } from "../pricing/price-lines";
import type { Settings } from "../settings/schema";
import type { CheckoutRequest, SessionFacts } from "./ports";

export type Checkout = typeof checkouts.$inferSelect;

/** Written out as in the partial indexes, which SQLite does not use for states that are bound as values. */
const IS_UNFINISHED = sql`${checkouts.state} in ('creating','open')`;

/** The session ends two minutes before the hold, so that money never arrives for a hold that has just ended. */
const SESSION_BEFORE_HOLD_MINUTES = 2;

export interface Addresses {
  /** Names the checkout, so that who comes back is known also where the card company's answer was lost. */
  success(checkoutId: Id<"checkout">): string;
  cancel: string;
}

export type OpenResult = { ok: true; checkout: Checkout } | Shortage;

/**
 * Holds the dumpsters and stores the checkout with its idempotency key and parameters, before Stripe is called.
 * The caller made sure that the booking has no open checkout (the database refuses a second one).
 */
export function openCheckout(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  booking: Booking,
  addresses: Addresses,
): OpenResult {
  const holdEnd = plus(deed.now, settings.holdMinutes * MINUTE);
  const sessionEnd = plus(holdEnd, -SESSION_BEFORE_HOLD_MINUTES * MINUTE);
  const held = holdUnits(
    tx,
    deed,
    {
      bookingId: booking.id,
      email: booking.email,
      lines: booking.price.items.map(({ size, quantity }) => ({ size, quantity })),
      deliveryDate: booking.scheduled_delivery_date,
      deliveryWindow: booking.delivery_time_window,
      occupiedUntil: occupiedUntil(booking.scheduled_pickup_date, booking.flexible_extension, settings),
    },
    // The office plans an order that is larger than a window over several trucks, and says so by a grant.
    {
      expiresAt: holdEnd,
      windowCapacity: rightsOfBooking(tx, booking, deed.now).has("full_window")
        ? Number.MAX_SAFE_INTEGER
        : settings.windowCapacity,
      maxPerEmail: settings.maxHoldsPerEmail,
    },
  );
  if (!held.ok) return held;
  const id = newId("checkout");
  const request: CheckoutRequest = {
    idempotencyKey: `checkout-${id}-${newCapability()}`,
    amount: booking.total_amount,
    lines: checkoutLines(booking, settings),
    bookingId: booking.id,
    bookingNumber: booking.booking_number,
    checkoutId: id,
    customerEmail: booking.email,
    // Stripe lives in wall time; the domain's clock may be moved in the sandbox.
    expiresAt: Math.floor((Date.now() + (sessionEnd - deed.now)) / 1000),
    successUrl: addresses.success(id),
    cancelUrl: addresses.cancel,
    submitNote: `Your dumpster is held for you until ${formatTime(sessionEnd)}.`,
  };
  const checkout = tx
    .insert(checkouts)
    .values({
      id,
      booking_id: booking.id,
      hold_id: held.hold.id,
      state: "creating",
      amount: booking.total_amount,
      request,
      expires_at: sessionEnd,
      created_at: deed.now,
    })
    .returning()
    .get();
  if (booking.status === "expired" || booking.status === "quoted")
    moveBooking(tx, deed, booking.id, "pending_payment", "checkout opened");
  recordEvent(tx, deed, {
    subject: { kind: "checkout", id },
    bookingId: booking.id,
    action: "checkout_opened",
    to: "creating",
  });
  return { ok: true, checkout };
}

/**
 * The order on the payment page. Throws when its lines do not sum to what the booking costs: nobody is sent to pay
 * another amount than the one that was signed.
 */
function checkoutLines(
  { price, rental_duration_days, total_amount, booking_number }: Booking,
  { taxRate }: Settings,
): CheckoutRequest["lines"] {
  const lines = chargedLines(price, taxRate).map((line) => ({
    name: line.label,
    ...(line.code === "dumpster" && { description: `${rental_duration_days}-day rental` }),
    amount: line.cents,
    quantity: 1,
  }));
  const sum = lines.reduce((all, line) => all + line.amount, 0);
  if (sum !== total_amount)
    throw new Error(`the lines of ${booking_number} sum to ${sum} cents, its amount is ${total_amount}`);
  return lines;
}

/**
 * A new idempotency key for a checkout whose session is still to be made: Stripe keeps its own fault under the old key
 * and would repeat it for a day. A session made behind that fault is harmless, because nobody was given its address.
 */
export function renewKey(tx: Tx, checkout: Checkout): void {
  const request = { ...checkout.request, idempotencyKey: `checkout-${checkout.id}-${newCapability()}` };
  tx.update(checkouts)
    .set({ request })
    .where(and(eq(checkouts.id, checkout.id), eq(checkouts.state, "creating")))
    .run();
}

/** Takes over the session that Stripe made. A checkout that has ended meanwhile stays ended. */
export function attachSession(tx: Tx, checkoutId: Id<"checkout">, facts: SessionFacts): void {
  tx.update(checkouts).set({ session_id: facts.sessionId, url: facts.url }).where(eq(checkouts.id, checkoutId)).run();
  tx.update(checkouts)
    .set({ state: "open" })
    .where(and(eq(checkouts.id, checkoutId), eq(checkouts.state, "creating")))
    .run();
}

/** Ends a checkout that was not paid and gives its hold back. Nothing happens when it has ended already. */
export function endCheckout(tx: Tx, deed: Deed, checkout: Checkout, state: "expired" | "abandoned", why: string): void {
  const changed = tx
    .update(checkouts)
    .set({ state, ended_at: deed.now })
    .where(and(eq(checkouts.id, checkout.id), IS_UNFINISHED))
    .run().changes;
  if (changed === 0) return;
  if (checkout.hold_id) releaseHold(tx, deed, checkout.hold_id, why);
  recordEvent(tx, deed, {
    subject: { kind: "checkout", id: checkout.id },
    bookingId: checkout.booking_id,
    action: "checkout_ended",
    from: checkout.state,
    to: state,
    why,
  });
}

const ofBooking = eq(checkouts.booking_id, sql.placeholder("bookingId"));
const unfinishedOf = prepared((orm) => orm.select().from(checkouts).where(and(ofBooking, IS_UNFINISHED)).prepare());
const latestOf = prepared((orm) =>
  orm.select().from(checkouts).where(ofBooking).orderBy(desc(checkouts.created_at)).limit(1).prepare(),
);

/** The checkout that can still be paid, or whose session is being made; null when there is none. */
export function findOpenCheckout(orm: Orm, bookingId: Id<"booking">): Checkout | null {
  return unfinishedOf(orm).get({ bookingId }) ?? null;
}

export function findCheckout(orm: Orm, by: { sessionId: string } | { id: string }): Checkout | null {
  return (
    orm
      .select()
      .from(checkouts)
      .where("sessionId" in by ? eq(checkouts.session_id, by.sessionId) : eq(checkouts.id, by.id as Id<"checkout">))
      .get() ?? null
  );
}

/** The newest try to pay, whatever became of it. */
export function findLatestCheckout(orm: Orm, bookingId: Id<"booking">): Checkout | null {
  return latestOf(orm).get({ bookingId }) ?? null;
}

/** Checkouts that have not ended, for the reconciler. */
export function listUnfinishedCheckouts(orm: Orm, most = 500): Checkout[] {
  return orm.select().from(checkouts).where(IS_UNFINISHED).orderBy(checkouts.created_at).limit(most).all();
}
