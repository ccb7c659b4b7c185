import { and, desc, eq, gte, inArray, isNotNull, lte, sql } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { driverPhones, events, jobAttempts, jobs } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { DAY, instantAt, MINUTE, plus, type Instant } from "../kernel/time.server";
import { lookAtChargesSoon } from "../outbox/look.server";
import { tellInVainAt } from "../outbox/news.server";
import type { Place } from "../photos/rules";
import { windowHours } from "../schedule/rules";
import { isErrand } from "../states/job-places";
import { AFTER_THE_VISIT, evidenceOf, evidenceWords, type EvidenceGap } from "./evidence";
import { findLastAttempt, getJob, type Job } from "./jobs.server";
import { calledBack, lastMove, listPhotosOfWay } from "./way.server";

export type Attempt = typeof jobAttempts.$inferSelect;

/** A photograph that a phone still has comes within the day. */
const PHOTO_WITHIN = DAY;
/** The phone sends a step first and its picture right after it: so long what is told of the visit waits for it. */
const TOLD_AFTER_MS = 2 * MINUTE;

/**
 * Keeps what was said of a job that could not be done, and judges it, in the caller's transaction. Whether there is a photo
 * is decided with that, but where the driver's phone may still have one (decision 0097).
 */
export function keepAttempt(
  tx: Tx,
  deed: Deed,
  job: Job,
  { reason, note, place }: { reason: string; note: string; place: Place | null },
): void {
  const hasPhoto = hasOne(tx, job);
  const mayCome = !hasPhoto && mayHaveMore(tx, job, deed.now);
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
      missing: hasPhoto ? [] : ["photo"],
      photo_until: mayCome ? plus(deed.now, PHOTO_WITHIN) : null,
    })
    .run();
  if (mayCome) tellInVainAt(tx, job.id, Date.now() + TOLD_AFTER_MS);
  judge(tx, deed, job.id, hasPhoto, null);
}

/** Whether the phone of a job's driver may have what it has not sent: as far as it said since then. */
function mayHaveMore(tx: Tx, { driver_id }: Job, since: Instant): boolean {
  if (driver_id === null) return false;
  const phone = tx.select().from(driverPhones).where(eq(driverPhones.driver_id, driver_id)).get();
  return phone !== undefined && (phone.unsent > 0 || phone.heard_at < since);
}

/** The step came from a phone: its photographs come after it, so the time begins now, however long ago the visit was. */
export function awaitPhoto(tx: Tx, deed: Deed, jobId: Id<"job">): void {
  tx.update(jobAttempts)
    .set({ photo_until: plus(deed.now, PHOTO_WITHIN) })
    .where(and(eq(jobAttempts.job_id, jobId), isNotNull(jobAttempts.photo_until)))
    .run();
}

/** A driver's phone has nothing more to send: what it has not brought of their visits does not come. */
export function endPhotoWaits(tx: Tx, deed: Deed, driverId: Id<"driver">): void {
  // Those that wait are few; a join would walk every job that the driver has ever had.
  const isTheirs = sql`exists (select 1 from ${jobs} where ${jobs.id} = ${jobAttempts.job_id} and ${jobs.driver_id} = ${driverId})`;
  const waits = tx
    .select({ id: jobAttempts.job_id })
    .from(jobAttempts)
    .where(and(isNotNull(jobAttempts.photo_until), isTheirs))
    .all();
  for (const { id } of waits) {
    tx.update(jobAttempts).set({ photo_until: null }).where(eq(jobAttempts.job_id, id)).run();
    const attempt = findAttempt(tx, id);
    if (attempt?.missing.includes("photo")) recordJudged(tx, deed, attempt);
    tellInVainAt(tx, id, Date.now());
  }
}

/**
 * A photograph of what was in the way has come. It counts as proof where it was taken before the visit ended and came while
 * it was waited for; any other is kept, and brings no fee back to somebody who was told that there is none.
 */
export function judgePhoto(tx: Tx, deed: Deed, jobId: Id<"job">, taken: Instant | null): void {
  const attempt = findAttempt(tx, jobId);
  if (!attempt) return;
  const isOfThen = taken !== null && taken <= attempt.attempted_at;
  const hasPhoto = !attempt.missing.includes("photo");
  judge(
    tx,
    deed,
    jobId,
    hasPhoto || (isOfThen && isAwaited(attempt, deed.now) && hasOne(tx, getJob(tx, jobId))),
    attempt.missing,
  );
}

