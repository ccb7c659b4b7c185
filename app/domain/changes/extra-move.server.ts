import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { jobs, units } from "#db/schema/index";
import type { Unit } from "../booking/order/bookings.server";
import { recalledCause, type Job } from "../dispatch/jobs.server";
import { moveUnitJobs } from "../dispatch/move-jobs.server";
import { setStay, stayOf } from "../dispatch/swap.server";
import { recordEvent } from "../events/events.server";
import { countAvailable, windowTaken } from "../inventory/availability.server";
import { giveBack, take } from "../inventory/holds.server";
import { addDays, type Day } from "../kernel/days";
import type { Deed } from "../kernel/deed";
import { dayAt } from "../kernel/time.server";
import {
  closedTimeProblem,
  isDeliveryWindow,
  occupiedUntil,
  truckDayProblem,
  type DeliveryWindowId,
} from "../schedule/rules";
import type { Settings } from "../settings/schema";
import { isErrand } from "../states/job-places";
import { leftCause } from "../tasks/left-jobs.server";
import { noDayCause } from "../tasks/no-room";
import { closeTask } from "../tasks/tasks.server";
import { afterPickupProblem } from "./errand-limit.server";
import { pickupAfter } from "./pickup-after.server";
import type { NewDates } from "./reschedule.server";
import { followDates } from "../documents/follow-dates.server";

export type MoveExtraResult =
  | { ok: true; job: Job }
  | { ok: false; code: "bad_day" | "bad_window"; message: string }
  | { ok: false; code: "sold_out"; availableCount: number }
  | { ok: false; code: "window_full" };

/**
 * Moves a job beyond delivery and pickup to another open day or window, from today on. A swap takes both units along:
 * the full one stays until that day, the empty one as long as before, where one is free. A driver who had the job keeps it
 * only on its own day. An emergency, which has no time, goes on a day of which only that half is closed: whenever its truck
 * can. `isBack`: a move is undone, so that the day may have passed.
 */
export function moveExtraJob(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  job: Job,
  to: { day: Day; window: DeliveryWindowId },
  { isBack = false } = {},
): MoveExtraResult {
  const { day } = to;
  const today = dayAt(deed.now);
  const badDay = isBack && day < today ? null : truckDayProblem(day, today, settings);
  if (badDay) return { ok: false, code: "bad_day", message: badDay };
  const badWindow = isBack ? null : closedTimeProblem(to.window, day, settings);
  if (badWindow && job.priority !== "emergency") return { ok: false, code: "bad_window", message: badWindow };
  const window = badWindow ? "anytime" : to.window;
  if (job.day === day && job.delivery_window === window) return { ok: true, job };
  const unit = tx.select().from(units).where(eq(units.id, job.unit_id)).get();
  const isAfter = unit && isErrand(job.kind) ? afterPickupProblem(tx, unit, day, dayAt(deed.now)) : null;
  if (isAfter) return { ok: false, code: "bad_day", message: isAfter };
  const refused = job.kind === "swap" ? noRoomToSwap(tx, deed, settings, job, { day, window }) : null;
  return refused ?? { ok: true, job: moveExtraHeld(tx, deed, settings, job, { day, window }) };
}

/** The same where the office has decided for a whole batch: neither the calendar nor room is asked. */
export function moveExtraHeld(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  job: Job,
  { day, window, why }: { day: Day; window: DeliveryWindowId; why?: string },
): Job {
  if (job.kind === "swap") moveSwap(tx, deed, settings, job, { day, window, why });
  const keeps = job.state !== "assigned" || job.day === day;
  if (!keeps) closeTask(tx, deed, leftCause(job.id));
  if (job.day !== day) closeTask(tx, deed, recalledCause(job.id));
  closeTask(tx, deed, noDayCause(job.id));
  const moved = tx
    .update(jobs)
    .set({
      day,
      delivery_window: window,
      ...(!keeps && { state: "scheduled", driver_id: null, position: null, is_fixed: false }),
    })
    .where(eq(jobs.id, job.id))
    .returning()
    .get();
  recordEvent(tx, deed, {
    subject: { kind: "job", id: job.id },
    bookingId: job.booking_id,
    action: "job_rescheduled",
    from: job.state,
    to: moved.state,
    why,
    data: { job: job.kind, was: job.day, is: day, window },
  });
  return moved;
}

