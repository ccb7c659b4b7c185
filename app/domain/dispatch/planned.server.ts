import { and, asc, eq, inArray, isNotNull, ne, notInArray } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { dumpsters, jobs, units } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { BEFORE_IT_LEAVES, isBeforeItLeaves } from "../states/job-places";
import { getJob, type Job } from "./jobs.server";
import { isAsSeen, type PlanResult, type Seen } from "./plan.server";

/** Dumpsters of a size that a truck may load now: in the yard, empty and fit; by number. */
export function freeDumpsters(orm: Orm, size: number): (typeof dumpsters.$inferSelect)[] {
  return orm
    .select()
    .from(dumpsters)
    .where(
      and(
        eq(dumpsters.size_yards, size),
        eq(dumpsters.location, "yard"),
        eq(dumpsters.load, "empty"),
        notInArray(dumpsters.condition, ["damaged", "out_of_service", "retired"]),
      ),
    )
    .orderBy(asc(dumpsters.number))
    .all();
}

/** Which dumpsters are planned for other jobs that are still to leave. */
export function plannedElsewhere(orm: Orm, jobId: Id<"job">): Set<Id<"dumpster">> {
  const rows = orm
    .select({ id: jobs.planned_dumpster_id })
    .from(jobs)
    .where(and(isNotNull(jobs.planned_dumpster_id), inArray(jobs.state, BEFORE_IT_LEAVES), ne(jobs.id, jobId)))
    .all();
  return new Set(rows.flatMap(({ id }) => (id ? [id] : [])));
}

export type PlanDumpsterResult =
  PlanResult | { ok: false; code: "no_delivery" | "unknown_dumpster" | "dumpster_taken"; from: Job["state"] };

/**
 * Chooses which dumpster a delivery is to load; null leaves it to the driver. Only before its truck has left, and only a
 * free one of its size (`unknown_dumpster`) that is planned for no other job (`dumpster_taken`).
 */
export function planDumpster(
  tx: Tx,
  deed: Deed,
  jobId: Id<"job">,
  number: string | null,
  seen: Seen | null = null,
): PlanDumpsterResult {
  const job = getJob(tx, jobId);
  if (!isAsSeen(job, seen)) return { ok: false, code: "changed", from: job.state };
  if (!isBeforeItLeaves(job.state)) return { ok: false, code: "not_allowed", from: job.state };
  if (job.kind !== "delivery") return { ok: false, code: "no_delivery", from: job.state };
  const size = tx.select({ size: units.size_yards }).from(units).where(eq(units.id, job.unit_id)).get()?.size ?? 0;
  const dumpster = number === null ? null : freeDumpsters(tx, size).find((one) => one.number === number);
  if (dumpster === undefined) return { ok: false, code: "unknown_dumpster", from: job.state };
  if (dumpster && plannedElsewhere(tx, jobId).has(dumpster.id))
    return { ok: false, code: "dumpster_taken", from: job.state };
  if ((dumpster?.id ?? null) === job.planned_dumpster_id) return { ok: true, job };
  recordEvent(tx, deed, {
    subject: { kind: "job", id: jobId },
    bookingId: job.booking_id,
    action: "dumpster_planned",
    data: { job: job.kind, number },
  });
  tx.update(jobs)
    .set({ planned_dumpster_id: dumpster?.id ?? null })
    .where(eq(jobs.id, jobId))
    .run();
  return { ok: true, job: getJob(tx, jobId) };
}
