/**
 * A booking's status as the customer reads it: one sentence for the look-up, the page after the payment, mails and
 * texts, so that none says something else. Pure; days are New York's, amounts cents.
 */
import type { Day } from "../kernel/days";
import { formatCents, type Cents } from "../kernel/money";
import { backWords, type BackPart } from "../payments/refund-words";
import { BEFORE_A_TRUCK, BOOKING_STATUS, HELD, PICKUP_CROSSED, WITH_PERMIT } from "../states/labels";
import { asSentence, joined, type StatusSentence } from "../states/sentence";
import type { BookingStatus } from "../states/transitions";
import { latePickupWords } from "./late-words";
import { onSiteWords } from "./on-site-words";
import { closedThen, datesOf, isOver, sayDay, sayWhen, STANDS, type UnitDates } from "./unit-dates";

/** What cancelling came to, and where its money is; cents. */
export interface MoneyBack {
  /** What was paid for what is cancelled, or owed for it on account: 0 when nothing was. */
  paid: Cents;
  fee: Cents;
  /** What is taken off the account it was owed on; null where it was paid at once. */
  off: Cents | null;
  /** What its customer has otherwise, from their bank for example: it goes back no second time. */
  already: Cents;
  /** What goes back, or went, by how far it is. */
  back: readonly BackPart[];
  /** It comes of several cancellations of one booking. */
  inAll: boolean;
}

/**
 * The truck that is out, where the status does not say it: it stands at the site and cannot get in (`until`: "10:57 am",
 * `isOver` once that has passed),
 * it stands there, it comes for what stands there, or it has taken the dumpster to be emptied.
 */
export type TruckNow =
  | { is: "waiting"; until: string; isOver: boolean; clearing: boolean }
  | { is: "there" | "away" }
  | { is: "coming"; for: keyof typeof COMES_FOR };

export interface StatusFacts {
  status: BookingStatus;
  units: readonly UnitDates[];
  /** Null where nothing was cancelled. */
  cancelled: MoneyBack | null;
  /** A dumpster is to stand on the street, and no permit that we know of holds on its day. */
  permitMissing: boolean;
  /** New York's, when it is read: a day that is over is not said as one to come. */
  today: Day;
  /** "Keep it longer if I need to": without it nobody has to ask for the pickup, and a day past the paid ones is our delay. */
  mayKeep: boolean;
  /** They may ask for the pickup before its day. */
  asksEarly?: boolean;
  /** Late with a delivery: cancelling all of it costs nothing now, for this one or for another of the order. */
  cancelsFree?: boolean;
  truck?: TruckNow | null;
  /** What is to come of all that is picked up, in words (settling-words.ts); null before the last load is weighed. */
  settling?: string | null;
  /** The price that the office made for it is over. */
  isPriceOver?: boolean;
  /** The office has stopped it and talks with them: no truck is promised, and none is late. */
  onHold?: boolean;
  /** It goes on the customer's account: that all is paid is not for this booking to say. */
  onAccount?: boolean;
  /** Something of it is with a bank or came back to its customer, so that not all is paid: the sentences that say it. */
  notAsked?: string;
}

/** `WITH_PERMIT` in the calendar, which says the day by itself. */
export const PERMIT_FIRST = "We are getting the street permit and will deliver once we have it.";
/** Not before it is paid, and nothing was: who calls has the old price renewed, who goes on sees today's. */
const PRICE_OVER =
  "The price that we made for you is over, and nothing was charged. Call us and we renew it, or book at the price of today.";

/** The step in which the dumpster comes, on the page after the payment. While a permit is missing it comes with the day. */
export function deliveryStep(deliveryDate: string, permitMissing: boolean): string {
  return permitMissing
    ? `Your dumpster is delivered on ${deliveryDate}, ${WITH_PERMIT}.`
    : `Your dumpster is delivered on the scheduled date: ${deliveryDate}.`;
}

/** Not possible for what was in the way there, as far as anybody knows. */
const isToClear = ({ state, isCrossed = false }: UnitDates): boolean => state === "pickup_failed" && !isCrossed;

/** "Confirmed for Tue, Nov 24, 8AM to 12PM." */
export function statusSentence(facts: StatusFacts): string {
  return asSentence(statusWords(facts));
}

/** The same in two parts. Where no day is known the state's own words stand alone. */
export function statusWords(facts: StatusFacts): StatusSentence {
  const { status, units, truck } = facts;
  if (!truck) return withoutTruck(facts);
  const out = truckWords(truck, units);
  // Its status is the other dumpsters', which wait for another day: the one that comes now goes first.
  if (truck.is === "coming" && /^(delivery|pickup)$/.test(truck.for) && !FAILED.includes(status))
    return { headline: out.headline, more: joined(out.more, asSentence(withoutTruck(facts))) };
  if (!FAILED.includes(status)) return out;
  // Its customer has to choose a day, so it shows first (domain.md, section 2), but not before a truck that stands there.
  const failed = withoutTruck(facts);
  return truck.is === "waiting" || truck.is === "there"
    ? { headline: out.headline, more: joined(out.more, `Also, ${asSentence(failed).replace(/^W/, "w")}`) }
    : { headline: failed.headline, more: joined(failed.more, asSentence(out)) };
}

