import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { charges, payments, refunds } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed, StaffActor } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import {
  getEntry,
  listAllocations,
  listEntries,
  openAmount,
  type Charge,
  type Payment,
  type Refund,
} from "./books.server";
import { creditCharge, leftOfCharges, openOfCharges } from "./credits.server";
import { chargesPaidBy, standingOf } from "./disputes-read.server";
import {
  endOtherwise,
  givenOtherwise,
  GONE_BY_CARD,
  isGivenOtherwise,
  LOST_DISPUTE,
  type Otherwise,
} from "./given-otherwise.server";
import { getPayment } from "./ledger.server";
import { payWhatIsOpen } from "./pay-open.server";
import { planRefund, refundParts, type RefundPart } from "./refund-across.server";
import { findRefund, isToPayOut, leftOfPayment, settleByHand } from "./refunds.server";
import { findSurplus, planSurplus } from "./surplus.server";
import { listTaken, settleTaken, takenOfCharges, type Taken } from "./taken-by-bank.server";

/** What an admin wants to give back of a charge, outside the rules of cancelling. */
export interface GiveBackWish {
  /** Null: of what was paid too much, which no charge has taken. */
  chargeId: string | null;
  /** Cents, tax included. */
  amount: Cents;
  /** "check": the card is closed; an admin pays it out. */
  way: "same" | "check";
}

/** Which money goes where; cents, tax included. */
export interface GiveBackPlan {
  ok: true;
  /** Null: of what was paid too much. */
  charge: Charge | null;
  /** What no credit has taken of the charge before this, or what we owe of what was paid too much. */
  left: Cents;
  /** What is owed no more, because nobody has paid it. */
  forgiven: Cents;
  parts: RefundPart[];
}
export type GiveBackRefusal =
  | { ok: false; code: "unknown" | "frozen" | "no_money" | "changed" }
  | { ok: false; code: "too_much"; left: Cents };

const GIVABLE: readonly Charge["state"][] = ["succeeded", "billed", "won", "lost", "disputed"];

/**
 * The charges of a booking of which something is left to give back, with what that is; cents, tax included. What a bank took
 * for good of a charge is in its customer's hands already, and the rest of it is left: what nobody has paid of it, and what
 * the payments have together, which is less where another charge's money went back twice (in Stripe's dashboard).
 */
export function listGivable(orm: Orm, bookingId: Id<"booking">): { charge: Charge; left: Cents }[] {
  const all = orm
    .select()
    .from(charges)
    .where(eq(charges.booking_id, bookingId))
    .orderBy(asc(charges.created_at))
    .all()
    .filter(({ state }) => GIVABLE.includes(state));
  const books = listEntries(orm, bookingId);
  const left = leftOfCharges(all, books);
  const taken = takenOfCharges(orm, bookingId, left);
  const parts = planRefund(orm, bookingId, Infinity, [], mayGive(orm)).parts;
  const money = parts.reduce((sum, { amount }) => sum + amount, 0);
  const unpaid = openOfCharges(books, listAllocations(orm, bookingId));
  return all
    .map((charge) => {
      const most = (unpaid.get(charge.id) ?? 0) + money;
      return { charge, left: Math.min((left.get(charge.id) ?? 0) - (taken.get(charge.id) ?? 0), most) };
    })
    .filter(({ left }) => left > 0);
}

/** A payment that a bank took for good gives nothing. */
const mayGive = (orm: Orm) => (payment: Payment) => standingOf(orm, payment) !== "gone";

/**
 * What giving it back would do. What was paid too much just goes back (domain.md, section 3: only what was charged is
 * credited); else the charge is credited, what nobody has paid of it is owed no more, and the rest goes back
 * over the payments that paid for it, then over the booking's others, oldest first. Refused beyond what is left, while a
 * payment that it would come from is disputed, and where no payment has that much left.
 */
export function planGiveBack(
  orm: Orm,
  bookingId: Id<"booking">,
  { chargeId, amount, way }: GiveBackWish,
): GiveBackPlan | GiveBackRefusal {
  if (chargeId === null) return planOfSurplus(orm, bookingId, amount, way);
  const found = listGivable(orm, bookingId).find(({ charge }) => charge.id === chargeId);
  if (!found) return { ok: false, code: "unknown" };
  const { charge, left } = found;
  if (charge.state === "disputed") return { ok: false, code: "frozen" };
  if (amount > left) return { ok: false, code: "too_much", left };
  const forgiven = Math.min(amount, openAmount(orm, getEntry(orm, `charge:${charge.id}`)));
  const { parts, short } = planRefund(orm, bookingId, amount - forgiven, [charge], mayGive(orm));
  return planned(orm, way, { charge, left, forgiven, parts, short });
}