/** Both dumpsters of a swap. */
function unitsOf(tx: Tx, job: Job) {
  const unitOf = (id: Job["unit_id"] | null) => id && tx.select().from(units).where(eq(units.id, id)).get();
  const [full, empty] = [unitOf(job.unit_id), unitOf(job.brings_unit_id)];
  if (!full || !empty) throw new Error(`job ${job.id} is no swap`);
  return { full, empty };
}

/** How long the empty one would stay from another day on: as long as its days are paid for. */
function stayThen(tx: Tx, settings: Settings, empty: Unit, day: Day): { pickup: Day; until: Day } {
  const pickup = pickupAfter(tx, settings, empty, day);
  return { pickup, until: occupiedUntil(pickup, false, settings) };
}

function noRoomToSwap(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  job: Job,
  { day, window }: { day: Day; window: DeliveryWindowId },
): Exclude<MoveExtraResult, { ok: true }> | null {
  const { empty } = unitsOf(tx, job);
  // Asked as if neither had its place yet.
  const own = { ...empty, lines: stayOf(empty).lines };
  const period = { start: day, end: stayThen(tx, settings, empty, day).until };
  const availableCount = countAvailable(tx, empty.size_yards, period, dayAt(deed.now), own);
  if (availableCount < 1) return { ok: false, code: "sold_out", availableCount };
  const sameWindow = day === empty.delivery_date && window === empty.delivery_window;
  const isFull = !sameWindow && windowTaken(tx, day, window) >= settings.windowCapacity;
  return isFull ? { ok: false, code: "window_full" } : null;
}

function moveSwap(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  job: Job,
  { day, window, why }: { day: Day; window: DeliveryWindowId; why?: string | undefined },
): void {
  const { full, empty } = unitsOf(tx, job);
  const { pickup, until } = stayThen(tx, settings, empty, day);
  giveBack(tx, stayOf(empty));
  const moved = tx
    .update(units)
    .set({ delivery_date: day, delivery_window: window, pickup_date: pickup, occupied_until: until })
    .where(eq(units.id, empty.id))
    .returning()
    .get();
  take(tx, stayOf(moved));
  setStay(tx, full, day, addDays(day, 1));
  moveUnitJobs(tx, deed, moved, { why });
  followDates(tx, deed, job.booking_id);
}

/**
 * The one that a swap brings, which has come back with it to its former day: for as long as it was to stay there. Longer
 * than that a closed day may have made it, never shorter, so that no room is asked for.
 */
export function putStayBack(tx: Tx, deed: Deed, settings: Settings, unit: Unit, pickupDate: Day): void {
  const { delivery_date: deliveryDate, delivery_window: window } = unit;
  if (!isDeliveryWindow(window)) throw new Error(`unit ${unit.id} has no window`);
  putSwapBack(tx, deed, settings, unit, { deliveryDate, window, pickupDate });
  moveUnitJobs(tx, deed, { ...unit, pickup_date: pickupDate });
}

/** One of a swap’s two dumpsters to the days that it had, without asking for room. */
export function putSwapBack(tx: Tx, deed: Deed, settings: Settings, unit: Unit, to: NewDates): void {
  const isToCome = unit.state === "reserved";
  const until = isToCome ? occupiedUntil(to.pickupDate, false, settings) : addDays(to.pickupDate, 1);
  giveBack(tx, stayOf(unit));
  const dates = { delivery_date: to.deliveryDate, delivery_window: to.window };
  take(tx, stayOf({ ...unit, ...dates, occupied_until: until }));
  tx.update(units)
    .set({ ...dates, pickup_date: to.pickupDate, occupied_until: until })
    .where(eq(units.id, unit.id))
    .run();
  followDates(tx, deed, unit.booking_id);
}
