import { eq } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { chargeQuestions } from "#db/schema/index";
import { getBooking } from "../booking/order/bookings.server";
import { recordEvent } from "../events/events.server";
import type { Deed, StaffActor } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import { roundCents, taxOn, type Cents } from "../kernel/money";
import { taxRateOf } from "./amounts";
import {
  dropTold,
  endCharge,
  findOpenQuestion,
  getCharge,
  moveCharge,
  proposeCharge,
  type LaterRow,
} from "./charges.server";
import { isLaterKind } from "./kinds";
import { lookAtCharges, orderNotice } from "./look.server";
import type { Settings } from "../settings/schema";

export type AskResult = { ok: true } | { ok: false; code: "asked_already" | "too_late" };

/**
 * A customer questions a charge that they were told of: it is frozen, and somebody of the office looks at it beside its
 * evidence (domain.md, section 3). Asked twice it is asked once (`asked_already`). Refused once it has been charged, and
 * where it has ended (`too_late`).
 */
export function questionCharge(tx: Tx, deed: Deed, id: Id<"charge">, message: string): AskResult {
  const charge = getCharge(tx, id);
  if (charge.state === "questioned") return { ok: false, code: "asked_already" };
  if (charge.state !== "noticed") return { ok: false, code: "too_late" };
  const question = newId("question");
  tx.insert(chargeQuestions)
    .values({ id: question, charge_id: id, booking_id: charge.booking_id, message, asked_at: deed.now })
    .run();
  moveCharge(tx, deed, id, "questioned", { due_at: null });
  recordEvent(tx, deed, {
    subject: { kind: "charge", id },
    bookingId: charge.booking_id,
    action: "charge_questioned",
    why: message,
  });
  return { ok: true };
}

export type Answer =
  | { outcome: "upheld" }
  /** In cents before tax, below what it was. */
  | { outcome: "lowered"; amount: Cents }
  | { outcome: "waived" };
export type AnswerResult =
  | { ok: true; charge: LaterRow }
  | { ok: false; code: "not_questioned" | "not_lower" | "admin_only" };

/**
 * The office's answer, in its own words, which the customer gets: the charge stands, with a new notice and its own hours;
 * another one stands in its place, lower; or it is waived, which only an admin may.
 */
export function answerQuestion(
  tx: Tx,
  deed: Deed<StaffActor>,
  settings: Settings,
  id: Id<"charge">,
  words: string,
  answer: Answer,
): AnswerResult {
  const charge = getCharge(tx, id);
  const question = findOpenQuestion(tx, id);
  if (charge.state !== "questioned" || !question) return { ok: false, code: "not_questioned" };
  if (answer.outcome === "waived" && deed.by.kind !== "admin") return { ok: false, code: "admin_only" };
  if (answer.outcome === "lowered" && !isLower(charge, answer.amount)) return { ok: false, code: "not_lower" };
  tx.update(chargeQuestions)
    .set({ answer: words, outcome: answer.outcome, answered_at: deed.now, answered_by: deed.by.id })
    .where(eq(chargeQuestions.id, question.id))
    .run();
  recordEvent(tx, deed, {
    subject: { kind: "charge", id },
    bookingId: charge.booking_id,
    action: "charge_answered",
    why: words,
    data: { outcome: answer.outcome },
  });
  if (answer.outcome === "upheld") standBy(tx, deed, charge);
  else if (answer.outcome === "waived") dropTold(tx, deed, charge, "waived", words);
  else return lowerTo(tx, deed, settings, charge, answer.amount, words);
  lookAtCharges(tx, deed, settings, charge.booking_id);
  return { ok: true, charge: getCharge(tx, id) };
}

/** It is asked for as before. Of one that the office holds its customer is told when it is let go (`releaseCharge`). */
function standBy(tx: Tx, deed: Deed, charge: LaterRow): void {
  if (charge.held_why === null) orderNotice(tx, deed, charge);
  else moveCharge(tx, deed, charge.id, "noticed", { noticed_at: null, due_at: null });
}

const isLower = ({ amount }: LaterRow, to: Cents): boolean => Number.isInteger(to) && to >= LEAST_CENTS && to < amount;
/** The card company takes nothing below it. */
export const LEAST_CENTS = 50;

export type LowerResult = { ok: true; charge: LaterRow } | { ok: false; code: "not_now" | "not_lower" };

/**
 * Asks less for the same (cents before tax): the higher one is voided and another proposed in its place, with the same
 * evidence and a notice of its own (domain.md, section 3). Refused once it fell due, and for what is not less.
 */
export function lowerCharge(
  tx: Tx,
  deed: Deed<StaffActor>,
  settings: Settings,
  id: Id<"charge">,
  amount: Cents,
  why: string,
): LowerResult {
  const charge = getCharge(tx, id);
  if (charge.state !== "proposed" && charge.state !== "evidence_ready" && charge.state !== "noticed")
    return { ok: false, code: "not_now" };
  if (!isLower(charge, amount)) return { ok: false, code: "not_lower" };
  return lowerTo(tx, deed, settings, charge, amount, why);
}

function lowerTo(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  charge: LaterRow,
  amount: Cents,
  why: string,
): { ok: true; charge: LaterRow } {
  if (!isLaterKind(charge.kind) || !charge.basis) throw new Error(`charge ${charge.id} cannot be asked anew`);
  endCharge(tx, deed, charge.id, "voided", why);
  const from = charge.basis.lowered?.from ?? charge.amount;
  const made = proposeCharge(tx, deed, {
    bookingId: charge.booking_id,
    unitId: charge.unit_id,
    jobId: charge.job_id,
    cause: `lowered:${charge.id}`,
    kind: charge.kind,
    amount,
    tax: taxOfLower(tx, settings, charge, amount),
    basis: { ...charge.basis, lowered: { from, why } },
    proofs: charge.evidence?.proofs ?? [],
    replaces: charge.id,
    approvedBy: charge.approved_by,
  });
  if (!made) throw new Error(`charge ${charge.id} was lowered before`);
  lookAtCharges(tx, deed, settings, charge.booking_id);
  return { ok: true, charge: getCharge(tx, made.id) };
}

/** By the rate, as the one that it stands for: from that one's tax, which was rounded, it would be a cent off. */
function taxOfLower(orm: Orm, settings: Settings, charge: LaterRow, amount: Cents): Cents {
  const rate = taxRateOf(getBooking(orm, charge.booking_id).price, settings);
  // Taxed by another one then, or not at all.
  if (charge.tax !== taxOn(charge.amount, rate)) return roundCents((amount * charge.tax) / charge.amount);
  return taxOn(amount, rate);
}
