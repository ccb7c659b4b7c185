import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { bookings, charges, ledgerAllocations, ledgerEntries, payments, refunds } from "#db/schema/index";
import { familyOf, findCustomer, nameOf, standsFor } from "../customers/family.server";
import { CSV_START, csvLine } from "../kernel/csv";
import { addDays, day, type Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { dayAt, instantAt, type Instant } from "../kernel/time.server";
import { byBooking, openOf, type OpenOf } from "../payments/account-due.server";
import { countsAs, movedAt, type EntryKind } from "../payments/entries";
import { METHOD, type PaymentMethod } from "../payments/methods";
import { CHARGE_KIND, type ChargeKind } from "../states/labels";
import { afterWords } from "./statement-words";

const ENTRY: Readonly<Record<EntryKind, string>> = {
  charge: "Charge",
  credit: "Credit",
  write_off: "Written off",
  write_off_back: "Not written off after all: it came back",
  payment: "Payment",
  refund: "Refund",
  refund_failed: "Refund came back",
  dispute: "Disputed with the bank",
  dispute_won: "Dispute won",
};

export interface StatementLine {
  at: Instant;
  booking: string;
  what: string;
  /** Tax included; below 0 what takes off. */
  cents: Cents;
}

/** What a customer, with all that is merged into them, was charged and paid in a New York month. Cents. */
export interface Statement {
  id: string;
  name: string;
  poNumber: string | null;
  termsDays: number | null;
  creditLimit: Cents | null;
  month: string;
  /** First and last day; of the month that goes on, today. */
  from: Day;
  to: Day;
  /** The month goes on: its balance is today's. */
  isSoFar: boolean;
  before: Cents;
  lines: StatementLine[];
  after: Cents;
  /** At the month's end, each booking's by the day it is due on. */
  open: OpenOf[];
}

/** "2026-12" from text; null for what is no month. */
export function readMonth(text: string): string | null {
  return /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(text) ? text : null;
}

export function monthAt(now: Instant): string {
  return dayAt(now).slice(0, 7);
}

/** The month before or after. */
export function otherMonth(month: string, by: 1 | -1): string {
  const first = day(`${month}-01`);
  return addDays(first, by === 1 ? 31 : -1).slice(0, 7);
}

/**
 * From the books, which never change: a month that is over says the same whenever it is asked, the one of `today` goes to
 * that day. A refund by hand is in it when it is paid out: until then its balance has what we owe. Null for nobody.
 */
export function findStatement(orm: Orm, id: string, month: string, today: Day): Statement | null {
  const known = findCustomer(orm, id);
  if (!known) return null;
  const customer = standsFor(orm, known);
  const from = day(`${month}-01`);
  const next = day(`${otherMonth(month, 1)}-01`);
  const last = addDays(next, -1);
  const isSoFar = from <= today && today < last;
  const [begins, ends] = [instantAt(from, 0), instantAt(next, 0)];
  const family = familyOf(orm, customer.id);
  const entries = orm
    .select({
      id: ledgerEntries.id,
      kind: ledgerEntries.kind,
      amount: ledgerEntries.amount,
      tax: ledgerEntries.tax,
      at: ledgerEntries.at,
      booking: bookings.booking_number,
      account_days: bookings.account_days,
      charge: charges.kind,
      paid: payments.method,
      refunded: refunds.method,
      paidOutAt: refunds.paid_out_at,
      number: sql<string | null>`coalesce(${refunds.reference}, ${payments.reference})`,
    })
    .from(bookings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.booking_id, bookings.id))
    .leftJoin(charges, eq(charges.id, ledgerEntries.charge_id))
    .leftJoin(payments, eq(payments.id, ledgerEntries.payment_id))
    .leftJoin(refunds, eq(refunds.id, ledgerEntries.refund_id))
    .where(inArray(bookings.customer_id, family))
    .all()
    .flatMap((entry) => {
      const at = movedAt(entry);
      return at === null || at >= ends ? [] : [{ ...entry, at }];
    })
    .sort((one, other) => one.at - other.at || one.id - other.id);
  const sum = (list: typeof entries) => list.reduce((all, entry) => all + countsAs(entry), 0);
  const settled = settledBy(orm, family, new Set(entries.map(({ id: entry }) => entry)), ends);
  const before = entries.filter(({ at }) => at < begins);
  return {
    id: customer.id,
    name: nameOf(customer),
    poNumber: customer.po_number,
    termsDays: customer.terms_days,
    creditLimit: customer.credit_limit,
    month,
    from,
    to: isSoFar ? today : last,
    isSoFar,
    before: sum(before),
    lines: entries
      .filter(({ at }) => at >= begins)
      .map((entry) => ({
        at: entry.at,
        booking: entry.booking,
        what: whatOf(entry),
        cents: countsAs(entry),
      })),
    after: sum(entries),
    open: [...byBooking(entries.map((one) => ({ ...one, settled: settled.get(one.id) ?? 0 })))].flatMap(
      ([booking, list]) => openOf(booking, list),
    ),
  };
}

/** What of each of these entries was joined to another of them until then; cents. */
function settledBy(
  orm: Orm,
  family: Id<"customer">[],
  these: ReadonlySet<number>,
  ends: Instant,
): ReadonlyMap<number, Cents> {
  const { from_entry: from, to_entry: to, amount, at } = ledgerAllocations;
  const all = orm
    .select({ from, to, amount })
    .from(bookings)
    .innerJoin(ledgerAllocations, eq(ledgerAllocations.booking_id, bookings.id))
    .where(and(inArray(bookings.customer_id, family), lt(at, ends)))
    .all();
  const settled = new Map<number, Cents>();
  for (const one of all) {
    // A refund by hand takes nothing of what it is for until it is paid out.
    if (!these.has(one.from) || !these.has(one.to)) continue;
    for (const id of [one.from, one.to]) settled.set(id, (settled.get(id) ?? 0) + one.amount);
  }
  return settled;
}

/** "Charge: Rental", "Payment: check 1042"; card money says no more than what it is. */
function whatOf(entry: {
  kind: EntryKind;
  charge: ChargeKind | null;
  paid: PaymentMethod | null;
  refunded: PaymentMethod | null;
  number: string | null;
}): string {
  const { kind, charge, paid, refunded, number } = entry;
  if (charge) return `${ENTRY[kind]}: ${CHARGE_KIND[charge]}`;
  const method = kind === "refund" || kind === "refund_failed" ? refunded : kind === "payment" ? paid : null;
  if (method === null || method === "card") return ENTRY[kind];
  return `${ENTRY[kind]}: ${METHOD[method]}${number ? ` ${number}` : ""}`;
}

/** The same as comma-separated values; dollars, New York days. */
export function* exportStatement({ before, lines, after, from, to, isSoFar }: Statement): Generator<string> {
  yield CSV_START + csvLine(["Date", "Booking", "What", "Amount", "Balance"]);
  yield csvLine([from, null, "Balance before", null, { cents: before }]);
  let balance = before;
  for (const { at, booking, what, cents } of lines) {
    balance += cents;
    yield csvLine([dayAt(at), booking, what, { cents }, { cents: balance }]);
  }
  yield csvLine([to, null, afterWords({ isSoFar }), null, { cents: after }]);
}
