import { asc, eq } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { payments } from "#db/schema/index";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import type { Charge, LedgerEntry, Payment, Refund } from "./books.server";
import { chargesPaidBy } from "./disputes-read.server";
import type { PaymentMethod } from "./methods";
import { approveRefund, leftOfPayment } from "./refunds.server";
import { listTaken, settleTaken, type Taken } from "./taken-by-bank.server";

/** What of which payment goes back, and how it is paid out; cents. */
export interface RefundPart {
  payment: Payment;
  amount: Cents;
  method: PaymentMethod;
}

/**
 * Over which payments of a booking an amount goes back: those that paid for `charges` first, then the others, each oldest
 * first and never more than it has left. `short` is what they have too little together; cents. `mayGive` leaves payments out.
 */
export function planRefund(
  orm: Orm,
  bookingId: Id<"booking">,
  amount: Cents,
  charges: readonly Pick<Charge, "id">[],
  mayGive: (payment: Payment) => boolean = () => true,
): { parts: RefundPart[]; short: Cents } {
  const all = orm
    .select()
    .from(payments)
    .where(eq(payments.booking_id, bookingId))
    .orderBy(asc(payments.paid_at), asc(payments.id))
    .all();
  const wanted = new Set(charges.map(({ id }) => id));
  const paidForThem = new Set(
    wanted.size === 0 ? [] : all.filter((one) => chargesPaidBy(orm, one).some(({ id }) => wanted.has(id))),
  );
  const parts: RefundPart[] = [];
  let short = amount;
  for (const payment of [...paidForThem, ...all.filter((one) => !paidForThem.has(one))]) {
    const part = Math.min(short, leftOfPayment(orm, payment));
    if (part <= 0 || !mayGive(payment)) continue;
    parts.push({ payment, amount: part, method: payment.method });
    short -= part;
  }
  return { parts, short };
}

/** Approves a refund for each part, out of the same credits. */
export function refundParts(
  tx: Tx,
  deed: Deed,
  parts: readonly RefundPart[],
  reason: string,
  from: readonly LedgerEntry[],
): Refund[] {
  return parts
    .map(({ payment, amount, method }) => approveRefund(tx, deed, payment, amount, reason, from, method))
    .filter((refund) => refund !== null);
}

type WhichCharges = readonly Pick<Charge, "id">[];

/**
 * What of an amount its customer has already (`listTaken`): of the payments that paid for these charges, as far as they still
 * owe us for it, and of others where the payments have not enough left together.
 */
function planTaken(
  orm: Orm,
  bookingId: Id<"booking">,
  amount: Cents,
  charges: WhichCharges,
): (Taken & { part: Cents })[] {
  const taken = listTaken(orm, bookingId);
  if (taken.length === 0) return [];
  const wanted = new Set(charges.map(({ id }) => id));
  const paidForThem = (one: Taken) => chargesPaidBy(orm, { id: one.paymentId }).some(({ id }) => wanted.has(id));
  const [theirs, others] = [taken.filter(paidForThem), taken.filter((one) => !paidForThem(one))];
  const take = (from: readonly Taken[], most: Cents) => {
    let left = most;
    return from.map((one) => {
      const part = Math.min(left, one.open);
      left -= part;
      return { ...one, part };
    });
  };
  const first = take(theirs, amount);
  const rest = amount - first.reduce((sum, { part }) => sum + part, 0);
  return [...first, ...take(others, planRefund(orm, bookingId, rest, charges).short)];
}

/** What of an amount that goes back for these charges its customer has already; cents. */
export function takenOf(orm: Orm, bookingId: Id<"booking">, amount: Cents, charges: WhichCharges): Cents {
  return planTaken(orm, bookingId, amount, charges).reduce((sum, { part }) => sum + part, 0);
}

/**
 * Gives an amount back that credits have freed, over the booking's payments as `planRefund` says. What a bank took for good
 * of what paid for it, or a refund gave beyond what was due, is in its customer's hands already (`takenOf`): that settles
 * what they owe for it, and only the rest goes. Throws when the payments have less together.
 */
export function refundAcross(
  tx: Tx,
  deed: Deed,
  bookingId: Id<"booking">,
  { amount, reason, credits }: { amount: Cents; reason: string; credits: readonly LedgerEntry[] },
): Refund[] {
  const charges = credits.flatMap(({ charge_id }) => (charge_id === null ? [] : [{ id: charge_id }]));
  let left = amount;
  for (const { part, ...taken } of planTaken(tx, bookingId, amount, charges)) {
    settleTaken(tx, deed, taken, credits, part);
    left -= part;
  }
  const { parts, short } = planRefund(tx, bookingId, left, charges);
  if (short > 0) throw new Error(`a refund of ${short} cents has no payment to come from`);
  return refundParts(tx, deed, parts, reason, credits);
}
