import { and, asc, eq, isNull } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { jobReports } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import { lookAtChargesSoon } from "../outbox/look.server";
import { getJob } from "./jobs.server";
import { isEmptyReport, mayReport, mayReportLater, type Report } from "./report-rules";

export type StoredReport = typeof jobReports.$inferSelect;
export type ReportResult =
  | { ok: true; report: StoredReport }
  | { ok: false; code: "not_yours" | "not_now" | "empty" | "unknown" };

/**
 * Keeps what the driver of a job found, with its event, in the caller's transaction. Several add up; the same once more
 * (a form that was sent twice, or a journal's entry) is the one that stands. Refused: `not_yours` for another driver's job,
 * `not_now` before the truck is there and, but for a journal's entry, once the job is done; `empty`.
 */
export function keepReport(
  tx: Tx,
  deed: Deed,
  driverId: Id<"driver">,
  jobId: Id<"job">,
  report: Report,
  entryId: string | null = null,
): ReportResult {
  const job = getJob(tx, jobId);
  if (job.driver_id !== driverId) return { ok: false, code: "not_yours" };
  const standing = listReportsOfJob(tx, jobId);
  const same = standing.find((one) => (entryId !== null && one.entry_id === entryId) || isSame(one, report));
  if (same) return { ok: true, report: same };
  if (!(entryId === null ? mayReport : mayReportLater)(job.state)) return { ok: false, code: "not_now" };
  if (isEmptyReport(report)) return { ok: false, code: "empty" };
  const kept = tx
    .insert(jobReports)
    .values({
      ...report,
      id: newId("report"),
      booking_id: job.booking_id,
      unit_id: job.unit_id,
      job_id: jobId,
      driver_id: driverId,
      entry_id: entryId,
      reported_at: deed.now,
    })
    .returning()
    .get();
  recordEvent(tx, deed, {
    subject: { kind: "job", id: jobId },
    bookingId: job.booking_id,
    action: "load_reported",
    data: { report: kept.id, ...report },
  });
  // They were looked at when the job was done.
  if (!mayReport(job.state)) lookAtChargesSoon(tx, job.booking_id, kept.id);
  return { ok: true, report: kept };
}

/** Takes a report back that was wrong: it counts no more, and both stay in the history. Refused like `keepReport`. */
export function withdrawReport(
  tx: Tx,
  deed: Deed,
  driverId: Id<"driver">,
  jobId: Id<"job">,
  reportId: string,
): ReportResult {
  const job = getJob(tx, jobId);
  if (job.driver_id !== driverId) return { ok: false, code: "not_yours" };
  const mine = and(eq(jobReports.id, reportId as Id<"report">), eq(jobReports.job_id, jobId));
  const report = tx.select().from(jobReports).where(mine).get();
  if (!report) return { ok: false, code: "unknown" };
  if (report.withdrawn_at !== null) return { ok: true, report };
  if (!mayReport(job.state)) return { ok: false, code: "not_now" };
  const withdrawn = tx.update(jobReports).set({ withdrawn_at: deed.now }).where(mine).returning().get();
  recordEvent(tx, deed, {
    subject: { kind: "job", id: jobId },
    bookingId: job.booking_id,
    action: "report_withdrawn",
    data: { report: report.id },
  });
  return { ok: true, report: withdrawn };
}

/** What stands of a job: the reports that were not withdrawn, oldest first. */
export function listReportsOfJob(orm: Orm, jobId: Id<"job">): StoredReport[] {
  const standing = and(eq(jobReports.job_id, jobId), isNull(jobReports.withdrawn_at));
  return orm.select().from(jobReports).where(standing).orderBy(asc(jobReports.reported_at), asc(jobReports.id)).all();
}

const isSame = (one: Report, other: Report): boolean =>
  one.material === other.material &&
  one.prohibited === other.prohibited &&
  one.prohibited_count === other.prohibited_count &&
  one.cleaning === other.cleaning &&
  one.moved === other.moved &&
  one.overloaded === other.overloaded &&
  one.second_number === other.second_number;
