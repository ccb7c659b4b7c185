import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { charges, disputes } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed, StaffActor } from "../kernel/deed";
import { newId } from "../kernel/ids.server";
import { DAY, instant, plus, type Instant } from "../kernel/time.server";
import { enqueue } from "../outbox/outbox.server";
import { hasEnded } from "../states/dispute";
import { answerDue, awaitsAnswer } from "../states/dispute-words";
import { canMove } from "../states/transitions";
import { closeTask, needPerson, openTask } from "../tasks/tasks.server";
import { allocate, findEntry, getEntry, post, type Charge } from "./books.server";
import { crossingTask } from "./credits.server";
import { chargesPaidBy, findDispute, findPaymentOf, type Dispute } from "./disputes-read.server";
import type { DisputeFacts } from "./money-port";
import { endHeldRefunds } from "./held-refunds.server";
import { readLedger } from "./ledger.server";
import { letOff } from "./let-off.server";
import { payWhatIsOpen } from "./pay-open.server";
import { isUnderWay } from "./refund-parts.server";
import { listTaken, lostCause, takenCause, wasTakenSince } from "./taken-by-bank.server";

/** The bank's last day is for the post; ours is two days before it. */
const ANSWER_BEFORE_MS = 2 * DAY;

/**
 * Takes over what the card company says of a dispute, from an event or an answer, twice or in any order: a state that the
 * table does not know after the present one changes nothing, and money is booked once, whichever telling has it first. The
 * charges that the payment paid are frozen while it is open. Null for a payment that is not in our books: not ours, or not
 * told yet; the reconciler asks again.
 */
export function applyDisputeFacts(tx: Tx, deed: Deed, facts: DisputeFacts): Dispute | null {
  const known = findDispute(tx, { stripeId: facts.disputeId }) ?? openDispute(tx, deed, facts);
  if (!known) return null;
  bookMoney(tx, deed, known, facts);
  const moved = moveState(tx, deed, known, facts);
  // Told once more, it freezes and ends nothing: what was charged or promised since is no part of what the bank decided.
  const isNews =
    moved.state !== known.state || moved.withdrawn !== known.withdrawn || moved.reinstated !== known.reinstated;
  if (isNews) freeze(tx, deed, moved);
  if (isNews && hasEnded(moved.state)) endHeldRefunds(tx, deed, moved.payment_id);
  // What was paid too much is for what the bank took; what was paid for that, and the bank gave back, is for something else.
  payWhatIsOpen(tx, deed, moved.booking_id);
  needPerson(tx, deed, awaitsAnswer(moved.state), {
    kind: "dispute",
    cause: `dispute:${moved.id}`,
    subject: { kind: "dispute", id: moved.id },
    bookingId: moved.booking_id,
    due: moved.due_at === null ? deed.now : plus(moved.due_at, -ANSWER_BEFORE_MS),
  });
  // What waited to go back, and the bank has given back instead, is owed by nobody.
  if (listTaken(tx, moved.booking_id).some(({ dispute }) => dispute?.id === moved.id))
    openTask(tx, deed, {
      kind: "dispute_lost",
      cause: lostCause(moved),
      subject: { kind: "dispute", id: moved.id },
      bookingId: moved.booking_id,
      due: deed.now,
    });
  return moved;
}

function openDispute(tx: Tx, deed: Deed, facts: DisputeFacts): Dispute | null {
  const payment = findPaymentOf(tx, facts.paymentIntentId);
  if (!payment) return null;
  const dispute = tx
    .insert(disputes)
    .values({
      id: newId("dispute"),
      booking_id: payment.booking_id,
      payment_id: payment.id,
      stripe_dispute_id: facts.disputeId,
      // What is told first may be its end already: then it moves there at once.
      state: facts.state === "inquiry" || facts.state === "inquiry_answered" ? "inquiry" : "needs_response",
      amount: facts.amount,
      reason: facts.reason,
      due_at: dueOf(facts),
      opened_at: deed.now,
      updated_at: deed.now,
    })
    .returning()
    .get();
  recordEvent(tx, deed, {
    subject: { kind: "dispute", id: dispute.id },
    bookingId: dispute.booking_id,
    action: "dispute_opened",
    to: dispute.state,
    data: { amount: facts.amount, reason: facts.reason },
  });
  return dispute;
}

