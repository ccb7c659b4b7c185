import { and, eq, isNotNull, notInArray } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { jobOffers, jobs } from "#db/schema/index";
import { askToTellAfterHold, askToTellOfHold, renewAfterHold } from "../booking/order/after-hold.server";
import { setOnHold, type OnHoldResult } from "../booking/office/on-hold.server";
import { getBooking } from "../booking/order/bookings.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { sendSignal } from "../live/happened.server";
import { isOurs } from "../states/job-places";
import type { JobState } from "../states/transitions";
import { withdrawOffer } from "./offers.server";

/**
 * Puts a booking on hold or lets it go on (`setOnHold`). What drivers are asked to take of it when the hold comes is taken
 * back, as an offer names no hold; what is offered while it is on hold, for which somebody of the office has said "all the
 * same", outlasts another reason. Whoever has a job of it that is not over sees it on their own pages at once.
 */
export function putOnHold(tx: Tx, deed: Deed, bookingId: Id<"booking">, reason: string | null): OnHoldResult {
  const before = getBooking(tx, bookingId).on_hold_reason;
  const wasHeld = before !== null;
  const done = setOnHold(tx, deed, bookingId, reason);
  if (done.ok && getBooking(tx, bookingId).on_hold_reason !== before) tellDrivers(tx, bookingId);
  if (done.ok) renewAfterHold(tx, deed, bookingId);
  if (done.ok && wasHeld && reason === null) askToTellAfterHold(tx, deed, bookingId);
  if (!done.ok || wasHeld || reason === null) return done;
  askToTellOfHold(tx, deed, bookingId);
  const offered = tx
    .select({ id: jobs.id, kind: jobs.kind })
    .from(jobOffers)
    .innerJoin(jobs, eq(jobs.id, jobOffers.job_id))
    .where(and(eq(jobs.booking_id, bookingId), eq(jobOffers.state, "open")))
    .all();
  // Dumping what we parked is no matter of the hold.
  for (const job of offered) if (!isOurs(job)) withdrawOffer(tx, deed, job.id);
  return done;
}

/** A hold changes no job, so no row of one tells it (decision 0045). */
function tellDrivers(tx: Tx, bookingId: Id<"booking">): void {
  const given = tx
    .select({ id: jobs.id, driverId: jobs.driver_id })
    .from(jobs)
    .where(and(eq(jobs.booking_id, bookingId), isNotNull(jobs.driver_id), notInArray(jobs.state, [...CLOSED_JOBS])))
    .all();
  for (const { id, driverId } of given) sendSignal(tx, { topic: `driver:${driverId}`, kind: "job", id });
}
const CLOSED_JOBS = ["completed", "dump_later", "attempted", "cancelled"] as const satisfies readonly JobState[];
