import { stored } from "../kernel/stored";
import { isBeforeItLeaves } from "../states/job-places";
import { canMoveJob, JOB_STATES, type JobKind, type JobState } from "../states/transitions";

/**
 * An entry of a driver's journal, and what becomes of it. `applied`: it is a step of the job; `duplicate`: that step stood
 * already, what it brought is kept; `waiting`: after a conflict, or before one that is still to come; `conflict`: somebody
 * of the office decides; `quarantined`: it came from a phone that may send no more; `set_aside`: the office kept its own
 * account. Pure.
 */
export const ENTRY_STATES = ["applied", "duplicate", "waiting", "conflict", "quarantined", "set_aside"] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

/** Why a step of the journal was not taken, in the office's words. */
export const CONFLICTS = {
  reassigned: "The job was given to somebody else meanwhile.",
  cancelled: "The job was cancelled meanwhile.",
  moved: "The job was moved meanwhile.",
  taken_back: "The job was taken from this driver meanwhile.",
  other_attempt: "It belongs to another attempt of this job.",
  out_of_order: "By our record the job stands elsewhere.",
  wrong_sum: "Gross minus tare is not the net weight.",
  ticket_used: "Another load has this ticket.",
  too_heavy: "No truck or dumpster weighs as much.",
  no_dumpster: "By our record no empty dumpster of this size was in the yard.",
  away: "By our record another truck was out with this dumpster to empty it.",
  no_permit: "The street had no permit for that day.",
  on_hold: "The booking is on hold: take it off hold before you take this.",
  unreadable: "The phone sent it without what the step needs.",
} as const;
export type Conflict = keyof typeof CONFLICTS;

/** What stands with an entry: what the step brought as the phone named it, where the phone saw the job, and which try. */
export interface Said {
  data: Record<string, string>;
  seen?: { day: string; window: string } | undefined;
  attempt?: number;
}
export const JOURNAL_SAID = stored<Said>("journal entry", [
  (value) => ("data" in value && typeof value.data === "object" && value.data !== null ? (value as Said) : undefined),
]);

/** Whether a step lies ahead of where a job stands: those between may still be on their way. */
export function liesAhead(kind: JobKind, from: JobState, to: JobState): boolean {
  const reached = new Set<JobState>([from]);
  // Each state is looked at once, though states may lead back.
  for (const state of reached)
    for (const next of FORWARD) if (next !== state && canMoveJob(kind, state, next)) reached.add(next);
  return from !== to && reached.has(to);
}
/**
 * A step that the job has taken already can be taken once more only where a facility did not take the load: the way to
 * another, and being there. What was done before the job's last step is the first way, said late. Milliseconds of domain time.
 */
export const isTakenAgain = (
  { kind, state }: { kind: JobKind; state: JobState },
  to: JobState,
  doneAt: number,
  last: number | null,
): boolean => canMoveJob(kind, state, to) && doneAt >= (last ?? doneAt);

/** The states that a driver's step leads to. */
const FORWARD = JOB_STATES.filter((state) => state !== "cancelled" && !isBeforeItLeaves(state));

/** A correction of a step's time beyond this is shown with it (contract.md). */
export const TELL_CORRECTION_MS = 5 * 60_000;

/** The clocks of one sending, each in milliseconds: the phone's and ours by the wall, and domain time. */
export interface Clocks {
  sentAt: number;
  wall: number;
  now: number;
}

/** A step's time in domain time, and whether it is more than five minutes from what the phone's clock said. */
export interface StepTime {
  doneAt: number;
  isCorrected: boolean;
}

/** No phone keeps a step for longer; what says so has a clock that is wrong, or says it on purpose. */
export const OLDEST_STEP_MS = 31 * 24 * 60 * 60_000;

/**
 * As long before now as the phone says that it was before it sent, not after it was received (contract.md), and at most 31
 * days ago: the first step of a job has none before it that would bound it.
 */
export function stepTime(at: number, { sentAt, wall, now }: Clocks): StepTime {
  const doneAt = Math.round(Math.max(now - OLDEST_STEP_MS, Math.min(now - (sentAt - at), now)));
  return { doneAt, isCorrected: isFar(doneAt, now - (wall - at)) };
}

/** The same, not before the job's step before it. */
export function notBefore({ doneAt, isCorrected }: StepTime, before: number | null): StepTime {
  const later = Math.max(doneAt, before ?? -Infinity);
  return { doneAt: later, isCorrected: isCorrected || isFar(later, doneAt) };
}

const isFar = (one: number, other: number) => Math.abs(one - other) > TELL_CORRECTION_MS;
