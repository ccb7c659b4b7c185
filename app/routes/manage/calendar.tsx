import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { findOwnBooking } from "~/http/access/booking.server";
import { enter } from "~/http/context.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { calendarFile } from "~/services/messages/attachments.server";
import { manageAddress } from "~/ui/manage/addresses";

/** The booking's days for a calendar. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const number = new URL(args.request.url).searchParams.get("booking") ?? "";
  const booking = findOwnBooking(scope, args.request, number);
  if (!booking) return redirect(manageAddress(number));
  return new Response(calendarFile(scope.services, scope.deed({ kind: "customer", label: "Calendar" }), booking), {
    headers: {
      ...privateHeaders(),
      "Content-Type": "text/calendar; charset=utf-8; method=PUBLISH",
      "Content-Disposition": `attachment; filename="Booking-${booking.booking_number}.ics"`,
    },
  });
}
