import { and, eq } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { drivers, jobs, shifts } from "#db/schema/index";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import type { Instant } from "../kernel/time.server";
import { leftCause } from "../tasks/left-jobs.server";
import { endedAt, openTaskAgain } from "../tasks/tasks.server";
import { recalledCause, untakenCause } from "./jobs.server";

/**
 * What a move of these jobs had answered by being made, at that moment (milliseconds of domain time), by the causes of its
 * tasks: who drives what was called back, what nobody took, what a driver has who is off. Whoever undoes it asks that before
 * they do, and opens them again (`askAgain`) afterwards.
 */
export const answeredByMove = (orm: Orm, jobIds: readonly Id<"job">[], movedAt: Instant): string[] =>
  jobIds
    .flatMap((id) => [recalledCause(id), untakenCause(id), leftCause(id)])
    .filter((cause) => endedAt(orm, cause, movedAt));

/** Opens again what `answeredByMove` found for these jobs, once they are back: but who drives them after all is not asked for. */
export function askAgain(tx: Tx, deed: Deed, jobIds: readonly Id<"job">[], causes: readonly string[]): void {
  const driven = new Set(jobIds.filter((id) => isDriven(tx, id)).map(leftCause));
  for (const cause of causes) if (!driven.has(cause)) openTaskAgain(tx, deed, cause);
}

/** Whether somebody has it who drives, and on that day. */
function isDriven(orm: Orm, jobId: Id<"job">): boolean {
  const off = and(eq(shifts.driver_id, jobs.driver_id), eq(shifts.day, jobs.day), eq(shifts.is_off, true));
  const found = orm
    .select({ isActive: drivers.is_active, off: shifts.day })
    .from(jobs)
    .innerJoin(drivers, eq(drivers.id, jobs.driver_id))
    .leftJoin(shifts, off)
    .where(eq(jobs.id, jobId))
    .get();
  return found !== undefined && found.isActive && found.off === null;
}
