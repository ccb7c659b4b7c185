import { formatDay, type Day } from "../kernel/days";
import { endedSentence } from "../settings/ended-sentence";
import { WITH_PERMIT } from "../states/labels";
import { composeMail, type MailContent } from "./layout";
import type { BookingMailFacts } from "./templates-booking";

/** One dumpster with a day that its customer does not know yet. */
export interface MovedUnit {
  /** "20-yard dumpster" */
  dumpster: string;
  what: "delivery" | "pickup";
  was: { day: Day; hours: string };
  is: { day: Day; hours: string };
  /** The pickup's day, where the delivery moved. */
  pickup: Day | null;
  /** It stays until they ask: that day is the last one that is paid for. */
  isKept: boolean;
}

export interface MovedFacts {
  units: MovedUnit[];
  /** Why we moved it, of a closed day; null: it was planned anew, or the customer chose it. */
  reason: string | null;
  /** Another day may be chosen, and cancelling is free. */
  isFree: boolean;
  /**
   * No page of its customer's has another day for what was moved, as for a dumpster that is set down already: what they can
   * do on the booking's page instead. Unsaid: they choose another day.
   */
  instead?: "sooner_or_longer" | "longer" | "call" | null;
  /** The booking has others besides, so that a text says which. */
  isOfSeveral?: boolean;
  /** Their customer moved a delivery when cancelling cost something: the least percentage that it costs since; 0 for none. */
  floor?: number;
  /** No truck brings it before the street's permit is there. */
  permitMissing?: boolean;
}

const isLastPaid = ({ what, isKept }: MovedUnit) => what === "pickup" && isKept;
/** "Your pickup has a new day", of one that is kept "A new last paid day". */
const title = (unit: MovedUnit | undefined): string => {
  if (unit && isLastPaid(unit)) return "A new last paid day";
  return `Your ${unit?.what} has a new ${unit?.was.day === unit?.is.day ? "time" : "day"}`;
};

const place = ({ day, hours }: MovedUnit["is"], what: MovedUnit["what"]) =>
  `${formatDay(day)}${what === "delivery" ? `, ${hours}` : ""}`;

/** "Your delivery has a new day: Wednesday, November 25, 8AM to 12PM (tropical storm). Nothing is charged for it." */
export function movedWords({ units, reason, isFree, isOfSeveral = false, permitMissing = false }: MovedFacts): string {
  const [first] = units;
  if (!first) throw new Error("nothing was moved");
  const more =
    units.length > 1 ? `, and ${units.length - 1} more ${units.length === 2 ? "dumpster" : "dumpsters"}` : "";
  const why = reason ? ` (${reason.replace(/\.$/, "")})` : "";
  const free = isFree
    ? first.what === "delivery"
      ? " Nothing is charged for it: choose another day, or cancel, free."
      : " The added time is free."
    : "";
  if (isLastPaid(first))
    return `Your ${first.dumpster} is paid for until ${place(first.is, first.what)}${more}${why}.${free}`;
  const which = isOfSeveral ? `The ${first.what} of your ${first.dumpster}` : `Your ${first.what}`;
  return `${which} has a new ${first.was.day === first.is.day ? "time" : "day"}: ${place(first.is, first.what)}${more}${permitMissing && first.what === "delivery" ? `, ${WITH_PERMIT}` : ""}${why}.${free}`;
}

/** Of days that we added: what to do where the new one does not suit. */
const addedWords = ({ instead }: MovedFacts): string => {
  const does = {
    choose: "choose another one",
    sooner_or_longer: "ask for it sooner or keep it longer on your booking’s page, or call us",
    longer: "keep it longer on your booking’s page, or call us",
    call: "call us",
  }[instead ?? "choose"];
  return `The added days are free. If the new day does not suit you, ${does}.`;
};

const floorWords = (percent: number) =>
  `Cancelling costs at least ${percent}% from now on, also with more notice: it did when you chose another day.`;

