import { asc, eq } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { payments } from "#db/schema/index";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { findEntry, listAllocations, listEntries, openAmount, type LedgerEntry, type Payment } from "./books.server";
import { standingOf } from "./disputes-read.server";
import { gives, openOf, owedBy } from "./entries";
import type { RefundPart } from "./refund-across.server";
import { leftOfPayment } from "./refunds.server";

/** What was paid too much on a booking, in cents (0 for none), and the entries that have it. */
export interface Surplus {
  cents: Cents;
  from: LedgerEntry[];
}

/**
 * Money that we owe the customer and that nothing else gives back already: a refund that came back has a way of its own
 * (`refundAgain`), and what is on its way counts as given.
 */
export function findSurplus(orm: Orm, bookingId: Id<"booking">): Surplus {
  const [entries, allocations] = [listEntries(orm, bookingId), listAllocations(orm, bookingId)];
  const open = entries.filter((entry) => gives(entry) && openOf(entry, allocations) > 0);
  const sum = (list: readonly LedgerEntry[]) => list.reduce((all, entry) => all + openOf(entry, allocations), 0);
  const from = open.filter(({ kind }) => kind !== "refund_failed");
  const cameBack = sum(open) - sum(from);
  return { cents: Math.max(0, Math.min(sum(from), -owedBy(entries) - cameBack)), from };
}

/**
 * Over which payments `amount` of it goes back: those that were too much, each as far as it was, then the booking's others,
 * oldest first. `short` is what they have too little together; cents. What a bank has taken for good gives nothing.
 */
export function planSurplus(orm: Orm, bookingId: Id<"booking">, amount: Cents): { parts: RefundPart[]; short: Cents } {
  const all = orm
    .select()
    .from(payments)
    .where(eq(payments.booking_id, bookingId))
    .orderBy(asc(payments.paid_at), asc(payments.id))
    .all()
    .filter((payment) => standingOf(orm, payment) !== "gone")
    .map((payment) => ({ payment, left: leftOfPayment(orm, payment), part: 0 }));
  let short = amount;
  const take = (one: (typeof all)[number], most: Cents) => {
    const part = Math.max(0, Math.min(short, most, one.left - one.part));
    one.part += part;
    short -= part;
  };
  for (const one of all) take(one, tooMuchOf(orm, one.payment));
  for (const one of all) take(one, one.left);
  const given = all.filter(({ part }) => part > 0);
  return { parts: given.map(({ payment, part }) => ({ payment, amount: part, method: payment.method })), short };
}

function tooMuchOf(orm: Orm, payment: Payment): Cents {
  const entry = findEntry(orm, `payment:${payment.id}`);
  return entry ? openAmount(orm, entry) : 0;
}
