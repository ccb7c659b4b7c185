import { findBooking, type Booking } from "~/domain/booking/order/bookings.server";
import type { Actor } from "~/domain/kernel/deed";
import { isProven, mayOpenBooking } from "./links.server";
import type { Scope } from "../context.server";
import { jsonError } from "../answers/json.server";
import { findSignedIn } from "./session.server";

/** The customer of a booking, as the history names them. */
export function customerOf(booking: Booking): Actor {
  return { kind: "customer", id: booking.customer_id, label: `${booking.first_name} ${booking.last_name}` };
}

/** The booking of this number when this browser holds its cookie; else null, whether or not it exists. */
export function findOwnBooking(scope: Scope, request: Request, number: string): Booking | null {
  const booking = findBooking(scope.services.db.orm, { number });
  return booking && mayOpenBooking(scope, request, booking) ? booking : null;
}

export type BookingAccess = { ok: true; booking: Booking; actor: Actor } | { ok: false; answer: Response };

/**
 * For server functions (domain.md, 4.19): the booking's cookie or staff. Refusals are JSON: 401 for nobody, 403 for
 * somebody who may not, 404 when staff ask for what is not there. `isProof`: a cookie that came by a link alone is nobody's.
 */
export async function requireBookingAccess(
  scope: Scope,
  request: Request,
  bookingId: string,
  { isProof = false } = {},
): Promise<BookingAccess> {
  const mayOpen = isProof ? isProven : mayOpenBooking;
  const booking = findBooking(scope.services.db.orm, { id: bookingId });
  if (booking && mayOpen(scope, request, booking)) return { ok: true, booking, actor: customerOf(booking) };
  const person = await findSignedIn(scope, request);
  if (!person) return { ok: false, answer: jsonError(401, { code: "unauthorized", message: "Auth session missing!" }) };
  if (!person.standing.mayUseCrm)
    return {
      ok: false,
      answer: jsonError(403, { code: "forbidden", message: "You may not do this for this booking." }),
    };
  if (!booking)
    return { ok: false, answer: jsonError(404, { code: "not_found", message: "There is no such booking." }) };
  return { ok: true, booking, actor: person.actor };
}
