import { ASK_FROM_ITS_DAY, goesWords, ON_ITS_DAY, type ExtraDays } from "../charges/extra-days";
import { formatDay, type Day } from "../kernel/days";
import type { MailContent } from "./layout";
import { composeMail } from "./layout";
import type { BookingMailFacts } from "./templates-booking";

/** Mails about a truck on its way, at the site, and gone; each has its text beside it, in the same words. */

/** Which truck: what it comes for, in the customer's words. */
export interface TruckFacts {
  /** Of a delivery, of a pickup, or of anything else at the site. */
  kind: "delivery" | "pickup" | "other";
  /** "20-yard dumpster" */
  dumpster: string;
  /** The driver's first name. */
  driver: string;
  /** "8AM to 12PM" */
  hours: string;
  /** The day that is planned, to be named where it is not today; null otherwise. */
  day: Day | null;
}

const PURPOSE: Record<TruckFacts["kind"], (dumpster: string) => string> = {
  delivery: (dumpster) => `with your ${dumpster}`,
  pickup: (dumpster) => `to pick up your ${dumpster}`,
  other: (dumpster) => `to your ${dumpster}`,
};

/**
 * "Our driver Dana is on the way with your 20-yard dumpster. Your time: 8AM to 12PM." On another day than the planned one that
 * is no time to be ready for: it says only what was planned.
 */
export const onTheWayWords = ({ kind, dumpster, driver, hours, day }: TruckFacts): string =>
  `Our driver${driver ? ` ${driver}` : ""} is on the way ${PURPOSE[kind](dumpster)}. ${
    day === null ? "Your time: " : `Planned for ${formatDay(day)}, `
  }${hours}.`;

export function onTheWay(facts: BookingMailFacts & { truck: TruckFacts }): MailContent {
  const { truck } = facts;
  const clear =
    truck.kind === "delivery"
      ? ["Keep the way and the place clear: no cars, no branches, no low wires.", "Open the gate, if there is one."]
      : [
          "Keep the way to the dumpster clear, and open the gate.",
          "The load must be level with the top edge, with nothing sticking out.",
        ];
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: our driver is on the way`,
    preview: onTheWayWords(truck),
    heading: "Our driver is on the way",
    blocks: [
      { kind: "paragraph", text: `Hello ${facts.firstName}. ${onTheWayWords(truck)}` },
      { kind: "button", label: "Follow the truck", url: facts.manageUrl },
      { kind: "heading", text: "Until it is there" },
      { kind: "steps", items: clear },
      { kind: "paragraph", text: `Is something in the way? Call ${facts.business.phone} now.` },
    ],
  });
}

/** A truck that was called back: what it came for, and the day that is planned now; null while there is no other. */
export type TurnedBack = Omit<TruckFacts, "driver">;

const AGAIN: Record<TruckFacts["kind"], (dumpster: string) => string> = {
  delivery: (dumpster) => `bring your ${dumpster}`,
  pickup: (dumpster) => `pick up your ${dumpster}`,
  other: (dumpster) => `come to your ${dumpster}`,
};

/** "Our truck had to turn back before anything was done. We are finding another one, and tell you when it leaves." */
export const calledBackWords = ({ kind, dumpster, hours, day }: TurnedBack): string =>
  `Our truck had to turn back before anything was done. ${
    day === null
      ? "We are finding another one, and tell you when it leaves or when your day changes."
      : `We plan to ${AGAIN[kind](dumpster)} on ${formatDay(day)}, ${hours}.`
  }`;

export function calledBack(facts: BookingMailFacts & { truck: TurnedBack }): MailContent {
  const said = calledBackWords(facts.truck);
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: our truck had to turn back`,
    preview: said,
    heading: "Our truck had to turn back",
    blocks: [
      { kind: "paragraph", text: `Hello ${facts.firstName}. ${said}` },
      { kind: "paragraph", text: "We are sorry. It is not your doing, and it costs you nothing." },
      { kind: "button", label: "See your booking", url: facts.manageUrl },
      { kind: "paragraph", text: `Does that not suit you? Call ${facts.business.phone}.` },
    ],
  });
}

interface SetDown {
  dumpster: string;
  at: string;
  pickupDay: Day;
  keep: ExtraDays;
  /** Of a swap the full one that left with the same truck, as it is told among the others; null where none did. */
  took: string | null;
  /** By how many days we came late: the pickup is that much later, free. */
  lateDays: number;
}

