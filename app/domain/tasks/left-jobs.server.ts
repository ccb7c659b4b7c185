import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { bookings, jobs, shifts } from "#db/schema/index";
import { addDays, type Day } from "../kernel/days";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { instantAt } from "../kernel/time.server";
import type { JobKind } from "../states/transitions";
import { closeTask, openTask } from "./tasks.server";

/** The task of a job whose driver is off on its day, or drives no more. */
export const leftCause = (jobId: Id<"job">): string => `driver_off:${jobId}`;

export interface PlannedJob {
  id: Id<"job">;
  kind: JobKind;
  day: Day;
  booking: string;
  bookingId: Id<"booking">;
  name: string;
}

/** What a driver has and no truck has left for, on some days or, without `days`, on any; the earliest first. */
export function plannedJobs(orm: Orm, driverId: Id<"driver">, days?: readonly Day[]): PlannedJob[] {
  if (days?.length === 0) return [];
  return orm
    .select({
      id: jobs.id,
      kind: jobs.kind,
      day: jobs.day,
      booking: bookings.booking_number,
      bookingId: bookings.id,
      name: sql<string>`trim(${bookings.first_name} || ' ' || ${bookings.last_name})`,
    })
    .from(jobs)
    .innerJoin(bookings, eq(bookings.id, jobs.booking_id))
    .where(
      and(eq(jobs.driver_id, driverId), eq(jobs.state, "assigned"), days ? inArray(jobs.day, [...days]) : undefined),
    )
    .orderBy(asc(jobs.day), asc(jobs.position))
    .all();
}

/** Who has them does not drive them: each is a task, until somebody else has it or they do after all. */
export function openLeftJobs(tx: Tx, deed: Deed, planned: readonly PlannedJob[]): void {
  for (const job of planned)
    openTask(tx, deed, {
      kind: "driver_off",
      cause: leftCause(job.id),
      subject: { kind: "booking", id: job.bookingId },
      bookingId: job.bookingId,
      due: instantAt(addDays(job.day, -1), 12),
      again: true,
    });
}

/** They drive them after all. */
export function closeLeftJobs(tx: Tx, deed: Deed, planned: readonly PlannedJob[]): void {
  for (const job of planned) closeTask(tx, deed, leftCause(job.id));
}

/** A former driver drives again: their jobs are no tasks any more, but for those of their days off. */
export function drivesAgain(tx: Tx, deed: Deed, driverId: Id<"driver">): void {
  const mine = and(eq(shifts.driver_id, driverId), eq(shifts.is_off, true));
  const off = new Set(
    tx
      .select({ day: shifts.day })
      .from(shifts)
      .where(mine)
      .all()
      .map(({ day }) => day),
  );
  closeLeftJobs(
    tx,
    deed,
    plannedJobs(tx, driverId).filter(({ day }) => !off.has(day)),
  );
}
