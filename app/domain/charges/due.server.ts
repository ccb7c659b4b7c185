import { and, asc, eq, isNull, lte, sql, type SQL } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { bookings, chargeAttempts, charges } from "#db/schema/index";
import { getBooking, type Booking } from "../booking/order/bookings.server";
import { issueChargeInvoice, notePaid } from "../documents/charge-invoices.server";
import type { Deed } from "../kernel/deed";
import { newCapability, newId, type Id } from "../kernel/ids.server";
import { cut } from "../kernel/text";
import type { Instant } from "../kernel/time.server";
import { enqueue } from "../outbox/outbox.server";
import { tellCustomer } from "../outbox/news.server";
import { allocate, getEntry, post, type Charge } from "../payments/books.server";
import { recordPayment } from "../payments/ledger.server";
import { joinWhatIsOpen } from "../payments/pay-open.server";
import { sendReceipt, unpaidTask } from "../payments/settle-charge.server";
import type { CardChargeFacts, LaterCharge } from "../payments/ports";
import { approveRefund } from "../payments/refunds.server";
import type { Settings } from "../settings/schema";
import { closeTask, openTask } from "../tasks/tasks.server";
import { cardOf, cardToAsk } from "./card-to-ask.server";
import {
  findAttempt,
  findCharge,
  gapsOf,
  getCharge,
  isUnpaid,
  moveCharge,
  needProof,
  openOfCharge,
  totalOfCharge,
  type Attempt,
  type LaterRow,
} from "./charges.server";
import { dropCrossing } from "./crossings.server";
import { callThem, isTold, settleBooking } from "./look.server";
import { arithmeticLines, chargeTitle } from "./words";

/** What falling due needs to know besides the books: the terms, and the company's address on papers. */
export interface DueTerms {
  settings: Settings;
  website: string;
}

export type DueCharge = Pick<Charge, "id" | "booking_id">;

/** Charges whose time to question it is over (domain.md, section 3), the oldest first. */
export function listDueCharges(orm: Orm, now: Instant, most = 200): DueCharge[] {
  return whoseTimeIsOver(orm, now).orderBy(asc(charges.due_at)).limit(most).all();
}

/** Lets one fall due by itself, as `letFallDue` does; nothing where it was stopped since it was listed. */
export function takeDueCharge(tx: Tx, deed: Deed, terms: DueTerms, { id }: DueCharge): void {
  if (whoseTimeIsOver(tx, deed.now, eq(charges.id, id)).get()) letFallDue(tx, deed, terms, id);
}

function whoseTimeIsOver(orm: Orm, now: Instant, which?: SQL) {
  // The state is written out as in the partial index.
  const due = and(sql`${charges.state} = 'noticed'`, lte(charges.due_at, now), isNull(charges.held_why), which);
  return orm
    .select({ id: charges.id, booking_id: charges.booking_id })
    .from(charges)
    .innerJoin(bookings, eq(bookings.id, charges.booking_id))
    .where(and(due, isNull(bookings.on_hold_reason)))
    .$dynamic();
}

export type DueResult =
  | { ok: true }
  | { ok: false; code: "not_now" | "too_early" | "no_proof" | "not_told" | "card_disputed" };

/**
 * A noticed charge falls due: it enters the books with its invoice, what was paid too much pays it, and its card is charged for the
 * rest; on account that is billed.
 * Refused before its time is over (`too_early`), and where anything of it is missing: then somebody is asked, and nothing
 * is charged.
 */
export function letFallDue(tx: Tx, deed: Deed, terms: DueTerms, id: Id<"charge">): DueResult {
  const charge = getCharge(tx, id);
  if (charge.state !== "noticed" || charge.held_why !== null) return { ok: false, code: "not_now" };
  if (charge.due_at === null || charge.due_at > deed.now) return { ok: false, code: "too_early" };
  const gaps = gapsOf(charge);
  if (gaps.length > 0) {
    needProof(tx, deed, charge, gaps);
    callThem(tx, deed, charge);
    return { ok: false, code: "no_proof" };
  }
  // A mail that came back since: nobody was told.
  if (!isTold(tx, charge)) {
    callThem(tx, deed, charge);
    return { ok: false, code: "not_told" };
  }
  const booking = getBooking(tx, charge.booking_id);
  const { amount, tax, booking_id } = charge;
  const onAccount = booking.account_days !== null;
  moveCharge(tx, deed, id, onAccount ? "billed" : "processing");
  const entry = post(tx, deed, { booking_id, kind: "charge", amount, tax, charge_id: id, cause: `charge:${id}` });
  // What was paid too much pays it first: its invoice and the card ask for the rest.
  joinWhatIsOpen(tx, deed, booking_id);
  const unpaid = getCharge(tx, id);
  const said = { id, entryId: entry.id, title: chargeTitle(charge), how: arithmeticLines(charge), amount, tax };
  const paid = amount + tax - openOfCharge(tx, unpaid);
  issueChargeInvoice(tx, deed, terms.settings, booking, terms.website, said, paid);
  if (unpaid.state === "processing") chargeTheCard(tx, deed, booking, unpaid);
  if (unpaid.state === "succeeded") sendReceipt(tx, unpaid, { fromSurplus: true });
  settleBooking(tx, deed, booking_id);
  return { ok: true };
}

