import { formatDay, type Day } from "../kernel/days";
import { BOOKING_STATUS, PICKUP_CROSSED } from "../states/labels";
import { composeMail, type Block, type MailContent } from "./layout";
import type { BookingMailFacts } from "./templates-booking";
import type { Extra } from "./templates-changed";
import { readyToGo } from "./templates-reminders";

/** Mails about a truck that came and had to leave without doing it; each has its text beside it, in the same words. */

export interface InVain {
  /** "20-yard dumpster", with its number where the booking has several. */
  dumpster: string;
  isOne: boolean;
  /** When the truck was there. */
  day: Day;
  /** What the driver found. */
  reason: string;
  /** Another truck of ours had it: nothing was in the way. */
  isCrossed?: boolean;
}

const NOT_LISTED = "Something else";
const wasInTheWay = ({ reason }: InVain, phone: string): Block => ({
  kind: "facts",
  rows: [["What was in the way", reason === NOT_LISTED ? `Call ${phone}, and we tell you` : reason]],
});
const on = ({ day }: InVain) => `on ${formatDay(day, { short: true })}`;

/** One of several is named; the only one is as on the booking's page. */
const notDelivered = (missed: InVain): string =>
  `We could not deliver ${missed.isOne ? "" : `your ${missed.dumpster} `}${on(missed)}`;
export const deliveryFailedWords = (missed: InVain): string =>
  `${notDelivered(missed)}. ${BOOKING_STATUS.delivery_failed.meaning}`;

/** What all of them say of the visit beside it. */
export interface VisitTold {
  /** What it costs, as its page says it (`visitFee`). */
  fee: string;
  /** The driver's photo of what was in the way goes along. */
  hasPhoto: boolean;
}
type MissedFacts = BookingMailFacts & VisitTold & { missed: InVain; chooseUrl: string };

const photoWords = ({ hasPhoto }: VisitTold): string => (hasPhoto ? " The photo shows what was in the way." : "");

/** We came with it and could not set it down. */
export function deliveryFailed(facts: MissedFacts): MailContent {
  const { phone } = facts.business;
  const what = notDelivered(facts.missed);
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: we could not deliver`,
    preview: `${what}. Choose a new day, or call ${phone}.`,
    heading: what,
    blocks: [
      {
        kind: "paragraph",
        text: `Hello ${facts.firstName}, our driver came to ${facts.addressLines.join(", ")} with your ${facts.missed.dumpster} and could not set it down.${photoWords(facts)} Your booking stands.`,
      },
      { kind: "paragraph", text: `Please choose a new day, or call ${phone}, and we find one together.` },
      { kind: "button", label: "Choose a new day", url: facts.chooseUrl },
      { kind: "links", items: [["See your booking", facts.manageUrl]] },
      { kind: "heading", text: "Before the next visit" },
      {
        kind: "steps",
        items: [
          "Clear the place and the way to it: no cars, no branches, no low wires.",
          "Open the gate, or tell us its code.",
          "If the dumpster is to stand somewhere else, tell us when you call.",
        ],
      },
      { kind: "paragraph", text: facts.fee },
    ],
  });
}

const notPickedUp = (missed: InVain): string => `We could not pick up your ${missed.dumpster} ${on(missed)}`;
/** With what the driver found, as a text has no other place for it. */
export const pickupFailedWords = (missed: InVain): string =>
  missed.isCrossed
    ? `${notPickedUp(missed)}. ${PICKUP_CROSSED}`
    : `${notPickedUp(missed)}${missed.reason === NOT_LISTED ? "" : `: ${missed.reason.replace(/^./, (first) => first.toLowerCase())}`}. ${BOOKING_STATUS.pickup_failed.meaning}`;

/** The truck came and could not take the dumpster away. */
export function pickupFailed(facts: MissedFacts): MailContent {
  const { missed } = facts;
  const what = notPickedUp(missed);
  if (missed.isCrossed) return pickupCrossed(facts);
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: we could not pick up`,
    preview: pickupFailedWords(missed),
    heading: what,
    blocks: [
      {
        kind: "paragraph",
        text: `Hello ${facts.firstName}, our driver came to ${facts.addressLines.join(", ")} for your ${missed.dumpster} and had to leave it there.${photoWords(facts)}`,
      },
      wasInTheWay(missed, facts.business.phone),
      { kind: "heading", text: "Before the next visit" },
      readyToGo(),
      { kind: "paragraph", text: `Then choose a new day, or call ${facts.business.phone}, and we find one together.` },
      { kind: "button", label: "Choose a new day", url: facts.chooseUrl },
      { kind: "links", items: [["See your booking", facts.manageUrl]] },
      { kind: "paragraph", text: facts.fee },
    ],
  });
}

/** It had no chance: another truck of ours had it. Nothing is to be cleared, and nothing is charged. */
function pickupCrossed(facts: MissedFacts): MailContent {
  const { missed } = facts;
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: we could not pick up`,
    preview: pickupFailedWords(missed),
    heading: notPickedUp(missed),
    blocks: [
      {
        kind: "paragraph",
        text: `Hello ${facts.firstName}, our driver came to ${facts.addressLines.join(", ")} for your ${missed.dumpster} while another truck of ours had it. That was our mistake, and there is no fee for it.`,
      },
      { kind: "paragraph", text: `Choose a new day, or call ${facts.business.phone}, and we find one together.` },
      { kind: "button", label: "Choose a new day", url: facts.chooseUrl },
      { kind: "links", items: [["See your booking", facts.manageUrl]] },
    ],
  });
}

/** A truck beyond delivery and pickup had to leave without doing it: no day of it is the customer's to choose. */
export interface ExtraInVain extends InVain {
  what: Extra["what"];
  /** It was paid for beforehand. */
  isPaid: boolean;
}

const DO: Readonly<Record<Extra["what"], string>> = { swap: "swap", haul: "empty", move: "move" };

export const extraFailedWords = (inVain: ExtraInVain): string =>
  `We could not ${DO[inVain.what]} your ${inVain.dumpster} ${on(inVain)}. It stays where it is, and we call you about another day.${
    inVain.isPaid ? " Then we also settle what you paid for it." : ""
  }`;

export function extraFailed(facts: BookingMailFacts & VisitTold & { inVain: ExtraInVain }): MailContent {
  const { what } = facts.inVain;
  const said = extraFailedWords(facts.inVain);
  const title = `we could not ${DO[what]} your dumpster`;
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: ${title}`,
    preview: said,
    heading: title.replace(/^./, (first) => first.toUpperCase()),
    blocks: [
      { kind: "paragraph", text: `Hello ${facts.firstName}. ${said}${photoWords(facts)}` },
      wasInTheWay(facts.inVain, facts.business.phone),
      { kind: "heading", text: "Before the next visit" },
      readyToGo(),
      { kind: "button", label: "See your booking", url: facts.manageUrl },
      { kind: "paragraph", text: `Do you want to tell us the day? Call ${facts.business.phone}.` },
      { kind: "paragraph", text: facts.fee },
    ],
  });
}
