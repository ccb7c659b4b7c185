import { asc, eq } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { jobs, weightTickets } from "#db/schema/index";
import { listUnits, type Booking } from "../booking/order/bookings.server";
import { formatDay } from "../kernel/days";
import { formatCents, type Cents } from "../kernel/money";
import { dayAt } from "../kernel/time.server";
import { listOnAccount } from "../payments/account-due.server";
import { listEntries, type Refund } from "../payments/books.server";
import { countsAs, isMoney, owedBy, sumOfKind, totalOf, type Entry, type EntryKind } from "../payments/entries";
import { isToTakeUp, leftReturned } from "../payments/give-back.server";
import { REFUND_ROW, apartWords, backWords, type BackState } from "../payments/refund-words";
import { isToPayOut } from "../payments/refunds.server";
import { refundedTo } from "../payments/refunded-to.server";
import { readNotAsked, type NotAsked } from "../payments/taken-by-bank.server";
import type { RefundState } from "../states/transitions";
import { chargeName, type ChargeKind } from "../states/labels";
import { findCharge } from "./charges.server";
import { chargeTitle, proofLines } from "./words";
import { readLedger } from "../payments/ledger.server";

export interface StatementRow {
  when: string;
  label: string;
  /** What it adds to what is owed; below 0 it takes off. Cents, tax included. */
  cents: Cents;
  said: string;
}
/** Everything that a rental came to, as its books have it. */
export interface Statement {
  rows: StatementRow[];
  tickets: string[];
  /**
   * What the rows come to: the rental's cost, what is paid (below 0: more went back), what of that the bank decides about or
   * gave back, was more than is owed or is still to go back, and what is left to be paid on a page or an account, never below.
   */
  sums: { label: string; cents: Cents; said: string }[];
  /** Cents; below 0 we owe it. */
  owed: Cents;
  /** What is still to be paid or given back, as a sentence; null where nothing is. */
  open: string | null;
}

const LABEL: Readonly<Record<Exclude<EntryKind, "charge" | "credit" | "write_off" | "refund">, string>> = {
  write_off_back: "Came back, so nothing to keep",
  payment: "Paid",
  refund_failed: "Came back from your bank",
  dispute: "Taken back by your bank",
  dispute_won: "Given back by your bank",
};

const PLACE: Readonly<Record<EntryKind, number>> = {
  charge: 0,
  credit: 1,
  write_off: 1,
  write_off_back: 3,
  payment: 2,
  dispute_won: 2,
  refund_failed: 2,
  refund: 3,
  dispute: 3,
};

/** The final statement: each entry of the books as a row, so that it always adds up. */
export function readStatement(orm: Orm, booking: Booking): Statement {
  const entries = listEntries(orm, booking.id);
  const { charges, refunds } = readLedger(orm, booking.id);
  const names = new Map(charges.map((charge) => [charge.id, nameOf(orm, charge)]));
  const refundOf = new Map(refunds.map((refund) => [refund.id, refund]));
  const waiting = refunds.filter(({ state }) => state === "requested");
  const toPayOut = refunds.filter(isToPayOut);
  const failed = refunds.filter(isToTakeUp);
  const apart: Apart = {
    ...readNotAsked(orm, booking.id),
    waits: waiting.reduce((sum, { amount }) => sum + amount, 0),
    toPayOut: toPayOut.reduce((sum, { amount }) => sum + amount, 0),
    failed: failed.reduce((sum, refund) => sum + leftReturned(orm, refund), 0),
  };
  return {
    rows: entries
      .filter((entry) => totalOf(entry) > 0)
      .map((entry) => {
        const refund = entry.refund_id ? refundOf.get(entry.refund_id) : undefined;
        // What was paid out by hand went on that day, not when it was decided.
        const paidOut = entry.kind === "refund" ? refund?.paid_out_at : null;
        return { ...entry, refund, at: paidOut ?? entry.at };
      })
      // What a moment brings: what it cost, what of it was taken back, then the money.
      .sort((a, b) => a.at - b.at || PLACE[a.kind] - PLACE[b.kind] || a.id - b.id)
      .map((entry) => {
        const name = (entry.charge_id && names.get(entry.charge_id)) ?? "";
        const label = labelOf(entry, name, entry.refund?.state);
        const cents = countsAs(entry);
        return {
          when: formatDay(dayAt(entry.at), { short: true, year: true }),
          label,
          cents,
          said: formatCents(cents),
        };
      }),
    tickets: ticketsOf(orm, booking),
    sums: sumsOf(entries, apart),
    owed: owedBy(entries),
    open: openWords(orm, booking, { ...apart, ...leftOf(entries, apart) }, { waiting, toPayOut, failed }),
  };
}

/** What of what the books owe, either way, is asked of nobody; cents. */
interface Apart extends NotAsked {
  /** Promised, and goes back once a bank has decided, from there or from us: it has not gone. */
  waits: Cents;
  /** Promised by check or in cash, and nobody has paid it out: it has not gone either. */
  toPayOut: Cents;
  /** Came back to us, and nothing has taken its place. */
  failed: Cents;
}