/** One try, stored with its key before the card company is asked; without a card that may be asked it fails at once. */
function chargeTheCard(tx: Tx, deed: Deed, booking: Booking, charge: LaterRow): void {
  const asked = cardToAsk(tx, booking);
  if (!asked.ok) {
    moveCharge(tx, deed, charge.id, "failed", { why: asked.why });
    askToPay(tx, deed, charge, charge.id);
    return;
  }
  const id = newId("chargeAttempt");
  const request: LaterCharge = {
    stripeCustomerId: asked.card.customer,
    paymentMethodId: asked.card.method,
    amount: openOfCharge(tx, charge),
    description: cut(`Booking ${booking.booking_number}: ${chargeTitle(charge)}`, 500),
    idempotencyKey: `charge-${id}-${newCapability()}`,
    bookingId: booking.id,
    chargeId: charge.id,
    attemptId: id,
  };
  tx.insert(chargeAttempts)
    .values({
      id,
      charge_id: charge.id,
      booking_id: booking.id,
      state: "started",
      amount: request.amount,
      request,
      started_at: deed.now,
    })
    .run();
  enqueue(tx, {
    kind: "stripe.charge",
    cause: `stripe.charge:${id}`,
    bookingId: booking.id,
    payload: { attemptId: id },
  });
}

/** A payment link by mail and text; the office has a task until it is paid. `cause`: for which refusal, once each. */
function askToPay(tx: Tx, deed: Deed, { id, booking_id }: LaterRow, cause: string): void {
  tellCustomer(tx, "balance-due", { bookingId: booking_id, cause, payload: { bookingId: booking_id, chargeId: id } });
  openTask(tx, deed, {
    kind: "charge_failed",
    cause: unpaidTask(id),
    subject: { kind: "charge", id },
    bookingId: booking_id,
    due: deed.now,
  });
}

/**
 * The card once more, after it was refused: another try with a key of its own. Refused in any other state, and for a card
 * that may not be asked by itself (`cardToAsk`).
 */
export function chargeAgain(tx: Tx, deed: Deed, id: Id<"charge">): DueResult {
  const charge = getCharge(tx, id);
  if (charge.state !== "failed") return { ok: false, code: "not_now" };
  const asked = cardToAsk(tx, getBooking(tx, charge.booking_id));
  if (!asked.ok && asked.why === "card_disputed") return { ok: false, code: "card_disputed" };
  moveCharge(tx, deed, id, "processing");
  // Nobody calls about what the card is being asked for.
  closeTask(tx, deed, unpaidTask(id));
  chargeTheCard(tx, deed, getBooking(tx, charge.booking_id), getCharge(tx, id));
  settleBooking(tx, deed, charge.booking_id);
  return { ok: true };
}

/**
 * A new idempotency key for a try whose answer is spoilt: the card company repeats a fault of its own for a day. Only
 * after it was asked whether it made a charge behind that fault.
 */
export function renewAttemptKey(tx: Tx, { id, request }: Attempt): Attempt["request"] {
  const fresh = { ...request, idempotencyKey: `charge-${id}-${newCapability()}` };
  tx.update(chargeAttempts)
    .set({ request: fresh })
    .where(and(eq(chargeAttempts.id, id), eq(chargeAttempts.state, "started")))
    .run();
  return fresh;
}

