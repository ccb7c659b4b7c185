import { findBooking } from "~/domain/booking/order/bookings.server";
import type { Id } from "~/domain/kernel/ids.server";
import { drivesFor } from "~/domain/photos/place-photos.server";
import { goesThere } from "~/domain/dispatch/driver-read.server";
import { showsPlace, type findPhoto } from "~/domain/photos/photos.server";
import type { Scope } from "../context.server";
import { mayOpenBooking } from "./links.server";
import { findSignedIn } from "./session.server";

/**
 * Whether a photograph is for this browser: for the office, for the driver who has the job, for the one who goes to that
 * dumpster next where it shows the place, and for whoever opened the booking: what was in the truck's way always (domain.md,
 * 4.8), the others where the flag "customer downloads" says so (4.3). The address alone opens nothing.
 */
export async function maySeePhoto(
  scope: Scope,
  request: Request,
  { bookingId, jobId, step, driverId }: NonNullable<ReturnType<typeof findPhoto>>,
): Promise<boolean> {
  const person = await findSignedIn(scope, request);
  if (person && !person.standing.needsFactor) {
    if (person.standing.mayUseCrm) return true;
    const me = person.standing.mayDrive ? person.standing.driverId : null;
    if (me !== null && me === driverId) return true;
    if (me !== null && showsPlace(step) && goesThere(scope.services.db.orm, me, jobId)) return true;
  }
  if (step !== "attempted" && !scope.services.flags().customer_downloads) return false;
  const booking = findBooking(scope.services.db.orm, { id: bookingId });
  return booking !== null && mayOpenBooking(scope, request, booking);
}

/** The same for what is held of a phone that may send no more: for the office alone, who decides. */
export async function maySeeHeld(scope: Scope, request: Request): Promise<boolean> {
  const person = await findSignedIn(scope, request);
  return person !== null && person.standing.mayUseCrm && !person.standing.needsFactor;
}

/**
 * The same for a customer's picture of the place: for the office, for drivers who have a job of the booking, and for whoever
 * opened the booking, who sent it.
 */
export async function maySeePlace(scope: Scope, request: Request, bookingId: Id<"booking">): Promise<boolean> {
  const { orm } = scope.services.db;
  const person = await findSignedIn(scope, request);
  if (person && !person.standing.needsFactor) {
    const { mayUseCrm, mayDrive, driverId } = person.standing;
    if (mayUseCrm || (mayDrive && driverId !== null && drivesFor(orm, driverId, bookingId))) return true;
  }
  const booking = findBooking(orm, { id: bookingId });
  return booking !== null && mayOpenBooking(scope, request, booking);
}