function withoutTruck({
  status,
  units,
  cancelled,
  permitMissing,
  today,
  mayKeep,
  asksEarly = true,
  cancelsFree = false,
  onAccount = false,
  isPriceOver = false,
  onHold = false,
  settling = null,
  notAsked = "",
}: StatusFacts): StatusSentence {
  const { label, meaning } = BOOKING_STATUS[status];
  if (isPriceOver) return { headline: "Not booked", more: PRICE_OVER };
  switch (status) {
    case "quoted":
      return {
        headline: "Your price is ready",
        more: onAccount ? "Sign to book it. It goes on your account." : meaning,
      };
    case "pending_payment":
      return { headline: "Not paid yet", more: meaning };
    case "expired":
      return { headline: "Not booked", more: meaning };
    // Both are one to the customer: whether a truck is planned is the office's matter (domain.md, section 2).
    case "paid_pending_scheduling":
    case "confirmed": {
      if (onHold) return HELD;
      const say = ({ deliveryDay, window }: UnitDates) => sayWhen(deliveryDay, window);
      const late = lateOf(units, { today, permitMissing, cancelsFree });
      const notDone = closedOf(units, cancelsFree, late) ?? late;
      if (notDone) return notDone;
      const when = datesOf(units, "reserved", say);
      return {
        headline: `${when ? `Confirmed for ${when}` : BOOKING_STATUS.confirmed.label}${permitMissing ? `, ${WITH_PERMIT}` : ""}`,
        more: "",
      };
    }
    case "on_site":
      return onSiteWords(units, today, { mayKeep, asksEarly, onHold });
    case "pickup_requested": {
      const over = datesOf(units, status, ({ pickupDay }) => (isOver(pickupDay, today) ? sayDay(pickupDay) : null));
      if (over && !onHold) return latePickupWords(over);
      return { headline: label, more: onHold ? `Daily charges have stopped. ${BEFORE_A_TRUCK}` : meaning };
    }
    case "delivery_failed": {
      const when = datesOf(units, "delivery_failed", ({ deliveryDay, missedOn }) => sayDay(missedOn ?? deliveryDay));
      return {
        headline: when ? `We could not deliver on ${when}` : "We could not deliver",
        more: onHold ? BEFORE_A_TRUCK : meaning,
      };
    }
    case "pickup_failed":
      return {
        headline: "We could not pick up the dumpster",
        more: joined(units.some(isToClear) ? meaning : PICKUP_CROSSED, onHold ? BEFORE_A_TRUCK : ""),
      };
    case "awaiting_settlement":
      return { headline: label, more: settling ?? meaning };
    case "completed":
      if (notAsked) return { headline: label, more: joined("All done.", notAsked) };
      return { headline: label, more: onAccount ? "All done. Thank you." : meaning };
    case "cancelled":
      return { headline: label, more: cancelled ? moneySentence(cancelled) : meaning };
    default:
      return { headline: label, more: meaning };
  }
}

const isShut = (unit: UnitDates): boolean => unit.isClosed === true && unit.comesBySwap !== true;

/**
 * That we have closed a day on which something is to be brought; null where none is. What comes by a swap has no day of
 * its own. `late`: what is said of another dumpster that should be there by now, which goes first.
 */
function closedOf(
  units: readonly UnitDates[],
  cancelsFree: boolean,
  late: StatusSentence | null,
): StatusSentence | null {
  const closed = units.filter(isShut);
  if (closed.length === 0) return null;
  const when = datesOf(units, "reserved", (unit) => (isShut(unit) ? sayDay(unit.deliveryDay) : null));
  const why = `e are closed ${closedThen(closed)}, and we are sorry. Choose another day, or call us.`;
  if (late) return { headline: late.headline, more: joined(late.more, `We cannot come on ${when} either: w${why}`) };
  return { headline: `We cannot come on ${when}`, more: `W${why} ${costsNothing(cancelsFree)}` };
}

const costsNothing = (cancelsFree: boolean) =>
  `Another day costs you nothing${cancelsFree ? ", and so does cancelling" : ""}.`;

