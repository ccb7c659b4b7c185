import { eq } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { units } from "#db/schema/index";
import { getBooking, type Unit } from "../booking/order/bookings.server";
import { isOnClosedDay } from "../booking/order/closed-day.server";
import { scheduleContext } from "../booking/order/open-days.server";
import { moveUnit } from "../dispatch/advance.server";
import { moveUnitJobs } from "../dispatch/move-jobs.server";
import { settingsAsSigned } from "../documents/signed-terms.server";
import { recordEvent } from "../events/events.server";
import { countAvailable, windowTaken, type OwnHold } from "../inventory/availability.server";
import { giveBack, take } from "../inventory/holds.server";
import type { Day } from "../kernel/days";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { dayAt, instantAt, type Instant } from "../kernel/time.server";
import {
  deliveryDayProblem,
  occupiedUntil,
  windowHours,
  windowProblem,
  type DeliveryWindowId,
} from "../schedule/rules";
import type { Settings } from "../settings/schema";
import { isAskedFor } from "../states/kept";
import { UNITS_OUT } from "../states/transitions";
import { noRoomCause } from "../tasks/no-room";
import { closeTask } from "../tasks/tasks.server";
import { cancellationTier } from "./cancel-rules";
import { notePaidDay } from "./paid-days.server";
import { followDates } from "../documents/follow-dates.server";

/** Where a dumpster's dates go. A pickup alone is moved by leaving the delivery as it is. */
export interface NewDates {
  deliveryDate: Day;
  window: DeliveryWindowId;
  pickupDate: Day;
}

export type RescheduleResult =
  | { ok: true; unit: Unit }
  | { ok: false; code: "not_movable" | "same" }
  | { ok: false; code: "bad_day" | "bad_window"; message: string }
  | { ok: false; code: "sold_out"; availableCount: number }
  | { ok: false; code: "window_full" };

/**
 * Moves a dumpster's dates: the one verb for it (domain.md, 4.27). In the caller's transaction it moves the unit, its
 * jobs, the inventory's days, the delivery windows, the booking's own dates with the calendar's sequence, and the dates
 * on the invoice. A delivery moves until its truck is on the way, or after it failed; a pickup until it is collected.
 * The tier that held when a customer asked stays as a minimum. What has been paid for is not asked here: whoever sells
 * more days moves them when they are paid. `held`: whoever asks holds what it needs, so that no room is looked for.
 * `movedAt`: we take a move of ours back, made then. `why`: in the office's words, for the history. `decided`: the office has decided for a whole batch, so that the calendar is not asked either. A delivery that failed is
 * tried again by it, unless only its pickup is meant (`pickupAlone`): then its day is still the customer's to choose.
 */
export function rescheduleUnit(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  unitId: Id<"unit">,
  to: NewDates,
  {
    held = false,
    decided = false,
    pickupAlone = false,
    movedAt = null,
    why,
  }: Partial<Record<"held" | "decided" | "pickupAlone", boolean>> & { movedAt?: Instant | null; why?: string } = {},
): RescheduleResult {
  const unit = tx.select().from(units).where(eq(units.id, unitId)).get();
  if (!unit) throw new Error(`no unit ${unitId}`);
  const movesDelivery = to.deliveryDate !== unit.delivery_date || to.window !== unit.delivery_window;
  const isTriedAgain = unit.state === "delivery_failed" && !pickupAlone;
  if (!movesDelivery && to.pickupDate === unit.pickup_date && !isTriedAgain) return { ok: false, code: "same" };
  if (!mayMove(unit, movesDelivery)) return { ok: false, code: "not_movable" };
  if (to.pickupDate < to.deliveryDate)
    return { ok: false, code: "bad_day", message: "The pickup is after the delivery." };
  if (movesDelivery && !decided) {
    const context = scheduleContext(settings, deed.now);
    const badDay = deliveryDayProblem(to.deliveryDate, context);
    if (badDay) return { ok: false, code: "bad_day", message: badDay };
    const badWindow = windowProblem(to.window, to.deliveryDate, context);
    if (badWindow) return { ok: false, code: "bad_window", message: badWindow };
  }
  const mayKeep = getBooking(tx, unit.booking_id).flexible_extension;
  // Who has asked for the pickup keeps it no longer.
  const until = occupiedUntil(to.pickupDate, mayKeep && !isAskedFor(unit.state), settings);
  const shortage = held ? null : findShortage(tx, deed, settings, unit, to, until);
  if (shortage) return shortage;

  const before = stay(unit);
  giveBack(tx, before);
  // A day that we moved is theirs to choose again, free (domain.md, 4.32), and the next one is like any other.
  const isTheirs = deed.by.kind === "customer" && movesDelivery;
  // Nor does it cost them that we have not come, or closed the day: cancelling was free, and the next day is like any other.
  const missed = isOurFault(tx, unit, deed.now);
  const floor =
    isTheirs && unit.closure_id === null && !missed
      ? tierNow(unit, settingsAsSigned(tx, unit.booking_id, settings), deed)
      : 0;
  const moved = tx
    .update(units)
    .set({
      delivery_date: to.deliveryDate,
      delivery_window: to.window,
      pickup_date: to.pickupDate,
      occupied_until: until,
      tier_floor_percent: movesDelivery && missed ? 0 : Math.max(unit.tier_floor_percent, floor),
      // A day that they chose ends what our closed day gave them; a pickup alone leaves the delivery where we have put it.
      closure_id: deed.by.kind === "customer" && (movesDelivery || unit.state !== "reserved") ? null : unit.closure_id,
    })
    .where(eq(units.id, unit.id))
    .returning()
    .get();
  take(tx, stay(moved));
  if (isTriedAgain) moveUnit(tx, deed, unit, "reserved", "another_day");
  if (unit.pickup_asked_at !== null) notePaidDay(tx, unit, to.pickupDate, movedAt);
  closeTask(tx, deed, noRoomCause(unit.id));
  moveUnitJobs(tx, deed, moved, { pickupAlone, why });
  followDates(tx, deed, unit.booking_id);
  recordEvent(tx, deed, {
    subject: { kind: "unit", id: unit.id },
    bookingId: unit.booking_id,
    action: "unit_rescheduled",
    why,
    data: { unit_number: unit.unit_number, was: dates(unit), is: dates(moved) },
  });
  return { ok: true, unit: { ...moved, state: isTriedAgain ? "reserved" : unit.state } };
}

