import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { blockedVisits, jobs } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import { formatTime, plus, type Instant } from "../kernel/time.server";
import { sendSignal } from "../live/happened.server";
import { tellCustomer } from "../outbox/news.server";
import { endedSentence } from "../settings/ended-sentence";
import { isOurs } from "../states/job-places";
import type { JobState } from "../states/transitions";
import { closeTask, openTask } from "../tasks/tasks.server";

type Job = typeof jobs.$inferSelect;
export type Visit = typeof blockedVisits.$inferSelect;

const taskOf = (jobId: Id<"job">) => `no_access:${jobId}`;
const isOpen = isNull(blockedVisits.ended_at);
/** The job stays where it is, so that no step of it tells the driver's pages. */
const tellDriver = (tx: Tx, { id, driver_id }: Job): void => {
  if (driver_id) sendSignal(tx, { topic: `driver:${driver_id}`, kind: "job", id });
};

export type BlockedResult =
  | { ok: true; visit: Visit }
  | { ok: false; code: "not_yours" | "not_there"; from: Job["state"] };

/**
 * A driver stands at the site and cannot get in (domain.md, 4.8): the customer is asked at once, the office sees it, and
 * the driver waits `minutes`. The job stays `arrived`. Pressed twice it is asked once. Refused for another driver's job,
 * and (`not_there`) where the truck has not arrived or the job has gone on, and for a load in our yard.
 */
export function reportBlocked(
  tx: Tx,
  deed: Deed,
  driverId: Id<"driver">,
  jobId: Id<"job">,
  { reason, note, minutes }: { reason: string; note: string; minutes: number },
): BlockedResult {
  const job = tx.select().from(jobs).where(eq(jobs.id, jobId)).get();
  if (!job) throw new Error(`no job ${jobId}`);
  if (job.driver_id !== driverId) return { ok: false, code: "not_yours", from: job.state };
  if (job.state !== "arrived" || isOurs(job)) return { ok: false, code: "not_there", from: job.state };
  const before = findOpenVisit(tx, jobId);
  if (before) return { ok: true, visit: before };
  const until = plus(deed.now, minutes * 60_000);
  const visit = tx
    .insert(blockedVisits)
    .values({
      id: newId("visit"),
      job_id: job.id,
      booking_id: job.booking_id,
      reason,
      note,
      asked_at: deed.now,
      waits_until: until,
    })
    .returning()
    .get();
  recordEvent(tx, deed, {
    subject: { kind: "job", id: job.id },
    bookingId: job.booking_id,
    action: "access_blocked",
    why: [reason, note].filter(Boolean).join(": "),
    data: { job: job.kind, until },
  });
  tellCustomer(tx, "access-blocked", {
    bookingId: job.booking_id,
    cause: visit.id,
    payload: { visitId: visit.id },
  });
  openTask(tx, deed, {
    kind: "no_access",
    cause: taskOf(job.id),
    subject: { kind: "booking", id: job.booking_id },
    bookingId: job.booking_id,
    due: until,
    again: true,
  });
  tellDriver(tx, job);
  return { ok: true, visit };
}

export type Answer = { answer: "clearing"; minutes: number } | { answer: "another_day" };
/**
 * `over`: the driver has gone on, or was taken back; `answered`: another day was chosen already, from another phone;
 * `late`: no driver waits that long any more.
 */
export type AnswerResult = { ok: true; visit: Visit } | { ok: false; code: "over" | "answered" | "late" };

/**
 * What the customer says to a driver who waits. Clearing can be said again, with other minutes, and given up for another
 * day; another day stands. The same answer twice is one. The driver's page hears of it at once.
 */
export function answerVisit(tx: Tx, deed: Deed, visitId: Id<"visit">, said: Answer): AnswerResult {
  const visit = findVisit(tx, visitId);
  const job = visit && tx.select().from(jobs).where(eq(jobs.id, visit.job_id)).get();
  if (!visit || !job || !isWaiting(visit, job)) return { ok: false, code: "over" };
  const minutes = said.answer === "clearing" ? said.minutes : null;
  if (visit.answer === said.answer && visit.minutes === minutes) return { ok: true, visit };
  if (visit.answer === "another_day") return { ok: false, code: "answered" };
  if (minutes !== null && endIfCleared(visit, minutes, deed.now) <= deed.now) return { ok: false, code: "late" };
  const answered = tx
    .update(blockedVisits)
    .set({ answer: said.answer, minutes, answered_at: deed.now })
    .where(eq(blockedVisits.id, visit.id))
    .returning()
    .get();
  recordEvent(tx, deed, {
    subject: { kind: "job", id: job.id },
    bookingId: visit.booking_id,
    action: "access_answered",
    data: { answer: said.answer, ...(minutes !== null && { minutes }) },
  });
  tellDriver(tx, job);
  return { ok: true, visit: answered };
}

