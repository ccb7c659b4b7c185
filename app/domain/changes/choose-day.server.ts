import { and, desc, eq, ne, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { closureUnits, jobs, units } from "#db/schema/index";
import { getBooking, listUnits, type Unit } from "../booking/order/bookings.server";
import { listWindows, scheduleContext } from "../booking/order/open-days.server";
import { advanceJob, moveUnit } from "../dispatch/advance.server";
import { keepAttempt } from "../dispatch/attempts.server";
import { answerVisit, findVisit, type AnswerResult } from "../dispatch/visits.server";
import { listAvailableStarts } from "../inventory/availability.server";
import { addDays, type Day } from "../kernel/days";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import type { Instant } from "../kernel/time.server";
import { tellMoved } from "../outbox/news.server";
import {
  DELIVERY_WINDOW_IDS,
  firstDeliveryDay,
  isDeliveryWindow,
  isOpenDay,
  lastDeliveryDay,
  nextOpenDay,
  occupiedUntil,
  type DeliveryWindowId,
  windowProblem,
} from "../schedule/rules";
import type { Settings } from "../settings/schema";
import { getJob, type Job } from "../dispatch/jobs.server";
import { staysUntilAsked } from "../states/kept";
import { isBeingEmptied } from "../dispatch/errands.server";
import { isBeforeItLeaves, isExtra } from "../states/job-places";
import { errandsFrom } from "./errand-limit.server";
import { waivedAfter } from "./paid-days.server";
import { ON_HOLD_WORDS } from "./kind";
import { pickupAfter } from "./pickup-after.server";
import { isOurFault, ownDays, rescheduleUnit, type RescheduleResult } from "./reschedule.server";

/** A customer may choose another day, of what, and why. Nothing is charged here. */
export interface DayOffer {
  unit: Unit;
  what: "delivery" | "pickup";
  /**
   * `visit`: a truck came in vain, which has the dry-run fee unless that is waived or its proof is thin; `moved`: we moved
   * it, so that another day is free; `asked`: they want another day (domain.md, 4.27).
   */
  why: "visit" | "moved" | "asked";
}

const OFFERED_DAYS = 8;
const OFFERED_TO_WHO_ASKS = 14;
const DAYS_BEFORE = 3;
/** A pickup that we moved may be put off by so many open days more, free. */
const PICKUP_LATER = 2;
const PICKUP_DAYS_AFTER_VISIT = 6;

/** Which of a booking's dumpsters need another day from their customer: after a visit in vain, or as we moved them. */
export function listDayOffers(orm: Orm, bookingId: Id<"booking">): DayOffer[] {
  return listUnits(orm, bookingId).flatMap((unit): DayOffer[] => {
    if (unit.state === "delivery_failed") return [{ unit, what: "delivery", why: "visit" }];
    if (unit.state === "pickup_failed") return [{ unit, what: "pickup", why: "visit" }];
    if (unit.closure_id === null) return [];
    if (unit.state === "reserved") return [{ unit, what: "delivery", why: "moved" }];
    const stands = unit.state === "on_site" || unit.state === "pickup_requested";
    return stands && wasPickupMoved(orm, unit) ? [{ unit, what: "pickup", why: "moved" }] : [];
  });
}

/** Its pickup alone was moved by us: with a delivery that we moved the paid days went along, and once it has come that is over. */
function wasPickupMoved(orm: Orm, { id, closure_id }: Unit): boolean {
  if (closure_id === null) return false;
  const { was_delivery, is_delivery, was_pickup, is_pickup } = closureUnits;
  const isItsPickup = sql`${was_delivery} = ${is_delivery} and ${was_pickup} <> ${is_pickup}`;
  const moved = and(eq(closureUnits.closure_id, closure_id), eq(closureUnits.unit_id, id), isItsPickup);
  return orm.select({ id: closureUnits.unit_id }).from(closureUnits).where(moved).get() !== undefined;
}

/** Whether the day of what could not be done is its customer's to choose: of a swap, an emptying or a move it is not. */
export const mayChooseDay = (orm: Orm, job: Pick<Job, "booking_id" | "unit_id" | "kind">): boolean =>
  !isExtra(job.kind) &&
  listDayOffers(orm, job.booking_id).some(({ unit, why }) => why === "visit" && unit.id === job.unit_id);

/**
 * The same with those whose customer may want another delivery day (domain.md, 4.27): until that day's cut-off, or until
 * its truck leaves where that is sooner; and again once its time is over and we have not come. What comes with a swap is
 * moved with that.
 */
export function listDayWishes(orm: Orm, settings: Settings, bookingId: Id<"booking">, now: Instant): DayOffer[] {
  const needed = listDayOffers(orm, bookingId);
  if (getBooking(orm, bookingId).paid_at === null) return needed;
  const asked = listUnits(orm, bookingId)
    .filter((unit) => !needed.some((one) => one.unit.id === unit.id) && mayAskForAnotherDay(orm, settings, unit, now))
    .map((unit): DayOffer => ({ unit, what: "delivery", why: "asked" }));
  return [...needed, ...asked];
}

function mayAskForAnotherDay(orm: Orm, settings: Settings, unit: Unit, now: Instant): boolean {
  const { id, state, replaces_unit_id, delivery_date } = unit;
  if (state !== "reserved" || replaces_unit_id !== null) return false;
  const { today, minuteNow } = scheduleContext(settings, now);
  const isBeforeCutOff = today < delivery_date || (today === delivery_date && minuteNow < settings.sameDayCutoffMinute);
  if (!isBeforeCutOff && !isOurFault(orm, unit, now)) return false;
  const last = lastDelivery(orm).get({ unit: id });
  return !last || isBeforeItLeaves(last.state);
}

const lastDelivery = prepared((orm) =>
  orm
    .select({ state: jobs.state })
    .from(jobs)
    .where(and(eq(jobs.unit_id, sql.placeholder("unit")), eq(jobs.kind, "delivery"), ne(jobs.state, "cancelled")))
    .orderBy(desc(jobs.attempt))
    .limit(1)
    .prepare(),
);

/** A day that can be chosen; `windows` of a delivery that have room, none for a pickup. */
export interface DayChoice {
  day: Day;
  windows: DeliveryWindowId[];
}

/** The next days with room for one dumpster, for as long as it was rented. */
export function listDayChoices(orm: Orm, settings: Settings, { unit, what, why }: DayOffer, now: Instant): DayChoice[] {
  const context = scheduleContext(settings, now);
  const afterVisit = why === "visit";
  if (what === "pickup") {
    const first = nextOpenDay(addDays(context.today, 1), settings);
    const days = openDaysFrom(first, settings, PICKUP_DAYS_AFTER_VISIT + 30);
    const later = openDaysFrom(addDays(unit.pickup_date, 1), settings, PICKUP_LATER).at(-1) ?? unit.pickup_date;
    const { flexible_extension: mayKeep } = getBooking(orm, unit.booking_id);
    // Who keeps it until they ask has no pickup before the last paid day (docs/decisions/0098).
    const soonest = staysUntilAsked({ mayKeep, unit: unit.state }) ? unit.pickup_date : first;
    // Not before what is planned for it at its place: whoever wants it sooner takes that back first.
    const errand = errandsFrom(orm, unit.id).at(-1);
    return (afterVisit ? days.slice(0, PICKUP_DAYS_AFTER_VISIT) : days.filter((day) => day >= soonest && day <= later))
      .filter((day) => !errand || day >= errand.day)
      .map((day) => ({ day, windows: [] }));
  }
  const { flexible_extension } = getBooking(orm, unit.booking_id);
  const own = ownDays(unit, context.today);
  const earliest = firstDeliveryDay(context);
  // After a visit as soon as can be; what we moved around the day that was planned.
  const around = addDays(unit.delivery_date, -DAYS_BEFORE);
  const first = why !== "moved" || around < earliest ? earliest : around;
  const last = lastDeliveryDay(context);
  const endOf = (start: Day) => occupiedUntil(pickupAfter(orm, settings, unit, start), flexible_extension, settings);
  const lines = [{ size: unit.size_yards, quantity: 1 }];
  const windowsOf = (days: Day[]) => listWindows(orm, settings, days, 1, context, own);
  const starts = listAvailableStarts(
    orm,
    lines,
    first,
    context.today,
    endOf,
    (on) => on <= last && isOpenDay(on, settings) && windowsOf([on]).some(hasOpen),
    why === "asked" ? OFFERED_TO_WHO_ASKS : OFFERED_DAYS,
    own,
  );
  return windowsOf(starts).map(({ day, windows }) => ({
    day,
    windows: DELIVERY_WINDOW_IDS.filter((id) => windows[id] === "open"),
  }));
}

const hasOpen = ({ windows }: { windows: Record<string, string> }) => Object.values(windows).includes("open");

function openDaysFrom(from: Day, settings: Settings, most: number): Day[] {
  const days: Day[] = [];
  for (let day = nextOpenDay(from, settings); days.length < most; day = nextOpenDay(addDays(day, 1), settings))
    days.push(day);
  return days;
}

export type ChooseResult =
  | RescheduleResult
  | { ok: false; code: "not_offered" | "changed" }
  | { ok: false; code: "on_hold"; message: string };

/**
 * Whether a day cannot be chosen as the office has stopped the booking. Of what is to be collected it can: another day is
 * what asks for that, and stops the charges by the day.
 */
export const isHeldOffer = (orm: Orm, { unit, what }: DayOffer): boolean =>
  what === "delivery" && getBooking(orm, unit.booking_id).on_hold_reason !== null;

/** Where a dumpster stood on the page of whoever chooses for it. */
export const seenDates = ({ delivery_date, delivery_window, pickup_date, state }: Unit): string =>
  `${delivery_date} ${delivery_window} ${pickup_date} ${state === "reserved" || state === "delivery_failed" ? state : "out"}`;

/**
 * The customer chooses the day: of a delivery (its pickup goes along), or of a pickup that failed or that we moved.
 * Nothing is charged. Refused as `not_offered` for any other dumpster, and for a pickup on a day that is not offered, as
 * `on_hold` for a delivery of a booking that the office has stopped; else
 * as `rescheduleUnit` does, and as `changed` where it has other dates than were shown (`seen`). The choice is told by
 * mail at once.
 */
export function chooseDay(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  unitId: Id<"unit">,
  { day, window, seen }: { day: Day; window: DeliveryWindowId | null; seen: string | null },
): ChooseResult {
  const before = tx.select().from(units).where(eq(units.id, unitId)).get();
  const offers = before ? listDayWishes(tx, settings, before.booking_id, deed.now) : [];
  const offer = offers.find(({ unit }) => unit.id === unitId);
  if (!before || !offer) return { ok: false, code: "not_offered" };
  if (isHeldOffer(tx, offer)) return { ok: false, code: "on_hold", message: ON_HOLD_WORDS };
  if (seen !== null && seen !== seenDates(before)) return { ok: false, code: "changed" };
  const chosen = offer.what === "delivery" ? chooseDelivery() : choosePickup(offer);
  if (chosen.ok) tellMoved(tx, before, 0);
  return chosen;

  function chooseDelivery(): ChooseResult {
    if (!window)
      return { ok: false, code: "bad_window", message: "Choose a delivery time: morning, afternoon or anytime." };
    // Tried again at its own time nothing moves, and no rule is asked; no time that has begun is offered either.
    const isOwn = day === before?.delivery_date && window === before.delivery_window;
    const message = isOwn && windowProblem(window, day, scheduleContext(settings, deed.now));
    if (message) return { ok: false, code: "bad_window", message };
    const pickupDate = pickupAfter(tx, settings, before as Unit, day);
    return rescheduleUnit(tx, deed, settings, unitId, { deliveryDate: day, window, pickupDate });
  }

  function choosePickup(offer: DayOffer): ChooseResult {
    const { unit } = offer;
    if (!listDayChoices(tx, settings, offer, deed.now).some((one) => one.day === day))
      return { ok: false, code: "not_offered" };
    if (!isDeliveryWindow(unit.delivery_window)) throw new Error(`unit ${unit.id} has no window`);
    if (day === unit.pickup_date) return { ok: false, code: "same" };
    // After a visit in vain choosing its day asks for it: what is told of the paid days stays as it is.
    if (unit.state === "pickup_failed") moveUnit(tx, deed, unit, "pickup_requested", "another_day");
    const dates = { deliveryDate: unit.delivery_date, window: unit.delivery_window, pickupDate: day };
    const moved = rescheduleUnit(tx, deed, settings, unit.id, dates, { held: true });
    if (!moved.ok) return moved;
    // Days that we offered are not counted against them; once it is asked for none is counted.
    const waived_days = waivedAfter(tx, settings, unit, unit.pickup_date, day);
    if (offer.why === "moved" && unit.pickup_asked_at === null)
      tx.update(units).set({ waived_days }).where(eq(units.id, unit.id)).run();
    return moved;
  }
}

/**
 * The customer answers a driver who waits with another day: the visit ends there and then, so that the driver may go and
 * the customer may choose the day at once. Refused like any answer; once it was given it is no error to give it again.
 */
export function askForAnotherDay(tx: Tx, deed: Deed, visitId: Id<"visit">): AnswerResult {
  const before = findVisit(tx, visitId);
  if (before?.answer === "another_day") return { ok: true, visit: before };
  // Another truck of ours has just taken it to be emptied: there is nothing that they could do for the driver.
  if (before && isAwayFor(tx, before.job_id)) return { ok: false, code: "over" };
  const answered = answerVisit(tx, deed, visitId, { answer: "another_day" });
  if (!answered.ok) return answered;
  const { visit } = answered;
  const why = `${[visit.reason, visit.note].filter(Boolean).join(": ").replace(/\.+$/, "")}. The customer wants another day.`;
  const closed = advanceJob(tx, deed, visit.job_id, "attempted", why);
  if (!closed.ok) throw new Error(`job ${visit.job_id}: ${closed.code}`);
  // The trip was in vain all the same: what was recorded of it is judged as when the driver closes it.
  keepAttempt(tx, deed, closed.job, { reason: visit.reason, note: visit.note, place: null });
  return answered;
}

function isAwayFor(tx: Tx, jobId: Id<"job">): boolean {
  const { kind, unit_id } = getJob(tx, jobId);
  return kind === "pickup" && isBeingEmptied(tx, unit_id);
}
