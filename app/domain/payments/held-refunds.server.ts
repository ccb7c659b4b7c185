import { and, desc, eq } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { refunds } from "#db/schema/index";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { closeTask, openTask } from "../tasks/tasks.server";
import { findEntry, openAmount, type LedgerEntry, type Payment, type Refund } from "./books.server";
import { chargesPaidBy, standingOf } from "./disputes-read.server";
import { isToTakeUp, leftReturned } from "./give-back.server";
import { endOtherwise, LOST_DISPUTE, type Otherwise } from "./given-otherwise.server";
import { getPayment } from "./ledger.server";
import { planRefund, refundParts } from "./refund-across.server";
import { isUnderWay } from "./refund-parts.server";
import { bookReturned, byHandCause, isToPayOut, leftOfPayment, moveRefund, sendOut } from "./refunds.server";
import { listTaken, settleTaken, wasTakenSince, type Taken } from "./taken-by-bank.server";

/**
 * What is promised of a payment and has not gone out: what waits for the end of a dispute, what is to be paid out by hand,
 * and what came back and waits to be taken up; the newest first. What the outbox sends to a card is not among it: Stripe may
 * have it already.
 */
export function listNotGone(orm: Orm, payment: Pick<Payment, "id" | "booking_id">): Refund[] {
  return listOf(orm, payment).filter(
    (refund) => refund.state === "requested" || isToPayOut(refund) || isToTakeUp(refund),
  );
}

/** Whether a refund of a payment, apart from one of them, has not ended yet. */
export function hasUnderWay(orm: Orm, payment: Pick<Payment, "id" | "booking_id">, apart: Pick<Refund, "id">): boolean {
  return listOf(orm, payment).some(({ id, state }) => id !== apart.id && isUnderWay(state));
}

function listOf(orm: Orm, { id, booking_id }: Pick<Payment, "id" | "booking_id">): Refund[] {
  return orm
    .select()
    .from(refunds)
    .where(and(eq(refunds.booking_id, booking_id), eq(refunds.payment_id, id)))
    .orderBy(desc(refunds.created_at), desc(refunds.id))
    .all();
}

/** What of a refund that has not gone out is still to be given: of one that came back, what its customer has not got otherwise. Cents. */
export function leftToGive(orm: Orm, refund: Refund): Cents {
  return isToTakeUp(refund) ? leftReturned(orm, refund) : refund.amount;
}

/**
 * A dispute of a payment has ended: what waited for it goes out. Where it is lost the bank has given its part back already:
 * that part of what was promised before and has not gone ends (`giveWay`) and settles what is owed for the dispute, and the rest
 * goes out as a refund of its own. Nothing while another dispute keeps the payment frozen.
 */
export function endHeldRefunds(tx: Tx, deed: Deed, paymentId: Id<"payment">): void {
  const payment = getPayment(tx, paymentId);
  const notGone = listNotGone(tx, payment);
  if (notGone.length === 0 || standingOf(tx, payment) === "frozen") return;
  for (const refund of notGone) {
    const taken = listTaken(tx, refund.booking_id).filter(
      (one) => one.paymentId === paymentId && wasTakenSince(one, refund),
    );
    // A check may have paid for the dispute meanwhile: then nothing is owed for it, and the card has nothing to give all the same.
    if (taken.length > 0 || (!isToTakeUp(refund) && leftOfPayment(tx, payment) < 0)) {
      shareWithBank(tx, deed, refund, taken);
      continue;
    }
    if (refund.state !== "requested") continue;
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
 * joins what it gives to that, and the rest goes out as a refund of its own, the same way. Of one that came back the rest
 * still waits for a person, who chooses the way.
 */
export function giveWay(tx: Tx, deed: Deed, refund: Refund, why: Otherwise, settle: (back: LedgerEntry) => void): void {
  const cameBack = findEntry(tx, `refund_failed:${refund.id}`);
  if (!cameBack) moveRefund(tx, deed, refund, "canceled");
  const back = cameBack ?? bookReturned(tx, deed, refund);
  settle(back);
  closeTask(tx, deed, byHandCause(refund));
  const rest = openAmount(tx, back);
  if (rest === 0) endOtherwise(tx, deed, refund, why);
  else if (!cameBack) replace(tx, deed, refund, why, back, rest);
}

/** The rest of a refund that gave way goes out; where the booking's payments have too little for it, a person has to see to it. */
function replace(tx: Tx, deed: Deed, refund: Refund, why: Otherwise, back: LedgerEntry, rest: Cents): void {
  const { id, booking_id, payment_id, method, reason } = refund;
  const paidFor = chargesPaidBy(tx, { id: payment_id });
  const { parts, short } = planRefund(tx, booking_id, rest, paidFor);
  if (short > 0) {
    openTask(tx, deed, {
      kind: "refund_failed",
      cause: `refund:${id}`,
      subject: { kind: "refund", id },
      bookingId: booking_id,
      due: deed.now,
    });
    return;
  }
  // What was to be paid out by check still is.
  const alike = parts.map((part) => (part.payment.id === payment_id ? { ...part, method } : part));
  const [instead] = refundParts(tx, deed, alike, reason, [back]);
  endOtherwise(tx, deed, refund, why, instead?.id);
}
