import { paths } from "~/paths";
import type { CustomerBooking, Documents } from "~/domain/records/customer-views";
import { telLink, type BusinessFacts } from "../frame/facts";
import { manageAddress } from "./addresses";
import { BookingWhere, Included, PriceTicket } from "./BookingFacts";
import { DocumentLinks } from "./DocumentLinks";
import { PayForm } from "./PayForm";

/** The printable confirmation; an unpaid booking says so first and leads to its payment. */
export function Confirmation({
  booking,
  documents,
  facts,
}: {
  booking: CustomerBooking;
  documents: Documents;
  facts: BusinessFacts;
}) {
  const { heading, lead } = words(booking);
  return (
    <div className="wrap page stack">
      <p className="eyebrow">Booking {booking.number}</p>
      <h1>{heading}</h1>
      <p className="lead">{lead}</p>
      {booking.isOpen && (
        <div className="actions">
          <PayForm
            number={booking.number}
            label={booking.status === "quoted" ? "Sign and pay" : "Continue to payment"}
          />
        </div>
      )}
      <div className="with-side mt-8">
        <div className="stack">
          <BookingWhere booking={booking} />
          <Included booking={booking} />
          {(documents.invoice || documents.agreement) && (
            <>
              <h2>Your documents</h2>
              <DocumentLinks documents={documents} />
            </>
          )}
        </div>
        <PriceTicket booking={booking} heading={booking.isPaid ? "Paid" : "To pay"} />
      </div>
      <div className="actions">
        <a className={booking.isOpen ? "button secondary" : "button"} href={manageAddress(booking.number)}>
          Manage your booking
        </a>{" "}
        {booking.isPaid && (
          <a className="button secondary" href={paths.manage.calendar(booking.number)}>
            Add to calendar
          </a>
        )}{" "}
        <a className="button secondary" href={telLink(facts.phone)}>
          Call {facts.phone}
        </a>
      </div>
      <p className="small soft">
        {facts.name}, {facts.addressLines.join(", ")}. Questions: {facts.phone} or {facts.email}. To keep a copy, print
        this page.
      </p>
    </div>
  );
}

function words(booking: CustomerBooking): { heading: string; lead: string } {
  switch (booking.status) {
    case "cancelled":
      return { heading: "This booking is cancelled", lead: "Refunds and their state stand on the booking's own page." };
    case "quoted":
      return {
        heading: "Your price is ready",
        lead: "Nothing is booked yet. Sign the agreement and pay, and the dumpster is yours.",
      };
    case "pending_payment":
      return { heading: "Your booking is not paid yet", lead: "No dumpster is reserved for good until you pay." };
    case "expired":
      return {
        heading: "The time to pay ran out",
        lead: "Nothing was charged. If the days still suit you, you can pay now.",
      };
    default:
      return {
        heading: "Your booking is confirmed",
        lead:
          booking.total === 0
            ? "Nothing was charged. Your card is on file."
            : `Paid ${booking.paidAt ?? ""}. Thank you!`,
      };
  }
}
