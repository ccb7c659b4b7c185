import type { Tx } from "#db/client.server";
import type { jobs } from "#db/schema/index";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { isEmergencyHaul } from "../states/emergency";
import type { JobState } from "../states/transitions";
import { closeTask, openTask } from "./tasks.server";

/** The task of an emergency emptying that no driver has. */
export const emergencyCause = (jobId: Id<"job">): string => `emergency:${jobId}`;

type Job = Pick<typeof jobs.$inferSelect, "id" | "booking_id" | "kind" | "priority" | "state">;

/**
 * It goes before everything else of the day, and nobody is proposed for it: somebody gives it to a driver now, and again
 * where it is taken back from one. Called once a job has come to its state, from `from`; null for a new one.
 */
export function renewEmergency(tx: Tx, deed: Deed, job: Job, from: JobState | null): void {
  if (!isEmergencyHaul(job)) return;
  const cause = emergencyCause(job.id);
  const isNew = from === null || from === "assigned";
  const isFree = job.state === "unscheduled" || job.state === "scheduled";
  if (!isFree) closeTask(tx, deed, cause);
  else if (isNew)
    openTask(tx, deed, {
      kind: "emergency",
      cause,
      subject: { kind: "booking", id: job.booking_id },
      bookingId: job.booking_id,
      due: deed.now,
      again: true,
    });
}
