import type { Orm } from "#db/client.server";
import { getBooking, listUnits, type Booking } from "../booking/order/bookings.server";
import type { AgreementSection } from "../documents/views";
import { findAgreement } from "../documents/agreement.server";
import { findChargePaper, listCreditNotes, paperLink, type PaperLink } from "../documents/papers.server";
import type { Id } from "../kernel/ids.server";
import { formatInstant } from "../kernel/moments";
import { formatCents, type Cents } from "../kernel/money";
import { getEntry, listAllocations, listEntries, type Payment } from "../payments/books.server";
import { cardWords } from "../payments/card-words";
import { isMoney } from "../payments/entries";
import { getPayment } from "../payments/ledger.server";
import type { ChargeState } from "../states/transitions";
import type { FallsDue } from "../states/money";
import { cardOf, cardToAsk, howItFallsDue } from "./card-to-ask.server";
import { listAttempts, listCharges, listQuestions, totalOfCharge, type LaterRow, type Unpaid } from "./charges.server";
import { photosOf } from "./stored-charge";
import { arithmeticLines, chargeTitle, proofLines } from "./words";

/** A later charge as its customer reads it: finished words, cents. The same in mail, page and paper. */
export interface CustomerCharge {
  id: Id<"charge">;
  /** Opens its own page, where it can be questioned. */
  key: string;
  title: string;
  state: ChargeState;
  /** Where it stands and what comes next, as a sentence. */
  stands: string;
  /** Tax included. */
  total: Cents;
  /** Another stands in its place, of which they were told: its sum in words, and what opens its page. */
  lowered: { to: string; key: string } | null;
  lines: string[];
  proofs: string[];
  /** How many photographs show it. */
  photos: number;
  clause: { heading: string; text: string } | null;
  /** "Dumpster 2 of 3"; null where there is but one. */
  dumpster: string | null;
  mayQuestion: boolean;
  mayPay: boolean;
  questions: { asked: string; message: string; answer: string | null }[];
  papers: PaperLink[];
}

/**
 * What its customer was told of, oldest first: all that is not over, and the newest of what is, so that a page stays as long as
 * it is; the statement has everything. What nobody was told of is not theirs to see.
 */
export function listCustomerCharges(orm: Orm, booking: Booking): CustomerCharge[] {
  const told = listCharges(orm, booking.id).filter(({ notices }) => notices > 0);
  const over = new Set(told.filter(({ ended_at }) => ended_at !== null).slice(0, -MOST_OVER));
  return told
    .filter((charge) => !over.has(charge))
    .slice(-MOST_SHOWN)
    .map((charge) => describeCharge(orm, charge, booking));
}

const MOST_OVER = 8;
const MOST_SHOWN = 30;

export function describeCharge(
  orm: Orm,
  charge: LaterRow,
  booking = getBooking(orm, charge.booking_id),
): CustomerCharge {
  const proofs = charge.evidence?.proofs ?? [];
  const lowered = findLowered(orm, charge);
  return {
    id: charge.id,
    key: charge.capability ?? "",
    title: chargeTitle(charge),
    state: charge.state,
    stands: lowered ? becauseOf(charge, `Lowered to ${lowered.to}.`) : standing(orm, charge, booking),
    total: totalOfCharge(charge),
    lowered,
    lines: arithmeticLines(charge),
    proofs: proofLines(proofs),
    photos: photosOf(proofs).length,
    clause: findClause(orm, charge),
    dumpster: dumpsterOf(orm, charge),
    mayQuestion: charge.state === "noticed",
    mayPay: charge.state === "failed" || charge.state === "requires_action",
    questions: listQuestions(orm, charge.id).map(({ asked_at, message, answer }) => ({
      asked: formatInstant(asked_at),
      message,
      answer,
    })),
    papers: [findChargePaper(orm, charge), ...listCreditNotes(orm, charge)].flatMap((paper) =>
      paper ? [paperLink(paper)] : [],
    ),
  };
}

/** The last of those that were proposed anew for less, and that somebody was told of; null where it was not lowered. */
function findLowered(orm: Orm, charge: LaterRow): CustomerCharge["lowered"] {
  if (charge.state !== "voided") return null;
  const next = listCharges(orm, charge.booking_id).find(({ replaces_charge_id: of }) => of === charge.id);
  if (!next?.capability || next.notices === 0) return null;
  return findLowered(orm, next) ?? { to: formatCents(totalOfCharge(next)), key: next.capability };
}

const becauseOf = ({ end_reason: why }: LaterRow, what: string): string => (why ? `${what} Why: ${why}` : what);

/** The section of the agreement that was signed: its heading, and what of it says what this costs. */
function findClause(orm: Orm, { booking_id, clause }: LaterRow): { heading: string; text: string } | null {
  return clauseIn(findAgreement(orm, booking_id)?.view.sections ?? [], clause);
}

/** The same in the sections of any agreement; null where it has none of that name. */
export function clauseIn(sections: readonly AgreementSection[], clause: LaterRow["clause"]) {
  const section = sections.find(({ id }) => id === clause);
  if (!section) return null;
  const costs = section.paragraphs.filter((paragraph) => paragraph.includes("$"));
  return { heading: section.heading, text: (costs.length > 0 ? costs : section.paragraphs.slice(0, 1)).join(" ") };
}

