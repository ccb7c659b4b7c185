import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { changes, jobs } from "#db/schema/index";
import { paidFor } from "../dispatch/paid-truck.server";
import { paidNotDoneCause } from "../dispatch/reminders.server";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { EXTRAS } from "../states/job-places";
import { closeTask, isOpenTask } from "../tasks/tasks.server";
import type { ExtraWish } from "./extra-rules";

/** A truck that its customer has paid for and that could not do it, while that money has not gone back. */
export interface PaidInVain {
  jobId: Id<"job">;
  change: typeof changes.$inferSelect;
  /** What they have paid for it, cents, tax included. */
  paid: Cents;
}

/**
 * The newest of a dumpster, as long as somebody has to decide about it: who ends that task by hand (the money stays, say)
 * has decided. Null where none is.
 */
export function findPaidInVain(orm: Orm, unitId: Id<"unit">): PaidInVain | null {
  for (const { jobId, change } of attemptsOf(orm).all({ unit: unitId })) {
    const paid = paidFor(orm, change.id);
    if (paid > 0 && isOpenTask(orm, paidNotDoneCause(jobId))) return { jobId, change, paid };
  }
  return null;
}

const attemptsOf = prepared((orm) =>
  orm
    .select({ jobId: jobs.id, change: changes })
    .from(jobs)
    .innerJoin(changes, eq(changes.id, jobs.change_id))
    .where(
      and(
        eq(jobs.unit_id, sql.placeholder("unit")),
        eq(jobs.state, "attempted"),
        inArray(jobs.kind, [...EXTRAS]),
        eq(changes.state, "applied"),
      ),
    )
    .orderBy(desc(jobs.done_at))
    .prepare(),
);

/** Whether a wish is what was paid for: the same truck, whichever day. An emptying is one, an emergency or not. */
export function isPaidWish({ change: { wish } }: PaidInVain, { kind, size, material }: ExtraWish): boolean {
  if (wish.kind === "haul") return kind === "dump_and_return" || kind === "emergency";
  return wish.kind === "swap" && kind === "swap" && wish.size === size && wish.material === material;
}

/** The truck that is planned anew is the one that was paid for: nobody pays twice, and its money goes back once. */
export function planAgain(tx: Tx, deed: Deed, { jobId, change, paid }: PaidInVain, again: Id<"job">): void {
  const { kind } = tx.update(jobs).set({ change_id: null }).where(eq(jobs.id, jobId)).returning().get();
  tx.update(jobs).set({ change_id: change.id }).where(eq(jobs.id, again)).run();
  recordEvent(tx, deed, {
    subject: { kind: "job", id: again },
    bookingId: change.booking_id,
    action: "job_paid_before",
    data: { job: kind, total: paid },
  });
  closeTask(tx, deed, paidNotDoneCause(jobId));
}
