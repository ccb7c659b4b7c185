import type { Tx } from "#db/client.server";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { standsElsewhere } from "./journal-fit.server";
import { endDecision, entriesOf, findJob, OPEN_ENTRIES, setEntry, stepsTaken } from "./journal-rows.server";
import { about } from "./journal-take.server";

/** Steps that bring nothing but themselves: no number, no picture, no facility that could be another than ours. */
const BARE = ["en_route", "arrived", "to_disposal", "returned", "completed", "dump_later"] as const;
const bareStep = (name: string) => BARE.find((one) => one === name);

/**
 * After something has happened to a job: what its driver's phone says and nobody has decided on is over where all of it stands
 * in our record by now, and nobody is asked any more where nothing is left to decide. What says more than ours stays.
 */
export function endWhereSame(tx: Tx, deed: Deed, jobId: Id<"job">): void {
  const job = findJob(tx, jobId);
  if (!job) return;
  const open = job.driver_id === null ? [] : entriesOf(tx, job.driver_id, jobId, OPEN_ENTRIES);
  if (open.length > 0) {
    const taken = stepsTaken(tx, jobId);
    const same = open.flatMap((entry) => {
      const step = bareStep(entry.step);
      const stands = taken.some((one) => one.step === step) && standsElsewhere(job, entry, true) === null;
      return step && stands ? [{ id: entry.id, step }] : [];
    });
    if (same.length < open.length) return;
    for (const { id, step } of same) {
      setEntry(tx, id, { state: "duplicate", why: null });
      recordEvent(tx, deed, { ...about(job), action: "journal_kept", data: { job: job.kind, step } });
    }
  }
  endDecision(tx, deed, job);
}
