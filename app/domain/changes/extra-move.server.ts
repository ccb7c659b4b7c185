import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { jobs, units } from "#db/schema/index";
import { deriveDates } from "../booking/order/dates.server";
import type { Job } from "../dispatch/jobs.server";
import { moveUnitJobs } from "../dispatch/move-jobs.server";
import { setStay, stayOf } from "../dispatch/swap.server";
import { recordEvent } from "../events/events.server";
import { countAvailable, windowTaken } from "../inventory/availability.server";
import { giveBack, take } from "../inventory/holds.server";
import { addDays, daysBetween, type Day } from "../kernel/days";
import type { Deed } from "../kernel/deed";
import { dayAt } from "../kernel/time.server";
import { nextOpenDay, occupiedUntil, truckDayProblem, type DeliveryWindowId } from "../schedule/rules";
import type { Settings } from "../settings/schema";

export type MoveExtraResult =
  | { ok: true; job: Job }
  | { ok: false; code: "bad_day"; message: string }
  | { ok: false; code: "sold_out"; availableCount: number }
  | { ok: false; code: "window_full" };

/**
 * Moves a job beyond delivery and pickup to another open day or window, from today on. A swap takes both units along:
 * the full one stays until that day, the empty one as long as before, where one is free. A driver who had the job keeps it
 * only on its own day.
 */
export function moveExtraJob(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  job: Job,
  { day, window }: { day: Day; window: DeliveryWindowId },
): MoveExtraResult {
  const badDay = truckDayProblem(day, dayAt(deed.now), settings);
  if (badDay) return { ok: false, code: "bad_day", message: badDay };
  const refused = job.kind === "swap" ? moveSwap(tx, deed, settings, job, day, window) : null;
  if (refused) return refused;
  const keeps = job.state !== "assigned" || job.day === day;
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
    data: { job: job.kind, was: job.day, is: day, window },
  });
  return { ok: true, job: moved };
}

function moveSwap(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  job: Job,
  day: Day,
  window: DeliveryWindowId,
): Exclude<MoveExtraResult, { ok: true }> | null {
  const unitOf = (id: Job["unit_id"] | null) => id && tx.select().from(units).where(eq(units.id, id)).get();
  const [full, empty] = [unitOf(job.unit_id), unitOf(job.brings_unit_id)];
  if (!full || !empty) throw new Error(`job ${job.id} is no swap`);
  const pickup = nextOpenDay(addDays(empty.pickup_date, daysBetween(empty.delivery_date, day)), settings);
  const until = occupiedUntil(pickup, false, settings);
  const today = dayAt(deed.now);
  // Asked as if neither had its place yet; what is refused changes nothing, as the caller's transaction is not written.
  const own = { ...empty, lines: stayOf(empty).lines };
  const availableCount = countAvailable(tx, empty.size_yards, { start: day, end: until }, today, own);
  if (availableCount < 1) return { ok: false, code: "sold_out", availableCount };
  const sameWindow = day === empty.delivery_date && window === empty.delivery_window;
  if (!sameWindow && windowTaken(tx, day, window) >= settings.windowCapacity) return { ok: false, code: "window_full" };
  giveBack(tx, stayOf(empty));
  const moved = tx
    .update(units)
    .set({ delivery_date: day, delivery_window: window, pickup_date: pickup, occupied_until: until })
    .where(eq(units.id, empty.id))
    .returning()
    .get();
  take(tx, stayOf(moved));
  setStay(tx, full, day, addDays(day, 1));
  moveUnitJobs(tx, deed, moved);
  deriveDates(tx, deed, job.booking_id);
  return null;
}
