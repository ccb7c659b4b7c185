import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { changes } from "#db/schema/index";
import { recomputeBooking } from "../booking/order/recompute.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { closeTask, needPerson } from "../tasks/tasks.server";
import { allocateToOpen, type Charge, type LedgerEntry } from "./books.server";
import { closeCheckout, findChangeCheckout } from "./checkouts.server";
import { listDisputesOf } from "./disputes-read.server";
import { sendReceipt, settleCharge } from "./settle-charge.server";
import { findSurplus } from "./surplus.server";
import { heldCauses, lostCause, seeToExcess, takenCause } from "./taken-by-bank.server";

/** The cause of the task that somebody gives back what was paid too much of a booking. */
export const surplusTask = (bookingId: Id<"booking">): string => `surplus:${bookingId}`;

/**
 * When it is an entry's turn to be paid: 0 what is asked for (charges), 1 what its customer has back and owes us, 2 what a bank
 * holds (`held`: the causes of what was taken by disputes that are not lost).
 */
export const turnOf = (
  { kind, cause }: Pick<LedgerEntry, "kind" | "cause">,
  held: ReadonlySet<string>,
): 0 | 1 | typeof HELD => (kind === "charge" ? 0 : held.has(cause) ? HELD : 1);
export const HELD = 2;

/**
 * Joins what a booking has to give to what is open on it: first to the charges, which the customer is asked for, the oldest
 * first; then to what they have back and owe us; last to what a bank holds and may give back, or has not yet where it decided
 * for us. A charge of which nothing is open any more is paid, and a lost dispute is nobody's to decide on any more. What is
 * left then was paid too much, and somebody gives it back; nobody, once there is none. For whoever books money that came, or
 * something that is to be paid: nothing is asked of a customer to whom we owe it. A refund that came back pays nothing: it
 * has a way of its own. Of a later charge that is paid by it its customer has a receipt: they were asked to pay it, or read that
 * their card will be.
 */
export function payWhatIsOpen(tx: Tx, deed: Deed, bookingId: Id<"booking">): void {
  const { hasJoined, paid } = joinWhatIsOpen(tx, deed, bookingId);
  for (const charge of paid) if (isAwaited(charge)) sendReceipt(tx, charge, { fromSurplus: true });
  if (hasJoined) recomputeBooking(tx, deed, bookingId);
}

/** A later charge of which its customer waits to hear: what is on an account is paid by its statement. */
const isAwaited = ({ cause, state }: Charge): boolean => cause !== null && state !== "billed";

/**
 * The same for who stores afterwards what follows for the booking (`recomputeBooking`), once for each, where a check pays for a
 * thousand of them; and who tells its customer what was paid. Returns whether anything was joined, and the charges that are paid
 * by it, as they were.
 */
export function joinWhatIsOpen(tx: Tx, deed: Deed, bookingId: Id<"booking">): { hasJoined: boolean; paid: Charge[] } {
  const disputes = listDisputesOf(tx, bookingId);
  const held = heldCauses(disputes);
  const turn = (entry: LedgerEntry) => turnOf(entry, held);
  let hasJoined = false;
  const paid: Charge[] = [];
  const { from: giving } = findSurplus(tx, bookingId);
  if (giving.length > 0) closePageOfBalance(tx, deed, bookingId);
  for (const from of giving) {
    const settled = allocateToOpen(tx, deed, from, turn);
    paid.push(
      ...settled.flatMap(({ charge_id: id }) =>
        id === null ? [] : (settleCharge(tx, deed, id, from.payment_id) ?? []),
      ),
    );
    for (const dispute of disputes)
      if (settled.some(({ cause }) => cause === takenCause(dispute))) closeTask(tx, deed, lostCause(dispute));
    hasJoined ||= settled.length > 0;
  }
  const surplus = findSurplus(tx, bookingId);
  needPerson(tx, deed, surplus.cents > 0, {
    kind: "surplus",
    cause: surplusTask(bookingId),
    subject: { kind: "booking", id: bookingId },
    bookingId,
    due: deed.now,
    // What was decided of an earlier one says nothing of what came since.
    grewAt: surplus.from.at(-1)?.at,
  });
  seeToExcess(tx, deed, bookingId);
  return { hasJoined, paid };
}

/** Its payment page asks for another sum now, or for nothing any more: the next one that is opened asks for what is open then. */
function closePageOfBalance(tx: Tx, deed: Deed, bookingId: Id<"booking">): void {
  // The state is written out as in the partial index.
  const open = and(eq(changes.booking_id, bookingId), eq(changes.kind, "balance"), sql`${changes.state} = 'priced'`);
  const balance = tx.select({ id: changes.id }).from(changes).where(open).get();
  const page = balance && findChangeCheckout(tx, balance.id);
  if (page) closeCheckout(tx, deed, page, "paid_another_way");
}
