import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findBooking } from "~/domain/booking/order/bookings.server";
import { listCustomerDocuments, readCustomerBooking } from "~/domain/records/customer.server";
import { readOff, statusAsked } from "~/domain/records/status.server";
import { linkCookie } from "~/http/access/links.server";
import { enter } from "~/http/context.server";
import { privateHeaders } from "~/http/answers/private-page.server";
import { paths } from "~/paths";
import { Confirmation } from "~/ui/manage/Confirmation";
import { useManageFacts } from "~/ui/manage/manage-data";

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: loaded?.booking ? `Booking ${loaded.booking.number}` : "Booking confirmation" },
  { name: "robots", content: "noindex" },
];
export const headers = privateHeaders;

/** Whoever has the address from the email sees the confirmation, and may manage the booking from this browser. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { services } = scope;
  const { db } = services;
  const capability = new URL(args.request.url).searchParams.get("booking") ?? "";
  const booking = capability ? findBooking(db.orm, { capability }) : null;
  if (!booking)
    return data({ booking: null, isOff: false, documents: { invoice: null, agreement: null } }, { status: 404 });
  const asked = statusAsked(services.flags(), services.clock.now());
  return data(
    {
      booking: readCustomerBooking(db.orm, services.settings(), booking, asked),
      isOff: readOff(db.orm, booking, asked) !== null,
      documents: listCustomerDocuments(db.orm, booking),
    },
    { headers: { "Set-Cookie": linkCookie(scope, args.request, booking) } },
  );
}

export default function BookingConfirmation() {
  const { booking, isOff, documents } = useLoaderData<typeof loader>();
  const facts = useManageFacts();
  if (booking) return <Confirmation booking={booking} isOff={isOff} documents={documents} facts={facts} />;
  return (
    <div className="narrow page stack">
      <h1>We could not find that confirmation</h1>
      <p className="lead">
        The address may be cut off or have a typing mistake. Open the link in our email again, or look your booking up
        with its number.
      </p>
      <p className="actions">
        <a className="button" href={paths.manage.lookup}>
          Manage booking
        </a>{" "}
        <a className="button secondary" href={paths.home}>
          Return to Home
        </a>
      </p>
    </div>
  );
}
