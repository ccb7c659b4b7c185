import { and, eq, sql } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { changes } from "#db/schema/index";
import { getBooking } from "../booking/order/bookings.server";
import { getCharge, listUnpaid, totalOfCharge, type Unpaid } from "../charges/charges.server";
import { chargeAgain, letFallDue, payCharges, type DueResult, type DueTerms } from "../charges/due.server";
import { chargeTitle } from "../charges/words";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import {
  closeCheckout,
  findChangeCheckout,
  storeCheckout,
  timesOf,
  type Addresses,
  type Checkout,
} from "../payments/checkouts.server";
import { recordPayment } from "../payments/ledger.server";
import type { SessionFacts } from "../payments/ports";
import { giveMoneyBack, isWrongAmount } from "../payments/receive.server";
import type { ChangeLine, ChangePrice } from "../pricing/priced-lines";
import type { Settings } from "../settings/schema";
import { CHARGE_KIND } from "../states/labels";
import { linesOf } from "./change-checkout.server";
import { getChange, moveChange, withdrawChange, type AnyChange } from "./changes.server";

/** The open change by which a booking's balance is being paid; null when there is none. */
export function findOpenBalance(orm: Orm, bookingId: Id<"booking">): AnyChange | null {
  const open = and(eq(changes.booking_id, bookingId), eq(changes.kind, "balance"), sql`${changes.state} = 'priced'`);
  return orm.select().from(changes).where(open).get() ?? null;
}

/**
 * Whether a payment page asks for exactly what is unpaid now: another charge that failed meanwhile, or one that was waived,
 * makes it the wrong one.
 */
export function isSameBalance({ wish, total }: AnyChange, unpaid: readonly Unpaid[]): boolean {
  return (
    wish.kind === "balance" &&
    total === sumOf(unpaid) &&
    wish.charges.length === unpaid.length &&
    unpaid.every(({ id }) => wish.charges.includes(id))
  );
}

const sumOf = (unpaid: readonly Unpaid[]): Cents => unpaid.reduce((sum, { open }) => sum + open, 0);

export type OpenBalanceResult =
  | { ok: true; checkout: Checkout }
  /** Nothing is owed any more. */
  | { ok: false; code: "already_paid" }
  /** It is another sum now than the one that was shown. */
  | { ok: false; code: "price_changed"; total: Cents };

/**
 * Stores the payment page for everything that a booking's card did not pay, before the card company is called. A former
 * one for another sum is closed; nothing is held for it. `shown`: the sum that was seen, in cents; `isOwner`: by
 * who has shown that the booking is theirs.
 */
export function openBalanceCheckout(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  bookingId: Id<"booking">,
  { shown, isOwner }: { shown: Cents; isOwner: boolean },
  addresses: Addresses,
): OpenBalanceResult {
  const unpaid = listUnpaid(tx, bookingId);
  if (unpaid.length === 0) return { ok: false, code: "already_paid" };
  const total = sumOf(unpaid);
  if (total !== shown) return { ok: false, code: "price_changed", total };
  const former = findOpenBalance(tx, bookingId);
  if (former && !isSameBalance(former, unpaid)) withdrawChange(tx, deed, former.id, "another_sum_owed");
  const { sessionEnd } = timesOf(deed, settings);
  const change = findOpenBalance(tx, bookingId) ?? askForBalance(tx, deed, bookingId, unpaid, sessionEnd);
  tx.update(changes).set({ expires_at: sessionEnd }).where(eq(changes.id, change.id)).run();
  const checkout = storeCheckout(tx, deed, getBooking(tx, bookingId), addresses, {
    changeId: change.id,
    isOwner,
    holdId: null,
    amount: change.total,
    lines: linesOf(change.price),
    sessionEnd,
    submitNote: "You pay what is still open of your rental.",
  });
  return { ok: true, checkout };
}

