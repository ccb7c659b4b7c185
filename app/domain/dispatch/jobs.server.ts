import { and, asc, desc, eq, gt, inArray, or } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { drivers, events, jobs, units } from "#db/schema/index";
import { recomputeBooking } from "../booking/order/recompute.server";
import { canMoveJob, type JobState } from "../states/transitions";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import type { Instant } from "../kernel/time.server";
import { BEFORE_IT_LEAVES, isBeforeItLeaves } from "../states/job-places";
import { lookAtChargesSoon } from "../outbox/look.server";
import { renewEmergency } from "../tasks/emergencies.server";
import { leftCause } from "../tasks/left-jobs.server";
import { closeTask } from "../tasks/tasks.server";
import { endVisit } from "./visits.server";

export type Job = typeof jobs.$inferSelect;
/** Where a job is that no driver has, and no truck has left for. */
export type JobOfNobody = "unscheduled" | "scheduled";
export type JobResult =
  | { ok: true; job: Job }
  | {
      ok: false;
      code:
        | "not_allowed"
        | "unknown_driver"
        | "driver_off"
        | "no_driver"
        | "no_dumpster"
        | "no_permit"
        | "on_hold"
        | "away";
      from: JobState;
    };

/** Throws when there is no such job. */
export function getJob(orm: Orm, jobId: Id<"job">): Job {
  const job = orm.select().from(jobs).where(eq(jobs.id, jobId)).get();
  if (!job) throw new Error(`no job ${jobId}`);
  return job;
}

/** The task of a job whose truck was called back. */
export const recalledCause = (jobId: Id<"job">): string => `recalled:${jobId}`;
/** The task of a job that was offered and that nobody took. */
export const untakenCause = (jobId: Id<"job">): string => `offer_untaken:${jobId}`;

/** When a job last came to a state, as its events have it; null when it never did. */
export function findStepAt(orm: Orm, jobId: Id<"job">, to: JobState): Instant | null {
  const step = and(eq(events.subject_kind, "job"), eq(events.subject_id, jobId), eq(events.to_state, to));
  const last = orm.select({ at: events.at }).from(events).where(step).orderBy(desc(events.id)).limit(1).get();
  return last?.at ?? null;
}

/** A driver's name, as the office wrote it; null for none. */
export function findDriverName(orm: Orm, driverId: Id<"driver">): string | null {
  return orm.select({ name: drivers.name }).from(drivers).where(eq(drivers.id, driverId)).get()?.name ?? null;
}

/** The last truck that came to a dumpster in vain; null when none did. */
export function findLastAttempt(orm: Orm, unitId: Id<"unit">): Job | null {
  const inVain = and(eq(jobs.unit_id, unitId), eq(jobs.state, "attempted"));
  return orm.select().from(jobs).where(inVain).orderBy(desc(jobs.done_at), desc(jobs.attempt)).limit(1).get() ?? null;
}

/** The visits to a dumpster that were in vain, the first one first. */
export function listAttempted(orm: Orm, unitId: Id<"unit">): Id<"job">[] {
  const inVain = and(eq(jobs.unit_id, unitId), eq(jobs.state, "attempted"));
  return orm
    .select({ id: jobs.id })
    .from(jobs)
    .where(inVain)
    .orderBy(asc(jobs.done_at), asc(jobs.attempt))
    .all()
    .map(({ id }) => id);
}

/** Whether no later attempt of the same task has been opened. */
export function isLastAttempt(orm: Orm, { unit_id, kind, attempt }: Job): boolean {
  const later = and(eq(jobs.unit_id, unit_id), eq(jobs.kind, kind), gt(jobs.attempt, attempt));
  return orm.select({ id: jobs.id }).from(jobs).where(later).limit(1).get() === undefined;
}

/**
 * Two truck tasks for each unit of a paid booking, both still without a place in the schedule: its delivery and its
 * pickup. A unit that has jobs already is left alone, so a second call changes nothing. Returns the new jobs.
 */
export function createJobsForUnits(tx: Tx, deed: Deed, bookingId: Id<"booking">): Job[] {
  const rows = tx.select().from(units).where(eq(units.booking_id, bookingId)).orderBy(asc(units.unit_number)).all();
  const planned = new Set(
    tx
      .select({ unitId: jobs.unit_id })
      .from(jobs)
      .where(eq(jobs.booking_id, bookingId))
      .all()
      .map((row) => row.unitId),
  );
  return rows
    .filter((unit) => unit.state !== "cancelled" && !planned.has(unit.id))
    .flatMap((unit) =>
      (["delivery", "pickup"] as const).map((kind) =>
        insertJob(tx, deed, {
          booking_id: bookingId,
          unit_id: unit.id,
          kind,
          day: kind === "delivery" ? unit.delivery_date : unit.pickup_date,
          delivery_window: kind === "delivery" ? unit.delivery_window : "anytime",
        }),
      ),
    );
}

