import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LIMITS } from "~/domain/booking/draft/fields";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { listPlacePhotos, MOST_OF_A_PLACE } from "~/domain/photos/place-photos.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { problem, readForm } from "~/http/answers/forms.server";
import { enter } from "~/http/context.server";
import { managePaths } from "~/manage-paths";
import { useProblem } from "~/ui/form";
import { manageAddress } from "~/ui/manage/addresses";
import { NotesPage } from "~/ui/manage/NotesPage";
import { useManageFacts } from "~/ui/manage/manage-data";
import { saveNotes } from "./notes-form.server";
import { ownBooking, ownBookingByLink } from "./own-booking.server";
import { isProven } from "~/http/access/links.server";

export const meta: MetaFunction = () => [{ title: "Where it goes" }, { name: "robots", content: "noindex" }];
export const headers = privateHeaders;

/** While a truck may still come. */
const isOpen = ({ paid_at, status }: Booking): boolean =>
  paid_at !== null && status !== "cancelled" && status !== "completed" && status !== "awaiting_settlement";

/** A note to the driver and pictures of the place. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const booking = ownBookingByLink({ scope, request: args.request }, (number) =>
    managePaths.notes({ booking: number }),
  );
  const { gate_code: gateCode } = booking;
  return data({
    number: booking.booking_number,
    isOpen: isOpen(booking),
    note: booking.special_instructions,
    // Not for whoever a link was passed on to, and for nobody once no truck comes.
    gateCode: isOpen(booking) && isProven(scope, args.request, booking) ? gateCode : "",
    isGateHidden: gateCode !== "" && !isProven(scope, args.request, booking),
    longest: { note: LIMITS.specialInstructions, gateCode: LIMITS.gateCode },
    photos: listPlacePhotos(scope.services.db.orm, booking.id),
    most: MOST_OF_A_PLACE,
  });
}

export async function action(args: ActionFunctionArgs) {
  const scope = await enter(args);
  const booking = ownBooking({ scope, request: args.request });
  const number = booking.booking_number;
  if (!isOpen(booking)) throw redirect(managePaths.notes({ booking: number }), 303);
  const refused = await saveNotes(scope, booking, await readForm(args.request), isProven(scope, args.request, booking));
  return refused ? problem(refused.problem, refused.status) : redirect(manageAddress(number, "place"), 303);
}

export default function Notes() {
  const page = useLoaderData<typeof loader>();
  const facts = useManageFacts();
  return <NotesPage page={page} problem={useProblem()} phone={facts.phone} />;
}
