import { and, asc, eq, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { insertReturning } from "#db/insert.server";
import { charges, payments, refunds } from "#db/schema/index";
import { getBooking, type Booking } from "../booking/order/bookings.server";
import { issueInvoiceOf } from "../documents/charge-invoices.server";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { enqueue } from "../outbox/outbox.server";
import { chargeHeading } from "../states/labels";
import {
  allocateFrom,
  getEntry,
  listEntries,
  openAmount,
  post,
  type Charge,
  type LedgerEntry,
  type Payment,
  type Refund,
} from "./books.server";
import { owedBy, sumOfKind, totalOf } from "./entries";

/**
 * The charge that a booking starts its ledger with: the rental as it was signed, tax apart, and what paid it; on account
 * it is owed.
 */
export function chargeRental(tx: Tx, deed: Deed, booking: Booking, paidBy: Id<"payment"> | "account" | null): Charge {
  const { price } = booking;
  const paymentId = paidBy === "account" ? null : paidBy;
  const paid = paymentId === null ? null : getEntry(tx, `payment:${paymentId}`);
  const charge = paidBy === "account" ? chargeOnAccount : chargePaid;
  return charge(tx, deed, paid ? [paid] : [], {
    booking_id: booking.id,
    kind: "rental",
    amount: price.total - price.tax,
    tax: price.tax,
    description: `${booking.items_summary}, ${booking.rental_duration_days} days`,
    payment_id: paymentId,
  });
}

type WhatIsCharged = Pick<Charge, "booking_id" | "kind" | "amount" | "description"> &
  Partial<Pick<Charge, "tax" | "payment_id" | "unit_id" | "change_id">>;

/**
 * A charge that is paid at once, out of payments or of what credits have freed; out of nothing where it costs nothing.
 */
export function chargePaid(tx: Tx, deed: Deed, paidFrom: readonly LedgerEntry[], what: WhatIsCharged): Charge {
  const { charge, entry } = makeCharge(
    tx,
    deed,
    what,
    "succeeded",
    totalOf({ amount: what.amount, tax: what.tax ?? 0 }),
  );
  allocateFrom(tx, deed, paidFrom, entry, totalOf(entry));
  return charge;
}

/** A charge that the customer's account carries, as far as what is given here does not pay it already. */
export function chargeOnAccount(tx: Tx, deed: Deed, paidFrom: readonly LedgerEntry[], what: WhatIsCharged): Charge {
  const there = paidFrom.reduce((sum, entry) => sum + openAmount(tx, entry), 0);
  const total = what.amount + (what.tax ?? 0);
  const { charge, entry } = makeCharge(tx, deed, what, there < total ? "billed" : "succeeded", Math.min(there, total));
  allocateFrom(tx, deed, paidFrom, entry, Math.min(there, total));
  return charge;
}

/** Of whatever kind, with its entry and its invoice; the order's own rental has the order's. `paid`: cents, at once. */
function makeCharge(
  tx: Tx,
  deed: Deed,
  what: WhatIsCharged,
  state: "billed" | "succeeded",
  paid: Cents,
): { charge: Charge; entry: LedgerEntry } {
  const charge = tx
    .insert(charges)
    .values({ id: newId("charge"), state, created_at: deed.now, ...what })
    .returning()
    .get();
  const { id, booking_id, amount, tax } = charge;
  const entry = post(tx, deed, { booking_id, kind: "charge", amount, tax, charge_id: id, cause: `charge:${id}` });
  if (what.kind !== "rental" || what.change_id) {
    const { title, detail } = chargeHeading(what.kind, what.description);
    const charged = { id, entryId: entry.id, title, how: [detail], amount, tax };
    issueInvoiceOf(tx, deed, charged, getBooking(tx, booking_id), paid);
  }
  recordEvent(tx, deed, {
    subject: { kind: "charge", id },
    bookingId: booking_id,
    action: "charge_made",
    to: state,
    data: { amount: amount + tax },
  });
  return { charge, entry };
}

/** Money that came in, by card or (`byHand`) as an admin wrote it down. A second row of the same payment intent throws (UNIQUE). */
export function recordPayment(
  tx: Tx,
  deed: Deed,
  payment: {
    bookingId: Id<"booking">;
    checkoutId: Id<"checkout"> | null;
    amount: Cents;
    intentId: string | null;
    /** The card that paid, where it is known at once: the one on file. What a page was paid with is asked by the outbox. */
    card?: Pick<Payment, "card_brand" | "card_last4">;
    byHand?: Pick<Payment, "method" | "reference" | "deposit_batch" | "receipt">;
  },
): Payment {
  const row = insertReturning(tx, payments, {
    id: newId("payment"),
    booking_id: payment.bookingId,
    checkout_id: payment.checkoutId,
    amount: payment.amount,
    stripe_payment_intent_id: payment.intentId,
    ...payment.card,
    ...payment.byHand,
    paid_at: deed.now,
  });
  const { id: payment_id, booking_id, amount } = row;
  if (row.checkout_id !== null) askForCard(tx, booking_id, row.checkout_id);
  post(tx, deed, { booking_id, kind: "payment", amount, payment_id, cause: `payment:${payment_id}` });
  recordEvent(tx, deed, {
    subject: { kind: "payment", id: row.id },
    bookingId: payment.bookingId,
    action: "payment_received",
    data: { amount: payment.amount },
  });
  return row;
}

/** Has the card company asked which card was given at a checkout's page; once. */
export function askForCard(tx: Tx, bookingId: Id<"booking">, checkoutId: Id<"checkout">): void {
  enqueue(tx, { kind: "stripe.card", cause: `card:${checkoutId}`, bookingId, payload: { checkoutId } });
}

/** What was paid at a checkout's page; null when nothing was. */
export function findPaymentOf(
  orm: Orm,
  { id, booking_id }: { id: Id<"checkout">; booking_id: Id<"booking"> },
): Payment | null {
  const paid = and(eq(payments.booking_id, booking_id), eq(payments.checkout_id, id));
  return orm.select().from(payments).where(paid).get() ?? null;
}

/** Throws when there is none. */
export function getPayment(orm: Orm, id: Id<"payment">): Payment {
  const found = orm.select().from(payments).where(eq(payments.id, id)).get();
  if (!found) throw new Error(`no payment ${id}`);
  return found;
}

/** A booking's money: what is owed, what came in, what went back. Cents, tax included. */
export interface Ledger {
  charges: Charge[];
  payments: Payment[];
  refunds: Refund[];
  charged: Cents;
  /** What of it was taken back. */
  credited: Cents;
  paid: Cents;
  refunded: Cents;
  /** Below 0 we owe it. */
  owed: Cents;
}

const ofBooking = { id: sql.placeholder("id") };
const chargesOf = prepared((orm) =>
  orm.select().from(charges).where(eq(charges.booking_id, ofBooking.id)).orderBy(asc(charges.created_at)).prepare(),
);
const paymentsOf = prepared((orm) =>
  orm.select().from(payments).where(eq(payments.booking_id, ofBooking.id)).orderBy(asc(payments.paid_at)).prepare(),
);
const refundsOf = prepared((orm) =>
  orm.select().from(refunds).where(eq(refunds.booking_id, ofBooking.id)).orderBy(asc(refunds.created_at)).prepare(),
);

/** Every row of a booking's money, oldest first, with the sums of its books. A refund that failed does not count. */
export function readLedger(orm: Orm, bookingId: Id<"booking">): Ledger {
  const entries = listEntries(orm, bookingId);
  return {
    charges: chargesOf(orm).all({ id: bookingId }),
    payments: paymentsOf(orm).all({ id: bookingId }),
    refunds: refundsOf(orm).all({ id: bookingId }),
    charged: sumOfKind(entries, "charge"),
    credited: sumOfKind(entries, "credit"),
    paid: sumOfKind(entries, "payment"),
    refunded: sumOfKind(entries, "refund") - sumOfKind(entries, "refund_failed"),
    owed: owedBy(entries),
  };
}
