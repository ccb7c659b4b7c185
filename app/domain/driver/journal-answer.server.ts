import type { Tx } from "#db/client.server";
import { isBeingEmptied } from "../dispatch/errands.server";
import { getJob, type Job } from "../dispatch/jobs.server";
import { placeJob } from "../dispatch/plan.server";
import { takeStep } from "../dispatch/steps.server";
import { recordEvent } from "../events/events.server";
import { driverActor } from "../fleet/drivers.server";
import type { Deed, StaffActor } from "../kernel/deed";
import { sha256, type Id } from "../kernel/ids.server";
import { sendSignal } from "../live/happened.server";
import { isBeforeItLeaves } from "../states/job-places";
import { canPress, type Pressable } from "../states/presses";
import type { Conflict } from "./entries";
import { AS_USUAL, type StepRules } from "../dispatch/advance.server";
import { about, takeBehind, takeWaiting, type ReadStep } from "./journal-take.server";
import {
  entriesOf,
  findJob,
  letCount,
  needDecision,
  OPEN_ENTRIES,
  setEntry,
  type EntryRow,
} from "./journal-rows.server";

/** Whose account of a job, and as the page showed it. */
export interface Account {
  driverId: Id<"driver">;
  jobId: string;
  /** `accountSeen` of what was shown; what came in or was decided meanwhile is told, not overwritten. */
  seen: string;
}

export type AnswerResult =
  | { ok: true; left: number }
  /** `changed`: not as it was seen; `nothing`: all of it is decided; `not_possible`: the job cannot take its first step. */
  | { ok: false; code: "changed" | "nothing" }
  | { ok: false; code: "not_possible"; why: Conflict };

/** What an answer is given to: the job as it stood, and the entries that were open. */
export function accountSeen(state: string, open: readonly Pick<EntryRow, "id" | "state">[]): string {
  return sha256([state, ...open.map((entry) => `${entry.state[0]}${entry.id}`)].join(" "));
}

/**
 * Takes the driver's account of a job: gives them the job where it still may be given, then takes their steps in order,
 * each with its own time. `left`: so many do not fit all the same, and stay. Refused as `not_possible`, and nothing
 * changed, where already the first does not: then only words can say what happened.
 */
export function takeAccount(
  tx: Tx,
  deed: Deed<StaffActor>,
  { driverId, jobId, seen }: Account,
  readStep: ReadStep,
  rules: StepRules = AS_USUAL,
): AnswerResult {
  const found = openAccount(tx, driverId, jobId, seen);
  if (!found.ok) return found;
  const { job, open } = found;
  const why = whyNever(job, driverId);
  if (why) return { ok: false, code: "not_possible", why };
  const former = job.driver_id;
  if (former !== driverId) {
    const given = placeJob(tx, deed, job.id, driverId);
    if (!given.ok) return { ok: false, code: "not_possible", why: "reassigned" };
  }
  for (const entry of open) letCount(tx, deed, entry);
  const theirs: Deed = { ...deed, by: driverActor(tx, driverId) };
  if (former !== driverId) driveThere(tx, theirs, driverId, open, rules);
  takeWaiting(tx, theirs, driverId, job.id, { readStep, rules, isDecided: true });
  takeBehind(tx, deed, job.id, { readStep, rules });
  const left = entriesOf(tx, driverId, job.id, OPEN_ENTRIES);
  const taken = open.length - left.length;
  const [first] = left;
  if (taken === 0 && former === driverId)
    return { ok: false, code: "not_possible", why: (first?.why ?? whyWaiting(tx, job)) as Conflict };
  recordEvent(tx, deed, {
    ...about(job),
    action: "journal_answered",
    data: { job: job.kind, account: "driver", steps: taken },
  });
  tellDriver(tx, driverId, job.id);
  needDecision(tx, deed, job);
  return { ok: true, left: left.length };
}

/** Why no account of this driver's can be taken as the job stands: it is cancelled, or somebody else is under way with it. */
export function whyNever(
  { state, driver_id }: Pick<Job, "state" | "driver_id">,
  driverId: Id<"driver">,
): "cancelled" | "reassigned" | null {
  if (state === "cancelled") return "cancelled";
  return driver_id !== driverId && !isBeforeItLeaves(state) ? "reassigned" : null;
}

/** What only waits has no reason of its own: its dumpster is away, or a step before it is missing. */
const whyWaiting = (tx: Tx, { kind, unit_id }: Job): Conflict =>
  kind === "pickup" && isBeingEmptied(tx, unit_id) ? "away" : "out_of_order";

/**
 * Called back, or given away and back, a job begins anew: who says that they were done there had been on the way, and at
 * the site, by then. The customer, who has been told of it once, is told no more than what comes after it.
 */
function driveThere(
  tx: Tx,
  deed: Deed,
  driverId: Id<"driver">,
  open: readonly Pick<EntryRow, "job_id" | "step" | "done_at">[],
  rules: StepRules,
): void {
  const first = open.find(({ step }) => step !== "report");
  if (!first) return;
  for (const to of ["en_route", "arrived"] as const) {
    const { kind, state } = getJob(tx, first.job_id);
    if (first.step === to || canPress(kind, state, first.step as Pressable)) return;
    takeStep(tx, { ...deed, now: first.done_at }, driverId, first.job_id, { to }, rules);
  }
}

/** Keeps our own account; what the driver's phone said stays readable, and changes nothing. */
export function keepOurs(tx: Tx, deed: Deed<StaffActor>, { driverId, jobId, seen }: Account): AnswerResult {
  const found = openAccount(tx, driverId, jobId, seen);
  if (!found.ok) return found;
  const { job, open } = found;
  for (const { id } of open) setEntry(tx, id, { state: "set_aside" });
  recordEvent(tx, deed, {
    ...about(job),
    action: "journal_answered",
    data: { job: job.kind, account: "office", steps: open.length },
  });
  tellDriver(tx, driverId, job.id);
  needDecision(tx, deed, job);
  return { ok: true, left: 0 };
}

/** Whose page is open hears what was decided, also where nothing of the job has changed by it. */
const tellDriver = (tx: Tx, driverId: Id<"driver">, jobId: Id<"job">): void =>
  sendSignal(tx, { topic: `driver:${driverId}`, kind: "job", id: jobId });

function openAccount(tx: Tx, driverId: Id<"driver">, jobId: string, seen: string) {
  const job = findJob(tx, jobId);
  const open = job ? entriesOf(tx, driverId, job.id, OPEN_ENTRIES) : [];
  if (!job || open.length === 0) return { ok: false, code: "nothing" } as const;
  if (accountSeen(job.state, open) !== seen) return { ok: false, code: "changed" } as const;
  return { ok: true, job, open } as const;
}
