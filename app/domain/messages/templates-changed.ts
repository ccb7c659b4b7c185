import { goesWords, keptWords, type ExtraDays } from "../charges/extra-days";
import { formatDay, moreDays, type Day } from "../kernel/days";
import { formatCents, type Cents } from "../kernel/money";
import { emergencyWhen } from "../states/emergency";
import type { JobKind } from "../states/transitions";
import { composeMail, papersBlock, type MailContent, type PaperLine } from "./layout";
import type { BookingMailFacts } from "./templates-booking";

/** Mails about what a customer asked for after the payment; each has its text beside it, in the same words. */

/** The receipt of a stopped clock: from which minute, and when the truck comes. */
export interface AskedPickup {
  /** "20-yard dumpster" */
  dumpster: string;
  /** "Thursday, December 3, 10:42 am" */
  since: string;
  day: Day;
  /** What the days past the paid ones come to up to that minute, as the booking's page says it; null where there are none. */
  accrued: string | null;
}

/** The minute stands before what was asked for, so that nobody reads it as the truck's. */
export const pickupRequestedWords = ({ dumpster, since, day, accrued }: AskedPickup): string =>
  `On ${since}, you asked us to pick up your ${dumpster}. Daily charges stopped at that minute, however long we take.${accrued === null ? "" : ` ${accrued}`} We plan to come on ${formatDay(day)}.`;

export function pickupRequested(facts: BookingMailFacts & { asked: AskedPickup }): MailContent {
  const said = pickupRequestedWords(facts.asked);
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: pickup requested, daily charges stopped`,
    preview: said,
    heading: "Pickup requested",
    blocks: [
      { kind: "paragraph", text: `Hello ${facts.firstName}. ${said}` },
      {
        kind: "facts",
        rows: [
          ["Dumpster", facts.asked.dumpster],
          ["Daily charges stopped", facts.asked.since],
          ["Pickup planned for", formatDay(facts.asked.day)],
        ],
      },
      { kind: "paragraph", text: "Keep this mail: it is your receipt for the minute." },
      { kind: "heading", text: "Until the truck is there" },
      {
        kind: "steps",
        items: [
          "Keep the way to the dumpster clear, and open the gate.",
          "The load must be level with the top edge, with nothing sticking out.",
        ],
      },
      { kind: "button", label: "See your booking, or keep it after all", url: facts.manageUrl },
      { kind: "paragraph", text: `Was it not you? Call ${facts.business.phone}.` },
    ],
  });
}

export interface Kept {
  dumpster: string;
  pickup: Day;
  today: Day;
  days: ExtraDays;
}

export const pickupKeptWords = ({ dumpster, pickup, today, days }: Kept): string =>
  `You keep your ${dumpster}. ${keptWords(pickup, today, days)}`;

export function pickupKept(facts: BookingMailFacts & { kept: Kept }): MailContent {
  const said = pickupKeptWords(facts.kept);
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: you keep your dumpster`,
    preview: said,
    heading: "You keep your dumpster",
    blocks: [
      { kind: "paragraph", text: `Hello ${facts.firstName}. The pickup that you asked for is taken back. ${said}` },
      { kind: "button", label: "See your booking", url: facts.manageUrl },
      { kind: "paragraph", text: `Was it not you? Call ${facts.business.phone}.` },
    ],
  });
}

/** A line of what was paid: "3 more days", cents. */
export type PaidLine = [label: string, cents: Cents];

export interface Extended {
  dumpster: string;
  days: number;
  pickup: Day;
  /** Tax included; 0 where the days were included already. */
  total: Cents;
  lines: PaidLine[];
}

export const extendedWords = (
  { dumpster, days, pickup, total }: Extended,
  { mayKeep }: Pick<ExtraDays, "mayKeep">,
): string =>
  `You keep your ${dumpster} for ${moreDays(days)}: ${mayKeep ? "paid until" : "pickup on"} ${formatDay(pickup)}. ${
    total === 0 ? "It costs nothing more." : `Paid: ${formatCents(total)}.`
  }`;

