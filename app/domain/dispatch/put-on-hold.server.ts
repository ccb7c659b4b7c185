import { and, eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { jobOffers, jobs } from "#db/schema/index";
import { setOnHold, type OnHoldResult } from "../booking/office/on-hold.server";
import { getBooking } from "../booking/order/bookings.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { isOurs } from "../states/job-places";
import { withdrawOffer } from "./offers.server";

/**
 * Puts a booking on hold or lets it go on (`setOnHold`). What drivers are asked to take of it when the hold comes is taken
 * back, as an offer names no hold; what is offered while it is on hold, for which somebody of the office has said "all the
 * same", outlasts another reason.
 */
export function putOnHold(tx: Tx, deed: Deed, bookingId: Id<"booking">, reason: string | null): OnHoldResult {
  const wasHeld = getBooking(tx, bookingId).on_hold_reason !== null;
  const done = setOnHold(tx, deed, bookingId, reason);
  if (!done.ok || wasHeld || reason === null) return done;
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
