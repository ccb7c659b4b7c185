import { ASK_FROM_ITS_DAY, dayCosts, ON_ITS_DAY, type ExtraDays } from "../charges/extra-days";
import { formatDay, type Day } from "../kernel/days";
import { formatCents, type Cents } from "../kernel/money";
import { composeMail, type Block, type MailContent } from "./layout";
import type { BookingMailFacts } from "./templates-booking";

/** Mails that time brings; each has its text beside it, in the same words. */

/** A dumpster that a truck comes for: its job, and when. `hours` as "8AM to 12PM". */
export interface ComingFacts {
  kind: "delivery" | "swap" | "dump_and_return" | "relocate";
  /** "20-yard dumpster" */
  dumpster: string;
  day: Day;
  hours: string;
}

/** A dumpster that stands there. */
export interface StandingFacts {
  dumpster: string;
  /** Its pickup's day, which is the last day that is paid for. */
  day: Day;
  /** The customer asked us to come and get it: nothing more is counted by the day. */
  isRequested: boolean;
}

/** A reminder of what stands there: `extendUrl` and `pickupUrl` lead straight to what it speaks of. */
export type StandingMailFacts = BookingMailFacts & {
  standing: readonly StandingFacts[];
  extendUrl: string;
  pickupUrl: string;
};

/** Kept until they ask, and not asked for yet: those cost something by the day. */
export const keptOn = (standing: readonly StandingFacts[], keep: ExtraDays): StandingFacts[] =>
  keep.mayKeep ? standing.filter(({ isRequested }) => !isRequested) : [];

/** The button that stops the days that are counted, and the way to the rest. */
const askForPickup = ({ pickupUrl, manageUrl }: StandingMailFacts): Block[] => [
  { kind: "button", label: "Ask for the pickup", url: pickupUrl },
  { kind: "links", items: [["See your booking", manageUrl]] },
];
const DONE = "Done with it? Ask for the pickup: from that minute nothing more is counted.";

/** "20-yard dumpster", "2 dumpsters" */
const named = (list: readonly { dumpster: string }[]): string =>
  list.length === 1 ? (list[0]?.dumpster ?? "") : `${list.length} dumpsters`;

const COMES: Record<ComingFacts["kind"], (what: string, isOne: boolean) => string> = {
  delivery: (what) => `bring your ${what}`,
  swap: (what, isOne) => `swap your ${what} for ${isOne ? "an empty one" : "empty ones"}`,
  dump_and_return: (what, isOne) => `empty your ${what} and bring ${isOne ? "it" : "them"} back`,
  relocate: (what) => `move your ${what} on your site`,
};

/** Those that come for the same in the same hours, each once, in their order. */
function together(coming: readonly ComingFacts[]): ComingFacts[][] {
  const groups = new Map<string, ComingFacts[]>();
  for (const one of coming) {
    const key = `${one.kind} ${one.day} ${one.hours}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

/** "Tomorrow, Thursday, December 3, 8AM to 12PM, we bring your 20-yard dumpster." One sentence for each errand. */
export function dayBeforeWords(coming: readonly ComingFacts[]): string {
  return together(coming)
    .map((list) => {
      const [first] = list;
      return first
        ? `Tomorrow, ${formatDay(first.day)}, ${first.hours}, we ${COMES[first.kind](named(list), list.length === 1)}.`
        : "";
    })
    .join(" ");
}

/** Of a dumpster that stands there and is lifted. */
const LEVEL = "The load must be level with the top edge, with nothing sticking out.";

export function dayBefore(facts: BookingMailFacts & { coming: readonly ComingFacts[] }): MailContent {
  const said = dayBeforeWords(facts.coming);
  const brings = facts.coming.some(({ kind }) => kind === "delivery" || kind === "swap");
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: our truck comes tomorrow`,
    preview: said,
    heading: "Our truck comes tomorrow",
    blocks: [
      { kind: "paragraph", text: `Hello ${facts.firstName}. ${said}` },
      {
        kind: "facts",
        rows: [
          ["Address", facts.addressLines.join(", ")],
          ...(brings ? [["Placement", facts.placement] satisfies [string, string]] : []),
        ],
      },
      { kind: "heading", text: "Before the truck comes" },
      {
        kind: "steps",
        items: [
          ...(facts.associationApproval && brings
            ? ["Ask your association (HOA) today, if you have not: it has to agree."]
            : []),
          ...(facts.coming.some(({ kind }) => kind !== "delivery") ? [LEVEL] : []),
          "Keep the way and the place clear: no cars, no branches, no low wires.",
          "Open the gate, if there is one.",
        ],
      },
      { kind: "button", label: "See your booking", url: facts.manageUrl },
      {
        kind: "paragraph",
        text: `We write again when the truck is on its way. Has something changed? Call ${facts.business.phone}.`,
      },
    ],
  });
}

