import { and, eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { closureJobs, closures, closureUnits, jobs, units } from "#db/schema/index";
import { getBooking, getUnit, type Unit } from "../booking/order/bookings.server";
import { renewClosedDays } from "../booking/order/closed-day.server";
import { answeredByMove, askAgain } from "../dispatch/answered.server";
import type { Job } from "../dispatch/jobs.server";
import { putInPlaces } from "../dispatch/stop-places.server";
import { recordEvent } from "../events/events.server";
import type { Day } from "../kernel/days";
import type { Deed, StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import type { Instant } from "../kernel/time.server";
import { isDeliveryWindow } from "../schedule/rules";
import { closedPart } from "../settings/closings";
import type { Settings } from "../settings/schema";
import { BEFORE_IT_LEAVES, isBeforeItLeaves, isErrand } from "../states/job-places";
import { staysUntilAsked } from "../states/kept";
import { noDayCause, noRoomCause } from "../tasks/no-room";
import { closeTask, endedAt, openTaskAgain } from "../tasks/tasks.server";
import { activeClosures } from "./active-closures.server";
import { findClosure, isClosed, type Closure } from "./closure-read.server";
import { putSwapBack } from "./extra-move.server";
import { giveToldDays, occupyAnew, waivedAfter, wasAskedSince } from "./paid-days.server";
import { rescheduleUnit } from "./reschedule.server";

export type UndoResult =
  /** `left`: so many had been moved again, asked for, cancelled or driven meanwhile, and stay as they are. */
  { ok: true; back: number; left: number } | { ok: false; code: "unknown" | "told" | "over" };

/**
 * Takes a closure back before anybody heard of it (wall time): every dumpster to the dates that it had, every job to its
 * driver and stop, and the day is open again.
 */
export function undoClosure(
  tx: Tx,
  deed: Deed<StaffActor>,
  settings: Settings,
  closureId: string,
  wallNow = Date.now(),
): UndoResult {
  const closure = findClosure(tx, closureId);
  if (!closure) return { ok: false, code: "unknown" };
  if (closure.undone_at !== null || closure.reopened_at !== null) return { ok: false, code: "over" };
  if (wallNow >= closure.told_at) return { ok: false, code: "told" };
  tx.update(closures).set({ undone_at: deed.now }).where(eq(closures.id, closure.id)).run();
  const rows = tx.select().from(closureUnits).where(eq(closureUnits.closure_id, closure.id)).all();
  let [back, left] = [0, 0];
  const places = new Map<Id<"job">, number>();
  for (const row of rows) {
    if (row.is_pickup === null) continue;
    const jobsBack = bringBack(tx, deed, settings, row, closure);
    for (const { job_id, position } of jobsBack ?? []) if (position !== null) places.set(job_id, position);
    if (jobsBack) back++;
    else left++;
  }
  putInPlaces(tx, places);
  askForRoom(tx, deed, closure);
  const { day, part } = closure;
  giveToldDays(tx, settings, day);
  renewClosedDays(tx, deed);
  const subject = { kind: "closure" as const, id: closure.id };
  recordEvent(tx, deed, { subject, action: "day_opened", data: { day, part, back, left } });
  return { ok: true, back, left };
}

/**
 * Who was needed for what found no room is so where it stands only as long as another closure holds there; whose task this
 * closure had ended, by giving it a place, is needed again where it is back on what another one still closes.
 */
function askForRoom(tx: Tx, deed: Deed, { id, day, part, closed_at }: Closure): void {
  const kept = tx
    .select({ job: jobs })
    .from(closureJobs)
    .innerJoin(jobs, eq(jobs.id, closureJobs.job_id))
    .where(eq(closureJobs.closure_id, id));
  for (const { job } of kept.all()) {
    const cause = isErrand(job.kind) ? noDayCause(job.id) : job.kind === "delivery" ? noRoomCause(job.unit_id) : null;
    if (cause === null) continue;
    if (isClosed(tx, job.day, job.delivery_window)) {
      if (isBeforeItLeaves(job.state) && endedAt(tx, cause, closed_at)) openTaskAgain(tx, deed, cause);
    } else if (job.day === day && (part === "day" || part === job.delivery_window)) closeTask(tx, deed, cause);
  }
}

/** The dumpster's jobs as they stood; null, and nothing is changed, where it is not as the closure left it. */
function bringBack(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  row: typeof closureUnits.$inferSelect,
  { day: closedDay, closed_at: closedAt }: Closure,
): (typeof closureJobs.$inferSelect)[] | null {
  const unit = getUnit(tx, row.unit_id);
  const isAsLeft =
    [row.closure_id, row.was_closure_id].includes(unit.closure_id) &&
    unit.delivery_date === row.is_delivery &&
    unit.delivery_window === row.is_window &&
    unit.pickup_date === row.is_pickup;
  const before = tx
    .select()
    .from(closureJobs)
    .where(and(eq(closureJobs.closure_id, row.closure_id), eq(closureJobs.unit_id, unit.id)))
    .all();
  const now = before.map(({ job_id }) => tx.select().from(jobs).where(eq(jobs.id, job_id)).get());
  // They have asked for it since, by the day to which it was put off: that day stands.
  const isAsked = unit.pickup_date > row.was_pickup && wasAskedSince(unit, closedAt);
  // No truck goes for it on its former day any more, which was closed meanwhile.
  const { flexible_extension: mayKeep } = getBooking(tx, unit.booking_id);
  const isShut = before.some(
    (job, i) =>
      now[i]?.kind === "pickup" &&
      job.day !== closedDay &&
      !staysUntilAsked({ mayKeep, unit: unit.state }) &&
      isClosedSince(tx, job.day, job.delivery_window, closedAt),
  );
  if (
    !isAsLeft ||
    isAsked ||
    isShut ||
    now.some((job) => !job || !BEFORE_IT_LEAVES.some((state) => state === job.state))
  )
    return null;
  if (!isDeliveryWindow(row.was_window)) throw new Error(`unit ${unit.id} had no window`);
  const dates = { deliveryDate: row.was_delivery, window: row.was_window, pickupDate: row.was_pickup };
  if (isOfSwap(unit, now)) putSwapBack(tx, deed, settings, unit, dates);
  else {
    const isDelivery = row.was_delivery !== row.is_delivery || row.was_window !== row.is_window;
    rescheduleUnit(tx, deed, settings, unit.id, dates, {
      ...{ held: true, decided: true, pickupAlone: !isDelivery, movedAt: closedAt },
      why: "The day is open after all",
    });
    const waived_days =
      isDelivery || unit.pickup_asked_at !== null
        ? unit.waived_days
        : waivedAfter(tx, settings, unit, unit.pickup_date, row.was_pickup);
    tx.update(units).set({ closure_id: row.was_closure_id, waived_days }).where(eq(units.id, unit.id)).run();
    const truck = before.find(({ job_id }) => now.some((job) => job?.id === job_id && job.kind === "pickup"));
    if (!isDelivery && truck) occupyAnew(tx, deed, settings, unit.id, truck.day);
  }
  for (const { job_id, state, day, delivery_window, driver_id, position, is_fixed } of before) {
    const job = tx.select().from(jobs).where(eq(jobs.id, job_id)).get();
    tx.update(jobs)
      .set({ state, day, delivery_window, driver_id, position, is_fixed })
      .where(eq(jobs.id, job_id))
      .run();
    if (job && job.state !== state)
      recordEvent(tx, deed, {
        subject: { kind: "job", id: job_id },
        bookingId: unit.booking_id,
        action: "job_moved",
        from: job.state,
        to: state,
        data: { job: job.kind },
      });
  }
  const ids = before.map(({ job_id }) => job_id);
  askAgain(tx, deed, ids, answeredByMove(tx, ids, closedAt));
  return before;
}

/** Whether a day was closed after another had been, and still is: its second half is kept as the whole day that it makes. */
function isClosedSince(tx: Tx, day: Day, window: string, closedAt: Instant): boolean {
  const since = activeClosures(tx, day).filter((one) => one.closed_at > closedAt);
  return [window, "day"].includes(closedPart(since, day) ?? "");
}

/** It comes with a swap that is still to leave, or goes with one: such a dumpster is not rescheduled alone. */
const isOfSwap = ({ state, replaces_unit_id }: Unit, mine: readonly (Job | undefined)[]): boolean =>
  (state === "reserved" && replaces_unit_id !== null) || mine.some((job) => job?.kind === "swap");
