import type { Job } from "../dispatch/jobs.server";
import type { StepResult } from "../dispatch/steps.server";
import { isBeforeItLeaves } from "../states/job-places";
import type { Conflict } from "./entries";
import type { EntryRow } from "./journal-rows.server";

/** Why a step has nothing to do with where its job stands now; null where it has. `isDecided`: the office has taken its account. */
export function standsElsewhere(job: Job, { driver_id, said }: EntryRow, isDecided: boolean): Conflict | null {
  if (job.state === "cancelled") return "cancelled";
  const { seen, attempt } = said;
  const isMoved = seen && (seen.day !== job.day || seen.window !== job.delivery_window);
  if (!isDecided && isMoved && isBeforeItLeaves(job.state)) return "moved";
  if (job.driver_id !== driver_id) return job.driver_id === null ? "taken_back" : "reassigned";
  return attempt !== undefined && attempt !== job.attempt ? "other_attempt" : null;
}

/** Why a job did not take a step, in a conflict's words. */
export function reasonOf({ code }: Extract<StepResult, { ok: false }>): Conflict {
  switch (code) {
    case "not_yours":
      return "reassigned";
    case "wrong_sum":
    case "ticket_used":
    case "too_heavy":
    case "no_dumpster":
    case "no_permit":
    case "on_hold":
    case "away":
      return code;
    default:
      return "out_of_order";
  }
}