function dumpsterOf(orm: Orm, { booking_id, unit_id }: LaterRow): string | null {
  const units = listUnits(orm, booking_id);
  const unit = units.find(({ id }) => id === unit_id);
  return unit && units.length > 1 ? `Dumpster ${unit.unit_number} of ${units.length}` : null;
}

const CARD_DISPUTED = "Your bank has a payment that was made with the card on file, so we did not charge that card.";

/** Why a charge is not paid: the same in mail, text and page. */
export function refusedWords(orm: Orm, charge: LaterRow): string {
  const [last] = listAttempts(orm, charge.id);
  if (!last) {
    const asked = cardToAsk(orm, getBooking(orm, charge.booking_id));
    if (asked.ok) return "We did not charge the card on file.";
    return asked.why === "no_card" ? "We have no card on file that we could charge." : CARD_DISPUTED;
  }
  if (charge.state === "requires_action")
    return "Your bank wants you to confirm a charge, so we could not make it without you.";
  if (last.decline_code === "card_disputed") return CARD_DISPUTED;
  const card = cardWords(cardOf(getBooking(orm, charge.booking_id), last)) ?? "card";
  return last.decline_code === "expired_card" ? `Your ${card} has expired.` : `Your ${card} was declined.`;
}

/**
 * What paid a charge, for its receipt: "Visa ending in 4242", as far as the card company has told us which; where its payment
 * was for a part of it, how much of it that was. Null while nothing is known.
 */
export function paidWith(orm: Orm, charge: LaterRow): string | null {
  if (charge.payment_id === null) return null;
  const payment = getPayment(orm, charge.payment_id);
  const card = cardWords(payment);
  const { own, before } = paidBy(orm, charge, payment);
  return before === 0
    ? card
    : `${formatCents(own)} with ${card ?? "your payment"}, ${formatCents(before)} was paid before`;
}

/** Cents of a charge that a payment paid, and that other money did: what was let off of it is neither. */
function paidBy(orm: Orm, { id, booking_id }: LaterRow, payment: Payment): { own: Cents; before: Cents } {
  const [from, to] = [getEntry(orm, `payment:${payment.id}`), getEntry(orm, `charge:${id}`)];
  const letOff = new Set(listEntries(orm, booking_id).flatMap((one) => (isMoney(one.kind) ? [] : [one.id])));
  const paid = listAllocations(orm, booking_id).filter((one) => one.to_entry === to.id && !letOff.has(one.from_entry));
  const sum = (list: typeof paid) => list.reduce((all, { amount }) => all + amount, 0);
  const own = sum(paid.filter(({ from_entry }) => from_entry === from.id));
  return { own, before: sum(paid) - own };
}

const DOES: Readonly<Record<FallsDue, string>> = {
  account: "put it on your account",
  card: "charge the card on file",
  page: "ask you to pay it",
};

/** In the present, for the reader. */
function standing(orm: Orm, charge: LaterRow, booking: Booking): string {
  switch (charge.state) {
    case "noticed":
      return charge.due_at === null
        ? "We are telling you about it. Nothing is charged yet."
        : `We ${DOES[howItFallsDue(orm, booking)]} on ${formatInstant(charge.due_at)}, unless you question it before.`;
    case "questioned":
      return "You asked about it. Nothing is charged until we have answered.";
    case "processing":
      return "We are charging the card on file.";
    case "billed":
      return "It is on your account.";
    case "succeeded":
      return "Paid.";
    case "requires_action":
    case "failed":
      return `Not paid yet. ${refusedWords(orm, charge)} Please pay it here.`;
    case "waived":
      return becauseOf(charge, "You pay nothing for it.");
    case "voided":
      return becauseOf(charge, "Taken back.");
    case "written_off":
      return "Closed. Nothing more is charged.";
    case "disputed":
      return "You disputed it with your bank. The bank decides.";
    case "won":
      return "Paid. Your bank decided that it stands.";
    case "lost":
      return "Paid back by your bank.";
    case "proposed":
    case "evidence_ready":
      return "We are still looking at it. Nothing is charged yet.";
  }
}

/** Everything that a booking's card did not pay, with its sum; cents. */
export interface Balance {
  charges: { title: string; lines: string[]; total: Cents }[];
  total: Cents;
  /** "$143.85" */
  said: string;
}

const paidInPart = (charge: Unpaid): string[] => {
  const paid = totalOfCharge(charge) - charge.open;
  return paid === 0
    ? []
    : [`${formatCents(totalOfCharge(charge))} − ${formatCents(paid)} paid = ${formatCents(charge.open)}`];
};

export function readBalance(unpaid: readonly Unpaid[]): Balance {
  const total = unpaid.reduce((sum, { open }) => sum + open, 0);
  return {
    charges: unpaid.map((charge) => ({
      title: chargeTitle(charge),
      lines: [...arithmeticLines(charge), ...paidInPart(charge)],
      total: charge.open,
    })),
    total,
    said: formatCents(total),
  };
}