/** What is asked of the customer, or else was paid too much and nothing gives back yet; cents. */
function leftOf(
  entries: readonly Omit<Entry, "id">[],
  { held, lost, excess, failed }: Apart,
): { asked: Cents; tooMuch: Cents } {
  const left = owedBy(entries) - held - lost - excess + failed;
  return { asked: Math.max(0, left), tooMuch: Math.max(0, -left) };
}

const NOTHING_APART: Apart = { held: 0, lost: 0, excess: 0, waits: 0, toPayOut: 0, failed: 0 };

/**
 * What entries come to: what the rental cost, what is paid, what of that a bank decides about or gave back, was too much or is
 * promised back and has not gone, and what is left. Pure.
 */
export function sumsOf(entries: readonly Omit<Entry, "id">[], some: Partial<Apart> = {}): Statement["sums"] {
  const apart = { ...NOTHING_APART, ...some };
  const { asked, tooMuch } = leftOf(entries, apart);
  const toGoBack = apart.waits + apart.toPayOut + apart.failed;
  const cost = owedBy(entries.filter(({ kind }) => !isMoney(kind)));
  const paid = cost - asked + tooMuch + toGoBack;
  const wentBack = paid < sumOfKind(entries, "payment");
  const sums: [string, Cents][] = [
    ["Your rental came to", cost],
    [wentBack ? "You paid, less what went back" : "You paid", paid],
  ];
  if (apart.held > 0) sums.push(["Your bank decides about", apart.held]);
  if (apart.lost > 0) sums.push(["Your bank gave back to you", apart.lost]);
  if (apart.excess > 0) sums.push(["Went back to you too much", apart.excess]);
  if (tooMuch > 0) sums.push(["More than you owed", tooMuch]);
  if (toGoBack > 0) sums.push(["Still to go back to you", toGoBack]);
  if (asked > 0 || sums.length === 2) sums.push(["Still open", asked]);
  return sums.map(([label, cents]) => ({ label, cents, said: formatCents(cents) }));
}

function nameOf(orm: Orm, { id, kind, description }: { id: string; kind: ChargeKind; description: string }) {
  const later = findCharge(orm, { id });
  return later ? chargeTitle(later) : chargeName(kind, description);
}

/** `state`: of the refund that it is of. What was only decided is not paid back. */
function labelOf({ kind }: Pick<Entry, "kind">, name: string, state: RefundState | undefined): string {
  if (kind === "charge") return name;
  if (kind === "credit") return `Taken back: ${name}`;
  // Of no charge: it had gone to them twice, and they were let keep it.
  if (kind === "write_off") return name === "" ? "Yours to keep" : `Closed: ${name}`;
  if (kind === "refund") return REFUND_ROW[state ?? "succeeded"];
  return kind === "refund_failed" && state === "canceled" ? "Did not go out" : LABEL[kind];
}

/** What is asked, then what goes back and how far that is, then what we owe and nobody has decided about. */
function openWords(
  orm: Orm,
  booking: Booking,
  { asked, tooMuch, held, lost, excess, waits, toPayOut, failed }: Apart & ReturnType<typeof leftOf>,
  refunds: Readonly<Record<"waiting" | "toPayOut" | "failed", readonly Refund[]>>,
): string | null {
  const back = (cents: Cents, state: BackState, given: readonly Refund[]) =>
    `${formatCents(cents)} ${backWords({ state, ...refundedTo(orm, given) })}.`;
  const words: string[] = [];
  // Their account has what they were billed, as their page says; what a card owes is no part of it.
  const billed = Math.min(
    asked,
    listOnAccount(orm, booking).reduce((sum, { cents }) => sum + cents, 0),
  );
  if (billed > 0) words.push(`${formatCents(billed)} is on your account.`);
  if (asked > billed) words.push(`${formatCents(asked - billed)} is still to be paid.`);
  if (waits > 0) words.push(back(waits, "waits", refunds.waiting));
  // What waits says that a bank decides about it.
  words.push(...apartWords({ held: waits > 0 ? 0 : held, lost, excess }));
  if (toPayOut > 0) words.push(back(toPayOut, "under-way", refunds.toPayOut));
  if (failed > 0) words.push(back(failed, "failed", refunds.failed));
  if (tooMuch > 0)
    words.push(`You paid ${formatCents(tooMuch)} more than you owed: call us if you would like it back.`);
  return words.length === 0 ? null : words.join(" ");
}

/** Each with its dumpster, where the booking has several. */
function ticketsOf(orm: Orm, { id }: Booking): string[] {
  const all = listUnits(orm, id);
  const whose = (unitId: string) =>
    all.length > 1 ? `Dumpster ${all.find((unit) => unit.id === unitId)?.unit_number ?? ""}: ` : "";
  return orm
    .select({ ticket: weightTickets })
    .from(weightTickets)
    .innerJoin(jobs, eq(jobs.id, weightTickets.job_id))
    .where(eq(jobs.booking_id, id))
    .orderBy(asc(weightTickets.recorded_at))
    .all()
    .flatMap(({ ticket }) =>
      proofLines([
        {
          is: "ticket",
          id: ticket.id,
          number: ticket.ticket_number,
          facility: ticket.facility,
          gross: ticket.gross_pounds,
          tare: ticket.tare_pounds,
          net: ticket.net_pounds,
        },
      ]).map((line) => `${whose(ticket.unit_id)}${line}`),
    );
}
