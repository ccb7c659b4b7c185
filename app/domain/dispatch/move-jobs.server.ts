import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { jobs, type units } from "#db/schema/index";
import { recomputeBooking } from "../booking/order/recompute.server";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import { insertJob, recalledCause, type Job } from "./jobs.server";
import { BEFORE_IT_LEAVES } from "../states/job-places";
import { leftCause } from "../tasks/left-jobs.server";
import { closeTask } from "../tasks/tasks.server";

type Unit = typeof units.$inferSelect;

/**
 * Takes a unit's open jobs along to its dates. One that has a driver loses them with its day, because they may be elsewhere
 * then, and keeps its place in the schedule. After a failed attempt the next one is opened, of a delivery only where more
 * than the pickup is moved (`pickupAlone`). Works the booking's status out anew.
 */
export function moveUnitJobs(
  tx: Tx,
  deed: Deed,
  unit: Unit,
  { pickupAlone = false, why }: { pickupAlone?: boolean; why?: string | undefined } = {},
): void {
  const mine = tx.select().from(jobs).where(eq(jobs.unit_id, unit.id)).all();
  for (const kind of pickupAlone ? (["pickup"] as const) : (["delivery", "pickup"] as const)) {
    const newest = mine.filter((job) => job.kind === kind).sort((a, b) => b.attempt - a.attempt)[0];
    if (newest?.state === "attempted") openNextAttempt(tx, deed, unit, newest);
  }
  const open = tx
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.unit_id, unit.id),
        inArray(jobs.state, BEFORE_IT_LEAVES),
        // What else is planned for it keeps its own day.
        inArray(jobs.kind, ["delivery", "pickup"]),
      ),
    )
    .all();
  for (const job of open) {
    const day = job.kind === "pickup" ? unit.pickup_date : unit.delivery_date;
    const window = job.kind === "pickup" ? job.delivery_window : unit.delivery_window;
    if (job.day === day && job.delivery_window === window) continue;
    const state = job.state === "assigned" && job.day !== day ? "scheduled" : job.state;
    const driver_id = state === "assigned" ? job.driver_id : null;
    const position = driver_id === null ? null : job.position;
    if (driver_id !== job.driver_id) closeTask(tx, deed, leftCause(job.id));
    if (job.day !== day) closeTask(tx, deed, recalledCause(job.id));
    const is_fixed = driver_id !== null && job.is_fixed;
    tx.update(jobs)
      .set({ day, delivery_window: window, state, driver_id, position, is_fixed })
      .where(eq(jobs.id, job.id))
      .run();
    recordEvent(tx, deed, {
      subject: { kind: "job", id: job.id },
      bookingId: job.booking_id,
      action: "job_rescheduled",
      from: job.state,
      to: state,
      why,
      data: { job: job.kind, was: job.day, is: day },
    });
  }
  recomputeBooking(tx, deed, unit.booking_id);
}

function openNextAttempt(tx: Tx, deed: Deed, unit: Unit, failed: Job): void {
  insertJob(tx, deed, {
    ...failed,
    attempt: failed.attempt + 1,
    day: failed.kind === "pickup" ? unit.pickup_date : unit.delivery_date,
    delivery_window: failed.kind === "pickup" ? failed.delivery_window : unit.delivery_window,
  });
}