const dueOf = ({ dueBy }: DisputeFacts): Instant | null => (dueBy === null ? null : instant(dueBy * 1000));

/** What the bank took makes the customer owe it again; what it gives back takes that off. */
function bookMoney(tx: Tx, deed: Deed, dispute: Dispute, facts: DisputeFacts): void {
  const { id, booking_id, payment_id } = dispute;
  const taken = takenCause(dispute);
  const given = `dispute_won:${id}`;
  if (facts.withdrawn > 0 && !findEntry(tx, taken)) {
    post(tx, deed, { booking_id, kind: "dispute", amount: facts.withdrawn, payment_id, cause: taken });
    tx.update(disputes).set({ withdrawn: facts.withdrawn }).where(eq(disputes.id, id)).run();
  }
  if (facts.reinstated > 0 && !findEntry(tx, given)) {
    const back = post(tx, deed, {
      booking_id,
      kind: "dispute_won",
      amount: facts.reinstated,
      payment_id,
      cause: given,
    });
    allocate(tx, deed, back, getEntry(tx, taken));
    tx.update(disputes).set({ reinstated: facts.reinstated }).where(eq(disputes.id, id)).run();
  }
}

function moveState(tx: Tx, deed: Deed, { id, state: from }: Dispute, facts: DisputeFacts): Dispute {
  const to = facts.state;
  const moves = canMove("dispute", from, to);
  const isNewest = moves || from === to;
  const after = tx
    .update(disputes)
    .set({
      updated_at: deed.now,
      ...(isNewest && { due_at: dueOf(facts), amount: facts.amount }),
      ...(moves && { state: to, closed_at: hasEnded(to) ? deed.now : null }),
    })
    .where(eq(disputes.id, id))
    .returning()
    .get();
  if (!after) throw new Error(`no dispute ${id}`);
  if (moves)
    recordEvent(tx, deed, {
      subject: { kind: "dispute", id },
      bookingId: after.booking_id,
      action: "dispute_moved",
      from,
      to,
      data: { amount: after.amount },
    });
  return after;
}

/** The charges that the disputed payment paid: frozen while the money is away, then won or lost with it. */
function freeze(tx: Tx, deed: Deed, dispute: Dispute): void {
  if (dispute.withdrawn === 0) return;
  const move = (charge: Charge, to: "disputed" | "won" | "lost") => {
    if (!canMove("charge", charge.state, to)) return charge;
    const from = charge.state;
    tx.update(charges).set({ state: to }).where(eq(charges.id, charge.id)).run();
    recordEvent(tx, deed, {
      subject: { kind: "charge", id: charge.id },
      bookingId: charge.booking_id,
      action: "charge_disputed",
      from,
      to,
      data: { amount: charge.amount + charge.tax },
    });
    return { ...charge, state: to };
  };
  for (const charge of chargesPaidBy(tx, { id: dispute.payment_id })) {
    const frozen = move(charge, "disputed");
    if (dispute.state === "won" || dispute.state === "lost") move(frozen, dispute.state);
    if (dispute.state === "lost") closeTask(tx, deed, crossingTask(charge.id));
  }
}

/** Nothing can be asked for a dispute that is not open for it. */
export type DisputeRefusal = {
  ok: false;
  code: "not_open" | "too_late" | "already_asked" | "not_lost" | "refund_under_way";
};

/**
 * The office asks for the evidence to be packed and sent to the bank, with its own words. Once: a bank takes one answer.
 * Refused where the bank takes none any more, after its last moment for it, and while one is on its way.
 */
