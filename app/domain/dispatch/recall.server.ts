import { and, desc, eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { drivers, dumpsters, events, jobs, units } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { tellCustomer } from "../outbox/news.server";
import { isErrand, isOurs, isRecallable, mayBeHandedOver } from "../states/job-places";
import { canMove, UNIT_STATES, type UnitState } from "../states/transitions";
import { openTask } from "../tasks/tasks.server";
import { moveDumpster, moveUnit } from "./advance.server";
import { findStepAt, getJob, moveJob, recalledCause, type Job } from "./jobs.server";
import { isAsSeen, setPosition, type PlanResult, type Seen } from "./plan.server";

export type RecallResult = PlanResult | { ok: false; code: "not_out" | "same_driver"; from: Job["state"] };

/**
 * Calls a truck back before anything is set down or loaded (domain.md, section 2: a breakdown, a driver who is gone, a
 * storm): the job is scheduled again as the same attempt, without a driver, its unit is what it was before, and a
 * delivery's dumpster is free in the yard again. Our fault: no fee, and the customer, who was told that it comes, is told
 * that it does not. Who drives it now is a task until somebody has it or its day is another one. Refused as `not_out` at any other step, as `changed` when the job is not where it was seen.
 */
export function recallJob(tx: Tx, deed: Deed, jobId: Id<"job">, why: string, seen: Seen | null = null): RecallResult {
  const job = getJob(tx, jobId);
  if (!isAsSeen(job, seen)) return { ok: false, code: "changed", from: job.state };
  if (!isRecallable(job.state)) return { ok: false, code: "not_out", from: job.state };
  // A swap carries the one that it brings; what it is to take has not been touched yet. An errand touches none before it
  // is there: where its dumpster is being collected, that is another truck's.
  if (!isErrand(job.kind)) callBack(tx, deed, job, job.brings_unit_id ?? job.unit_id, why);
  // They were told that it comes, and may stand at the window.
  const at = findStepAt(tx, job.id, "en_route");
  if (at !== null && !isOurs(job))
    tellCustomer(tx, "called-back", { bookingId: job.booking_id, cause: `${job.id}:${at}`, payload: { jobId, at } });
  const done = moveJob(tx, deed, job, "scheduled", { driver_id: null, position: null, is_fixed: false }, why);
  openTask(tx, deed, {
    kind: "recalled",
    cause: recalledCause(job.id),
    subject: { kind: "booking", id: job.booking_id },
    bookingId: job.booking_id,
    due: deed.now,
    again: true,
  });
  return done;
}

function callBack(tx: Tx, deed: Deed, job: Job, unitId: Id<"unit">, why: string): void {
  const unit = tx.select().from(units).where(eq(units.id, unitId)).get();
  if (!unit) throw new Error(`job ${job.id} has no unit`);
  const before = stateBefore(tx, unit);
  if (unit.state === "delivering" && unit.dumpster_id) {
    const dumpster = tx.select().from(dumpsters).where(eq(dumpsters.id, unit.dumpster_id)).get();
    if (dumpster) moveDumpster(tx, deed, job, dumpster, { location: "yard" });
    tx.update(units).set({ dumpster_id: null }).where(eq(units.id, unit.id)).run();
  }
  if (before) moveUnit(tx, deed, unit, before, why);
}

/** What the unit was before its truck left, as its history says; null where the job has not moved it. */
function stateBefore(tx: Tx, unit: typeof units.$inferSelect): UnitState | null {
  if (unit.state !== "delivering" && unit.state !== "collecting") return null;
  const moved = tx
    .select({ from: events.from_state })
    .from(events)
    .where(and(eq(events.booking_id, unit.booking_id), eq(events.subject_id, unit.id), eq(events.to_state, unit.state)))
    .orderBy(desc(events.id))
    .limit(1)
    .get();
  const former = UNIT_STATES.find((state) => state === moved?.from);
  return former && canMove("unit", unit.state, former) ? former : unit.state === "delivering" ? "reserved" : "on_site";
}

/**
 * Gives the rest of a job to another driver once something is set down or loaded: it keeps its step and its attempt, and
 * is the last stop of the new driver's day. Refused as `not_out` at any other step, for the same driver, and for who does
 * not drive.
 */
export function handOverJob(
  tx: Tx,
  deed: Deed,
  jobId: Id<"job">,
  driverId: Id<"driver">,
  why: string,
  seen: Seen | null = null,
): RecallResult {
  const job = getJob(tx, jobId);
  const refused = (code: "changed" | "not_out" | "same_driver" | "unknown_driver" | "driver_off"): RecallResult => ({
    ok: false,
    code,
    from: job.state,
  });
  if (!isAsSeen(job, seen)) return refused("changed");
  if (!mayBeHandedOver(job.state)) return refused("not_out");
  if (job.driver_id === driverId) return refused("same_driver");
  const driver = tx.select().from(drivers).where(eq(drivers.id, driverId)).get();
  if (!driver?.is_active) return refused(driver ? "driver_off" : "unknown_driver");
  const was =
    job.driver_id && tx.select({ name: drivers.name }).from(drivers).where(eq(drivers.id, job.driver_id)).get();
  recordEvent(tx, deed, {
    subject: { kind: "job", id: job.id },
    bookingId: job.booking_id,
    action: "job_handed_over",
    data: { job: job.kind, driver: driver.name, ...(was && { was: was.name }) },
    why,
  });
  tx.update(jobs).set({ driver_id: driverId, position: null }).where(eq(jobs.id, jobId)).run();
  setPosition(tx, getJob(tx, jobId), Number.MAX_SAFE_INTEGER);
  return { ok: true, job: getJob(tx, jobId) };
}