/** What a new job must say; the rest is as in any other. */
export type NewJob = Pick<Job, "booking_id" | "unit_id" | "kind" | "day" | "delivery_window"> &
  Partial<Pick<Job, "attempt" | "priority" | "reason" | "note" | "brings_unit_id" | "was_pickup" | "was_until">>;

/** Makes a job without a place in the schedule, with its event. Takes of what is given only what a new job has. */
export function insertJob(tx: Tx, deed: Deed, given: NewJob): Job {
  const { booking_id, unit_id, kind, day, delivery_window, attempt, priority, reason, note } = given;
  const swap = kind === "swap" ? given : null;
  // Of a swap what it takes from the other dumpster, of a pickup that is tried again what its customer gave up.
  const former = swap ?? (kind === "pickup" ? given : null);
  const job = tx
    .insert(jobs)
    .values({
      id: newId("job"),
      booking_id,
      unit_id,
      kind,
      state: "unscheduled",
      day,
      delivery_window,
      attempt: kind === "disposal" ? 1 : (attempt ?? 1),
      priority: priority ?? "normal",
      reason: reason ?? "due",
      note: note ?? "",
      brings_unit_id: swap?.brings_unit_id ?? null,
      was_pickup: former?.was_pickup ?? null,
      was_until: former?.was_until ?? null,
      created_at: deed.now,
    })
    .returning()
    .get();
  recordEvent(tx, deed, {
    subject: { kind: "job", id: job.id },
    bookingId: booking_id,
    action: "job_planned",
    to: "unscheduled",
    data: { job: kind },
  });
  renewEmergency(tx, deed, job, null);
  return job;
}

/** Gives a job its place in the schedule, on the day and in the window that it was made for. */
export function scheduleJob(tx: Tx, deed: Deed, jobId: Id<"job">): JobResult {
  const job = getJob(tx, jobId);
  // From any other state it is taken back or recalled, with all that hangs on it.
  if (job.state !== "unscheduled") return { ok: false, code: "not_allowed", from: job.state };
  return moveJob(tx, deed, job, "scheduled");
}

/**
 * Gives a scheduled job to a driver, moves it to another one, or (null) takes it back: to its place in the schedule, or
 * out of it, where it had none. Only before the truck is on its way.
 */
export function assignJob(
  tx: Tx,
  deed: Deed,
  jobId: Id<"job">,
  driverId: Id<"driver"> | null,
  backTo: JobOfNobody = "scheduled",
): JobResult {
  const job = getJob(tx, jobId);
  // Whoever had it may have been off that day (domain/fleet): what happens to it now, somebody has decided.
  if (job.state === "assigned" && job.driver_id !== driverId) closeTask(tx, deed, leftCause(job.id));
  if (driverId === null)
    return job.state === "assigned"
      ? moveJob(tx, deed, job, backTo, { driver_id: null, position: null, is_fixed: false })
      : { ok: false, code: "not_allowed", from: job.state };
  const driver = tx.select().from(drivers).where(eq(drivers.id, driverId)).get();
  if (!driver) return { ok: false, code: "unknown_driver", from: job.state };
  if (!driver.is_active) return { ok: false, code: "driver_off", from: job.state };
  if (job.state !== "assigned") return moveJob(tx, deed, job, "assigned", { driver_id: driverId, position: null });
  if (job.driver_id === driverId) return { ok: true, job };
  recordEvent(tx, deed, {
    subject: { kind: "job", id: job.id },
    bookingId: job.booking_id,
    action: "job_reassigned",
    data: { job: job.kind, driver: driver.name },
  });
  return {
    ok: true,
    job: tx
      .update(jobs)
      .set({ driver_id: driverId, position: null, is_fixed: false })
      .where(eq(jobs.id, job.id))
      .returning()
      .get(),
  };
}

/**
 * Gives many jobs out at once, each at its place among its driver's stops; who fixed it stays as it was. What follows for
 * an order is worked out once, at the end: for a whole day that is the longest part. A driver of null takes it back (to
 * `backTo`: as `assignJob` does). Throws for a job that has left.
 */