/** "Your 20-yard dumpster was set down at 10:42 am. We pick it up on Thursday, December 10.", or until when it is paid for. */
export const deliveredWords = ({ dumpster, at, pickupDay, keep, took, lateDays }: SetDown): string =>
  `${
    took
      ? `At ${at} we took your full ${took} and set down an empty ${dumpster}.`
      : `Your ${dumpster} was set down at ${at}.`
  } ${goesWords(pickupDay, keep)}${
    lateDays === 0
      ? ""
      : ` We came ${lateDays === 1 ? "a day" : `${lateDays} days`} late: your days count from today, and that costs you nothing.`
  }`;

/** How it stays longer or goes sooner, as far as either can be asked for now. */
function stayWords({ keep, asksEarly, business }: BookingMailFacts): string {
  const there = `on your booking’s page, or call ${business.phone}.`;
  if (asksEarly)
    return `Done sooner, or need it longer? Both are ${there} Extra days stop counting when you ask for the pickup.`;
  return keep.mayKeep
    ? `${ASK_FROM_ITS_DAY} Extra days stop counting when you do: ${there}`
    : `${ON_ITS_DAY} Need it longer? That is ${there}`;
}

/** `hasPhoto`: the driver's photo of where it stands goes along. */
export function delivered(
  facts: BookingMailFacts & Omit<SetDown, "pickupDay" | "keep"> & { pickup: Day; hasPhoto: boolean },
): MailContent {
  const said = deliveredWords({ ...facts, pickupDay: facts.pickup });
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: your ${facts.took ? "empty " : ""}dumpster is there`,
    preview: said,
    heading: facts.took ? "Your empty dumpster is there" : "Your dumpster is there",
    blocks: [
      { kind: "paragraph", text: `Hello ${facts.firstName}. ${said}` },
      facts.took
        ? {
            kind: "paragraph",
            text: "We weigh the full load. If it costs more, you see the scale ticket and the sum first, and can question it.",
          }
        : null,
      facts.hasPhoto ? { kind: "paragraph", text: "The photo shows where it stands." } : null,
      { kind: "heading", text: "While you have it" },
      {
        kind: "steps",
        items: [
          "Fill it no higher than its top edge.",
          "Leave out what your agreement lists.",
          "Please do not move it: call us when it stands in the way.",
          stayWords(facts),
        ],
      },
      { kind: "button", label: "See your booking", url: facts.manageUrl },
    ],
  });
}

/** The office's own words, which mail, text and page share. */
const WEIGHED = "We weigh the load and send you the final statement.";
export const pickedUpWords = (dumpster: string): string => `Your ${dumpster} has left. ${WEIGHED}`;

export function pickedUp(facts: BookingMailFacts & { dumpster: string; at: string }): MailContent {
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: your dumpster is picked up`,
    preview: pickedUpWords(facts.dumpster),
    heading: "Picked up",
    blocks: [
      {
        kind: "paragraph",
        text: `Hello ${facts.firstName}. We picked up your ${facts.dumpster} at ${facts.at}. ${WEIGHED}`,
      },
      {
        kind: "paragraph",
        text: "If anything is to be paid beyond what you paid, you see the scale ticket and the sum first, and you can question it before anything is charged.",
      },
      { kind: "button", label: "See your booking", url: facts.manageUrl },
    ],
  });
}

/** A driver who stands there: what is in the way, and until when they wait. */
export interface AccessFacts {
  kind: TruckFacts["kind"];
  reason: string;
  /** "10:57 am" */
  until: string;
}

/** "Our driver is at your site and cannot get in: something blocks the place. They wait until 10:57 am." */
export const accessWords = ({ reason, until }: AccessFacts): string =>
  `Our driver is at your site and cannot get in: ${reason.replace(/^./, (first) => first.toLowerCase())}. They wait until ${until}.`;

/** `mayCost`: as its page says it (`visitMayCost`); `hasPhoto`: the driver's photo of what is in the way goes along. */
export function accessBlocked(
  facts: BookingMailFacts & {
    access: AccessFacts;
    accessUrl: string;
    mayCost: string;
    hasPhoto: boolean;
  },
): MailContent {
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: our driver cannot get in`,
    preview: accessWords(facts.access),
    heading: "Our driver cannot get in",
    blocks: [
      {
        kind: "paragraph",
        text: `Hello ${facts.firstName}. ${accessWords(facts.access)}${facts.hasPhoto ? " The photo shows what is in the way." : ""}`,
      },
      {
        kind: "paragraph",
        text: "Can you clear the way now, or shall we come another day? The driver sees your answer at once.",
      },
      { kind: "button", label: "Answer the driver", url: facts.accessUrl },
      { kind: "paragraph", text: facts.mayCost },
      { kind: "paragraph", text: `Or call ${facts.business.phone}.` },
    ],
  });
}