const untilAsked = (standing: readonly StandingFacts[]): string =>
  `until you ask us to pick ${standing.length === 1 ? "it" : "them"} up`;

/** Two days before its pickup, or before the paid days are over. `asksEarly`: it may be asked for before its day. */
export function dueSoonWords(standing: readonly StandingFacts[], keep: ExtraDays, asksEarly: boolean): string {
  const [first] = standing;
  if (!first) throw new Error("nothing stands there");
  const what = named(standing);
  const day = formatDay(first.day);
  return keep.mayKeep
    ? `The paid days of your ${what} end on ${day}. You may keep ${standing.length === 1 ? "it" : "them"}: each day after that ${dayCosts(keep, standing.length)}, ${untilAsked(standing)}.${asksEarly ? "" : ` ${ASK_FROM_ITS_DAY}`}`
    : `We pick up your ${what} on ${day}.`;
}

/** The same as a text, whose link offers both. */
export const dueSoonText = (...[standing, keep, asksEarly]: Parameters<typeof dueSoonWords>): string =>
  `${dueSoonWords(standing, keep, asksEarly)}${keep.mayKeep ? "" : asksEarly ? " Longer, or sooner?" : " Longer?"}`;

const untilTheyAsk = (facts: StandingMailFacts): Block[] =>
  facts.asksEarly
    ? [{ kind: "paragraph", text: DONE }, ...askForPickup(facts)]
    : [{ kind: "button", label: "See your booking", url: facts.manageUrl }];

const longerOrSooner = ({ asksEarly, business, extendUrl, pickupUrl, manageUrl }: StandingMailFacts): Block[] => [
  {
    kind: "paragraph",
    text: `Do you need it longer${asksEarly ? ", or are you done sooner" : ""}? Tell us here, or call ${business.phone}.${asksEarly ? "" : ` ${ON_ITS_DAY}`}`,
  },
  { kind: "button", label: "Keep it longer", url: extendUrl },
  {
    kind: "links",
    items: [
      ...(asksEarly ? [["Ask for the pickup now", pickupUrl] satisfies [string, string]] : []),
      ["See your booking", manageUrl],
    ],
  },
];

