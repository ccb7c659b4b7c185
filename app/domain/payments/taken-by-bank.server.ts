import type { Orm, Tx } from "#db/client.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { closeTask } from "../tasks/tasks.server";
import { allocateFrom, findEntry, openAmount, type LedgerEntry } from "./books.server";
import { listDisputesOf, type Dispute } from "./disputes-read.server";

/** What a bank took for good and is still owed to us for it; cents. */
export interface Taken {
  dispute: Dispute;
  entry: LedgerEntry;
  open: Cents;
}

/** The task that somebody decides what becomes of a lost dispute: over once nothing of it is owed. */
export const lostCause = ({ id }: Pick<Dispute, "id">) => `dispute_lost:${id}`;

/** The lost disputes of a booking of which something is still owed: nobody has paid it again and nobody wrote it off. */
export function listTaken(orm: Orm, bookingId: Id<"booking">): Taken[] {
  return listDisputesOf(orm, bookingId)
    .filter(({ state }) => state === "lost")
    .flatMap((dispute) => {
      const entry = findEntry(orm, `dispute:${dispute.id}`);
      const open = entry ? openAmount(orm, entry) : 0;
      return entry && open > 0 ? [{ dispute, entry, open }] : [];
    });
}

/**
 * What we would give back its customer has from the bank: these cents of `from` (credits, in their order) settle what they
 * owe us for the lost dispute, instead of going to them a second time.
 */
export function settleTaken(tx: Tx, deed: Deed, taken: Taken, from: readonly LedgerEntry[], amount: Cents): void {
  allocateFrom(tx, deed, from, taken.entry, amount);
  if (openAmount(tx, taken.entry) === 0) closeTask(tx, deed, lostCause(taken.dispute));
}
