import { and, asc, eq } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { jobs } from "#db/schema/index";
import { isTakenBySwap } from "../booking/order/apart";
import { listUnits, type Booking, type Unit } from "../booking/order/bookings.server";
import { previewCancellation } from "../changes/cancel.server";
import { findPickup } from "../changes/pickup-request.server";
import { isMissed, isOurFault } from "../changes/reschedule.server";
import { isJobShut, isOnClosedDay } from "../booking/order/closed-day.server";
import { closedHalf } from "../booking/order/closed-half.server";
import { isCrossed } from "../dispatch/attempts.server";
import type { Job } from "../dispatch/jobs.server";
import { endOfWait, findLastVisit, hasWaited, isWaiting } from "../dispatch/visits.server";
import { accountDaysOf } from "../documents/sign.server";
import type { Flags } from "../flags/flags";
import type { Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { dayAt, formatTime, type Instant } from "../kernel/time.server";
import { notAskedWords } from "../payments/taken-by-bank.server";
import { permitGap } from "../schedule/placement-rules";
import { readSettings } from "../settings/settings.server";
import type { StatusSentence } from "../states/sentence";
import { isQuoteOver } from "../states/status-rules";
import type { BookingStatus } from "../states/transitions";
import { readCancelled, type RefundStates } from "./cancelled-money.server";
import { readSettling } from "./settling.server";
import { settlingWords } from "./settling-words";
import { statusWords, type StatusFacts, type TruckNow } from "./status-words";
import { isAway, listTrucksOut } from "./truck.server";

export interface StatusAsked extends RefundStates {
  now: Instant;
  /** Asked for by a page that leads on to the payment: a price of the office may be over by then. */
  leadsOn?: boolean;
  /** The pickup is asked for whenever somebody likes (flag "early pickup"), else from its day on; true where nothing is said. */
  asksEarly?: boolean;
}

/** As the flags have it, at `now`. */
export const statusAsked = (flags: Flags, now: Instant): StatusAsked => ({
  refundStates: flags.show_refund_state_from_cancellations,
  asksEarly: flags.early_pickup,
  now,
});

/** The status of a booking in the customer's words, from its dumpsters and, once cancelled, its money. */
export function readStatus(orm: Orm, booking: Booking, options: StatusAsked): StatusSentence {
  return statusWords(readFacts(orm, booking, options));
}

/**
 * Why nothing of what was to come is said of a booking as it was planned: the office has stopped it, we are late with a
 * delivery, or have closed the day of one since. One fact for its pages, mails, papers and calendar, as the sentence of its
 * status follows it; null where it stands.
 */
export type Off = "held" | "late" | "closed";

export function readOff(orm: Orm, booking: Booking, options: StatusAsked): Off | null {
  if (booking.status === "cancelled") return null;
  if (booking.on_hold_reason !== null) return "held";
  const toBring = readFacts(orm, booking, options).units.filter(({ comesBySwap }) => comesBySwap !== true);
  if (toBring.some(({ isLate, isClosed }) => isLate && !isClosed)) return "late";
  return toBring.some(({ isClosed }) => isClosed) ? "closed" : null;
}

/** That we are late with a delivery, as the status says it where nothing else of the booking goes first; null where we are not. */
export function readLate(orm: Orm, booking: Booking, options: StatusAsked): StatusSentence | null {
  const facts = readFacts(orm, booking, options);
  const isLate = !facts.onHold && facts.units.some((unit) => unit.isLate && !unit.comesBySwap);
  return isLate ? statusWords({ ...facts, status: "confirmed", truck: null }) : null;
}

function readFacts(orm: Orm, booking: Booking, options: StatusAsked): StatusFacts {
  const units = listUnits(orm, booking.id);
  const missed = booking.status === "delivery_failed" ? missedDeliveries(orm, booking.id) : null;
  const settling = readSettling(orm, booking, units);
  const isOwed = units.some((unit) => isOurFault(orm, unit, options.now));
  return {
    status: booking.status,
    units: units.map((unit) => ({
      state: unit.state,
      size: unit.size_yards,
      deliveryDay: unit.delivery_date,
      window: unit.delivery_window,
      // Asked for past its paid days, its truck has another day than they have.
      pickupDay: (unit.state === "pickup_requested" ? findPickup(orm, unit.id)?.day : null) ?? unit.pickup_date,
      missedOn: missed?.get(unit.id) ?? null,
      isLate: isMissed(unit, options.now),
      isClosed: isOnClosedDay(orm, unit, options.now),
      closedHalf: closedHalf(orm, unit.delivery_date),
      isPickupShut: !booking.flexible_extension && isPickupShut(orm, unit, options.now),
      isCrossed: unit.state === "pickup_failed" && isCrossed(orm, unit.id),
      comesBySwap: unit.replaces_unit_id !== null,
      takenBySwap: isTakenBySwap(unit.id, units),
    })),
    cancelled: booking.status === "cancelled" ? readCancelled(orm, booking, options) : null,
    permitMissing: isPermitMissing(booking, units),
    today: dayAt(options.now),
    mayKeep: booking.flexible_extension,
    asksEarly: options.asksEarly ?? true,
    cancelsFree: isOwed && isFreeToCancel(orm, booking, options.now),
    settling: settling && settlingWords(settling.falling, options.now),
    truck: truckNow(orm, booking, options.now),
    onHold: booking.on_hold_reason !== null,
    isPriceOver: options.leadsOn === true && isQuoteOver(booking, options.now),
    notAsked: booking.status === "completed" ? notAskedWords(orm, booking.id) : "",
    onAccount: booking.account_days !== null || signsOnAccount(orm, booking),
  };
}

/** Its pickup is planned for a day that we have closed since; who keeps it until they ask has none. */
export function isPickupShut(orm: Orm, { id, state }: Unit, now: Instant): boolean {
  const pickup = state === "on_site" || state === "pickup_requested" ? findPickup(orm, id) : null;
  return pickup !== null && isJobShut(orm, pickup, now);
}

/** By the figures of its page: a former visit in vain, or another dumpster that is still in its time, may cost something. */
function isFreeToCancel(orm: Orm, { id }: Booking, now: Instant): boolean {
  const preview = previewCancellation(orm, readSettings(orm), id, null, now);
  return preview.ok && preview.fee === 0;
}

/** The day on which each dumpster's last delivery in vain was there. */
function missedDeliveries(orm: Orm, bookingId: Id<"booking">): ReadonlyMap<Id<"unit">, Day> {
  const rows = orm
    .select({ unit: jobs.unit_id, at: jobs.done_at })
    .from(jobs)
    .where(and(eq(jobs.booking_id, bookingId), eq(jobs.kind, "delivery"), eq(jobs.state, "attempted")))
    .orderBy(asc(jobs.attempt))
    .all();
  return new Map(rows.flatMap(({ unit, at }) => (at === null ? [] : [[unit, dayAt(at)] as const])));
}

/** Nothing drives for these. */
const NO_TRUCK: readonly BookingStatus[] = [
  "quoted",
  "pending_payment",
  "expired",
  "cancelled",
  "completed",
  "balance_due",
];

/** What a truck that is out does, where neither the status nor its dumpster's state says it; null where they do. */
export function truckOf(job: Pick<Job, "kind" | "state">): TruckNow | null {
  const { kind, state } = job;
  if (state === "arrived") return { is: "there" };
  if (state !== "en_route") return isAway(job) ? { is: "away" } : null;
  return kind === "swap" || kind === "dump_and_return" || kind === "relocate" ? { is: "coming", for: kind } : null;
}

const saysTruck = (status: BookingStatus) => status === "out_for_delivery" || status === "out_for_pickup";

/**
 * The truck that the customer has most to do with: the one that waits for them, then one that is there, that comes, that
 * is away with a dumpster. Null without one, and where the status itself says what comes.
 */
function truckNow(orm: Orm, { id, status }: Booking, now: Instant): TruckNow | null {
  if (NO_TRUCK.includes(status)) return null;
  const trucks = listTrucksOut(orm, id);
  if (trucks.some(({ state }) => state === "arrived")) {
    const last = findLastVisit(orm, id);
    if (!last || !isWaiting(last.visit, last.job)) return { is: "there" };
    const { visit } = last;
    return {
      is: "waiting",
      until: formatTime(endOfWait(visit)),
      isOver: hasWaited(visit, now),
      clearing: visit.answer === "clearing",
    };
  }
  const comes = trucks.find(({ kind, state }) => state === "en_route" && (kind === "delivery" || kind === "pickup"));
  if (comes) return saysTruck(status) ? null : { is: "coming", for: comes.kind === "delivery" ? "delivery" : "pickup" };
  const errands = trucks.map(truckOf);
  return errands.find((one) => one?.is === "coming") ?? errands.find((one) => one?.is === "away") ?? null;
}

/** Whether an order of the office is not to be paid when it is signed: it goes on the customer's account. */
export function signsOnAccount(orm: Orm, booking: Booking): boolean {
  const { status, quote_expires_at: end } = booking;
  // As long as its price is good: afterwards nothing is signed.
  return status === "quoted" && end !== null && accountDaysOf(orm, booking, end) !== null;
}

/** Whether a dumpster that is still to come waits for the street's permit: no day may be promised then. */
export function isPermitMissing(booking: Booking, units: readonly Unit[]): boolean {
  return permitGap(booking, units)?.at === "delivery";
}

/** The order is kept as it was paid for; the line after it says that not all of it comes. None for a whole order. */
export function whatIsCancelled(booking: Booking, units: readonly Unit[]): string[] {
  const cancelled = units.filter(({ state }) => state === "cancelled").length;
  if (booking.status === "cancelled" || cancelled === 0) return [];
  return [`${cancelled} of ${units.length} ${cancelled === 1 ? "is" : "are"} cancelled`];
}
