import { findBooking } from "~/domain/booking/order/bookings.server";
import type { Id } from "~/domain/kernel/ids.server";
import type { Scope } from "../context.server";
import { mayOpenBooking } from "./links.server";
import { findSignedIn } from "./session.server";

/**
 * Whether a photograph is for this browser: for the office, for the driver who has the job, and for whoever opened the
 * booking where the flag "customer downloads" says so (domain.md, 4.3). The address alone opens nothing.
 */
export async function maySeePhoto(
  scope: Scope,
  request: Request,
  { bookingId, driverId }: { bookingId: Id<"booking">; driverId: Id<"driver"> | null },
): Promise<boolean> {
  const person = await findSignedIn(scope, request);
  if (person && !person.standing.needsFactor) {
    if (person.standing.mayUseCrm) return true;
    if (person.standing.mayDrive && driverId !== null && person.standing.driverId === driverId) return true;
  }
  if (!scope.services.flags().customer_downloads) return false;
  const booking = findBooking(scope.services.db.orm, { id: bookingId });
  return booking !== null && mayOpenBooking(scope, request, booking);
}
