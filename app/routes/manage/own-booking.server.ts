import { redirect } from "@remix-run/node";
import { findBooking, type Booking } from "~/domain/booking/order/bookings.server";
import { findOwnBooking } from "~/http/access/booking.server";
import { isProven, linkCookie } from "~/http/access/links.server";
import type { Visit } from "~/http/answers/customer-intents.server";
import { managePaths, type Provable } from "~/manage-paths";
import { paths } from "~/paths";
import { manageAddress } from "~/ui/manage/addresses";

const numberOf = (request: Request): string => new URL(request.url).searchParams.get("booking") ?? "";

/** The booking that this browser has opened; throws the redirect to the look-up for everybody else. */
export function ownBooking({ scope, request }: Visit): Booking {
  const booking = findOwnBooking(scope, request, numberOf(request));
  if (!booking) throw redirect(manageAddress(numberOf(request)));
  return booking;
}

/**
 * The same for what a forwarded link must not do (decision 0071): who has not shown that the booking is theirs is asked for
 * its email address or phone number first, and comes back to `page` then, with what was `chosen` there.
 */
export function provenBooking(visit: Visit, page: Provable, chosen: Readonly<Record<string, string>> = {}): Booking {
  const booking = ownBooking(visit);
  if (isProven(visit.scope, visit.request, booking)) return booking;
  const { searchParams } = new URL(visit.request.url);
  const about = { unit: searchParams.get("unit") ?? "", job: searchParams.get("job") ?? "", ...chosen };
  throw redirect(managePaths.owner(booking.booking_number, page, about), 303);
}

/**
 * The same for a page that messages link to: their link (`key`) gives this browser the booking's cookie, as the link in
 * each email does (domain.md, 4.2), and goes on by the booking's number, so that no address of a page opens anything.
 */
export function ownBookingByLink(visit: Visit, page: (number: string) => string): Booking {
  const { scope, request } = visit;
  const key = new URL(request.url).searchParams.get("key");
  if (key === null) return ownBooking(visit);
  const booking = findBooking(scope.services.db.orm, { capability: key });
  if (!booking) throw redirect(`${paths.manage.lookup}?link=ended`);
  throw redirect(page(booking.booking_number), { headers: { "Set-Cookie": linkCookie(scope, request, booking) } });
}
