import { and, desc, eq, gte, inArray, lte } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { events, jobAttempts, jobs } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import type { Instant } from "../kernel/time.server";
import { lookAtChargesSoon } from "../outbox/look.server";
import { countPhotos } from "../photos/photos.server";
import type { Place } from "../photos/rules";
import { isErrand } from "../states/job-places";
import { evidenceOf, type EvidenceGap } from "./evidence";
import { findLastAttempt, getJob, type Job } from "./jobs.server";

export type Attempt = typeof jobAttempts.$inferSelect;

/** Keeps what was said of a job that could not be done, and judges it, in the caller's transaction. */
export function keepAttempt(
  tx: Tx,
  deed: Deed,
  job: Job,
  { reason, note, place }: { reason: string; note: string; place: Place | null },
): void {
  tx.insert(jobAttempts)
    .values({
      job_id: job.id,
      booking_id: job.booking_id,
      reason,
      note,
      arrived_at: arrivalOf(tx, job.id),
      attempted_at: deed.now,
      latitude: place?.latitude ?? null,
      longitude: place?.longitude ?? null,
      accuracy: place?.accuracy == null ? null : Math.round(place.accuracy),
      missing: [],
    })
    .run();
  judgeAttempt(tx, deed, job.id, null);
}

/**
 * Judges the evidence of an attempt anew, as when its photograph comes after it; with an event where it is another than
 * before. Nothing happens for a job that is no attempt.
 */
export function judgeAttempt(
  tx: Tx,
  deed: Deed,
  jobId: Id<"job">,
  before = findAttempt(tx, jobId)?.missing ?? null,
): void {
  const attempt = findAttempt(tx, jobId);
  if (!attempt) return;
  const job = getJob(tx, jobId);
  const photos = countPhotos(tx, job, "attempted");
  const isTaken = wasTaken(tx, job, attempt.attempted_at);
  const missing: EvidenceGap[] = [
    ...evidenceOf({ arrivedAt: attempt.arrived_at, reason: attempt.reason, photos, isTaken }).missing,
  ];
  if (before && before.join() === missing.join()) return;
  tx.update(jobAttempts).set({ missing }).where(eq(jobAttempts.job_id, jobId)).run();
  recordEvent(tx, deed, {
    subject: { kind: "job", id: jobId },
    bookingId: attempt.booking_id,
    action: "attempt_judged",
    data: { missing },
  });
  // What was proposed for it, or told, may be nobody's debt now.
  lookAtChargesSoon(tx, attempt.booking_id, `${jobId}:judged:${missing.join()}:${deed.now}`);
}

/** Null for a job that was no attempt, and for attempts from before they were kept. */
export function findAttempt(orm: Orm, jobId: Id<"job">): Attempt | null {
  return orm.select().from(jobAttempts).where(eq(jobAttempts.job_id, jobId)).get() ?? null;
}

/** Whether this trip was in vain because another truck of ours had the dumpster, as far as their phones have said. */
export const isOurCrossing = (orm: Orm, jobId: Id<"job">): boolean =>
  findAttempt(orm, jobId)?.missing.includes("taken") ?? false;

/** Whether the last trip for a dumpster was one of those. */
export function isCrossed(orm: Orm, unitId: Id<"unit">): boolean {
  const last = findLastAttempt(orm, unitId);
  return last !== null && isOurCrossing(orm, last.id);
}

/**
 * Another truck of ours took the dumpster at that moment, as it says now: who was there after it found nothing, and said
 * so before. Their attempts are judged anew.
 */
export function judgeAfter(tx: Tx, deed: Deed, unitId: Id<"unit">): void {
  const later = tx
    .select({ id: jobAttempts.job_id })
    .from(jobAttempts)
    .innerJoin(jobs, eq(jobs.id, jobAttempts.job_id))
    .where(and(eq(jobs.unit_id, unitId), gte(jobAttempts.attempted_at, deed.now)))
    .all();
  for (const { id } of later) judgeAttempt(tx, deed, id);
}

/** Whether another truck of ours had its dumpster then: picked up for good, or away to be emptied. */
export function wasTaken(tx: Tx, { booking_id, unit_id, kind }: Job, by: Instant): boolean {
  const before = and(eq(events.booking_id, booking_id), lte(events.at, by));
  if (isErrand(kind)) {
    const gone = and(before, eq(events.subject_id, unit_id), eq(events.to_state, "off_site"));
    return tx.select({ id: events.id }).from(events).where(gone).limit(1).get() !== undefined;
  }
  if (kind !== "pickup") return false;
  const last = tx
    .select({ to: events.to_state })
    .from(events)
    .innerJoin(jobs, eq(jobs.id, events.subject_id))
    .where(
      and(
        ...[before, eq(events.action, "job_moved"), inArray(events.to_state, ["serviced", "returned"])],
        ...[eq(jobs.unit_id, unit_id), eq(jobs.kind, "dump_and_return")],
      ),
    )
    .orderBy(desc(events.at), desc(events.id))
    .limit(1)
    .get();
  return last?.to === "serviced";
}

/** When this job's truck was there last, by its history. */
function arrivalOf(tx: Tx, jobId: Id<"job">): Instant | null {
  const arrived = tx
    .select({ at: events.at })
    .from(events)
    .where(
      and(
        eq(events.subject_kind, "job"),
        eq(events.subject_id, jobId),
        eq(events.action, "job_moved"),
        eq(events.to_state, "arrived"),
      ),
    )
    .orderBy(desc(events.id))
    .limit(1)
    .get();
  return arrived?.at ?? null;
}