export function extended(facts: BookingMailFacts & { extended: Extended; papers: PaperLine[] }): MailContent {
  const said = extendedWords(facts.extended, facts.keep);
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: ${moreDays(facts.extended.days)}, ${facts.keep.mayKeep ? "paid until" : "pickup"} ${formatDay(facts.extended.pickup)}`,
    preview: said,
    heading: facts.keep.mayKeep ? "Your new last paid day" : "Your new pickup day",
    blocks: [
      { kind: "paragraph", text: `Hello ${facts.firstName}. ${said}` },
      paid(facts.extended),
      papersBlock(facts.papers),
      { kind: "button", label: "See your booking", url: facts.manageUrl },
      { kind: "paragraph", text: `Questions? Call ${facts.business.phone}.` },
    ],
  });
}

const paid = ({ lines, total }: { lines: PaidLine[]; total: Cents }, sum = "Paid") =>
  total === 0
    ? null
    : ({
        kind: "sums" as const,
        rows: [...lines, [sum, total] as PaidLine].map(([label, cents]): [string, string] => [
          label,
          formatCents(cents),
        ]),
      } as const);

/** A truck beyond delivery and pickup. */
export interface Extra {
  what: "swap" | "haul" | "move";
  dumpster: string;
  /** Of a swap: what comes. */
  comes: string | null;
  day: Day;
  /** "8AM to 12PM" */
  hours: string;
  /** An emergency has no hours: the day on which this is said; null for any other. */
  urgent: { today: Day } | null;
  /** Where it was moved: when they believe that we come. */
  was: { day: Day; hours: string } | null;
  /** Of a swap: when the one that comes is picked up. */
  pickup: Day | null;
  /** Planned again for what was paid for a truck that came in vain. */
  isPaidBefore: boolean;
  /** What it costs or was paid, tax included, with its lines; 0 where it is free. */
  total: Cents;
  /** `agreed`: with the office, and charged when it is done. */
  costs: "nothing" | "paid" | "agreed";
  lines: PaidLine[];
}

const WHAT: Readonly<Record<Extra["what"], (extra: Extra) => string>> = {
  swap: ({ dumpster, comes }) => `bring an empty ${comes ?? "dumpster"} and take your ${dumpster}`,
  haul: ({ dumpster }) => `empty your ${dumpster} and bring it back`,
  move: ({ dumpster }) => `move your ${dumpster} to another place on your site`,
};

export const extraPlannedWords = (extra: Extra): string => {
  const { was, what, total, isPaidBefore, costs } = extra;
  const plan = `e plan to ${WHAT[what](extra)} ${whenOf(extra)}`;
  const sum =
    costs === "agreed"
      ? `It costs ${formatCents(total)} with tax, charged when it is done`
      : `Paid: ${formatCents(total)}`;
  const cost = total > 0 ? ` ${sum}.` : "";
  const paid = isPaidBefore ? " You paid for it already; nothing is charged again." : cost;
  return was
    ? `A new ${isSameDay(extra) ? "time" : "day"}: w${plan} (before: ${formatDay(was.day)}, ${was.hours}).`
    : `W${plan}.${paid}`;
};
/** "today, as soon as …", "on Thursday, December 3, 8AM to 12PM" */
function whenOf({ day, hours, urgent }: Extra): string {
  if (!urgent) return `on ${formatDay(day)}, ${hours}`;
  return `${day === urgent.today ? "" : "on "}${emergencyWhen(day, urgent.today)}`;
}
const isSameDay = ({ was, day }: Extra) => was?.day === day;

const HEADING: Readonly<Record<Extra["what"], string>> = {
  swap: "Your swap is planned",
  haul: "Your emptying is planned",
  move: "We move your dumpster",
};

const NAME: Readonly<Record<Extra["what"], string>> = {
  swap: "Your swap",
  haul: "Your emptying",
  move: "The move of your dumpster",
};

const lowered = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);

const TAKEN_BACK: Readonly<Record<Extra["costs"], string>> = {
  nothing: "",
  paid: "; what you paid for it then goes back",
  agreed: ": then it costs nothing",
};

export function extraPlanned(facts: BookingMailFacts & { extra: Extra; papers: PaperLine[] }): MailContent {
  const { extra } = facts;
  const said = extraPlannedWords(extra);
  const heading = extra.was
    ? `${NAME[extra.what]} has a new ${isSameDay(extra) ? "time" : "day"}`
    : HEADING[extra.what];
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: ${lowered(heading).replace(/^your /, "")}, ${formatDay(extra.day)}`,
    preview: said,
    heading,
    blocks: [
      { kind: "paragraph", text: `Hello ${facts.firstName}. ${said}` },
      extra.pickup
        ? {
            kind: "paragraph",
            text: facts.keep.mayKeep
              ? `A new rental period begins then. ${goesWords(extra.pickup, facts.keep)}`
              : `A new rental period begins then: we pick that one up on ${formatDay(extra.pickup)}.`,
          }
        : null,
      paid(extra, extra.costs === "agreed" ? "Charged when it is done" : "Paid"),
      papersBlock(facts.papers),
      {
        kind: "paragraph",
        text: `Please keep the way clear. Until the truck leaves you can take it back on your booking’s page${TAKEN_BACK[extra.costs]}.`,
      },
      { kind: "button", label: "See your booking", url: facts.manageUrl },
      { kind: "paragraph", text: `Questions? Call ${facts.business.phone}.` },
    ],
  });
}