/** Any refusal that is no answer of a card: no such customer or card, an amount that it does not take. */
export function refuseAttempt(
  tx: Tx,
  deed: Deed,
  id: Id<"chargeAttempt">,
  why: { code: string; message: string },
): void {
  const attempt = findAttempt(tx, id);
  if (attempt?.state !== "started") return;
  endAttempt(tx, deed, attempt, "failed", why.code, why.message);
}

/**
 * Takes over what became of a charge of the card, from an answer, a webhook or the reconciler, in any order and however
 * often. Money that came for a charge that is paid, waived or closed already goes back whole. Throws when amount or
 * currency are not the try's: that is a bug, and nothing of it is kept.
 */
export function applyCardCharge(tx: Tx, deed: Deed, facts: CardChargeFacts): void {
  const attempt = facts.attemptId === null ? null : findAttempt(tx, facts.attemptId);
  if (!attempt) return;
  if (facts.amount !== attempt.amount || facts.currency.toLowerCase() !== "usd")
    throw new Error(`attempt ${attempt.id} was for ${attempt.amount} cents, the card company says ${facts.amount}`);
  keepIntent(tx, attempt, facts.intentId);
  if (facts.status === "processing") return;
  if (facts.status === "succeeded") return succeed(tx, deed, attempt, facts.intentId);
  if (attempt.state !== "started") return;
  const state = facts.status === "authenticate" ? "requires_action" : "failed";
  endAttempt(tx, deed, attempt, state, facts.declineCode, facts.message);
}

function keepIntent(tx: Tx, { id, stripe_payment_intent_id }: Attempt, intentId: string): void {
  if (stripe_payment_intent_id === null)
    tx.update(chargeAttempts).set({ stripe_payment_intent_id: intentId }).where(eq(chargeAttempts.id, id)).run();
}

function endAttempt(
  tx: Tx,
  deed: Deed,
  { id, charge_id, booking_id }: Attempt,
  state: "failed" | "requires_action",
  code: string | null,
  message: string | null,
): void {
  tx.update(chargeAttempts)
    .set({ state, decline_code: code, message: message && cut(message, 300), ended_at: deed.now })
    .where(eq(chargeAttempts.id, id))
    .run();
  const charge = getCharge(tx, charge_id);
  if (charge.state !== "processing") return;
  const unpaid = moveCharge(tx, deed, charge_id, state, { why: code ?? undefined });
  // Nobody is asked to pay what our own other truck was the reason of.
  if (!dropCrossing(tx, deed, unpaid)) askToPay(tx, deed, charge, id);
  settleBooking(tx, deed, booking_id);
}

function succeed(tx: Tx, deed: Deed, attempt: Attempt, intentId: string): void {
  if (attempt.state === "succeeded") return;
  tx.update(chargeAttempts)
    .set({ state: "succeeded", ended_at: deed.now })
    .where(eq(chargeAttempts.id, attempt.id))
    .run();
  const payment = recordPayment(tx, deed, {
    bookingId: attempt.booking_id,
    checkoutId: null,
    amount: attempt.amount,
    intentId,
    card: cardOf(getBooking(tx, attempt.booking_id), attempt),
  });
  payCharges(tx, deed, payment, [attempt.charge_id]);
}

/**
 * What a payment pays: of these charges, in their order, those that are still open; what is left of it goes back. Returns
 * whether it paid for anything.
 */
export function payCharges(
  tx: Tx,
  deed: Deed,
  payment: ReturnType<typeof recordPayment>,
  ids: readonly Id<"charge">[],
): boolean {
  const from = getEntry(tx, `payment:${payment.id}`);
  let left = payment.amount;
  for (const id of ids) {
    const charge = findCharge(tx, { id });
    if (!charge || !(isUnpaid(charge) || charge.state === "processing")) continue;
    // A check may have paid a part of it since: what is then too much goes back.
    const open = openOfCharge(tx, charge);
    if (open > left) continue;
    allocate(tx, deed, from, getEntry(tx, `charge:${id}`), open);
    left -= open;
    moveCharge(tx, deed, id, "succeeded", { payment_id: payment.id, ended_at: deed.now });
    closeTask(tx, deed, unpaidTask(id));
    // What was paid at a payment page names its card once the card company has been asked for it.
    notePaid(tx, deed, charge, open === totalOfCharge(charge) ? payment : null);
    sendReceipt(tx, charge);
  }
  if (left > 0) approveRefund(tx, deed, payment, left, "paid_twice");
  settleBooking(tx, deed, payment.booking_id);
  return left < payment.amount;
}