function askForBalance(
  tx: Tx,
  deed: Deed,
  bookingId: Id<"booking">,
  unpaid: readonly Unpaid[],
  expires_at: Deed["now"],
): AnyChange {
  const price = priceOf(unpaid);
  const change = tx
    .insert(changes)
    .values({
      id: newId("change"),
      booking_id: bookingId,
      unit_id: null,
      kind: "balance",
      state: "priced",
      wish: { kind: "balance", charges: unpaid.map(({ id }) => id) },
      price,
      total: price.total,
      asked_by: deed.by.kind,
      expires_at,
      created_at: deed.now,
    })
    .returning()
    .get();
  recordEvent(tx, deed, {
    subject: { kind: "change", id: change.id },
    bookingId,
    action: "change_asked",
    to: "priced",
    data: { kind: "balance", total: price.total },
  });
  return change;
}

/** Each charge as it was booked, with its tax in one line: nothing is worked out anew. Of one that is paid in part, the rest. */
function priceOf(unpaid: readonly Unpaid[]): ChangePrice {
  const taxOf = (charge: Unpaid) => Math.round((charge.tax * charge.open) / totalOfCharge(charge));
  const lines = unpaid.map((charge): ChangeLine => ({
    kind: charge.kind,
    label: CHARGE_KIND[charge.kind],
    detail: chargeTitle(charge),
    cents: charge.open - taxOf(charge),
  }));
  return { lines, tax: unpaid.reduce((sum, charge) => sum + taxOf(charge), 0), taxLabel: "Tax", total: sumOf(unpaid) };
}

/**
 * What a payment of a balance does: it pays the charges that it was for, as far as they are still open; what was paid,
 * waived or closed meanwhile goes back, alone. Nothing else of the booking changes.
 */
export function settleBalance(
  tx: Tx,
  deed: Deed,
  checkout: Checkout,
  change: AnyChange,
  facts: SessionFacts,
): NonNullable<Checkout["outcome"]> {
  if (change.wish.kind !== "balance") throw new Error(`change ${change.id} is no balance`);
  if (isWrongAmount(checkout, facts)) return giveMoneyBack(tx, deed, checkout, facts, "refunded_wrong_amount");
  if (change.state === "applied") return giveMoneyBack(tx, deed, checkout, facts, "refunded_duplicate");
  const newer = findChangeCheckout(tx, change.id);
  if (newer && newer.id !== checkout.id) closeCheckout(tx, deed, newer, "paid_by_earlier_checkout");
  const payment = recordPayment(tx, deed, {
    bookingId: change.booking_id,
    checkoutId: checkout.id,
    amount: facts.amountTotal,
    intentId: facts.paymentIntentId,
  });
  const hasPaid = payCharges(tx, deed, payment, change.wish.charges);
  // One that was withdrawn for another sum stays so: what it was paid for is paid all the same.
  const { state } = getChange(tx, change.id);
  if (state === "priced" || state === "expired")
    moveChange(tx, deed, change, hasPaid ? "applied" : "refused", hasPaid ? "paid" : "nothing_open");
  return hasPaid ? "confirmed" : "refunded_duplicate";
}

/** The balance is paid another way, or asked of the card once more: its payment page is closed, by the outbox. */
export function withdrawBalance(tx: Tx, deed: Deed, bookingId: Id<"booking">, why: string): void {
  const open = findOpenBalance(tx, bookingId);
  if (open) withdrawChange(tx, deed, open.id, why);
}

/**
 * Charges the card at once, by the office: what was noticed, when its time is over; what a card refused, once more, and then
 * nobody shall pay on a page for what the card is asked for. Refused as `letFallDue` refuses.
 */
export function chargeNow(tx: Tx, deed: Deed, terms: DueTerms, id: Id<"charge">): DueResult {
  const { state, booking_id } = getCharge(tx, id);
  if (state === "noticed") return letFallDue(tx, deed, terms, id);
  const again = chargeAgain(tx, deed, id);
  if (!again.ok) return again;
  withdrawBalance(tx, deed, booking_id, "card_charged_again");
  return { ok: true };
}