/** What the customer calls it. */
export const extraOf = (kind: JobKind): Extra["what"] =>
  kind === "swap" ? "swap" : kind === "relocate" ? "move" : "haul";

/**
 * `back`: what goes back of what was paid, cents. `isDisputed`: the customer's bank has not decided about the payment yet.
 * `goes`: when the dumpster goes, which a swap that is taken back had decided; null where nothing of that changes.
 */
interface Withdrawn {
  what: Extra["what"];
  back: Cents;
  card: string | null;
  isDisputed: boolean;
  goes: string | null;
}

export const extraWithdrawnWords = ({ what, back, card, isDisputed, goes }: Withdrawn): string =>
  `${{ swap: "The swap", haul: "The emptying", move: "Moving your dumpster" }[what]} is taken back.${
    back > 0
      ? ` ${formatCents(back)} goes back to ${card ?? "your card"} ${isDisputed ? "once your bank has decided about the payment" : "in 5–10 business days"}.`
      : " Nothing was charged for it."
  }${goes ? ` Your dumpster stays. ${goes}` : ""}`;

export function extraWithdrawn(
  facts: BookingMailFacts & {
    withdrawn: Withdrawn;
    papers: PaperLine[];
  },
): MailContent {
  const said = extraWithdrawnWords(facts.withdrawn);
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: taken back`,
    preview: said,
    heading: "Taken back",
    blocks: [
      // Not that the rest stands as it is: it may have fallen because the pickup was moved.
      { kind: "paragraph", text: `Hello ${facts.firstName}. ${said}` },
      papersBlock(facts.papers),
      { kind: "button", label: "See your booking", url: facts.manageUrl },
      { kind: "paragraph", text: `Was it not you? Call ${facts.business.phone}.` },
    ],
  });
}

/** Told so that nobody replaces a card unseen. `card`: "Visa ending in 4242". */
export function newCard(facts: BookingMailFacts & { card: string }): MailContent {
  const said = `Your ${facts.card} is on file now. Later charges of this booking go to it; the card from before is removed.`;
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: your card was changed`,
    preview: said,
    heading: "Your card was changed",
    blocks: [
      { kind: "paragraph", text: `Hello ${facts.firstName}. ${said} Nothing was charged.` },
      { kind: "button", label: "See your booking", url: facts.manageUrl },
      { kind: "paragraph", text: `Was it not you? Call ${facts.business.phone} at once.` },
    ],
  });
}
