import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { changes, charges, jobs } from "#db/schema/index";
import { paidNotDoneCause } from "../dispatch/reminders.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { leftOfCharge } from "../payments/credits.server";
import { totalOf } from "../payments/entries";
import { EXTRAS } from "../states/job-places";
import { closeTask } from "../tasks/tasks.server";
import type { ExtraWish } from "./extra-rules";

/** A truck that its customer has paid for and that could not do it, while that money has not gone back. */
export interface PaidInVain {
  jobId: Id<"job">;
  change: typeof changes.$inferSelect;
  /** What they have paid for it, cents, tax included. */
  paid: Cents;
}

/** The newest of a dumpster; null where none is. */
export function findPaidInVain(orm: Orm, unitId: Id<"unit">): PaidInVain | null {
  for (const { jobId, change } of attemptsOf(orm).all({ unit: unitId })) {
    const paid = paidFor(orm, change);
    if (paid > 0) return { jobId, change, paid };
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

/** What is left of the charges of a change that is done; cents, tax included. */
export function paidFor(orm: Orm, { id, state }: PaidInVain["change"]): Cents {
  if (state !== "applied") return 0;
  const made = orm.select().from(charges).where(eq(charges.change_id, id)).all();
  return made.reduce((sum, charge) => sum + totalOf(leftOfCharge(orm, charge)), 0);
}

/** Whether a wish is what was paid for: the same truck, whichever day. An emptying is one, an emergency or not. */
export function isPaidWish({ change: { wish } }: PaidInVain, { kind, size, material }: ExtraWish): boolean {
  if (wish.kind === "haul") return kind === "dump_and_return" || kind === "emergency";
  return wish.kind === "swap" && kind === "swap" && wish.size === size && wish.material === material;
}

/** The truck that is planned anew is the one that was paid for: nobody pays twice, and its money goes back once. */
export function planAgain(tx: Tx, deed: Deed, { jobId, change }: PaidInVain, again: Id<"job">): void {
  tx.update(jobs).set({ change_id: null }).where(eq(jobs.id, jobId)).run();
  tx.update(jobs).set({ change_id: change.id }).where(eq(jobs.id, again)).run();
  closeTask(tx, deed, paidNotDoneCause(jobId));
}
