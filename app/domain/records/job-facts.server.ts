import { asc, eq } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { jobAttempts, jobReports, jobs, weightTickets } from "#db/schema/index";
import type { Id } from "../kernel/ids.server";
import { listPlacePhotos } from "../photos/place-photos.server";
import { listPhotosOfBooking } from "../photos/photos.server";

/** What drivers brought back from a booking's jobs: photographs, tickets, reports (withdrawn ones too), trips in vain. */
export function listJobFacts(orm: Orm, bookingId: Id<"booking">) {
  return {
    photos: listPhotosOfBooking(orm, bookingId),
    /** What the customer sent of the place. */
    places: listPlacePhotos(orm, bookingId),
    tickets: orm
      .select({
        jobId: weightTickets.job_id,
        facility: weightTickets.facility,
        number: weightTickets.ticket_number,
        gross: weightTickets.gross_pounds,
        tare: weightTickets.tare_pounds,
        net: weightTickets.net_pounds,
        recordedAt: weightTickets.recorded_at,
      })
      .from(weightTickets)
      .innerJoin(jobs, eq(jobs.id, weightTickets.job_id))
      .where(eq(jobs.booking_id, bookingId))
      .orderBy(asc(weightTickets.recorded_at))
      .all(),
    reports: orm
      .select()
      .from(jobReports)
      .where(eq(jobReports.booking_id, bookingId))
      .orderBy(asc(jobReports.reported_at), asc(jobReports.id))
      .all(),
    attempts: orm.select().from(jobAttempts).where(eq(jobAttempts.booking_id, bookingId)).all(),
  };
}
export type JobFacts = ReturnType<typeof listJobFacts>;
