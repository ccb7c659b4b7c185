import { and, asc, eq, or, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { events, jobs } from "#db/schema/index";
import { listUnits, type Booking, type Unit } from "../booking/order/bookings.server";
import { paidUntil } from "../booking/order/paid-stay.server";
import { mayCancel } from "../changes/cancel.server";
import { findOpenChange } from "../changes/changes.server";
import { listDayWishes } from "../changes/choose-day.server";
import { findOpenExtra } from "../changes/extra-job.server";
import { extraDaysOf, goesWords, standsWords } from "../charges/extra-days";
import { findPickup } from "../changes/pickup-request.server";
import { isJobShut, isOnClosedDay } from "../booking/order/closed-day.server";
import { closedHalf } from "../booking/order/closed-half.server";
import { isMissed } from "../changes/reschedule.server";
import { isCrossed } from "../dispatch/attempts.server";
import type { Flags } from "../flags/flags";
import { formatDay, type Day } from "../kernel/days";
import { yearOf, shortDay } from "../kernel/moments";
import { dayAt, formatTime, type Instant } from "../kernel/time.server";
import { findChangeCheckout } from "../payments/checkouts.server";
import { materialLabel } from "../pricing/materials";
import { deliveryHours } from "../schedule/rules";
import type { Settings } from "../settings/schema";
import { isBeforeItLeaves } from "../states/job-places";
import { JOB_OF_CUSTOMER } from "../states/job-labels";
import { asSentence, joined } from "../states/sentence";
import { BEFORE_A_TRUCK, PICKUP_CROSSED, UNIT_STATE, WITH_PERMIT } from "../states/labels";
import type { CustomerUnit, UnitAction } from "./customer-views";
import { stayFromThen } from "./customer-text";
import { findLeaving } from "./left-days.server";
import { swapShutWords, swapTakesWords } from "./on-site-words";
import { isWeighed } from "./settling.server";
import { isPermitMissing, isPickupShut, truckOf } from "./status.server";
import { truckWords } from "./status-words";
import { closedThen, STANDS } from "./unit-dates";

interface Now {
  /** As they were signed. */
  settings: Settings;
  flags: Flags;
  now: Instant;
}

/** The booking's dumpsters: where each stands, what happens next with it, and what its customer can do now. */
export function listCustomerUnits(orm: Orm, booking: Booking, at: Now): CustomerUnit[] {
  const units = listUnits(orm, booking.id);
  const isHeld = booking.on_hold_reason !== null;
  const movable = new Set(
    listDayWishes(orm, at.settings, booking.id, at.now)
      .filter(({ why }) => why === "asked" && !isHeld)
      .map(({ unit }) => unit.id),
  );
  return units.map((unit) => {
    const extra = isOut(unit) ? findOpenExtra(orm, unit.id) : null;
    const isExtraShut = extra !== null && isJobShut(orm, extra, at.now);
    const change = findOpenChange(orm, unit.id);
    const pickup = isOut(unit) ? findPickup(orm, unit.id) : null;

    const isThere = hasTruck(unit) && arrivedFor(orm).get({ unit: unit.id }) !== undefined;
    const truck = isThere ? ({ is: "there" } as const) : extra && truckOf(extra);
    return {
      id: unit.id,
      number: unit.unit_number,
      label: `${unit.size_yards}-yard dumpster, ${materialLabel(unit.material_category)}`,
      state:
        truck?.is === "there"
          ? unit.state === "delivering"
            ? "Truck at your site"
            : "At your site"
          : truck?.is === "away"
            ? "Away to be emptied"
            : isHeld && unit.state === "reserved"
              ? "Waiting"
              : isMissed(unit, at.now)
                ? "Not delivered yet"
                : UNIT_STATE[unit.state],
      dates:
        unit.state === "cancelled" || (isHeld && unit.state === "reserved")
          ? ""
          : isDayOver(unit, at.now)
            ? stayFromThen(daysFromThen(orm, at.settings, booking, unit))
            : [dayOfDelivery(orm, unit), findLeaving(orm, unit) ?? unit.pickup_date]
                .map((on) => shortDay(on, yearOf(at.now)))
                .join(" to "),
      next: truck
        ? asSentence(truckWords(truck, [unit]))
        : nextSentence(
            unit,
            booking,
            {
              pickup: pickup?.day ?? unit.pickup_date,
              swap: extra?.kind === "swap" ? extra.day : null,
              isWeighed: unit.state === "off_site" && isWeighed(orm, unit.id),
              isCrossed: unit.state === "pickup_failed" && isCrossed(orm, unit.id),
              isClosed: isOnClosedDay(orm, unit, at.now),
              isShut: isPickupShut(orm, unit, at.now),
              isSwapShut: extra?.kind === "swap" && isExtraShut,
              closed: closedThen([{ closedHalf: closedHalf(orm, unit.delivery_date) }]),
            },
            at,
          ),
      stoppedAt:
        unit.pickup_asked_at === null
          ? null
          : `${formatDay(dayAt(unit.pickup_asked_at))}, ${formatTime(unit.pickup_asked_at)}`,
      actions: booking.paid_at === null ? [] : actionsOf(unit, movable.has(unit.id), extra, pickup, at),
      planned: extra && {
        jobId: extra.id,
        what: JOB_OF_CUSTOMER[extra.kind],
        when:
          isHeld && isBeforeItLeaves(extra.state)
            ? "it waits, and we will call or write to you before a truck comes"
            : isExtraShut
              ? `no truck goes out on ${formatDay(extra.day)} after all, and you hear from us with another day`
              : `${formatDay(extra.day)}, ${deliveryHours(extra.delivery_window)}`,
        mayEnd: isBeforeItLeaves(extra.state),
      },
      unpaid: change && {
        changeId: change.id,
        what: change.price.lines.map(({ detail }) => detail).join(", ") || change.kind,
        total: change.total,
        // The hold outlasts its payment page by minutes, for money that is on its way: the page says when it ends.
        until: formatTime(findChangeCheckout(orm, change.id)?.expires_at ?? change.expires_at),
      },
      mayCancel: mayCancel(orm, booking, [unit], { whole: false }),
    };
  });
}

/** Of a pickup whose day we have closed since. */
const shutWords = (pickup: Day): string =>
  `We planned to pick it up on ${formatDay(pickup)}, and are closed then: you hear from us with another one, and our delay costs you nothing.`;

/** Nothing came in its time, and its day has passed. */
export const isDayOver = (unit: Unit, now: Instant): boolean => isMissed(unit, now) && unit.delivery_date < dayAt(now);

/** How many days it stays from when it comes, as its pickup is then set (`followSetDown`): a closed day is none of them. */
export const daysFromThen = (orm: Orm, settings: Settings, booking: Booking, unit: Unit): number =>
  paidUntil(orm, settings, booking, unit).paidDays + unit.waived_days;

/** The day on which it was set down, which may be another than was planned; the planned one before that. */
function dayOfDelivery(orm: Orm, { id, state, delivery_date }: Unit): Day {
  const isAhead = state === "reserved" || state === "delivering" || state === "delivery_failed";
  const came = isAhead ? undefined : setDown(orm).get({ unit: id });
  return came ? dayAt(came.at) : delivery_date;
}

const setDown = prepared((orm) =>
  orm
    .select({ at: events.at })
    .from(events)
    .where(
      and(
        ...[eq(events.subject_kind, "unit"), eq(events.subject_id, sql.placeholder("unit"))],
        ...[eq(events.action, "unit_moved"), eq(events.to_state, "on_site")],
      ),
    )
    .orderBy(asc(events.id))
    .limit(1)
    .prepare(),
);

const isOut = ({ state }: Unit): boolean =>
  state === "on_site" || state === "pickup_requested" || state === "pickup_failed";

const hasTruck = ({ state }: Unit): boolean => state === "delivering" || state === "collecting";

/** A truck that stands at the site: it is not on its way any more. */
const arrivedFor = prepared((orm) =>
  orm
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        or(eq(jobs.unit_id, sql.placeholder("unit")), eq(jobs.brings_unit_id, sql.placeholder("unit"))),
        eq(jobs.state, "arrived"),
      ),
    )
    .prepare(),
);

