import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { events, jobs, journalEntries } from "#db/schema/index";
import type { Job } from "../dispatch/jobs.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { HOUR, plus, type Instant } from "../kernel/time.server";
import { lookAtChargesSoon } from "../outbox/look.server";
import { isBeforeItLeaves } from "../states/job-places";
import { isPhotoStep } from "../photos/rules";
import { releaseHeldPhotos } from "../photos/held-photos.server";
import { JOB_STATES, type JobState } from "../states/transitions";
import { closeTask, openTask } from "../tasks/tasks.server";
import { liesAhead, type EntryState } from "./entries";

export type EntryRow = typeof journalEntries.$inferSelect;

/** What the office has to decide on, or is on its way to be. */
export const OPEN_ENTRIES = ["conflict", "waiting", "quarantined"] as const satisfies readonly EntryState[];
/** The same as their partial index has it. */
export const IS_OPEN = sql`${journalEntries.state} in ('conflict','waiting','quarantined')`;

/** A driver who comes back to the yard asks about it within the hour. */
const DECIDE_WITHIN = HOUR;

export function findEntry(orm: Orm, id: string): EntryRow | null {
  return orm.select().from(journalEntries).where(eq(journalEntries.id, id)).get() ?? null;
}

/** A driver's entries of a job in these states, in the phone's order. */
export function entriesOf(
  orm: Orm,
  driverId: Id<"driver">,
  jobId: Id<"job">,
  states: readonly EntryState[],
): EntryRow[] {
  return orm
    .select()
    .from(journalEntries)
    .where(
      and(
        eq(journalEntries.job_id, jobId),
        eq(journalEntries.driver_id, driverId),
        inArray(journalEntries.state, [...states]),
      ),
    )
    .orderBy(asc(journalEntries.seq), asc(journalEntries.device_at), asc(journalEntries.id))
    .all();
}

export function findJob(orm: Orm, id: string): Job | null {
  return (
    orm
      .select()
      .from(jobs)
      .where(eq(jobs.id, id as Id<"job">))
      .get() ?? null
  );
}

/** Whether a step before it, by the phone's count, is not here yet. */
export function isEarly(orm: Orm, job: Job, { seq, driver_id, device }: EntryRow, to: JobState): boolean {
  if (seq <= 1 || !liesAhead(job.kind, job.state, to)) return false;
  const former = and(
    eq(journalEntries.job_id, job.id),
    eq(journalEntries.driver_id, driver_id),
    eq(journalEntries.device, device),
    eq(journalEntries.seq, seq - 1),
  );
  return !orm.select({ id: journalEntries.id }).from(journalEntries).where(former).limit(1).get();
}

/** A step of a job that stands, with its time. */
export interface TakenStep {
  step: JobState;
  at: Instant;
  by: string;
}

/** The steps that a job has taken since its truck left last, the first one first. */
export function stepsTaken(orm: Orm, jobId: string): TakenStep[] {
  const moves = orm
    .select({ step: events.to_state, at: events.at, by: events.actor_label })
    .from(events)
    .where(and(eq(events.subject_kind, "job"), eq(events.subject_id, jobId), inArray(events.action, ["job_moved"])))
    .orderBy(desc(events.id))
    .limit(50)
    .all();
  const end = moves.findIndex(({ step }) => isState(step) && isBeforeItLeaves(step));
  return moves
    .slice(0, end < 0 ? moves.length : end)
    .filter((move): move is TakenStep => isState(move.step))
    .reverse();
}

const isState = (state: string | null): state is JobState => JOB_STATES.some((one) => one === state);

export function setEntry(tx: Tx, id: string, to: Partial<EntryRow>): void {
  tx.update(journalEntries).set(to).where(eq(journalEntries.id, id)).run();
}

/** An entry counts, if it was in quarantine or not: it waits for its turn, and its photographs are the job's. */
export function letCount(tx: Tx, deed: Deed, entry: EntryRow): void {
  const { id, state, step, job_id: jobId, driver_id: driverId } = entry;
  setEntry(tx, id, { state: "waiting", why: null });
  if (!isPhotoStep(step)) return;
  if (state === "quarantined") releaseHeldPhotos(tx, deed, { id, jobId, driverId, step });
  const job = findJob(tx, jobId);
  if (job) lookAtChargesSoon(tx, job.booking_id, `${id}:counts:${deed.now}`);
}

/** The task of a job of which somebody has to decide on a driver's account. */
export const causeOf = (jobId: string): string => `journal:${jobId}`;

/** Somebody of the office is needed while an entry of a job is a conflict or in quarantine, and not any more after. */
export function needDecision(tx: Tx, deed: Deed, job: Job): void {
  if (endDecision(tx, deed, job)) return;
  openTask(tx, deed, {
    kind: "driver_conflict",
    cause: causeOf(job.id),
    subject: { kind: "booking", id: job.booking_id },
    bookingId: job.booking_id,
    due: plus(deed.now, DECIDE_WITHIN),
  });
}

/** Nobody is needed any more where nothing of a job is left to decide: true then. What is left stays due when it was. */
export function endDecision(tx: Tx, deed: Deed, job: Pick<Job, "id">): boolean {
  const open = tx
    .select({ n: sql<number>`count(*)` })
    .from(journalEntries)
    .where(and(eq(journalEntries.job_id, job.id), inArray(journalEntries.state, ["conflict", "quarantined"])))
    .get();
  if ((open?.n ?? 0) > 0) return false;
  closeTask(tx, deed, causeOf(job.id));
  return true;
}
