import { and, count, eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { driverPhones, jobs, journalEntries } from "#db/schema/index";
import { AS_USUAL, type StepRules } from "../dispatch/advance.server";
import { wasTaken } from "../dispatch/attempts.server";
import type { Report } from "../dispatch/report-rules";
import { keepReport } from "../dispatch/reports.server";
import { takeStep, type Step } from "../dispatch/steps.server";
import type { Job } from "../dispatch/jobs.server";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { instant, type Instant } from "../kernel/time.server";
import type { JobKind } from "../states/transitions";
import { reasonOf, standsElsewhere } from "./journal-fit.server";
import { isTakenAgain, notBefore, stepTime, type Clocks, type Conflict, type EntryState, type Said } from "./entries";
import {
  entriesOf,
  findEntry,
  findJob,
  IS_OPEN,
  isEarly,
  letCount,
  needDecision,
  setEntry,
  stepsTaken,
  type EntryRow,
} from "./journal-rows.server";

/** One step as a phone sends it (contract.md): `at` by the phone's clock, `attempt` where the phone knows it. */
export interface SentEntry {
  id: string;
  jobId: string;
  seq: number;
  attempt: number | null;
  step: string;
  at: number;
  device: string;
  said: Said;
}

export interface Sending {
  driverId: Id<"driver">;
  entries: readonly SentEntry[];
  clocks: Omit<Clocks, "now">;
  /** The phone itself, with how many steps and pictures it has still to send after this. */
  phone?: { device: string; unsent: number };
  /** The driver looks at the answer: a weight ticket that is wrong is refused, not kept, while it can be asked for. */
  isWaitedFor?: boolean;
}

/** What became of each entry that was sent, by its id. `refused` ones are not kept: the driver is asked again. */
export interface Journaled {
  accepted: string[];
  waiting: string[];
  conflicts: { id: string; why: Conflict | "unknown_job" }[];
  refused: { id: string; why: Conflict }[];
}

/** What a driver found there: it moves nothing. */
export interface Found {
  to: "report";
  report: Report;
}
/** The step with what it brings, from the fields as the phone named them; null when something is missing. */
export type ReadStep = (name: string, data: Said["data"], kind: JobKind) => Step | Found | null;

/** Of a phone that may send no more, so many are kept for the office. */
const MOST_QUARANTINED = 200;
/** What of one driver waits for the office at once: a month of steps of which none fits. */
const MOST_OPEN = 1_000;

/**
 * Takes what a driver's phone sends into the journal, and each step that follows from where its job stands. An id counts
 * once, whatever is sent with it again; entries of a job go by `seq`; a step that stands already is a duplicate whose
 * evidence is kept; what does not fit is a conflict that parks the job's later ones until the office decides. Nothing is
 * overwritten, and nothing is lost but what is refused to the driver's face.
 */
export function applyEntries(
  tx: Tx,
  deed: Deed,
  sending: Sending,
  readStep: ReadStep,
  rules: StepRules = AS_USUAL,
): Journaled {
  const answer: Journaled = { accepted: [], waiting: [], conflicts: [], refused: [] };
  const { driverId, entries, phone } = sending;
  if (phone) hearPhone(tx, deed, driverId, phone);
  // What finds no room is not said to have arrived, so the phone keeps it and sends it again.
  const room = MOST_OPEN - countOpen(tx, driverId);
  const kept = entries
    .filter(({ id }, i) => i < room || findEntry(tx, id))
    .filter((entry) => keep(tx, deed, sending, entry, "waiting", answer));
  const last = sending.isWaitedFor ? entries.at(-1)?.id : undefined;
  for (const jobId of new Set(kept.map((entry) => entry.jobId))) {
    const refused = takeWaiting(tx, deed, driverId, jobId as Id<"job">, { readStep, last, rules });
    if (refused) answer.refused.push(refused);
    takeBehind(tx, deed, jobId as Id<"job">, { readStep, rules });
  }
  return told(tx, kept, answer);
}

/**
 * The same from a phone whose sign-in was ended: nothing is done, the office sees what it says (contract.md). What its
 * driver sends again, signed in, is taken after all.
 */
export function holdEntries(tx: Tx, deed: Deed, sending: Sending): Journaled {
  const answer: Journaled = { accepted: [], waiting: [], conflicts: [], refused: [] };
  const { driver_id, state } = journalEntries;
  const [{ held } = { held: 0 }] = tx
    .select({ held: count() })
    .from(journalEntries)
    .where(and(eq(driver_id, sending.driverId), eq(state, "quarantined")))
    .all();
  const room = sending.entries.slice(0, Math.max(0, MOST_QUARANTINED - held));
  // A phone says the same again each time that it is opened; the history says it once.
  const fresh = new Set(room.filter(({ id }) => !findEntry(tx, id)).map(({ id }) => id));
  const kept = room.filter((entry) => keep(tx, deed, sending, entry, "quarantined", answer));
  for (const jobId of new Set(kept.map((entry) => entry.jobId))) {
    const job = findJob(tx, jobId);
    const mine = new Set(kept.flatMap(({ id, jobId: of }) => (of === jobId && fresh.has(id) ? [id] : [])));
    if (!job || mine.size === 0) continue;
    recordEvent(tx, deed, { ...about(job), action: "journal_held", data: { job: job.kind, steps: mine.size } });
    needDecision(tx, deed, job);
  }
  return told(tx, kept, answer);
}

const countOpen = (tx: Tx, driverId: Id<"driver">): number =>
  tx
    .select({ open: count() })
    .from(journalEntries)
    .where(and(eq(journalEntries.driver_id, driverId), IS_OPEN))
    .get()?.open ?? 0;

function hearPhone(tx: Tx, deed: Deed, driverId: Id<"driver">, phone: NonNullable<Sending["phone"]>): void {
  const row = { ...phone, heard_at: deed.now };
  tx.insert(driverPhones)
    .values({ driver_id: driverId, ...row })
    .onConflictDoUpdate({ target: driverPhones.driver_id, set: row })
    .run();
}

/** Keeps an entry that is new, or comes out of quarantine; false where it is of no job, or another driver's. */
function keep(tx: Tx, deed: Deed, sending: Sending, entry: SentEntry, state: EntryState, answer: Journaled): boolean {
  const before = findEntry(tx, entry.id);
  if (!findJob(tx, entry.jobId) || (before && before.driver_id !== sending.driverId)) {
    answer.conflicts.push({ id: entry.id, why: "unknown_job" });
    return false;
  }
  if (before) {
    if (before.state === "quarantined" && state === "waiting") letCount(tx, deed, before);
    return true;
  }
  const { doneAt, isCorrected } = stepTime(entry.at, { ...sending.clocks, now: deed.now });
  tx.insert(journalEntries)
    .values({
      id: entry.id,
      driver_id: sending.driverId,
      job_id: entry.jobId as Id<"job">,
      seq: entry.seq,
      step: entry.step,
      device: entry.device,
      device_at: entry.at,
      done_at: instant(doneAt),
      is_corrected: isCorrected,
      received_at: deed.now,
      state,
      why: null,
      said: entry.attempt === null ? entry.said : { ...entry.said, attempt: entry.attempt },
    })
    .run();
  return true;
}

interface How {
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
): Journaled["refused"][number] | null {
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

/** Brought back, an emptied dumpster can be picked up: what the driver of its pickup said before was left waiting. */
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
  for (const { driver, id } of whose) takeWaiting(tx, deed, driver, id, how);
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
  if (taken.some((one) => one.step === step.to) && !isTakenAgain(job, step.to, entry.done_at, before)) {
    setEntry(tx, entry.id, { state: "duplicate" });
    const number = step.to === "serviced" ? { number: step.dumpsterNumber } : {};
    recordEvent(tx, deed, { ...about(job), action: "journal_kept", data: { job: job.kind, step: step.to, ...number } });
    return null;
  }
  const { doneAt, isCorrected } = timeOf(entry, before);
  if (step.to === "attempted" && !how.isDecided && job.kind === "pickup" && wasTaken(tx, job, instant(doneAt)))
    return "away";
  const done = takeStep(tx, { ...deed, now: instant(doneAt) }, entry.driver_id, job.id, step, how.rules);
  if (!done.ok) {
    // Away to be emptied: it can still leave for it and load it, but was not in vain for anything of its customer's.
    const waits =
      done.code === "away" ? step.to !== "attempted" : done.code === "not_allowed" && isEarly(tx, job, entry, step.to);
    return waits ? "later" : reasonOf(done);
  }
  setEntry(tx, entry.id, { state: "applied", done_at: instant(doneAt), is_corrected: isCorrected, why: null });
  if (isCorrected)
    recordEvent(tx, deed, { ...about(job), action: "journal_clock", data: { job: job.kind, step: step.to } });
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

/** The answer by what stands now, each id once. */
function told(tx: Tx, kept: readonly SentEntry[], answer: Journaled): Journaled {
  for (const id of new Set(kept.map((entry) => entry.id))) {
    const row = findEntry(tx, id);
    if (!row) continue;
    if (row.state === "conflict") answer.conflicts.push({ id, why: (row.why ?? "out_of_order") as Conflict });
    else if (row.state === "waiting" || row.state === "quarantined") answer.waiting.push(id);
    else answer.accepted.push(id);
  }
  return answer;
}