export function assignPlanned(
  tx: Tx,
  deed: Deed,
  list: readonly { jobId: Id<"job">; driverId: Id<"driver"> | null; position: number | null; backTo?: JobOfNobody }[],
): void {
  const changed = new Set<Id<"booking">>();
  for (const { jobId, driverId, position, backTo = "scheduled" } of list) {
    const before = getJob(tx, jobId);
    if (!isBeforeItLeaves(before.state)) throw new Error(`job ${jobId}: ${before.state}`);
    if (before.driver_id === driverId) {
      if (before.position !== position) tx.update(jobs).set({ position }).where(eq(jobs.id, jobId)).run();
      continue;
    }
    const has = { driver_id: driverId, position, is_fixed: false };
    if (before.state === "assigned") closeTask(tx, deed, leftCause(jobId));
    if (driverId === null) setState(tx, deed, before, backTo, has);
    else if (before.state === "assigned") {
      recordEvent(tx, deed, {
        subject: { kind: "job", id: jobId },
        bookingId: before.booking_id,
        action: "job_reassigned",
        data: { job: before.kind, driver: "", ...driverOf(tx, { ...before, ...has }) },
      });
      tx.update(jobs).set(has).where(eq(jobs.id, jobId)).run();
    } else {
      const scheduled = before.state === "unscheduled" ? setState(tx, deed, before, "scheduled", {}) : before;
      setState(tx, deed, scheduled, "assigned", has);
    }
    changed.add(before.booking_id);
  }
  for (const bookingId of changed) recomputeBooking(tx, deed, bookingId);
}

/**
 * Takes the jobs of a cancelled unit off the schedule, all or those of one kind; the swap that would bring it as well.
 * Jobs under way or done stay as they are. Returns them.
 */
export function cancelUnitJobs(tx: Tx, deed: Deed, unitId: Id<"unit">, why: string, kind?: Job["kind"]): Job[] {
  const ofUnit = or(eq(jobs.unit_id, unitId), eq(jobs.brings_unit_id, unitId));
  return tx
    .select()
    .from(jobs)
    .where(and(ofUnit, inArray(jobs.state, BEFORE_IT_LEAVES), kind && eq(jobs.kind, kind)))
    .all()
    .map((job) => setState(tx, deed, job, "cancelled", { driver_id: null, position: null }, why));
}

/**
 * Moves the job alone, with its event, and works out the booking's status anew. Refuses what the table does not allow.
 */
export function moveJob(tx: Tx, deed: Deed, job: Job, to: JobState, also: Partial<Job> = {}, why?: string): JobResult {
  if (!canMoveJob(job.kind, job.state, to)) return { ok: false, code: "not_allowed", from: job.state };
  const moved = setState(tx, deed, job, to, also, why);
  recomputeBooking(tx, deed, job.booking_id);
  return { ok: true, job: moved };
}

/** What a later charge can follow from: a weight, a trip in vain, and the end of a job, when its reports are final. */
const FACTS: readonly JobState[] = ["ticketed", "attempted", "completed", "dump_later"];

function setState(tx: Tx, deed: Deed, job: Job, to: JobState, also: Partial<Job>, why?: string): Job {
  const moved = tx
    .update(jobs)
    .set({ ...also, state: to })
    .where(eq(jobs.id, job.id))
    .returning()
    .get();
  if (job.state === "arrived") endVisit(tx, deed, job.id, to);
  if (FACTS.includes(to)) lookAtChargesSoon(tx, job.booking_id, `${job.id}:${to}`);
  // Called back, and now somebody has it, or nobody needs it any more.
  if (isBeforeItLeaves(job.state)) closeTask(tx, deed, recalledCause(job.id));
  if (isBeforeItLeaves(job.state) && to !== "scheduled") closeTask(tx, deed, untakenCause(job.id));
  renewEmergency(tx, deed, moved, job.state);
  recordEvent(tx, deed, {
    subject: { kind: "job", id: job.id },
    bookingId: job.booking_id,
    action: "job_moved",
    from: job.state,
    to,
    data: { job: job.kind, ...driverOf(tx, moved) },
    why,
  });
  return moved;
}

/** By name, as it is told: the driver may be another one, or gone, when the history is read. */
function driverOf(tx: Tx, { driver_id }: Job): { driver?: string } {
  const found = driver_id && tx.select({ name: drivers.name }).from(drivers).where(eq(drivers.id, driver_id)).get();
  return found ? { driver: found.name } : {};
}
