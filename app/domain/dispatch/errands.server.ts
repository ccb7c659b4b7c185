import { and, eq, inArray } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { jobs } from "#db/schema/index";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { tellCustomer } from "../outbox/news.server";
import { BEFORE_IT_LEAVES, EMPTYING, ERRANDS } from "../states/job-places";
import { noDayCause } from "../tasks/no-room";
import { closeTask } from "../tasks/tasks.server";
import { assignJob, moveJob, type Job } from "./jobs.server";
import { withdrawOffer } from "./offers.server";
import { paidFor } from "./paid-truck.server";
import { notDoneCause, relocateCause, remindOfMoney } from "./reminders.server";

/**
 * A dumpster leaves its customer for good: what was still planned for it there is off the board, and its customer hears
 * so. What they have paid for is taken from its driver and stays with a task, until somebody gives the money back.
 */
export function endErrands(tx: Tx, deed: Deed, unitId: Id<"unit">): void {
  closeTask(tx, deed, notDoneCause(unitId));
  const open = and(eq(jobs.unit_id, unitId), inArray(jobs.kind, [...ERRANDS]), inArray(jobs.state, BEFORE_IT_LEAVES));
  for (const job of tx.select().from(jobs).where(open).all()) {
    withdrawOffer(tx, deed, job.id);
    for (const cause of [relocateCause(job.id), noDayCause(job.id)]) closeTask(tx, deed, cause);
    if (isPaidFor(tx, job)) {
      if (job.driver_id !== null) assignJob(tx, deed, job.id, null);
      remindOfMoney(tx, deed, job);
      continue;
    }
    moveJob(tx, deed, job, "cancelled", { driver_id: null, position: null }, "picked_up_before");
    const payload = { jobId: job.id, back: 0 };
    tellCustomer(tx, "extra-withdrawn", { bookingId: job.booking_id, cause: job.id, payload });
  }
}

/** Whether money that its customer paid for this truck is here, or at a bank that has not decided. */
export const isPaidFor = (orm: Orm, { change_id }: Job): boolean => paidFor(orm, change_id) > 0;

/** Whether another truck is out with a dumpster to empty it, and has not brought it back. */
export function isBeingEmptied(orm: Orm, unitId: Id<"unit">): boolean {
  const out = and(eq(jobs.unit_id, unitId), eq(jobs.kind, "dump_and_return"), inArray(jobs.state, EMPTYING));
  return orm.select({ id: jobs.id }).from(jobs).where(out).limit(1).get() !== undefined;
}
