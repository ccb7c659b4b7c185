import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { changes } from "#db/schema/index";
import { getBooking, getUnit } from "../booking/order/bookings.server";
import { holdUnits, isLiveHold, mergeHold, type Shortage } from "../inventory/holds.server";
import type { Deed } from "../kernel/deed";
import { formatTime } from "../kernel/time.server";
import { getEntry } from "../payments/books.server";
import {
  closeCheckout,
  findChangeCheckout,
  heldBy,
  storeCheckout,
  timesOf,
  type Addresses,
  type Checkout,
} from "../payments/checkouts.server";
import { chargePaid, recordPayment } from "../payments/ledger.server";
import type { CheckoutRequest, SessionFacts } from "../payments/ports";
import { giveMoneyBack, isWrongAmount } from "../payments/receive.server";
import type { Settings } from "../settings/schema";
import { nameBought } from "./bought-jobs.server";
import { kindOf, moveChange, tellDone, type Change } from "./changes.server";
import type { ChangeRefusal } from "./kind";
import { chargesOf, type ChangePrice } from "./wishes";

type Outcome = NonNullable<Checkout["outcome"]>;

export type OpenChangeResult =
  | { ok: true; checkout: Checkout }
  /** It is paid, withdrawn or over: asked for anew, it has a price of now. */
  | { ok: false; code: "not_open" }
  | ChangeRefusal
  | Shortage;

/**
 * Holds what a change needs and stores its checkout, before the card company is called. Its price holds as long as its
 * payment page does. The caller made sure that it has no open checkout (the database refuses a second one). `isOwner`: who
 * buys has shown that the booking is theirs.
 */
export function openChangeCheckout(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  change: Change,
  addresses: Addresses,
  isOwner: boolean,
): OpenChangeResult {
  if (change.state !== "priced" || change.expires_at <= deed.now) return { ok: false, code: "not_open" };
  const booking = getBooking(tx, change.booking_id);
  const unit = getUnit(tx, unitOf(change));
  const kind = kindOf(change.wish);
  const described = kind.describe(tx, settings, booking, unit, kind.askedFor(change.wish), deed.now);
  if (!described.ok) return described;
  if (JSON.stringify(described.wish) !== JSON.stringify(change.wish)) return { ok: false, code: "changed" };
  const { holdEnd, sessionEnd } = timesOf(deed, settings);
  const { wish, own } = kind.toHold(settings, booking, unit, change.wish, deed.now);
  const held = holdUnits(
    tx,
    deed,
    { ...wish, bookingId: booking.id, changeId: change.id, email: heldBy(booking) },
    { expiresAt: holdEnd, windowCapacity: settings.windowCapacity, maxPerEmail: settings.maxHoldsPerEmail, own },
  );
  if (!held.ok) return held;
  tx.update(changes).set({ expires_at: holdEnd }).where(eq(changes.id, change.id)).run();
  const checkout = storeCheckout(tx, deed, booking, addresses, {
    changeId: change.id,
    isOwner,
    holdId: held.hold.id,
    amount: change.total,
    lines: linesOf(change.price),
    sessionEnd,
    submitNote: `This is held for you until ${formatTime(sessionEnd)}.`,
  });
  return { ok: true, checkout };
}

/** A change's price as the lines of its payment page. */
export function linesOf({ lines, tax, taxLabel }: ChangePrice): CheckoutRequest["lines"] {
  return [
    ...lines.map(({ label, detail, cents }) => ({ name: label, description: detail, amount: cents, quantity: 1 })),
    ...(tax === 0 ? [] : [{ name: taxLabel, amount: tax, quantity: 1 }]),
  ];
}

function unitOf({ id, unit_id }: Change) {
  if (!unit_id) throw new Error(`change ${id} names no unit`);
  return unit_id;
}

/**
 * What a payment of a change does: the change, with its charges, out of this payment alone. What cannot be honoured, was
 * withdrawn, or was paid already goes back alone: booking, dumpsters and every other charge stay as they are. A payment
 * whose hold has ended is tried again.
 */
export function settleChange(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  checkout: Checkout,
  change: Change,
  facts: SessionFacts,
): Outcome {
  if (isWrongAmount(checkout, facts)) return giveMoneyBack(tx, deed, checkout, facts, "refunded_wrong_amount");
  if (change.state === "applied") return giveMoneyBack(tx, deed, checkout, facts, "refunded_duplicate");
  if (change.state === "withdrawn" || change.state === "refused")
    return giveMoneyBack(tx, deed, checkout, facts, "refunded_refused");

  // A newer payment page of the same change must not keep the days from the money that is here.
  const newer = findChangeCheckout(tx, change.id);
  if (newer && newer.id !== checkout.id) closeCheckout(tx, deed, newer, "paid_by_earlier_checkout");
  const held = checkout.hold_id !== null && isLiveHold(tx, checkout.hold_id);
  const unit = getUnit(tx, unitOf(change));
  const done = kindOf(change.wish).apply(tx, deed, settings, unit, change.wish, held);
  if (!done.ok) {
    moveChange(tx, deed, change, "refused", done.code);
    return giveMoneyBack(tx, deed, checkout, facts, "refunded_refused");
  }
  if (held && checkout.hold_id) mergeHold(tx, deed, checkout.hold_id);
  nameBought(tx, done.jobId, change.id);
  charge(tx, deed, checkout, change, facts);
  moveChange(tx, deed, change, "applied", held ? "paid" : "paid_after_hold");
  tellDone(tx, change);
  return "confirmed";
}

/** Its lines become charges, paid by the payment that came for them and by no other. */
function charge(tx: Tx, deed: Deed, checkout: Checkout, change: Change, facts: SessionFacts): void {
  const payment = recordPayment(tx, deed, {
    bookingId: change.booking_id,
    checkoutId: checkout.id,
    amount: facts.amountTotal,
    intentId: facts.paymentIntentId,
  });
  const paid = getEntry(tx, `payment:${payment.id}`);
  for (const { kind, label, detail, cents, tax } of chargesOf(change.price))
    chargePaid(tx, deed, [paid], {
      booking_id: change.booking_id,
      unit_id: change.unit_id,
      change_id: change.id,
      kind,
      amount: cents,
      tax,
      description: `${label}: ${detail}`,
      payment_id: payment.id,
    });
}
