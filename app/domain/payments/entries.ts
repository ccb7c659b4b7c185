/** The books' rules (domain.md, section 3). Pure, in cents. */
import type { Cents } from "../kernel/money";
import type { PaymentMethod } from "./methods";

/**
 * `credit` takes back a charge, whole or in part, with its tax. `refund` is money that goes back; `refund_failed` says
 * that it did not. `dispute` is money that the bank took, `dispute_won` the same money given back. `write_off_back` takes back a
 * `write_off` of what its customer had twice, once one of the two came back.
 */
export const ENTRY_KINDS = [
  "charge",
  "credit",
  "write_off",
  "write_off_back",
  "payment",
  "refund",
  "refund_failed",
  "dispute",
  "dispute_won",
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Money that moved, either way; the others are what is owed and what is not. */
export const MONEY_KINDS = [
  "payment",
  "refund",
  "refund_failed",
  "dispute",
  "dispute_won",
] as const satisfies EntryKind[];

/** Whether an entry is money that moved, not something owed. */
export const isMoney = (kind: EntryKind): boolean => (MONEY_KINDS as readonly EntryKind[]).includes(kind);

/** +1: the customer owes more by it; −1: less. */
const WAY: Readonly<Record<EntryKind, 1 | -1>> = {
  charge: 1,
  credit: -1,
  write_off: -1,
  write_off_back: 1,
  payment: -1,
  refund: 1,
  refund_failed: -1,
  dispute: 1,
  dispute_won: -1,
};

/** By these the customer owes more. */
export const ASKING_KINDS = ENTRY_KINDS.filter((kind) => WAY[kind] === 1);

export interface Entry {
  id: number;
  kind: EntryKind;
  amount: Cents;
  tax: Cents;
}

export interface Allocation {
  from_entry: number;
  to_entry: number;
  amount: Cents;
}

/**
 * When the money of an entry moved. A refund by hand is owed until it is paid out (`paidOutAt`): null until then, and for one that
 * was stopped before, of which nothing came back. `refunded`: by which way its refund goes; null for every other entry.
 */
export function movedAt<At extends number>(entry: {
  kind: EntryKind;
  at: At;
  refunded: PaymentMethod | null;
  paidOutAt: At | null;
}): At | null {
  if (entry.refunded === null || entry.refunded === "card") return entry.at;
  return entry.kind === "refund" ? entry.paidOutAt : null;
}

/** What an entry is worth, tax included. */
export function totalOf({ amount, tax }: Pick<Entry, "amount" | "tax">): Cents {
  return amount + tax;
}

/** What it adds to what is owed, tax included; below 0 it takes off. */
export function countsAs(entry: Omit<Entry, "id">): Cents {
  return WAY[entry.kind] * totalOf(entry);
}

/** Whether an entry can be allocated to others (it gives), or others to it (it takes). */
export function gives({ kind }: Pick<Entry, "kind">): boolean {
  return WAY[kind] === -1;
}

/** What the customer owes: charges − credits − write-offs − (payments − refunds − disputes lost). Below 0 we owe it. */
export function owedBy(entries: readonly Omit<Entry, "id">[]): Cents {
  return entries.reduce((sum, entry) => sum + countsAs(entry), 0);
}

/** The sum of all entries of a kind, tax included. */
export function sumOfKind(entries: readonly Omit<Entry, "id">[], kind: EntryKind): Cents {
  return entries.reduce((sum, entry) => sum + (entry.kind === kind ? totalOf(entry) : 0), 0);
}

/** What of an entry is not allocated yet: of a payment what is left, of a charge what is unpaid. */
export function openOf(entry: Entry, allocations: readonly Allocation[]): Cents {
  const used = allocations.filter((one) => (gives(entry) ? one.from_entry : one.to_entry) === entry.id);
  return totalOf(entry) - used.reduce((sum, one) => sum + one.amount, 0);
}

/**
 * How a part of a charge that is taken back divides into amount and tax. `left` is what no credit has taken yet; the
 * last part takes all of it, so that amount and tax end at 0 together. Throws when `part` is more than that.
 */
export function splitCredit(
  part: Cents,
  charge: Pick<Entry, "amount" | "tax">,
  left: Pick<Entry, "amount" | "tax">,
): { amount: Cents; tax: Cents } {
  if (part < 0 || part > totalOf(left))
    throw new Error(`a credit of ${part} exceeds the ${totalOf(left)} that are left`);
  if (part === totalOf(left)) return { amount: left.amount, tax: left.tax };
  const fair = Math.min(left.tax, Math.round((part * charge.tax) / totalOf(charge)));
  const amount = Math.min(left.amount, part - fair);
  return { amount, tax: part - amount };
}