/** The day of a delivery or a pickup is another one than the customer knows. */
export function moved(facts: BookingMailFacts & { moved: MovedFacts; chooseUrl: string }): MailContent {
  const { units, isFree, reason, floor = 0 } = facts.moved;
  const said = movedWords(facts.moved);
  const hasDelivery = units.some(({ what }) => what === "delivery");
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: ${units.length > 1 ? "new days" : title(units[0]).replace(/^./, (first) => first.toLowerCase())}`,
    preview: said,
    heading: units.length > 1 ? "Your days have changed" : title(units[0]),
    blocks: [
      {
        kind: "paragraph",
        text: `Hello ${facts.firstName}. ${reason ? `We cannot drive as planned: ${endedSentence(reason)} ` : ""}This is how it stands now${facts.permitMissing && hasDelivery ? ` (we deliver ${WITH_PERMIT})` : ""}:`,
      },
      {
        kind: "facts",
        rows: units.flatMap((unit): [string, string][] => [
          [
            `${unit.dumpster}: ${isLastPaid(unit) ? "paid until" : unit.what}`,
            `${place(unit.is, unit.what)} (before: ${place(unit.was, unit.what)})`,
          ],
          ...(unit.pickup ? [[unit.isKept ? "Paid until" : "Pickup", formatDay(unit.pickup)] as [string, string]] : []),
        ]),
      },
      isFree
        ? {
            kind: "paragraph",
            text: hasDelivery
              ? "Nothing is charged for the move or for days that it adds. If the new day does not suit you, choose another one, or cancel: both are free."
              : addedWords(facts.moved),
          }
        : null,
      floor > 0 && !isFree ? { kind: "paragraph", text: floorWords(floor) } : null,
      isFree && !facts.moved.instead
        ? { kind: "button", label: "Choose another day", url: facts.chooseUrl }
        : { kind: "button", label: "See your booking", url: facts.manageUrl },
      isFree && hasDelivery ? { kind: "links", items: [["See your booking, or cancel it", facts.manageUrl]] } : null,
      { kind: "paragraph", text: `Questions? Call ${facts.business.phone}.` },
    ],
  });
}

/** A dumpster whose delivery has its place in our plan. */
export interface ScheduledUnit {
  dumpster: string;
  day: Day;
  hours: string;
}

/** "Your delivery is scheduled: Thursday, December 3, 8AM to 12PM." Each day once. */
export function scheduledWords(units: readonly ScheduledUnit[]): string {
  const days = [...new Set(units.map(({ day, hours }) => `${formatDay(day)}, ${hours}`))];
  return `Your delivery is scheduled: ${days.join(" and ")}.`;
}

/** The office has planned the trucks of a paid order. `isReminded`: the reminder of each of their days is still to come. */
export function scheduled(
  facts: BookingMailFacts & { units: readonly ScheduledUnit[]; isReminded: boolean },
): MailContent {
  const said = scheduledWords(facts.units);
  return composeMail(facts.business, {
    subject: `Booking ${facts.bookingNumber}: your delivery is scheduled`,
    preview: said,
    heading: "Your delivery is scheduled",
    blocks: [
      {
        kind: "paragraph",
        text: `Hello ${facts.firstName}. ${said} We ${facts.isReminded ? "remind you the day before, and " : ""}write when the truck is on its way.`,
      },
      {
        kind: "facts",
        rows: [
          ...facts.units.map(({ dumpster, day, hours }): [string, string] => [dumpster, `${formatDay(day)}, ${hours}`]),
          ["Address", facts.addressLines.join(", ")],
          ["Placement", facts.placement],
        ],
      },
      { kind: "button", label: "See your booking", url: facts.manageUrl },
      {
        kind: "paragraph",
        text: `Does the day not suit you any more? Choose another one on your booking’s page, or call ${facts.business.phone}.`,
      },
    ],
  });
}