function planOfSurplus(
  orm: Orm,
  bookingId: Id<"booking">,
  amount: Cents,
  way: GiveBackWish["way"],
): GiveBackPlan | GiveBackRefusal {
  const { cents: left } = findSurplus(orm, bookingId);
  if (left === 0) return { ok: false, code: "unknown" };
  if (amount > left) return { ok: false, code: "too_much", left };
  return planned(orm, way, { charge: null, left, forgiven: 0, ...planSurplus(orm, bookingId, amount) });
}

function planned(
  orm: Orm,
  way: GiveBackWish["way"],
  { short, parts, ...plan }: Omit<GiveBackPlan, "ok"> & { short: Cents },
): GiveBackPlan | GiveBackRefusal {
  if (parts.some(({ payment }) => standingOf(orm, payment) === "frozen")) return { ok: false, code: "frozen" };
  if (short > 0) return { ok: false, code: "no_money" };
  return {
    ok: true,
    ...plan,
    parts: parts.map((part) => (way === "check" ? { ...part, method: "check" as const } : part)),
  };
}

/**
 * An admin gives back what the rules do not ask for (domain.md, section 5). `left` is what they were shown as left of the
 * charge, or as paid too much: pressed twice, or when somebody else was quicker, it is refused as "changed". Returns the refunds.
 */
export function giveBack(
  tx: Tx,
  deed: Deed<StaffActor>,
  bookingId: Id<"booking">,
  wish: GiveBackWish & { left: Cents; reason: string },
): { ok: true; refunds: Refund[] } | GiveBackRefusal {
  const plan = planGiveBack(tx, bookingId, wish);
  if (!plan.ok) return plan.code === "unknown" ? { ok: false, code: "changed" } : plan;
  if (plan.left !== wish.left) return { ok: false, code: "changed" };
  if (plan.charge === null) {
    recordEvent(tx, deed, {
      subject: { kind: "booking", id: bookingId },
      bookingId,
      action: "surplus_given_back",
      why: wish.reason,
      data: { amount: wish.amount },
    });
    const made = refundParts(tx, deed, plan.parts, wish.reason, findSurplus(tx, bookingId).from);
    payWhatIsOpen(tx, deed, bookingId);
    return { ok: true, refunds: made };
  }
  const credit = creditCharge(tx, deed, plan.charge, wish.amount, `office:${newId("cancellation")}`, "Given back");
  recordEvent(tx, deed, {
    subject: { kind: "charge", id: plan.charge.id },
    bookingId,
    action: "charge_given_back",
    why: wish.reason,
    data: { amount: wish.amount },
  });
  return { ok: true, refunds: refundParts(tx, deed, plan.parts, wish.reason, [credit]) };
}

/**
 * Another way for a refund that did not arrive: as it was paid once more, the same card first; to another payment's card; or
 * by check.
 */
export type AnotherWay = { to: "same" | "check" } | { to: "payment"; paymentId: string };

/** What of a refund that came back to us is to be given another way; cents. Throws for one that did not come back. */
export function leftReturned(orm: Orm, { id }: Pick<Refund, "id">): Cents {
  return openAmount(orm, getEntry(orm, `refund_failed:${id}`));
}

/** The other cards that paid for the booking and have enough left to carry what came back. */
export function otherPayments(orm: Orm, refund: Refund): Payment[] {
  return orm
    .select()
    .from(payments)
    .where(and(eq(payments.booking_id, refund.booking_id), eq(payments.method, "card")))
    .all()
    .filter(
      (payment) =>
        payment.id !== refund.payment_id &&
        leftOfPayment(orm, payment) >= leftReturned(orm, refund) &&
        standingOf(orm, payment) === "free",
    );
}

/**
 * Takes a refund that failed up again: what came back to us goes out another way, and the task is done. The payment that is
 * meant gives what it has left, the booking's others the rest; what none has, because a bank took it for good, its customer
 * has already. Null comes back where that is all of it. Refused where it has not failed, was taken up already, or
 * nothing can give it (any more).
 */