export function dueSoon(facts: StandingMailFacts): MailContent {
  const { keep, standing, asksEarly } = facts;
  const said = dueSoonWords(standing, keep, asksEarly);
  const until = formatDay(standing[0]?.day ?? facts.pickupDay, { short: true });
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: ${keep.mayKeep ? `paid until ${until}` : `pickup on ${until}`}`,
    preview: said,
    heading: keep.mayKeep ? `Paid until ${until}` : `We pick up on ${until}`,
    blocks: [
      { kind: "paragraph", text: `Hello ${facts.firstName}. ${said}` },
      ...(keep.mayKeep ? untilTheyAsk(facts) : longerOrSooner(facts)),
      { kind: "heading", text: keep.mayKeep ? READY_WHEN_ASKED : READY_BEFORE },
      readyToGo(),
    ],
  });
}

const READY_BEFORE = "Before the truck comes";
const READY_WHEN_ASKED = "When you ask for the pickup";
export const readyToGo = (): Block => ({
  kind: "steps",
  items: [LEVEL, "Keep the way to the dumpster clear, and open the gate."],
});

/** On the day itself. What was asked for is collected, whatever was chosen before. */
export function dueTodayWords(standing: readonly StandingFacts[], keep: ExtraDays): string {
  const kept = keptOn(standing, keep);
  const collected = standing.filter((one) => !kept.includes(one));
  return [
    collected.length > 0 ? `Today we pick up your ${named(collected)}.` : "",
    kept.length > 0
      ? `Today is the last paid day of your ${named(kept)}. Each day from tomorrow ${dayCosts(keep, kept.length)}, ${untilAsked(kept)}.`
      : "",
  ]
    .filter(Boolean)
    .join(" ");
}

export function dueToday(facts: StandingMailFacts): MailContent {
  const said = dueTodayWords(facts.standing, facts.keep);
  const isCollected = !facts.keep.mayKeep || facts.standing.some(({ isRequested }) => isRequested);
  const title = isCollected ? "we pick up today" : "today is the last paid day";
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: ${title}`,
    preview: said,
    heading: title.replace(/^./, (first) => first.toUpperCase()),
    blocks: [
      { kind: "paragraph", text: `Hello ${facts.firstName}. ${said}` },
      { kind: "heading", text: isCollected ? READY_BEFORE : READY_WHEN_ASKED },
      readyToGo(),
      ...(keptOn(facts.standing, facts.keep).length > 0
        ? askForPickup(facts)
        : [{ kind: "button", label: "See your booking", url: facts.manageUrl } satisfies Block]),
      { kind: "paragraph", text: `Is something in the way? Call ${facts.business.phone}.` },
    ],
  });
}

/** After its day. What was asked for, or is not kept longer, waits for us, and that costs nothing. */
export function overdueWords(standing: readonly StandingFacts[], keep: ExtraDays): string {
  const kept = keptOn(standing, keep);
  const ours = standing.filter((one) => !kept.includes(one));
  const [late, past] = [ours[0], kept[0]];
  return [
    late
      ? `We planned to pick up your ${named(ours)} on ${formatDay(late.day)}, and have not been there yet. We are sorry. You need not do anything, and our delay costs you nothing.`
      : "",
    past
      ? `The paid days of your ${named(kept)} ended on ${formatDay(past.day)}. Each day since then ${dayCosts(keep, kept.length)}, ${untilAsked(kept)}.`
      : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** What the days that are counted have come to; cents, the tax in the total. */
export interface SoFarFacts {
  total: Cents;
  tax: Cents;
}

const soFarWords = ({ total, tax }: SoFarFacts): string =>
  `So far that comes to ${formatCents(total)}${tax > 0 ? " with tax" : ""}; today counts. You get a notice before anything is charged.`;

/** `soFar`: null where nothing is counted. */
export function overdue(facts: StandingMailFacts & { soFar: SoFarFacts | null }): MailContent {
  const { keep, standing, soFar } = facts;
  const said = overdueWords(standing, keep);
  const counts = keptOn(standing, keep).length > 0;
  const heading = counts ? "Past your paid days" : "We are late with your pickup";
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: ${heading.replace(/^./, (letter) => letter.toLowerCase())}`,
    preview: said,
    heading,
    blocks: [
      { kind: "paragraph", text: `Hello ${facts.firstName}. ${said}` },
      ...(counts
        ? [
            ...(soFar ? [{ kind: "paragraph", text: soFarWords(soFar) } satisfies Block] : []),
            { kind: "paragraph", text: DONE } satisfies Block,
            ...askForPickup(facts),
          ]
        : [{ kind: "button", label: "See your booking", url: facts.manageUrl } satisfies Block]),
      { kind: "paragraph", text: `Questions? Call ${facts.business.phone}.` },
    ],
  });
}
