import { and, eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { jobs, journalEntries } from "#db/schema/index";
import type { StepRules } from "../dispatch/advance.server";
import { awaitPhoto, judgePhoto, wasTaken } from "../dispatch/attempts.server";
import type { Job } from "../dispatch/jobs.server";
import type { Report } from "../dispatch/report-rules";
import { keepReport } from "../dispatch/reports.server";
import { takeStep, type Step } from "../dispatch/steps.server";
import { recordEvent } from "../events/events.server";
import { driverActor } from "../fleet/drivers.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { instant, type Instant } from "../kernel/time.server";
import { stateAfter } from "../states/presses";
import type { JobKind } from "../states/transitions";
import { isTakenAgain, notBefore, type Conflict, type Said } from "./entries";
import { reasonOf, standsElsewhere } from "./journal-fit.server";
import { entriesOf, findJob, isEarly, needDecision, setEntry, stepsTaken, type EntryRow } from "./journal-rows.server";

/** What a driver found there: it moves nothing. */
export interface Found {
  to: "report";
  report: Report;
}
/** The step with what it brings, from the fields as the phone named them; null when something is missing. */
export type ReadStep = (name: string, data: Said["data"], kind: JobKind) => Step | Found | null;

export interface How {
  readStep: ReadStep;
  /** The entry of which the driver awaits the answer. */
  last?: string | undefined;
  /** The office has decided for the driver's account: where the phone saw the job plays no part. */
  isDecided?: boolean;
  rules: StepRules;
}

/**
 * Takes a job's waiting steps in their order, up to the first that does not fit. Returns that one where it was refused.
 */
export function takeWaiting(
  tx: Tx,
  deed: Deed,
  driverId: Id<"driver">,
  jobId: Id<"job">,
  how: How,
): { id: string; why: Conflict } | null {
  if (entriesOf(tx, driverId, jobId, ["conflict"]).length > 0) return null;
  for (const entry of entriesOf(tx, driverId, jobId, ["waiting"])) {
    const job = findJob(tx, jobId);
    if (!job) return null;
    const why = takeOne(tx, deed, job, entry, how);
    if (why === "later") return null;
    if (why && entry.id === how.last && AT_THE_SCALE.has(why)) {
      tx.delete(journalEntries).where(eq(journalEntries.id, entry.id)).run();
      return { id: entry.id, why };
    }
    if (why) {
      setEntry(tx, entry.id, { state: "conflict", why });
      const data = { job: job.kind, step: entry.step, reason: why };
      recordEvent(tx, deed, { ...about(job), action: "journal_conflict", data });
      needDecision(tx, deed, job);
      return null;
    }
  }
  return null;
}

/**
 * Brought back, an emptied dumpster can be picked up: what the driver of its pickup said before was left waiting, and is
 * theirs, whoever brought it.
 */
export function takeBehind(tx: Tx, deed: Deed, jobId: Id<"job">, how: How): void {
  const job = findJob(tx, jobId);
  if (job?.kind !== "dump_and_return") return;
  const waiting = and(...[eq(jobs.unit_id, job.unit_id), eq(jobs.kind, "pickup")], eq(journalEntries.state, "waiting"));
  // Also of who does not have it any more: then it is somebody's to decide.
  const whose = tx
    .selectDistinct({ driver: journalEntries.driver_id, id: jobs.id })
    .from(journalEntries)
    .innerJoin(jobs, eq(jobs.id, journalEntries.job_id))
    .where(waiting)
    .all();
  for (const { driver, id } of whose) takeWaiting(tx, { ...deed, by: driverActor(tx, driver) }, driver, id, how);
}

const AT_THE_SCALE: ReadonlySet<Conflict> = new Set<Conflict>(["wrong_sum", "ticket_used", "too_heavy"]);

/** Takes one step, or keeps what a duplicate brought. Why not, otherwise; `later` when one before it is still to come. */
function takeOne(tx: Tx, deed: Deed, job: Job, entry: EntryRow, how: How): Conflict | "later" | null {
  const step = how.readStep(entry.step, entry.said.data, job.kind);
  if (!step) return "unreadable";
  const taken = stepsTaken(tx, job.id);
  const elsewhere = standsElsewhere(job, entry, how.isDecided ?? false);
  if (elsewhere) return elsewhere;
  const before = taken.at(-1)?.at ?? null;
  if (step.to === "report") return takeFound(tx, deed, job, entry, step.report, before);
  const to = stateAfter(step.to);
  if (taken.some((one) => one.step === to) && !isTakenAgain(job, to, entry.done_at, before)) {
    setEntry(tx, entry.id, { state: "duplicate" });
    // The office may have entered the attempt that its pictures prove.
    if (to === "attempted") judgePhoto(tx, deed, job.id, entry.done_at);
    const number = step.to === "serviced" ? { number: step.dumpsterNumber } : {};
    recordEvent(tx, deed, { ...about(job), action: "journal_kept", data: { job: job.kind, step: to, ...number } });
    return null;
  }
  const { doneAt, isCorrected } = timeOf(entry, before);
  if (step.to === "attempted" && !how.isDecided && job.kind === "pickup" && wasTaken(tx, job, instant(doneAt)))
    return isEarly(tx, job, entry, to) ? "later" : "away";
  // Its pictures are looked at with it.
  setEntry(tx, entry.id, { state: "applied" });
  const done = takeStep(tx, { ...deed, now: instant(doneAt) }, entry.driver_id, job.id, step, how.rules);
  if (!done.ok) {
    setEntry(tx, entry.id, { state: "waiting" });
    // Away to be emptied: it can still leave for it and load it, but was not in vain for anything of its customer's.
    const waits =
      done.code === "away" ? to !== "attempted" : done.code === "not_allowed" && isEarly(tx, job, entry, to);
    return waits ? "later" : reasonOf(done);
  }
  if (step.to === "attempted") awaitPhoto(tx, deed, job.id);
  setEntry(tx, entry.id, { state: "applied", done_at: instant(doneAt), is_corrected: isCorrected, why: null });
  if (isCorrected) recordEvent(tx, deed, { ...about(job), action: "journal_clock", data: { job: job.kind, step: to } });
  return null;
}

/** Photographs alone are a report too: they come after it, and name it. */
function takeFound(
  tx: Tx,
  deed: Deed,
  job: Job,
  entry: EntryRow,
  report: Report,
  before: Instant | null,
): Conflict | "later" | null {
  const { doneAt, isCorrected } = timeOf(entry, before);
  const done = keepReport(tx, { ...deed, now: instant(doneAt) }, entry.driver_id, job.id, report, entry.id);
  if (!done.ok && done.code !== "empty")
    return done.code === "not_now" && isEarly(tx, job, entry, "arrived") ? "later" : "out_of_order";
  setEntry(tx, entry.id, { state: "applied", done_at: instant(doneAt), is_corrected: isCorrected, why: null });
  return null;
}

const timeOf = ({ done_at, is_corrected }: EntryRow, before: Instant | null) =>
  notBefore({ doneAt: done_at, isCorrected: is_corrected }, before);

export function about(job: Job) {
  return { subject: { kind: "job", id: job.id } as const, bookingId: job.booking_id };
}
