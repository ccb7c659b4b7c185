import { eq, sql } from "drizzle-orm";
import { prepared, type Tx } from "#db/client.server";
import { charges } from "#db/schema/index";
import { notePaid } from "../documents/charge-invoices.server";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { hasEnded } from "../states/dispute";
import { canMove } from "../states/transitions";
import { closeTask } from "../tasks/tasks.server";
import { allocateToOpen, type LedgerEntry } from "./books.server";
import { listDisputesOf } from "./disputes-read.server";
import { seeToSurplus } from "./surplus.server";
import { lostCause, takenCause } from "./taken-by-bank.server";

/** The cause of the task that a charge is not paid: over once it is. */
export const unpaidTask = (id: Id<"charge">): string => `charge_failed:${id}`;

/**
 * Joins what an entry gives to what is open on its booking, the oldest first; what a bank holds while a dispute is open comes
 * last, because it may give it back. A charge of which nothing is open any more is paid, and a lost dispute is nobody's to
 * decide on any more. What is left then was paid too much, and somebody gives it back. The caller stores what follows for the
 * booking's status: once, also where a check pays for a thousand of them.
 */
export function payWhatIsOpen(tx: Tx, deed: Deed, from: LedgerEntry): void {
  const { booking_id } = from;
  const disputes = listDisputesOf(tx, booking_id);
  const last = new Set(disputes.filter(({ state }) => !hasEnded(state)).map(takenCause));
  const settled = allocateToOpen(tx, deed, from, last);
  for (const entry of settled) settleCharge(tx, deed, entry, from);
  for (const dispute of disputes)
    if (settled.some(({ cause }) => cause === takenCause(dispute))) closeTask(tx, deed, lostCause(dispute));
  seeToSurplus(tx, deed, booking_id);
}

const byId = prepared((orm) =>
  orm
    .select()
    .from(charges)
    .where(eq(charges.id, sql.placeholder("id")))
    .prepare(),
);

function settleCharge(tx: Tx, deed: Deed, { charge_id }: LedgerEntry, { payment_id }: LedgerEntry): void {
  const charge = charge_id === null ? null : byId(tx).get({ id: charge_id });
  if (!charge || !canMove("charge", charge.state, "succeeded")) return;
  const { id, booking_id, state: from, amount, tax } = charge;
  tx.update(charges).set({ state: "succeeded", payment_id, ended_at: deed.now }).where(eq(charges.id, id)).run();
  closeTask(tx, deed, unpaidTask(id));
  notePaid(tx, deed, charge, null);
  recordEvent(tx, deed, {
    subject: { kind: "charge", id },
    bookingId: booking_id,
    action: "charge_settled",
    from,
    to: "succeeded",
    data: { amount: amount + tax },
  });
}
