import { and, desc, eq, gte, isNull, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { checkouts } from "#db/schema/index";
import { moveBooking, type Booking } from "../booking/order/bookings.server";
import { windowRoomFor, wishOf } from "../booking/order/order.server";
import { recordEvent } from "../events/events.server";
import { findLiveHold, holdUnits, releaseHold, type Shortage } from "../inventory/holds.server";
import { heldWords, isHeldFor, releaseCheckoutHold } from "../inventory/quote-holds.server";
import type { Deed } from "../kernel/deed";
import { newCapability, newId, type Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { MINUTE, plus, type Instant } from "../kernel/time.server";
import { chargedLines } from "../pricing/price-lines";
import { enqueue } from "../outbox/outbox.server";
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
 * The caller made sure that the order has no open checkout (the database refuses a second one).
 */
export function openCheckout(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  booking: Booking,
  addresses: Addresses,
): OpenResult {
  const { holdEnd, sessionEnd } = timesOf(deed, settings);
  const wish = { ...wishOf(booking, settings), email: heldBy(booking) };
  // What the office holds until its price ends is held already, and stays so if this page is not paid.
  const before = findLiveHold(tx, booking.id);
  const kept = before && isHeldFor(before, wish) ? before : null;
  if (before && !kept) releaseHold(tx, deed, before.id, "other_order_signed");
  const held = kept
    ? { ok: true as const, hold: kept }
    : holdUnits(tx, deed, wish, {
        expiresAt: holdEnd,
        windowCapacity: windowRoomFor(tx, settings, booking, deed.now),
        maxPerEmail: settings.maxHoldsPerEmail,
      });
  if (!held.ok) return held;
  const checkout = storeCheckout(tx, deed, booking, addresses, {
    changeId: null,
    holdId: held.hold.id,
    amount: booking.total_amount,
    lines: checkoutLines(booking, settings),
    sessionEnd,
    submitNote: `Your dumpster is held for you ${heldWords(held.hold, sessionEnd)}.`,
  });
  if (booking.status === "expired" || booking.status === "quoted")
    moveBooking(tx, deed, booking.id, "pending_payment", "checkout_opened");
  return { ok: true, checkout };
}

/** Whose a booking's holds are, for their cap: an address, else a phone number. */
export function heldBy({ email, phone }: Pick<Booking, "email" | "phone">): string {
  return email || phone;
}

/** Until when a hold that is made now lasts, and the session of its checkout. */
export function timesOf({ now }: Deed, { holdMinutes }: Settings): { holdEnd: Instant; sessionEnd: Instant } {
  const holdEnd = plus(now, holdMinutes * MINUTE);
  return { holdEnd, sessionEnd: plus(holdEnd, -SESSION_BEFORE_HOLD_MINUTES * MINUTE) };
}

/** What is to be paid, and by when; `changeId` is null for the first order. */
export interface Payable {
  changeId: Id<"change"> | null;
  /** Nothing is bought: the card on file becomes another one. */
  onlyCard?: boolean;
  /** Who opens it has shown that the booking is theirs; else its page is not told their address (decision 0071). */
  isOwner?: boolean;
  /** Null where nothing is held: what is owed already, or a card alone. */
  holdId: Id<"hold"> | null;
  amount: Cents;
  lines: CheckoutRequest["lines"];
  sessionEnd: Instant;
  /** Stands beside the pay button. */
  submitNote: string;
}

/**
 * Stores a checkout with its idempotency key and parameters. Throws when its lines do not sum to its amount: nobody is
 * sent to pay another amount than the one that they have seen.
 */
export function storeCheckout(
  tx: Tx,
  deed: Deed,
  booking: Booking,
  addresses: Addresses,
  { changeId, onlyCard = false, isOwner = true, holdId, amount, lines, sessionEnd, submitNote }: Payable,
): Checkout {
  const sum = lines.reduce((all, line) => all + line.amount * line.quantity, 0);
  if (sum !== amount)
    throw new Error(`the lines of ${booking.booking_number} sum to ${sum} cents, its amount is ${amount}`);
  const id = newId("checkout");
  const request: CheckoutRequest = {
    idempotencyKey: `checkout-${id}-${newCapability()}`,
    amount,
    lines,
    bookingId: booking.id,
    bookingNumber: booking.booking_number,
    checkoutId: id,
    customerEmail: isOwner ? booking.email : "",
    // The card on file is the order's, or the one that was put in its place: whoever pays for a change may be anybody.
    keepsCard: changeId === null,
    // The new card belongs to who has the old one there, so that either can be charged and the old one taken away.
    ...(onlyCard && booking.stripe_customer_id !== null && { stripeCustomerId: booking.stripe_customer_id }),
    // Stripe lives in wall time; the domain's clock may be moved in the sandbox.
    expiresAt: Math.floor((Date.now() + (sessionEnd - deed.now)) / 1000),
    successUrl: addresses.success(id),
    cancelUrl: addresses.cancel,
    submitNote,
  };
  const checkout = tx
    .insert(checkouts)
    .values({
      id,
      booking_id: booking.id,
      change_id: changeId,
      only_card: onlyCard,
      hold_id: holdId,
      state: "creating",
      amount,
      request,
      expires_at: sessionEnd,
      created_at: deed.now,
    })
    .returning()
    .get();
  recordEvent(tx, deed, {
    subject: { kind: "checkout", id },
    bookingId: booking.id,
    action: "checkout_opened",
    to: "creating",
  });
  return checkout;
}

/** The order on the payment page. */
function checkoutLines({ price, rental_duration_days }: Booking, { taxRate }: Settings): CheckoutRequest["lines"] {
  return chargedLines(price, taxRate).map((line) => ({
    name: line.label,
    ...(line.code === "dumpster" && { description: `${rental_duration_days}-day rental` }),
    amount: line.cents,
    quantity: 1,
  }));
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
  if (checkout.hold_id) releaseCheckoutHold(tx, deed, checkout.hold_id, why);
  recordEvent(tx, deed, {
    subject: { kind: "checkout", id: checkout.id },
    bookingId: checkout.booking_id,
    action: "checkout_ended",
    from: checkout.state,
    to: state,
    why,
  });
}

/**
 * Ends a payment page that nobody waits for any more, in a transaction that cannot ask the card company: the outbox
 * has it closed there. Who pays on it until then gets the money back.
 */
export function closeCheckout(tx: Tx, deed: Deed, checkout: Checkout, why: string): void {
  endCheckout(tx, deed, checkout, "abandoned", why);
  enqueue(tx, {
    kind: "stripe.expire",
    cause: `expire:${checkout.id}`,
    bookingId: checkout.booking_id,
    payload: { checkoutId: checkout.id },
  });
}

const ofBooking = eq(checkouts.booking_id, sql.placeholder("bookingId"));
/** Written out as in the partial indexes. */
const ofOrder = and(ofBooking, isNull(checkouts.change_id), sql`${checkouts.only_card} = 0`);
const unfinishedOf = prepared((orm) => orm.select().from(checkouts).where(and(ofOrder, IS_UNFINISHED)).prepare());
const unfinishedOfChange = prepared((orm) =>
  orm
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.change_id, sql.placeholder("changeId")), IS_UNFINISHED))
    .prepare(),
);
const latestOf = prepared((orm) =>
  orm.select().from(checkouts).where(ofOrder).orderBy(desc(checkouts.created_at)).limit(1).prepare(),
);

