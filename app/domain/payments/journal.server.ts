import { and, asc, eq, gte, lt, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { bookings, charges, invoices, ledgerEntries, payments, refunds, stripeTransactions } from "#db/schema/index";
import { CSV_START, csvLine } from "../kernel/csv";
import { addDays, type Day } from "../kernel/days";
import type { Cents } from "../kernel/money";
import { dayAt, instantAt, type Instant } from "../kernel/time.server";
import { CHARGE_KIND } from "../states/labels";
import { methodWords } from "./methods";
import type { Period } from "./money.server";
import {
  linesOfEntry,
  linesOfPayOut,
  linesOfTransaction,
  QUICKBOOKS_NAME,
  sumByAccount,
  type JournalLine,
} from "./journal";

/** One movement with its lines, which sum to zero. */
export interface JournalItem {
  at: Instant;
  /**
   * "E-17": the entry of our books; "P-17": the paying out by hand of the refund that E-17 booked; Stripe's own id for what only
   * Stripe has.
   */
  number: string;
  booking: string | null;
  memo: string;
  /** The invoice or credit note of a charge or a credit. */
  paper: string | null;
  lines: JournalLine[];
}

const PAGE = 500;
const [FROM_AT, FROM_ID, UNTIL] = [sql.placeholder("at"), sql.placeholder("id"), sql.placeholder("until")];
const entryPage = prepared((orm) =>
  orm
    .select({
      id: ledgerEntries.id,
      at: ledgerEntries.at,
      kind: ledgerEntries.kind,
      amount: ledgerEntries.amount,
      tax: ledgerEntries.tax,
      charge: charges.kind,
      paid: payments.method,
      refunded: refunds.method,
      booking: bookings.booking_number,
      paper: invoices.invoice_number,
    })
    .from(ledgerEntries)
    .innerJoin(bookings, eq(bookings.id, ledgerEntries.booking_id))
    .leftJoin(charges, eq(charges.id, ledgerEntries.charge_id))
    .leftJoin(payments, eq(payments.id, ledgerEntries.payment_id))
    .leftJoin(refunds, eq(refunds.id, ledgerEntries.refund_id))
    .leftJoin(invoices, eq(invoices.entry_id, ledgerEntries.id))
    .where(and(sql`(${ledgerEntries.at}, ${ledgerEntries.id}) > (${FROM_AT}, ${FROM_ID})`, lt(ledgerEntries.at, UNTIL)))
    .orderBy(asc(ledgerEntries.at), asc(ledgerEntries.id))
    .limit(PAGE)
    .prepare(),
);
const payOutPage = prepared((orm) =>
  orm
    .select({
      id: refunds.id,
      at: sql<Instant>`${refunds.paid_out_at}`,
      amount: refunds.amount,
      method: refunds.method,
      reference: refunds.reference,
      deposit_batch: refunds.deposit_batch,
      entry: ledgerEntries.id,
      booking: bookings.booking_number,
    })
    .from(refunds)
    .innerJoin(ledgerEntries, eq(ledgerEntries.cause, sql`'refund:' || ${refunds.id}`))
    .innerJoin(bookings, eq(bookings.id, refunds.booking_id))
    .where(
      and(
        gte(refunds.paid_out_at, FROM_AT),
        sql`(${refunds.paid_out_at}, ${refunds.id}) > (${FROM_AT}, ${FROM_ID})`,
        lt(refunds.paid_out_at, UNTIL),
      ),
    )
    .orderBy(asc(refunds.paid_out_at), asc(refunds.id))
    .limit(PAGE)
    .prepare(),
);
const transactionPage = prepared((orm) =>
  orm
    .select({
      id: stripeTransactions.id,
      at: stripeTransactions.at,
      kind: stripeTransactions.kind,
      type: stripeTransactions.type,
      amount: stripeTransactions.amount,
      fee: stripeTransactions.fee,
      booking: bookings.booking_number,
      refund: stripeTransactions.refund,
      isOurs: refunds.id,
    })
    .from(stripeTransactions)
    .leftJoin(payments, eq(payments.stripe_payment_intent_id, stripeTransactions.payment_intent))
    .leftJoin(bookings, eq(bookings.id, payments.booking_id))
    .leftJoin(refunds, eq(refunds.stripe_refund_id, stripeTransactions.refund))
    .where(
      and(
        gte(stripeTransactions.at, FROM_AT),
        sql`(${stripeTransactions.at}, ${stripeTransactions.id}) > (${FROM_AT}, ${FROM_ID})`,
        lt(stripeTransactions.at, UNTIL),
      ),
    )
    .orderBy(asc(stripeTransactions.at), asc(stripeTransactions.id))
    .limit(PAGE)
    .prepare(),
);

const WHAT: Readonly<Record<string, string>> = {
  charge: "Charge",
  credit: "Credit",
  write_off: "Write-off",
  write_off_back: "Write-off taken back",
  payment: "Payment",
  refund: "Refund",
  refund_failed: "Refund came back",
  dispute: "Dispute",
  dispute_won: "Dispute won",
};

function* entriesOf(orm: Orm, from: Instant, until: Instant): Generator<JournalItem> {
  for (let after = { at: from as number, id: -1 }; ;) {
    const page = entryPage(orm).all({ ...after, until });
    for (const { id, at, kind, amount, tax, charge, paid, refunded, booking, paper } of page)
      yield {
        at,
        number: `E-${id}`,
        booking,
        memo: [WHAT[kind], charge && CHARGE_KIND[charge]].filter(Boolean).join(": "),
        paper,
        lines: linesOfEntry({ kind, amount, tax, charge, method: refunded ?? paid }),
      };
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = { at: last.at, id: last.id };
  }
}

function* payOutsOf(orm: Orm, from: Instant, until: Instant): Generator<JournalItem> {
  for (let after = { at: from as number, id: "" }; ;) {
    const page = payOutPage(orm).all({ ...after, until });
    for (const { at, entry, booking, ...paid } of page)
      yield {
        at,
        number: `P-${entry}`,
        booking,
        memo: `Refund paid out: ${methodWords(paid)}`,
        paper: null,
        lines: linesOfPayOut(paid),
      };
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = { at: last.at, id: last.id };
  }
}

function* transactionsOf(orm: Orm, from: Instant, until: Instant): Generator<JournalItem> {
  for (let after = { at: from as number, id: "" }; ;) {
    const page = transactionPage(orm).all({ ...after, until });
    for (const { id, at, kind, type, amount, fee, booking, refund, isOurs } of page)
      yield {
        at,
        number: id,
        booking,
        memo: `Stripe: ${type.replaceAll("_", " ")}`,
        paper: null,
        lines: linesOfTransaction({
          kind,
          amount,
          fee,
          known: refund === null ? booking !== null : isOurs !== null,
        }),
      };
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = { at: last.at, id: last.id };
  }
}

/** Of several that are each in the order of time; what happened at once in the order of the sources. */
function* inOrder(sources: readonly Generator<JournalItem>[]): Generator<JournalItem> {
  const heads = sources.map((source) => ({ source, next: source.next() }));
  for (;;) {
    let first: (typeof heads)[number] | null = null;
    for (const head of heads)
      if (!head.next.done && (!first || first.next.done || head.next.value.at < first.next.value.at)) first = head;
    if (!first || first.next.done) return;
    yield first.next.value;
    first.next = first.source.next();
  }
}

/**
 * Everything of a period of New York days in the order of time: our books, what is paid out by hand, and what only Stripe has.
 * Read page by page.
 */
export function* readJournal(orm: Orm, { from, to }: Period): Generator<JournalItem> {
  const [begin, end] = [instantAt(from, 0), instantAt(addDays(to, 1), 0)];
  for (const item of inOrder([entriesOf, payOutsOf, transactionsOf].map((of) => of(orm, begin, end))))
    if (item.lines.length > 0) yield item;
}

const debit = (cents: Cents) => (cents > 0 ? { cents } : null);
const credit = (cents: Cents) => (cents < 0 ? { cents: -cents } : null);

/** The journal as comma-separated values: a line for each account of each movement; dollars, New York days. */
export function* exportJournal(orm: Orm, period: Period): Generator<string> {
  yield CSV_START + csvLine(["Date", "Entry", "Booking", "Account", "Debit", "Credit", "Memo", "Paper"]);
  for (const { at, number, booking, memo, paper, lines } of readJournal(orm, period))
    for (const { account, cents } of lines)
      yield csvLine([dayAt(at), number, booking, account, debit(cents), credit(cents), memo, paper]);
}

/** "12/31/2026", as QuickBooks reads days. */
const american = (on: Day) => `${on.slice(5, 7)}/${on.slice(8)}/${on.slice(0, 4)}`;

/**
 * The same for QuickBooks Online's import of journal entries (Intuit's help: Journal No., Journal Date, Account Name,
 * Debits, Credits, Description, Name): one balanced entry for each day, so that a month stays within what it takes at once.
 */
export function* exportForQuickBooks(orm: Orm, period: Period): Generator<string> {
  yield csvLine(["Journal No.", "Journal Date", "Account Name", "Debits", "Credits", "Description", "Name"]);
  let day = period.from;
  let together: JournalLine[] = [];
  for (const { at, lines } of readJournal(orm, period)) {
    const on = dayAt(at);
    if (on !== day) {
      yield dayInQuickBooks(day, together);
      [day, together] = [on, []];
    }
    // Kept summed up: a day's lines are as many as there are accounts.
    together = sumByAccount([...together, ...lines]);
  }
  yield dayInQuickBooks(day, together);
}

function dayInQuickBooks(on: Day, lines: readonly JournalLine[]): string {
  return lines
    .map(({ account, cents }) =>
      csvLine([
        `RO-${on.replaceAll("-", "")}`,
        american(on),
        account,
        debit(cents),
        credit(cents),
        `Rentals of ${on}`,
        account === "Accounts Receivable" ? QUICKBOOKS_NAME : "",
      ]),
    )
    .join("");
}