const hasOne = (orm: Orm, job: Job): boolean => listPhotosOfWay(orm, job, "attempted").length > 0;

/** Whether nothing but a photo is missing of a visit, and its driver's phone may still bring one. */
export const isPhotoAwaited = (attempt: Pick<Attempt, "missing" | "photo_until">, now: Instant): boolean =>
  attempt.missing.join() === "photo" && isAwaited(attempt, now);

const isAwaited = ({ photo_until }: Pick<Attempt, "photo_until">, now: Instant): boolean =>
  photo_until !== null && now < photo_until;

/** Judges an attempt anew, with an event where its evidence is another than before. */
function judge(tx: Tx, deed: Deed, jobId: Id<"job">, hasPhoto: boolean, before: readonly EvidenceGap[] | null): void {
  const attempt = findAttempt(tx, jobId);
  if (!attempt) return;
  const job = getJob(tx, jobId);
  const isTaken = wasTaken(tx, job, attempt.attempted_at);
  const isEarly = isBeforeItsTime(job, attempt.attempted_at);
  const { arrived_at: arrivedAt, reason } = attempt;
  const found = { arrivedAt, reason, photos: hasPhoto ? 1 : 0, isTaken, isEarly };
  const missing: EvidenceGap[] = [...evidenceOf(found).missing];
  if (before?.join() === missing.join()) return;
  const photo_until = hasPhoto ? null : attempt.photo_until;
  tx.update(jobAttempts).set({ missing, photo_until }).where(eq(jobAttempts.job_id, jobId)).run();
  if (attempt.photo_until !== null && photo_until === null) tellInVainAt(tx, jobId, Date.now());
  recordJudged(tx, deed, { ...attempt, missing, photo_until });
  // What was proposed for it, or told, may be nobody's debt now.
  lookAtChargesSoon(tx, attempt.booking_id, `${jobId}:judged:${missing.join()}:${deed.now}`);
}

/**
 * Whether a truck that leaves then is gone before the window begins that its customer was promised; to the minute it is in
 * time (decision 0099).
 */
export const isBeforeItsTime = ({ day, delivery_window }: Pick<Job, "day" | "delivery_window">, leaves: Instant) =>
  leaves < instantAt(day, windowHours(delivery_window).startHour);

function recordJudged(tx: Tx, deed: Deed, attempt: Attempt): void {
  const { job_id: id, missing } = attempt;
  recordEvent(tx, deed, {
    subject: { kind: "job", id },
    bookingId: attempt.booking_id,
    action: "attempt_judged",
    data: { missing, ...(isPhotoAwaited(attempt, deed.now) && { awaited: true }) },
  });
}

/** What the office and the driver read of an attempt's evidence, and of a photo that came too late for it. */
export function attemptWords(orm: Orm, attempt: Attempt, now: Instant): string {
  const isLate = attempt.missing.includes("photo") && hasOne(orm, getJob(orm, attempt.job_id));
  return evidenceWords(attempt.missing, { isAwaited: isPhotoAwaited(attempt, now), isLate });
}

/** The same for the page of who was there, with what a photo that is added now is worth. Null for a job that was no attempt. */
export function driverEvidence(orm: Orm, jobId: Id<"job">, now: Instant) {
  const attempt = findAttempt(orm, jobId);
  if (!attempt) return null;
  const words = attemptWords(orm, attempt, now);
  return { reason: attempt.reason, words: attempt.missing.length > 0 ? `${words}. ${AFTER_THE_VISIT}` : words };
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
    .select({ id: jobAttempts.job_id, missing: jobAttempts.missing })
    .from(jobAttempts)
    .innerJoin(jobs, eq(jobs.id, jobAttempts.job_id))
    .where(and(eq(jobs.unit_id, unitId), gte(jobAttempts.attempted_at, deed.now)))
    .all();
  for (const { id, missing } of later) judge(tx, deed, id, !missing.includes("photo"), missing);
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

/** When this job's truck was there last, by its history, since it was called back if it was. */
function arrivalOf(tx: Tx, jobId: Id<"job">): Instant | null {
  const arrived = lastMove(tx, jobId, eq(events.to_state, "arrived"));
  const back = calledBack(tx, jobId);
  return arrived && arrived.id > (back?.id ?? 0) ? arrived.at : null;
}
