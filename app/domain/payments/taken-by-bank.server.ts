import type { Orm, Tx } from "#db/client.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { closeTask } from "../tasks/tasks.server";
import { allocateFrom, findEntry, openAmount, type LedgerEntry } from "./books.server";
import { chargesPaidBy, listDisputesOf, type Dispute } from "./disputes-read.server";

/** What a bank took for good and is still owed to us for it; cents. */
export interface Taken {
  dispute: Dispute;
  entry: LedgerEntry;
  open: Cents;
}

/** The cause of the entry of what a bank took. */
export const takenCause = ({ id }: Pick<Dispute, "id">) => `dispute:${id}`;

/** The task that somebody decides what becomes of a lost dispute: over once nothing of it is owed. */
export const lostCause = ({ id }: Pick<Dispute, "id">) => `dispute_lost:${id}`;

/** The lost disputes of a booking of which something is still owed: nobody has paid it again and nobody wrote it off. */
export function listTaken(orm: Orm, bookingId: Id<"booking">): Taken[] {
  return listDisputesOf(orm, bookingId)
    .filter(({ state }) => state === "lost")
    .flatMap((dispute) => {
      const entry = findEntry(orm, takenCause(dispute));
      const open = entry ? openAmount(orm, entry) : 0;
      return entry && open > 0 ? [{ dispute, entry, open }] : [];
    });
}

/**
 * What banks have of each charge for good, tax included, as far as it is owed to us: what they took of a payment is of the
 * charges that it paid, one after the other, each as far as `left` of it goes; the order is a write-off's (`writeOffDispute`).
 */
export function takenOfCharges(
  orm: Orm,
  bookingId: Id<"booking">,
  left: ReadonlyMap<Id<"charge">, Cents>,
): Map<Id<"charge">, Cents> {
  const taken = new Map<Id<"charge">, Cents>();
  for (const { dispute, open } of listTaken(orm, bookingId)) {
    let more = open;
    for (const { id } of chargesPaidBy(orm, { id: dispute.payment_id, booking_id: bookingId })) {
      const before = taken.get(id) ?? 0;
      const part = Math.max(0, Math.min(more, (left.get(id) ?? 0) - before));
      taken.set(id, before + part);
      more -= part;
    }
  }
  return taken;
}

/**
 * What we would give back its customer has from the bank: these cents of `from` (credits, in their order) settle what they
 * owe us for the lost dispute, instead of going to them a second time.
 */
export function settleTaken(tx: Tx, deed: Deed, taken: Taken, from: readonly LedgerEntry[], amount: Cents): void {
  allocateFrom(tx, deed, from, taken.entry, amount);
  if (openAmount(tx, taken.entry) === 0) closeTask(tx, deed, lostCause(taken.dispute));
}