type Job = ReturnType<typeof findOpenExtra>;

function actionsOf(unit: Unit, isMovable: boolean, extra: Job, pickup: Job, { flags, now }: Now): UnitAction[] {
  const { state, replaces_unit_id, pickup_date } = unit;
  const actions: UnitAction[] = [];
  const isSwapped = extra?.kind === "swap";
  if (isMovable) actions.push("reschedule");
  if (state === "reserved" && replaces_unit_id === null) actions.push("extend");
  if (state === "on_site" && !isSwapped) {
    const isDue = pickup_date <= dayAt(now);
    if (pickup && isBeforeItLeaves(pickup.state) && (isDue || flags.early_pickup)) actions.push("pickup");
    actions.push("extend");
  }
  if (state === "pickup_failed" || (state === "pickup_requested" && pickup && isBeforeItLeaves(pickup.state)))
    actions.push("keep");
  if ((state === "on_site" || state === "pickup_requested") && !extra) actions.push("haul", "swap", "relocate");
  return actions;
}

/** Of one that is to come and to be kept: until when it is paid for, and what each day after that costs. */
const staysWords = (unit: Unit, booking: Booking, settings: Settings): string =>
  booking.flexible_extension ? ` ${goesWords(unit.pickup_date, extraDaysOf(booking, settings))}` : "";

