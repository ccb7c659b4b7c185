import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { jobs } from "#db/schema/index";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { BEFORE_IT_LEAVES, ERRANDS } from "../states/job-places";
import { withdrawOffer } from "./offers.server";
import { assignJob, moveJob, type Job } from "./jobs.server";

const WHY = "Picked up before it";

/**
 * A dumpster leaves its customer for good: what was still planned for it there is off the board. What its customer has
 * paid for is taken from its driver and stays, until somebody gives the money back. Returns all of them.
 */
export function endErrands(tx: Tx, deed: Deed, unitId: Id<"unit">): Job[] {
  const open = and(eq(jobs.unit_id, unitId), inArray(jobs.kind, [...ERRANDS]), inArray(jobs.state, BEFORE_IT_LEAVES));
  const errands = tx.select().from(jobs).where(open).all();
  for (const job of errands) {
    withdrawOffer(tx, deed, job.id);
    if (job.change_id === null) moveJob(tx, deed, job, "cancelled", { driver_id: null, position: null }, WHY);
    else if (job.driver_id !== null) assignJob(tx, deed, job.id, null);
  }
  return errands;
}