export function askToAnswer(
  tx: Tx,
  deed: Deed<StaffActor>,
  id: string,
  said: string,
): { ok: true; dispute: Dispute } | DisputeRefusal {
  const dispute = findDispute(tx, { id });
  if (!dispute || !awaitsAnswer(dispute.state)) return { ok: false, code: "not_open" };
  if (answerDue(dispute, deed.now)?.isOver) return { ok: false, code: "too_late" };
  if (dispute.asked_at !== null && dispute.refused === null) return { ok: false, code: "already_asked" };
  tx.update(disputes).set({ said, asked_at: deed.now, refused: null }).where(eq(disputes.id, dispute.id)).run();
  recordEvent(tx, deed, {
    subject: { kind: "dispute", id: dispute.id },
    bookingId: dispute.booking_id,
    action: "dispute_answer_asked",
    data: { amount: dispute.amount },
  });
  enqueue(tx, {
    kind: "stripe.dispute-answer",
    cause: `dispute-answer:${dispute.id}:${deed.now}`,
    bookingId: dispute.booking_id,
    payload: { disputeId: dispute.id, askedAt: deed.now },
  });
  return { ok: true, dispute };
}

/** The evidence as it lies on the disk, before it is sent; what was sent stays what it is. */
export function keepEvidence(
  tx: Tx,
  { id }: Pick<Dispute, "id">,
  made: { path: string; sha256: string; bytes: number },
): void {
  tx.update(disputes)
    .set({ file_path: made.path, file_sha256: made.sha256, file_bytes: made.bytes })
    .where(and(eq(disputes.id, id), isNull(disputes.sent_at)))
    .run();
}

/** The card company took the evidence, or (`refused`, its words) did not: then the office may ask once more. */
export function keepAnswer(
  tx: Tx,
  deed: Deed,
  { id, booking_id, amount }: Dispute,
  sent: { facts: DisputeFacts; fileId: string } | { refused: string },
): void {
  if ("refused" in sent) {
    tx.update(disputes).set({ refused: sent.refused }).where(eq(disputes.id, id)).run();
    return;
  }
  tx.update(disputes)
    .set({ sent_at: deed.now, stripe_file_id: sent.fileId, refused: null })
    .where(eq(disputes.id, id))
    .run();
  recordEvent(tx, deed, {
    subject: { kind: "dispute", id },
    bookingId: booking_id,
    action: "dispute_answered",
    data: { amount },
  });
  applyDisputeFacts(tx, deed, sent.facts);
}

/**
 * An admin lets a lost dispute be: what the bank took is written off, and nobody is asked to pay it again. Cents come back;
 * refused for one that is not lost, or of which nothing is owed (any more), and ("refund_under_way") while a refund of the
 * payment that was decided before the bank took it has not ended: should it come back, what the bank took is that money.
 */
export function writeOffDispute(
  tx: Tx,
  deed: Deed<StaffActor>,
  id: string,
  why: string,
): { ok: true; amount: number } | DisputeRefusal {
  const dispute = findDispute(tx, { id });
  if (dispute?.state !== "lost" || dispute.written_off_at !== null) return { ok: false, code: "not_lost" };
  const taken = listTaken(tx, dispute.booking_id).find((one) => one.dispute?.id === dispute.id);
  if (!taken) return { ok: false, code: "not_lost" };
  const ofPayment = readLedger(tx, dispute.booking_id).refunds.filter((one) => one.payment_id === taken.paymentId);
  if (ofPayment.some((refund) => isUnderWay(refund.state) && wasTakenSince(taken, refund)))
    return { ok: false, code: "refund_under_way" };
  const { open: amount } = taken;
  letOff(tx, deed, dispute, taken.entry);
  tx.update(disputes).set({ written_off_at: deed.now }).where(eq(disputes.id, dispute.id)).run();
  closeTask(tx, deed, lostCause(dispute));
  payWhatIsOpen(tx, deed, dispute.booking_id);
  recordEvent(tx, deed, {
    subject: { kind: "dispute", id: dispute.id },
    bookingId: dispute.booking_id,
    action: "dispute_written_off",
    why,
    data: { amount },
  });
  return { ok: true, amount };
}
