import { asc, eq, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { insertReturning, insertRow } from "#db/insert.server";
import { type charges, ledgerAllocations, ledgerEntries, type payments, type refunds } from "#db/schema/index";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { gives, openOf, totalOf, type Allocation } from "./entries";

/** The books as rows: entries are written once and never change, allocations join them. */
export type LedgerEntry = typeof ledgerEntries.$inferSelect;
/** What entries are of: each has a state of its own, and is booked once. */
export type Charge = typeof charges.$inferSelect;
export type Payment = typeof payments.$inferSelect;
export type Refund = typeof refunds.$inferSelect;

type NewEntry = Pick<LedgerEntry, "booking_id" | "kind" | "amount" | "cause"> &
  Partial<Pick<LedgerEntry, "tax" | "charge_id" | "payment_id" | "refund_id">>;

/** Writes an entry. Throws for a cause that is booked already (UNIQUE): the caller asked too late whether it is. */
export function post(tx: Tx, deed: Pick<Deed, "now">, entry: NewEntry): LedgerEntry {
  return insertReturning(tx, ledgerEntries, { ...entry, at: deed.now });
}

const byCause = prepared((orm) =>
  orm
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.cause, sql.placeholder("cause")))
    .prepare(),
);
const entriesOf = prepared((orm) =>
  orm
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.booking_id, sql.placeholder("id")))
    .orderBy(asc(ledgerEntries.id))
    .prepare(),
);
const allocationsOf = prepared((orm) =>
  orm
    .select()
    .from(ledgerAllocations)
    .where(eq(ledgerAllocations.booking_id, sql.placeholder("id")))
    .prepare(),
);

/** The entry that was booked for a cause (`charge:<id>`, `payment:<id>`, …); null when nothing was. */
export function findEntry(orm: Orm, cause: string): LedgerEntry | null {
  return byCause(orm).get({ cause }) ?? null;
}

/** Throws when there is none. */
export function getEntry(orm: Orm, cause: string): LedgerEntry {
  const entry = findEntry(orm, cause);
  if (!entry) throw new Error(`nothing is booked for ${cause}`);
  return entry;
}

/** A booking's entries, oldest first. */
export function listEntries(orm: Orm, bookingId: Id<"booking">): LedgerEntry[] {
  return entriesOf(orm).all({ id: bookingId });
}

/** Which of a booking’s entries paid for which, all of them. */
export function listAllocations(orm: Orm, bookingId: Id<"booking">): Allocation[] {
  return allocationsOf(orm).all({ id: bookingId });
}

/** What of an entry is not allocated yet. */
export function openAmount(orm: Orm, entry: LedgerEntry): Cents {
  return openOf(entry, listAllocations(orm, entry.booking_id));
}

/**
 * Says which money is for what, `amount` cents of it (0 is nothing). Throws when the two are of different bookings, the
 * wrong way round, or either has less left than that: a bug, never an answer.
 */
export function allocate(
  tx: Tx,
  deed: Pick<Deed, "now">,
  from: LedgerEntry,
  to: LedgerEntry,
  amount = Math.min(openAmount(tx, from), openAmount(tx, to)),
): void {
  if (amount === 0) return;
  const fits =
    gives(from) &&
    !gives(to) &&
    from.booking_id === to.booking_id &&
    amount > 0 &&
    amount <= Math.min(openAmount(tx, from), openAmount(tx, to));
  if (!fits) throw new Error(`${amount} of ${from.cause} cannot be allocated to ${to.cause}`);
  tx.insert(ledgerAllocations)
    .values({ booking_id: from.booking_id, from_entry: from.id, to_entry: to.id, amount, at: deed.now })
    .run();
}

/** The same out of several, in their order, each as far as it goes. Throws when they have less than that together. */
export function allocateFrom(
  tx: Tx,
  deed: Pick<Deed, "now">,
  from: readonly LedgerEntry[],
  to: LedgerEntry,
  amount: Cents,
): void {
  let left = amount;
  for (const entry of from) {
    const part = Math.min(left, openAmount(tx, entry));
    allocate(tx, deed, entry, to, part);
    left -= part;
  }
  if (left > 0) throw new Error(`${left} of ${to.cause} has nothing to be allocated from`);
}

/**
 * Joins what an entry gives to what is open of its booking, by their `turn` (0 before 1) and then the oldest first, each as
 * far as it goes. Returns what of that is settled by it. The booking's books are read once: a check may pay
 * hundreds of charges of one.
 */
export function allocateToOpen(
  tx: Tx,
  deed: Pick<Deed, "now">,
  from: LedgerEntry,
  turn: (entry: LedgerEntry) => number,
): LedgerEntry[] {
  const used = new Map<number, Cents>();
  for (const { from_entry, to_entry, amount } of listAllocations(tx, from.booking_id))
    for (const id of [from_entry, to_entry]) used.set(id, (used.get(id) ?? 0) + amount);
  const openNow = (entry: LedgerEntry) => totalOf(entry) - (used.get(entry.id) ?? 0);
  let left = openNow(from);
  const settled: LedgerEntry[] = [];
  const inOrder = listEntries(tx, from.booking_id).toSorted((one, other) => turn(one) - turn(other));
  for (const to of inOrder) {
    const open = gives(to) ? 0 : openNow(to);
    const amount = Math.min(left, open);
    if (amount <= 0) continue;
    insertRow(tx, ledgerAllocations, {
      booking_id: from.booking_id,
      from_entry: from.id,
      to_entry: to.id,
      amount,
      at: deed.now,
    });
    left -= amount;
    if (amount === open) settled.push(to);
  }
  return settled;
}
