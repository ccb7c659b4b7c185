import { and, desc, eq, sql } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { bookings, disputes, payments } from "#db/schema/index";
import { WHO_ORDERED, whoOrdered } from "../customers/who-ordered.server";
import { cardWords } from "../payments/card-words";
import { chargesPaidBy, findDispute, standingOf, type Dispute } from "../payments/disputes-read.server";
import { getPayment } from "../payments/ledger.server";
import { isToTakeUp, listRefundsToDo, otherPayments } from "../payments/give-back.server";
import { leftToGive } from "../payments/held-refunds.server";
import { methodWords } from "../payments/methods";
import { failureWords } from "../payments/refund-failure";
import { givenElsewhere } from "../payments/refund-elsewhere.server";
import { isToPayOut } from "../payments/refunds.server";
import type { Cents } from "../kernel/money";
import type { Instant } from "../kernel/time.server";
import { listTaken } from "../payments/taken-by-bank.server";
import { hasEnded } from "../states/dispute";
import { answerDue, awaitsAnswer } from "../states/dispute-words";
import type { RefundState } from "../states/transitions";
import type { Id } from "../kernel/ids.server";
import { claimOf } from "../documents/evidence-html";

const PAGE = 50;
const who = {
  number: bookings.booking_number,
  name: WHO_ORDERED,
  customer: bookings.customer_id,
};

/** Disputes, the newest first, a page at a time, with what is due as of `now`; `next` is the cursor of the one after. */
export function listDisputes(orm: Orm, now: Instant, after: string | null) {
  const [, at, id] = /^(\d{1,16})~([\w-]+)$/.exec(after ?? "") ?? [];
  const rows = orm
    .select({ dispute: disputes, ...who })
    .from(disputes)
    .innerJoin(bookings, eq(bookings.id, disputes.booking_id))
    .where(at === undefined ? undefined : sql`(${disputes.opened_at}, ${disputes.id}) < (${Number(at)}, ${id ?? ""})`)
    .orderBy(desc(disputes.opened_at), desc(disputes.id))
    .limit(PAGE + 1)
    .all();
  const shown = rows.slice(0, PAGE);
  const last = shown.at(-1)?.dispute;
  return {
    rows: shown.map(({ dispute, number, name }) => ({
      id: dispute.id,
      number,
      name,
      state: dispute.state,
      amount: dispute.amount,
      claim: claimOf(dispute.reason),
      due: answerDue(dispute, now),
      openedAt: dispute.opened_at,
    })),
    next: rows.length > PAGE && last ? `${last.opened_at}~${last.id}` : null,
  };
}

/** One dispute as its page shows it: what is disputed, what we know, what was sent. Null when there is none. */
export function findDisputeRecord(orm: Orm, now: Instant, id: string) {
  const dispute = findDispute(orm, { id });
  const booking = dispute && orm.select().from(bookings).where(eq(bookings.id, dispute.booking_id)).get();
  if (!dispute || !booking) return null;
  const payment = getPayment(orm, dispute.payment_id);
  return {
    dispute,
    due: answerDue(dispute, now),
    claim: claimOf(dispute.reason),
    number: booking.booking_number,
    bookingId: booking.id,
    customerId: booking.customer_id,
    name: whoOrdered(orm, booking),
    card: cardWords(payment),
    payment,
    charges: chargesPaidBy(orm, payment),
    can: whatCan(orm, dispute, now),
  };
}

function whatCan(orm: Orm, dispute: Dispute, now: Instant) {
  const isOver = answerDue(dispute, now)?.isOver === true;
  const isOpen = awaitsAnswer(dispute.state) && !isOver;
  const onItsWay = dispute.asked_at !== null && dispute.sent_at === null && dispute.refused === null;
  return {
    answer: isOpen && !onItsWay && dispute.sent_at === null,
    accept: isOpen && !onItsWay,
    /** Nothing was sent in time. */
    isOver: isOver && dispute.sent_at === null && !onItsWay,
    /** Something of it is owed: nobody has paid it again, and what we owed has not settled it. */
    writeOff: listTaken(orm, dispute.booking_id).some((taken) => taken.dispute?.id === dispute.id),
    onItsWay: onItsWay && !hasEnded(dispute.state),
  };
}

export interface RefundToDo {
  id: Id<"refund">;
  number: string;
  name: string;
  amount: Cents;
  state: RefundState;
  reason: string;
  /** Why it did not arrive, in words. */
  why: string | null;
  since: Instant;
  way: string;
  /** What Stripe's dashboard has given back since of the payment of what a person is to see to; cents. */
  elsewhere: Cents;
  /** What a person can do: take it up another way, or write down that it was paid out. */
  next: "again" | "pay_out" | null;
  /** Its payment is disputed: whatever is to be done waits for the bank. */
  isFrozen: boolean;
  /** Other payments of the booking that can carry it. */
  others: { id: string; words: string }[];
}

/** Refunds that are not at their end, the oldest first: what waits, what a person pays out, what failed. */
export function listRefundsForOffice(orm: Orm): RefundToDo[] {
  return listRefundsToDo(orm).map((refund) => {
    const booking = orm
      .select(who)
      .from(bookings)
      .where(and(eq(bookings.id, refund.booking_id)))
      .get();
    const again = isToTakeUp(refund);
    const next = again ? "again" : isToPayOut(refund) ? "pay_out" : null;
    return {
      id: refund.id,
      number: booking?.number ?? "",
      name: booking?.name ?? "",
      amount: leftToGive(orm, refund),
      state: refund.state,
      reason: refund.reason,
      why: failureWords(refund.failure_reason),
      since: refund.created_at,
      way: methodWords(refund),
      elsewhere: next ? givenElsewhere(orm, refund) : 0,
      next,
      isFrozen: next !== null && standingOf(orm, getPayment(orm, refund.payment_id)) === "frozen",
      others: again
        ? otherPayments(orm, refund).map((payment) => ({ id: payment.id, words: paymentWords(orm, payment.id) }))
        : [],
    };
  });
}

function paymentWords(orm: Orm, id: Id<"payment">): string {
  const payment = orm.select().from(payments).where(eq(payments.id, id)).get();
  return payment ? methodWords(payment) : "";
}