/** The time of its delivery is over and no truck has left for it. Milliseconds of the domain's clock. */
export function isMissed({ state, delivery_date, delivery_window }: Unit, now: Instant): boolean {
  return state === "reserved" && now >= instantAt(delivery_date, windowHours(delivery_window).endHour);
}

/** That its day cannot be kept is ours: we have not come, or have closed it since. */
export const isOurFault = (orm: Orm, unit: Unit, now: Instant): boolean =>
  isMissed(unit, now) || isOnClosedDay(orm, unit, now);

/**
 * What moving a delivery now leaves behind: the least percentage that cancelling costs from then on. 0 where it was ours
 * to come or to move.
 */
export function floorOfMove(orm: Orm, present: Settings, unit: Unit, now: Instant): number {
  if (unit.closure_id !== null || isOurFault(orm, unit, now)) return 0;
  return Math.max(unit.tier_floor_percent, tierNow(unit, settingsAsSigned(orm, unit.booking_id, present), { now }));
}

/** The delivery before its truck is on the way, the pickup before the dumpster is collected. */
function mayMove({ state, replaces_unit_id }: Unit, movesDelivery: boolean): boolean {
  // It comes with a swap, which moves both.
  if (movesDelivery && replaces_unit_id !== null) return false;
  if (state === "reserved" || state === "delivery_failed") return true;
  return !movesDelivery && (state === "on_site" || state === "pickup_requested" || state === "pickup_failed");
}

/**
 * Whether a delivery has room on that day in that window, by everything that is asked of it when it is moved there: for a
 * page that offers the day. Milliseconds of the domain's clock.
 */
export function hasRoomOn(orm: Orm, settings: Settings, unit: Unit, to: NewDates, now: Instant): boolean {
  const context = scheduleContext(settings, now);
  if (deliveryDayProblem(to.deliveryDate, context) || windowProblem(to.window, to.deliveryDate, context)) return false;
  const { flexible_extension } = getBooking(orm, unit.booking_id);
  return !findShortage(orm, { now }, settings, unit, to, occupiedUntil(to.pickupDate, flexible_extension, settings));
}

/** Too few dumpsters or a full window for the new dates; what the unit has itself counts as free. */
function findShortage(
  tx: Orm,
  deed: Pick<Deed, "now">,
  settings: Settings,
  unit: Unit,
  to: NewDates,
  until: Day,
): Extract<RescheduleResult, { code: "sold_out" | "window_full" }> | null {
  const today = dayAt(deed.now);
  // What is over cannot be short any more.
  const period = { start: to.deliveryDate > today ? to.deliveryDate : today, end: until };
  const availableCount = countAvailable(tx, unit.size_yards, period, today, ownDays(unit, today));
  if (availableCount < 1) return { ok: false, code: "sold_out", availableCount };
  const sameWindow = to.deliveryDate === unit.delivery_date && to.window === unit.delivery_window;
  const isFull = !sameWindow && windowTaken(tx, to.deliveryDate, to.window) >= settings.windowCapacity;
  return isFull ? { ok: false, code: "window_full" } : null;
}

/** What a dumpster has itself, so that it does not stand in its own way: its days, and its place while it is overdue. */
export function ownDays(unit: Unit, today: Day): OwnHold {
  const { delivery_date, delivery_window, occupied_until, state } = unit;
  const late = occupied_until <= today && UNITS_OUT.some((out) => out === state) ? 1 : 0;
  return { lines: stay(unit).lines, delivery_date, delivery_window, occupied_until, late };
}

function stay(unit: Unit) {
  const { size_yards: size, delivery_date: deliveryDate, delivery_window: deliveryWindow, occupied_until } = unit;
  return { lines: [{ size, quantity: 1 }], deliveryDate, deliveryWindow, occupiedUntil: occupied_until };
}

function dates({ delivery_date, delivery_window, pickup_date }: Unit) {
  return { delivery: delivery_date, window: delivery_window, pickup: pickup_date };
}

function tierNow({ delivery_date, delivery_window }: Unit, settings: Settings, { now }: Pick<Deed, "now">): number {
  const start = instantAt(delivery_date, windowHours(delivery_window).startHour);
  return cancellationTier(start - now, settings.cancellation);
}
