import type { Day } from "../kernel/days";
import type { Cents } from "../kernel/money";
import type { EntryKind, MONEY_KINDS } from "./entries";
import type { TransactionKind } from "./money-port";

/** The money of a day by our books beside the card company's balance of that day. Pure; cents, below 0 what left. */

export type MoneyKind = (typeof MONEY_KINDS)[number];

/** A movement of card money in our books. */
export interface Booked {
  kind: MoneyKind;
  amount: Cents;
  at: number;
  /** The card company's id of the payment, refund or dispute; null where it was never asked. */
  ref: string | null;
  booking: string;
  customer: string;
}

/** A movement on the card company's balance, with our booking where we know one. */
export interface Moved {
  id: string;
  kind: TransactionKind;
  amount: Cents;
  fee: Cents;
  at: number;
  ref: string | null;
  booking: string | null;
}

/**
 * What does not go together. `other_day`: both have it, on different days. `not_sent`: decided here, and not at the card
 * company yet. `not_there`: in our books only. `not_here`: at the card company only. `amount`: the two say different sums.
 * `not_asked`: it came since the card company was asked last, so nothing can be said of it.
 */
export type DifferenceKind = "other_day" | "not_sent" | "not_there" | "not_here" | "amount" | "not_asked";

export interface Difference {
  kind: DifferenceKind;
  what: MoneyKind | TransactionKind;
  booking: string | null;
  customer: string | null;
  ours: Cents | null;
  theirs: Cents | null;
  /** When our books have it; null where only the other side does. */
  at: number | null;
  /** Where the other side has it. */
  otherDay: Day | null;
  ref: string | null;
}

export interface TakingsRow {
  kind: MoneyKind;
  ours: { count: number; sum: Cents };
  theirs: { count: number; sum: Cents };
}

/** +1: it comes in; −1: it leaves. */
export const WAY_OF_MONEY: Readonly<Record<MoneyKind, 1 | -1>> = {
  payment: 1,
  refund: -1,
  refund_failed: 1,
  dispute: -1,
  dispute_won: 1,
};
export const MONEY_IN_ORDER: readonly MoneyKind[] = ["payment", "refund", "refund_failed", "dispute", "dispute_won"];

export const isMoneyKind = (kind: TransactionKind | EntryKind): kind is MoneyKind => Object.hasOwn(WAY_OF_MONEY, kind);

/** The other side's record of a movement on another day; null where it has none. */
export type Elsewhere = (kind: MoneyKind, ref: string) => { day: Day; amount: Cents } | null;

/**
 * Puts a day's two accounts side by side, by what each movement is of: linear in both. Each difference is named once, from
 * the side that has it on this day.
 */
export function compareTakings(
  booked: readonly Booked[],
  moved: readonly Moved[],
  atStripe: Elsewhere,
  inBooks: Elsewhere,
): { rows: TakingsRow[]; differences: Difference[] } {
  const key = ({ kind, ref }: { kind: string; ref: string | null }) => `${kind} ${ref}`;
  const there = new Map(moved.filter(({ ref }) => ref !== null).map((one) => [key(one), one]));
  const here = new Set(booked.map(key));
  const differences: Difference[] = [];
  for (const one of booked) {
    const other = one.ref === null ? undefined : there.get(key(one));
    const about = {
      what: one.kind,
      booking: one.booking,
      customer: one.customer,
      ours: one.amount,
      ref: one.ref,
      at: one.at,
    };
    if (other) {
      if (other.amount !== one.amount)
        differences.push({ ...about, kind: "amount", theirs: other.amount, otherDay: null });
      continue;
    }
    const elsewhere = one.ref === null ? null : atStripe(one.kind, one.ref);
    if (elsewhere) differences.push({ ...about, kind: "other_day", theirs: elsewhere.amount, otherDay: elsewhere.day });
    else
      differences.push({ ...about, kind: one.ref === null ? "not_sent" : "not_there", theirs: null, otherDay: null });
  }
  for (const one of moved) {
    if (!isMoneyKind(one.kind) || (one.ref !== null && here.has(key(one)))) continue;
    const elsewhere = one.ref === null ? null : inBooks(one.kind, one.ref);
    const { kind: what, booking, ref } = one;
    const about = { what, booking, customer: null, theirs: one.amount, ref, at: null };
    if (elsewhere) differences.push({ ...about, kind: "other_day", ours: elsewhere.amount, otherDay: elsewhere.day });
    else differences.push({ ...about, kind: "not_here", ours: null, otherDay: null });
  }
  const summed = (list: readonly { kind: string; amount: Cents }[], kind: MoneyKind) => {
    const of = list.filter((one) => one.kind === kind);
    return { count: of.length, sum: of.reduce((sum, { amount }) => sum + amount, 0) };
  };
  const rows = MONEY_IN_ORDER.map((kind) => ({ kind, ours: summed(booked, kind), theirs: summed(moved, kind) }));
  return { rows, differences };
}

/** The same, with what came since the card company was asked last called by that; `asked` null: never. */
export function sinceAsked(differences: readonly Difference[], asked: number | null): Difference[] {
  return differences.map((one) =>
    one.kind === "not_there" && one.at !== null && (asked === null || one.at > asked)
      ? { ...one, kind: "not_asked" as const }
      : one,
  );
}
