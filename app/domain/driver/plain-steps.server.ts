import type { Tx } from "#db/client.server";
import type { StepRules } from "../dispatch/advance.server";
import { enterStep, type EnterResult } from "../dispatch/office-steps.server";
import type { Seen } from "../dispatch/plan.server";
import { takeStep, type Step, type StepResult } from "../dispatch/steps.server";
import type { Deed, StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { endWhereSame } from "./journal-same.server";
import { takeBehind, type ReadStep } from "./journal-take.server";

interface How {
  readStep: ReadStep;
  rules: StepRules;
}

/** A driver's step by a plain form, as `takeStep`; what another phone's journal had waiting for it is taken with it. */
export function takePlainStep(
  tx: Tx,
  deed: Deed,
  driverId: Id<"driver">,
  jobId: Id<"job">,
  step: Step,
  how: How,
): StepResult {
  const done = takeStep(tx, deed, driverId, jobId, step, how.rules);
  if (done.ok) goOn(tx, deed, jobId, how);
  return done;
}

/** The same of a step that the office enters for a lost phone, as `enterStep`. */
export function enterPlainStep(
  tx: Tx,
  deed: Deed<StaffActor>,
  jobId: Id<"job">,
  step: Step,
  seen: Seen | null,
  how: How,
): EnterResult {
  const done = enterStep(tx, deed, jobId, step, seen, how.rules);
  if (done.ok) goOn(tx, deed, jobId, how);
  return done;
}

function goOn(tx: Tx, deed: Deed, jobId: Id<"job">, how: How): void {
  takeBehind(tx, deed, jobId, how);
  // What a phone has said already, and was not taken from it.
  endWhereSame(tx, deed, jobId);
}
