import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { drivers } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed, StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { stateAfter } from "../states/presses";
import type { JobState } from "../states/transitions";
import type { StepRules } from "./advance.server";
import { getJob } from "./jobs.server";
import { isAsSeen, type Seen } from "./plan.server";
import { takeStep, type Step, type StepResult } from "./steps.server";

export type EnterResult = StepResult | { ok: false; code: "changed"; from: JobState };

/**
 * A step that the office enters for a driver whose phone is lost: the same as the driver's own, with the same checks, and
 * an event that says who entered it. Refused as `takeStep` does, as `changed` when the job is not where it was seen.
 */
export function enterStep(
  tx: Tx,
  deed: Deed<StaffActor>,
  jobId: Id<"job">,
  step: Step,
  seen: Seen | null = null,
  rules?: StepRules,
): EnterResult {
  const job = getJob(tx, jobId);
  if (!isAsSeen(job, seen)) return { ok: false, code: "changed", from: job.state };
  if (job.driver_id === null) return { ok: false, code: "no_driver", from: job.state };
  const done = takeStep(tx, deed, job.driver_id, jobId, step, rules);
  if (!done.ok) return done;
  const driver = tx.select({ name: drivers.name }).from(drivers).where(eq(drivers.id, job.driver_id)).get();
  recordEvent(tx, deed, {
    subject: { kind: "job", id: jobId },
    bookingId: job.booking_id,
    action: "step_entered",
    data: { job: job.kind, step: stateAfter(step.to), driver: driver?.name ?? "" },
  });
  return done;
}
