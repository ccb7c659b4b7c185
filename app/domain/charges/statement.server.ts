import { asc, eq } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { jobs, weightTickets } from "#db/schema/index";
import { listUnits, type Booking } from "../booking/order/bookings.server";
import { formatDay } from "../kernel/days";
import { formatCents, type Cents } from "../kernel/money";
import { dayAt } from "../kernel/time.server";
import { listOnAccount } from "../payments/account-due.server";
import { listEntries, type Refund } from "../payments/books.server";
import { countsAs, isMoney, owedBy, totalOf, type Entry, type EntryKind } from "../payments/entries";
import { isToTakeUp } from "../payments/give-back.server";
import { REFUND_ROW, backWords, type BackState } from "../payments/refund-words";
import { refundedTo } from "../payments/refunded-to.server";
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
  /** What the rows come to: the rental's cost, what of it is paid (below 0: more went back), and what is left, never below. */
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
  write_off_back: 1,
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
  const owed = owedBy(entries);
  const waiting = refunds.filter(({ state }) => state === "requested");
  const waits = Math.min(
    Math.max(0, owed),
    waiting.reduce((sum, { amount }) => sum + amount, 0),
  );
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
    sums: sumsOf(entries, waits),
    owed,
    open: openWords(orm, { owed, waits }, booking, { waiting, failed: refunds.filter(isToTakeUp) }),
  };
}

/**
 * What entries come to: what the rental cost, what of it is paid, and what is left. `waits`: what of it nobody is asked for,
 * because the bank that has it decides whether it goes back from there or from us; cents. Pure.
 */
export function sumsOf(entries: readonly Omit<Entry, "id">[], waits: Cents = 0): Statement["sums"] {
  const owed = owedBy(entries);
  const cost = owedBy(entries.filter(({ kind }) => !isMoney(kind)));
  const wentBack = entries.some(({ kind }) => kind === "refund" || kind === "dispute");
  const sums: [string, Cents][] = [
    ["Your rental came to", cost],
    [wentBack ? "You paid, less what went back" : "You paid", cost - owed],
  ];
  if (waits > 0) sums.push(["Your bank decides about", waits]);
  if (waits === 0 || owed > waits)
    sums.push([owed < 0 ? "Still to go back to you" : "Still open", Math.abs(owed) - waits]);
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

/**
 * `waiting`: what goes back once a bank has decided, from there or from us, so that as far as that goes (`waits`) nothing is to be
 * paid; `failed`: what came back, and nothing has taken its place.
 */
function openWords(
  orm: Orm,
  { owed, waits }: { owed: Cents; waits: Cents },
  booking: Booking,
  { waiting, failed }: { waiting: readonly Refund[]; failed: readonly Refund[] },
): string | null {
  const said = (cents: Cents, state: BackState, given: readonly Refund[]) =>
    `${formatCents(cents)} ${backWords({ state, ...refundedTo(orm, given) })}.`;
  // Their account has what they were billed, as their page says; what goes back, or what a card owes, is no part of it.
  const billed = listOnAccount(orm, booking).reduce((sum, { cents }) => sum + cents, 0);
  const rest = owed - billed;
  const words: string[] = [];
  if (rest >= 0 && waiting.length > 0)
    words.push(
      said(
        waiting.reduce((sum, { amount }) => sum + amount, 0),
        "waits",
        waiting,
      ),
    );
  if (billed > 0) words.push(`${formatCents(billed)} is on your account.`);
  if (rest > waits) words.push(`${formatCents(rest - waits)} is still to be paid.`);
  if (rest < 0)
    words.push(
      failed.length > 0 ? said(-rest, "failed", failed) : `${formatCents(-rest)} is still on its way back to you.`,
    );
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
