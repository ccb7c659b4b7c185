import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { refunds } from "#db/schema/index";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { closeTask } from "../tasks/tasks.server";
import { allocate, getEntry, listEntries, openAmount, type LedgerEntry, type Refund } from "./books.server";
import { takeLetOffBack } from "./let-off.server";
import { listTaken, seeToExcess, settleTaken, wasTakenSince } from "./taken-by-bank.server";

/** Of refunds that nobody has to see to: the customer has the money from their bank, or by one made in Stripe's dashboard. */
export const LOST_DISPUTE = "lost_dispute";
export const GONE_BY_CARD = "gone_by_card";
export type Otherwise = typeof LOST_DISPUTE | typeof GONE_BY_CARD;

/** Whether its customer has the money of a refund that did not go out, and how; null where they have it not. */
export const givenOtherwise = ({ failure_reason: why }: Pick<Refund, "failure_reason">): Otherwise | null =>
  why === LOST_DISPUTE || why === GONE_BY_CARD ? why : null;
export const isGivenOtherwise = (refund: Pick<Refund, "failure_reason">): boolean => givenOtherwise(refund) !== null;

/**
 * Ends a refund of which nothing is left to give: nobody has to see to it. `insteadId` is what carries the rest of it; where
 * that is all of it (`why` null) it keeps the reason for which it failed. Where its money is the books say (`followBack`).
 */
export function endOtherwise(
  tx: Tx,
  deed: Deed,
  { id }: Pick<Refund, "id">,
  why: Otherwise | null,
  insteadId: Id<"refund"> | null = null,
): void {
  const ended = { replaced_by: insteadId, ...(why !== null && { failure_reason: why }) };
  tx.update(refunds).set(ended).where(eq(refunds.id, id)).run();
  closeTask(tx, deed, `refund:${id}`);
}

/**
 * A refund has come back (`back`): what its customer has of that payment's money otherwise is settled by it. That is what went
 * past us and nothing gives, its own part of that first, what a bank took for good after the refund was decided, and what of
 * either they were let keep (`takeLetOffBack`). Whether nothing is left to give; what is left waits for a person.
 */
export function settleReturned(tx: Tx, deed: Deed, refund: Refund, back: LedgerEntry): boolean {
  const { id, booking_id, payment_id } = refund;
  let why: Otherwise | null = null;
  const ofPayment = listEntries(tx, booking_id).filter((one) => one.kind === "refund" && one.payment_id === payment_id);
  const own = getEntry(tx, `refund:${id}`);
  for (const entry of [own, ...ofPayment.filter((one) => one.id !== own.id)]) {
    const part = Math.min(openAmount(tx, entry), openAmount(tx, back));
    if (part === 0) continue;
    allocate(tx, deed, back, entry, part);
    why = GONE_BY_CARD;
  }
  if (why !== null) seeToExcess(tx, deed, booking_id);
  for (const taken of listTaken(tx, booking_id)) {
    const part = Math.min(taken.open, openAmount(tx, back));
    if (taken.paymentId !== payment_id || !wasTakenSince(taken, refund) || part === 0) continue;
    settleTaken(tx, deed, taken, [back], part);
    why = LOST_DISPUTE;
  }
  const { byBank, byCard } = takeLetOffBack(tx, deed, refund, back);
  if (byBank > 0) why = LOST_DISPUTE;
  else if (byCard > 0) why ??= GONE_BY_CARD;
  if (why === null || openAmount(tx, back) > 0) return false;
  endOtherwise(tx, deed, refund, why);
  return true;
}