/** That a delivery is late, with which one of several; what comes by a swap is none, nor what was to come on a day that is closed. Null where none is. */
function lateOf(
  units: readonly UnitDates[],
  { today, ...facts }: { today: Day; permitMissing: boolean; cancelsFree: boolean },
): StatusSentence | null {
  const isLate = (unit: UnitDates) =>
    unit.state === "reserved" && unit.isLate === true && unit.comesBySwap !== true && !isShut(unit);
  const late = units.filter(isLate);
  if (late.length === 0) return null;
  const when = datesOf(units, "reserved", (unit) => (isLate(unit) ? sayWhen(unit.deliveryDay, unit.window) : null));
  return {
    headline: facts.permitMissing ? "We are waiting for the street permit" : "We are late with your delivery",
    more: lateWords(when, { ...facts, isDayOver: late.every(({ deliveryDay }) => isOver(deliveryDay, today)) }),
  };
}

/** `isDayOver`: it does not come on the planned day any more, so nothing of the rental is counted from that day. */
function lateWords(
  when: string,
  { isDayOver, permitMissing, cancelsFree }: Record<"isDayOver" | "permitMissing" | "cancelsFree", boolean>,
): string {
  const costs = costsNothing(cancelsFree);
  const begin = isDayOver ? ` ${DAYS_BEGIN}` : "";
  if (permitMissing) return `Your delivery was planned for ${when}. We come once we have the permit. ${costs}${begin}`;
  return isDayOver
    ? `It was planned for ${when}, and no truck came that day. Choose a new day, or call us. ${costs}${begin}`
    : `It was planned for ${when}, and our truck has not been there yet. We come as soon as we can. ${costs}`;
}
const DAYS_BEGIN = "Your days count only from when it stands there.";

const FAILED: readonly BookingStatus[] = ["delivery_failed", "pickup_failed"];
const COMES_FOR = {
  delivery: () => "It brings one of your dumpsters.",
  pickup: () => "It takes one of your dumpsters away.",
  swap: () => "It brings an empty dumpster and takes the full one along.",
  dump_and_return: (which: string) => `It takes ${which} to be emptied and brings it back.`,
  relocate: (which: string) => `It moves ${which} to another place on your site.`,
};

/** The same of one dumpster, where `units` is it alone. */
export function truckWords(truck: TruckNow, units: readonly Pick<UnitDates, "state">[]): StatusSentence {
  const which =
    units.filter(({ state }) => STANDS.includes(state)).length > 1 ? "one of your dumpsters" : "your dumpster";
  switch (truck.is) {
    case "waiting":
      if (truck.isOver)
        return {
          headline: "The driver may leave any minute",
          more: `They waited until ${truck.until}. Please answer now.`,
        };
      return truck.clearing
        ? {
            headline: "The driver waits for you",
            more: `They know that you are clearing the way, and wait until ${truck.until}.`,
          }
        : { headline: "Our driver cannot get in", more: `They wait until ${truck.until}. Please answer now.` };
    case "there":
      return { headline: "The truck is at your site", more: "" };
    case "coming":
      return { headline: "The truck is on its way to you", more: COMES_FOR[truck.for](which) };
    case "away":
      return { headline: `${capital(which)} is away to be emptied`, more: "We bring it back empty." };
  }
}

/** Cents: what goes back, or went, of what was cancelled. */
const refundOf = ({ back }: Pick<MoneyBack, "back">): Cents => back.reduce((sum, { cents }) => sum + cents, 0);

/**
 * Where the money of what was cancelled is: "$319.79 goes back to Visa 4242 in 5–10 business days.", on account what is
 * taken off that, and what its customer has already.
 */
export function moneySentence(money: MoneyBack): string {
  const { paid, fee, off, already, back, inAll } = money;
  if (paid === 0) return "Nothing was charged.";
  const has = already > 0 ? `ou have ${formatCents(already)} back already.` : "";
  if (refundOf(money) > 0) {
    const all = inAll && back.length === 1 ? " in all" : "";
    const paidOf = off === null ? "" : " that you paid";
    return sentences(
      off !== null && off > 0 && `${formatCents(off)} is taken off your account.`,
      ...back.map((part) => `${formatCents(part.cents)}${all}${paidOf} ${backWords(part)}.`),
      has && `Y${has}`,
      fee > 0 && `We keep the fee of ${formatCents(fee)}.`,
    );
  }
  const theFee = fee > 0 && `The fee is ${formatCents(fee)}.`;
  if (off !== null && off > 0)
    return sentences(
      `${formatCents(off)} is taken off your account${fee > 0 ? `; the fee of ${formatCents(fee)} stays on it` : ""}.`,
      has && `Y${has}`,
    );
  if (has) return sentences(`Nothing more goes back: y${has}`, theFee);
  if (off !== null) return `Nothing is taken off your account: the fee is ${formatCents(fee)}.`;
  return fee > 0 ? `Nothing goes back: we keep the fee of ${formatCents(fee)}.` : "Nothing goes back.";
}

const sentences = (...all: readonly (string | false)[]): string => all.filter(Boolean).join(" ");

function capital(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase());
}