/** The first order's checkout that can still be paid, or whose session is being made; null when there is none. */
export function findOpenCheckout(orm: Orm, bookingId: Id<"booking">): Checkout | null {
  return unfinishedOf(orm).get({ bookingId }) ?? null;
}

/** The same for a change. */
export function findChangeCheckout(orm: Orm, changeId: Id<"change">): Checkout | null {
  return unfinishedOfChange(orm).get({ changeId }) ?? null;
}

const unfinishedForCard = prepared((orm) =>
  orm
    .select()
    .from(checkouts)
    .where(and(ofBooking, sql`${checkouts.only_card} = 1`, IS_UNFINISHED))
    .prepare(),
);

/** The one on which another card is kept for a booking; null when there is none. */
export function findCardCheckout(orm: Orm, bookingId: Id<"booking">): Checkout | null {
  return unfinishedForCard(orm).get({ bookingId }) ?? null;
}

/** Every open checkout of a booking: its order's and its changes'. */
export function listOpenCheckouts(orm: Orm, bookingId: Id<"booking">): Checkout[] {
  const ofBooking = eq(checkouts.booking_id, bookingId);
  return orm.select().from(checkouts).where(and(ofBooking, IS_UNFINISHED)).orderBy(checkouts.created_at).all();
}

/** By the card company’s session, or by our id, as an address may name it; null when there is none. */
export function findCheckout(orm: Orm, by: { sessionId: string } | { id: string }): Checkout | null {
  return (
    orm
      .select()
      .from(checkouts)
      .where("sessionId" in by ? eq(checkouts.session_id, by.sessionId) : eq(checkouts.id, by.id as Id<"checkout">))
      .get() ?? null
  );
}

/** The newest try to pay the first order, whatever became of it. */
export function findLatestCheckout(orm: Orm, bookingId: Id<"booking">): Checkout | null {
  return latestOf(orm).get({ bookingId }) ?? null;
}

/** Checkouts that have not ended, for the reconciler. */
export function listUnfinishedCheckouts(orm: Orm, most = 500): Checkout[] {
  return orm.select().from(checkouts).where(IS_UNFINISHED).orderBy(checkouts.created_at).limit(most).all();
}

/**
 * Whether the order was sent to its payment page since it was signed: nobody comes there without agreeing to the card on
 * file, and who comes back from it need not say so again.
 */
export function hasAgreedToCard(orm: Orm, bookingId: Id<"booking">, signedAt: Instant): boolean {
  const { booking_id, change_id, only_card, created_at } = checkouts;
  const ofOrder = and(eq(booking_id, bookingId), isNull(change_id), eq(only_card, false));
  return (
    orm
      .select({ id: checkouts.id })
      .from(checkouts)
      .where(and(ofOrder, gte(created_at, signedAt)))
      .get() !== undefined
  );
}
