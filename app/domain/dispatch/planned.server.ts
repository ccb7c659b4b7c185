import { and, asc, count, eq, inArray, isNotNull, ne } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { dumpsters, jobs, units } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import { IS_OPEN, isReady } from "../inventory/ready.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { BEFORE_IT_LEAVES, isBeforeItLeaves } from "../states/job-places";
import { getJob, type Job } from "./jobs.server";
import { isAsSeen, type PlanResult, type Seen } from "./plan.server";

/** Dumpsters of a size that a truck may load now: in the yard, empty and fit, and out with nobody; by number. */
export function freeDumpsters(orm: Orm, size: number): (typeof dumpsters.$inferSelect)[] {
  return orm.select().from(dumpsters).where(isReady(size)).orderBy(asc(dumpsters.number)).all();
}

/** How many there are. */
export function countFreeDumpsters(orm: Orm, size: number): number {
  return orm.select({ n: count() }).from(dumpsters).where(isReady(size)).get()?.n ?? 0;
}

/** Which dumpsters are planned for other jobs that are still to leave. */
export function plannedElsewhere(orm: Orm, jobId: Id<"job">): Set<Id<"dumpster">> {
  const rows = orm
    .select({ id: jobs.planned_dumpster_id })
    .from(jobs)
    .where(and(IS_OPEN, isNotNull(jobs.planned_dumpster_id), inArray(jobs.state, BEFORE_IT_LEAVES), ne(jobs.id, jobId)))
    .all();
  return new Set(rows.flatMap(({ id }) => (id ? [id] : [])));
}

/** The dumpsters that may be planned for a delivery, by number, and which one is. */
export function dumpstersFor(orm: Orm, jobId: Id<"job">, size: number): { free: string[]; planned: string | null } {
  const elsewhere = plannedElsewhere(orm, jobId);
  const free = freeDumpsters(orm, size).filter(({ id }) => !elsewhere.has(id));
  const mine = orm.select({ id: jobs.planned_dumpster_id }).from(jobs).where(eq(jobs.id, jobId)).get()?.id ?? null;
  return { free: free.map(({ number }) => number), planned: free.find(({ id }) => id === mine)?.number ?? null };
}

export type PlanDumpsterResult =
  | PlanResult
  | { ok: false; code: "no_delivery" | "unknown_dumpster" | "dumpster_taken"; from: Job["state"] };

/**
 * Chooses which dumpster a delivery is to load, by its number; null leaves it to the driver. Only before its truck has
 * left, and only a free one of its size (`unknown_dumpster`) that is planned for no other job (`dumpster_taken`).
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
  const found = findToPlan(tx, job, number);
  if (!found.ok) return { ...found, from: job.state };
  if (found.id === job.planned_dumpster_id) return { ok: true, job };
  recordEvent(tx, deed, {
    subject: { kind: "job", id: jobId },
    bookingId: job.booking_id,
    action: "dumpster_planned",
    data: { job: job.kind, number },
  });
  tx.update(jobs).set({ planned_dumpster_id: found.id }).where(eq(jobs.id, jobId)).run();
  return { ok: true, job: getJob(tx, jobId) };
}

/** The dumpster that may be planned for a job, by its number; null is any. */
export function findToPlan(
  orm: Orm,
  job: Job,
  number: string | null,
):
  | { ok: true; id: Id<"dumpster"> | null }
  | { ok: false; code: "not_allowed" | "no_delivery" | "unknown_dumpster" | "dumpster_taken" } {
  if (!isBeforeItLeaves(job.state)) return { ok: false, code: "not_allowed" };
  if (number === null) return { ok: true, id: null };
  if (job.kind !== "delivery") return { ok: false, code: "no_delivery" };
  const size = orm.select({ size: units.size_yards }).from(units).where(eq(units.id, job.unit_id)).get()?.size ?? 0;
  const dumpster = freeDumpsters(orm, size).find((one) => one.number === number);
  if (!dumpster) return { ok: false, code: "unknown_dumpster" };
  return plannedElsewhere(orm, job.id).has(dumpster.id)
    ? { ok: false, code: "dumpster_taken" }
    : { ok: true, id: dumpster.id };
}