/** Of an order that the office has stopped, where what comes next is a truck of ours; null where it is nothing of a truck's. */
function heldSentence({ state, pickup_asked_at: asked }: Unit, mayKeep: boolean, isSwapped: boolean): string | null {
  if (state === "delivery_failed") return `We could not set it down. ${BEFORE_A_TRUCK}`;
  if (state === "pickup_requested")
    return joined(asked === null ? "" : "No day is charged since you asked.", BEFORE_A_TRUCK);
  const isTruckNext = state === "reserved" || (state === "on_site" && !mayKeep);
  return isTruckNext || (isSwapped && STANDS.includes(state)) ? BEFORE_A_TRUCK : null;
}

/** "We bring it on Thursday, December 3, 8AM to 12PM." */
function nextSentence(
  unit: Unit,
  booking: Booking,
  {
    pickup,
    swap,
    isWeighed: hasTicket,
    isCrossed,
    isClosed,
    isShut,
    isSwapShut,
    closed,
  }: { pickup: Day; swap: Day | null; closed: string } & Record<
    "isWeighed" | "isCrossed" | "isClosed" | "isShut" | "isSwapShut",
    boolean
  >,
  { settings, now }: Now,
): string {
  if (booking.on_hold_reason !== null) {
    const held = heldSentence(unit, booking.flexible_extension, swap !== null);
    if (held !== null) return held;
  }
  if (swap && isOut(unit)) return isSwapShut ? swapShutWords(formatDay(swap)) : swapTakesWords(swap, dayAt(now));
  switch (unit.state) {
    case "reserved":
      // Its day is the swap's, beside the dumpster that this takes.
      if (isClosed && unit.replaces_unit_id !== null) return "It comes with the swap, which needs another day.";
      if (isClosed)
        return `We planned to bring it on ${formatDay(unit.delivery_date)}, and are closed ${closed}: choose another ${closed === "that day" ? "one" : "day or time"}.`;
      if (isDayOver(unit, now))
        return `We planned to bring it on ${formatDay(unit.delivery_date)}, and no truck came that day. Its days count only from when it stands there.`;
      if (isMissed(unit, now))
        return `We planned to bring it on ${formatDay(unit.delivery_date)}, ${deliveryHours(unit.delivery_window)}, and have not been there yet.`;
      return `We bring it on ${formatDay(unit.delivery_date)}, ${deliveryHours(unit.delivery_window)}${isPermitMissing(booking, [unit]) ? `, ${WITH_PERMIT}` : ""}.${staysWords(unit, booking, settings)}`;
    case "delivering":
      return "The truck is on its way to you.";
    case "on_site":
      if (isShut && !booking.flexible_extension) return shutWords(pickup);
      return standsWords(unit.pickup_date, pickup, dayAt(now), extraDaysOf(booking, settings));
    case "pickup_requested":
      if (isShut) return shutWords(pickup);
      return pickup < dayAt(now)
        ? `We planned to pick it up on ${formatDay(pickup)}, and have not been there yet. No day is charged since you asked.`
        : `We plan to pick it up on ${formatDay(pickup)}.`;
    case "collecting":
      return "The truck is on its way to get it.";
    case "pickup_failed":
      return isCrossed
        ? `We could not pick it up. ${PICKUP_CROSSED}`
        : "We could not pick it up. Put right what was in the way, then choose another day.";
    case "delivery_failed":
      return "We could not set it down. Choose another day.";
    case "off_site":
      return hasTicket
        ? "We have it, and its load is weighed. The final statement comes when everything is settled."
        : "We have it. We weigh the load and send you the final statement.";
    case "settled":
      return "All done.";
    case "cancelled":
      return "";
  }
}