/** The visit ends with whatever the job goes on to, in the transaction that moves it; nothing where none is open. */
export function endVisit(tx: Tx, deed: Deed, jobId: Id<"job">, as: JobState): void {
  const ended = tx
    .update(blockedVisits)
    .set({ ended_at: deed.now, ended_as: as })
    .where(and(eq(blockedVisits.job_id, jobId), isOpen))
    .run().changes;
  if (ended > 0) closeTask(tx, deed, taskOf(jobId));
}

/** Whether the driver still stands there: the visit is open, and the job was neither driven on nor taken back. */
export function isWaiting(visit: Pick<Visit, "ended_at">, job: Pick<Job, "state">): boolean {
  return visit.ended_at === null && job.state === "arrived";
}

/**
 * Until when the driver is to wait: as long as was said, or until the minutes are over that the customer took to clear the
 * way. Said again later they begin no later than the wait ends, so that no truck is held from answer to answer.
 */
export function endOfWait({ waits_until, answer, answered_at, minutes }: Waited): Instant {
  if (answer !== "clearing" || answered_at === null || minutes === null) return waits_until;
  const cleared = plus(answered_at < waits_until ? answered_at : waits_until, minutes * 60_000);
  return cleared > waits_until ? cleared : waits_until;
}

/** Until when the driver waits if the customer says now that clearing takes so many minutes: what was said already adds none. */
export function endIfCleared(visit: Waited, minutes: number, now: Instant): Instant {
  const isSaid = visit.answer === "clearing" && visit.minutes === minutes;
  return endOfWait(isSaid ? visit : { ...visit, answer: "clearing", answered_at: now, minutes });
}

type Waited = Pick<Visit, "waits_until" | "answer" | "answered_at" | "minutes">;

/** Whether the driver has waited that long, by `now`. */
export const hasWaited = (visit: Waited, now: Instant): boolean => now >= endOfWait(visit);

export function findVisit(orm: Orm, id: Id<"visit">): Visit | null {
  return orm.select().from(blockedVisits).where(eq(blockedVisits.id, id)).get() ?? null;
}

/** The one that its customer has ended with another day; null where none has. */
export function findPutOff(orm: Orm, jobId: Id<"job">): Visit | null {
  const mine = and(eq(blockedVisits.job_id, jobId), eq(blockedVisits.answer, "another_day"));
  return orm.select().from(blockedVisits).where(mine).get() ?? null;
}

/** Null where nobody waits. */
export function findOpenVisit(orm: Orm, jobId: Id<"job">): Visit | null {
  return (
    orm
      .select()
      .from(blockedVisits)
      .where(and(eq(blockedVisits.job_id, jobId), isOpen))
      .get() ?? null
  );
}

/** Every driver who stands before a closed gate now, by job: a handful, read in one question. */
export function listWaiting(orm: Orm): Map<Id<"job">, Visit> {
  const rows = orm
    .select({ visit: blockedVisits })
    .from(blockedVisits)
    .innerJoin(jobs, eq(jobs.id, blockedVisits.job_id))
    .where(and(sql`${blockedVisits.ended_at} is null`, eq(jobs.state, "arrived")))
    .all();
  return new Map(rows.map(({ visit }) => [visit.job_id, visit]));
}

/** What a dispatcher reads of a driver who waits: why, until when, and what the customer says. */
export function waitingWords(visit: Visit): string {
  const until = formatTime(endOfWait(visit));
  const why = [visit.reason, visit.note].filter(Boolean).join(": ");
  if (visit.answer === "another_day") return `Cannot get in: ${endedSentence(why)} The customer wants another day.`;
  const said = visit.answer === null ? "no answer yet" : `the customer is clearing it, about ${visit.minutes} minutes`;
  return `Cannot get in: ${endedSentence(why)} Waits until ${until}, ${said}.`;
}

/** Of two trucks at one site the one whose driver waits comes first, and of two who wait the one without an answer. */
const turn = sql`case when ${isOpen} and ${jobs.state} = 'arrived' then ${blockedVisits.answer} is not null else 2 end`;

const lastVisit = prepared((orm) =>
  orm
    .select({ visit: blockedVisits, job: jobs })
    .from(blockedVisits)
    .innerJoin(jobs, eq(jobs.id, blockedVisits.job_id))
    .where(eq(blockedVisits.booking_id, sql.placeholder("booking")))
    .orderBy(turn, desc(blockedVisits.asked_at), desc(blockedVisits.id))
    .limit(1)
    .prepare(),
);

/**
 * The visit of a booking that its customer is asked about, with its job: where a driver waits, else the newest one that
 * is over. Null where drivers could always get in.
 */
export function findLastVisit(orm: Orm, bookingId: Id<"booking">): { visit: Visit; job: Job } | null {
  return lastVisit(orm).get({ booking: bookingId }) ?? null;
}