export function refundAgain(
  tx: Tx,
  deed: Deed<StaffActor>,
  id: string,
  way: AnotherWay,
): { ok: true; refund: Refund | null } | { ok: false; code: "not_failed" | "no_money" | "frozen" } {
  const failed = findRefund(tx, { id });
  if (!failed || !isToTakeUp(failed)) return { ok: false, code: "not_failed" };
  const payment =
    way.to === "payment"
      ? otherPayments(tx, failed).find((one) => one.id === way.paymentId)
      : getPayment(tx, failed.payment_id);
  if (!payment) return { ok: false, code: "no_money" };
  if (standingOf(tx, payment) === "frozen") return { ok: false, code: "frozen" };
  const plan = planAgain(tx, failed, payment);
  if (!plan) return { ok: false, code: "no_money" };
  const back = getEntry(tx, `refund_failed:${failed.id}`);
  for (const { part, ...taken } of plan.taken) settleTaken(tx, deed, taken, [back], part);
  const parts = way.to === "check" ? plan.parts.map((part) => ({ ...part, method: "check" as const })) : plan.parts;
  const [refund = null] = refundParts(tx, deed, parts, failed.reason, [back]);
  // What was given beyond what was due went by the card, not by a bank that took it.
  const byBank = plan.taken.some(({ dispute, part }) => dispute !== null && part > 0);
  const otherwise = byBank ? LOST_DISPUTE : GONE_BY_CARD;
  endOtherwise(tx, deed, failed, refund ? null : otherwise, refund?.id ?? null);
  return { ok: true, refund };
}

/** Which payments give what came back, `first` before all others, and what a bank has given of it; null for too little. */
function planAgain(
  orm: Orm,
  failed: Refund,
  first: Payment,
): { parts: RefundPart[]; taken: (Taken & { part: Cents })[] } | null {
  const { booking_id } = failed;
  const amount = leftReturned(orm, failed);
  const own = Math.max(0, Math.min(amount, leftOfPayment(orm, first)));
  const mayGive = (one: Payment) => one.id !== first.id && standingOf(orm, one) === "free";
  const rest = planRefund(orm, booking_id, amount - own, chargesPaidBy(orm, first), mayGive);
  let { short } = rest;
  const isOfFirst = ({ paymentId }: Taken) => Number(paymentId === first.id);
  const taken = listTaken(orm, booking_id)
    .toSorted((one, other) => isOfFirst(other) - isOfFirst(one))
    .map((one) => {
      const part = Math.min(short, one.open);
      short -= part;
      return { ...one, part };
    });
  return short > 0 ? null : { parts: [{ payment: first, amount: own, method: first.method }, ...rest.parts], taken };
}

/** Whether a refund did not arrive and nothing has taken its place yet. */
export function isToTakeUp(refund: Refund): boolean {
  const { state, replaced_by } = refund;
  return (state === "failed" || state === "canceled") && replaced_by === null && !isGivenOtherwise(refund);
}

/**
 * An admin writes down that a refund was paid out by check or in cash. Refused for one that does not wait for that, whose
 * money its customer has otherwise meanwhile ("gone_by_card", "lost_dispute"), and ("frozen") while its payment is disputed:
 * the bank may be giving the same money.
 */
export function recordPaidOut(
  tx: Tx,
  deed: Deed<StaffActor>,
  id: string,
  paid: { reference: string | null; deposit_batch: string | null },
): { ok: true; refund: Refund } | { ok: false; code: "not_waiting" | "frozen" | Otherwise } {
  const refund = findRefund(tx, { id });
  const otherwise = refund && givenOtherwise(refund);
  if (otherwise) return { ok: false, code: otherwise };
  if (!refund || !isToPayOut(refund)) return { ok: false, code: "not_waiting" };
  if (standingOf(tx, getPayment(tx, refund.payment_id)) === "frozen") return { ok: false, code: "frozen" };
  settleByHand(tx, deed, refund, paid);
  return { ok: true, refund };
}

/** Refunds that are not at their end, or that failed and wait for another way; oldest first. The condition is the index's. */
export function listRefundsToDo(orm: Orm, most = 200): Refund[] {
  const open = sql`(${refunds.state} in ('failed','canceled') and ${isNull(refunds.replaced_by)}) or ${refunds.state} in ('requested','approved','submitted','pending','requires_action')`;
  return orm
    .select()
    .from(refunds)
    .where(open)
    .orderBy(asc(refunds.created_at))
    .limit(most)
    .all()
    .filter((refund) => !isGivenOtherwise(refund));
}
