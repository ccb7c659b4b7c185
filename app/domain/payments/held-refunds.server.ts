import { and, eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { refunds } from "#db/schema/index";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { closeTask, openTask } from "../tasks/tasks.server";
import { openAmount, type LedgerEntry, type Refund } from "./books.server";
import { chargesPaidBy, standingOf } from "./disputes-read.server";
import { getPayment } from "./ledger.server";
import { planRefund, refundParts } from "./refund-across.server";
import {
  bookReturned,
  byHandCause,
  leftOfPayment,
  LOST_DISPUTE,
  moveRefund,
  sendOut,
  type GONE_BY_CARD,
} from "./refunds.server";
import { listTaken, settleTaken, type Taken } from "./taken-by-bank.server";

/**
 * A dispute of a payment has ended: what waited for it goes out. Where it is lost the bank has given its part back already:
 * that part of what waited ends ("canceled") and settles what is owed for the dispute, and the rest goes out as a refund of
 * its own. Nothing while another dispute keeps the payment frozen.
 */
export function endHeldRefunds(tx: Tx, deed: Deed, paymentId: Id<"payment">): void {
  const held = tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.payment_id, paymentId), eq(refunds.state, "requested")))
    .all();
  if (held.length === 0 || standingOf(tx, getPayment(tx, paymentId)) === "frozen") return;
  for (const refund of held) {
    const taken = listTaken(tx, refund.booking_id).filter((one) => one.paymentId === paymentId);
    // A check may have paid for the dispute meanwhile: then nothing is owed for it, and the card has nothing to give all the same.
    if (taken.length > 0 || leftOfPayment(tx, getPayment(tx, paymentId)) < 0) {
      shareWithBank(tx, deed, refund, taken);
      continue;
    }
    moveRefund(tx, deed, refund, "approved");
    sendOut(tx, deed, refund);
  }
}

function shareWithBank(tx: Tx, deed: Deed, refund: Refund, taken: readonly Taken[]): void {
  giveWay(tx, deed, refund, LOST_DISPUTE, (back) => {
    for (const one of taken) settleTaken(tx, deed, one, [back], Math.min(one.open, openAmount(tx, back)));
  });
}

/**
 * A refund that has not gone out ends, because its customer has that money otherwise (`why`), all of it or a part: `settle`
 * joins what it gives to that, and the rest goes out as a refund of its own, the same way.
 */
export function giveWay(
  tx: Tx,
  deed: Deed,
  refund: Refund,
  why: typeof LOST_DISPUTE | typeof GONE_BY_CARD,
  settle: (back: LedgerEntry) => void,
): void {
  const { id, booking_id, payment_id, method, reason } = refund;
  moveRefund(tx, deed, refund, "canceled");
  const back = bookReturned(tx, deed, refund);
  settle(back);
  const { parts, short } = planRefund(
    tx,
    booking_id,
    openAmount(tx, back),
    chargesPaidBy(tx, { id: payment_id, booking_id }),
  );
  // What was to be paid out by check still is.
  const alike = parts.map((part) => (part.payment.id === payment_id ? { ...part, method } : part));
  const [instead] = refundParts(tx, deed, alike, reason, [back]);
  tx.update(refunds)
    .set({ failure_reason: why, replaced_by: instead?.id ?? null })
    .where(eq(refunds.id, id))
    .run();
  closeTask(tx, deed, byHandCause(refund));
  // The booking's payments have less than we owe: nothing of ours makes that, and a person has to see it.
  if (short > 0)
    openTask(tx, deed, {
      kind: "refund_failed",
      cause: `refund:${id}`,
      subject: { kind: "refund", id },
      bookingId: booking_id,
      due: deed.now,
    });
}
