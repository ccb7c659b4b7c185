import { paths } from "~/paths";
import type { CustomerBooking, Documents } from "~/domain/records/customer-views";
import { telLink, type BusinessFacts } from "../frame/facts";
import { manageAddress } from "./addresses";
import { Unbroken } from "../Unbroken";
import { BookingWhere, Included, PriceTicket } from "./BookingFacts";
import { DocumentLinks } from "./DocumentLinks";
import { PayForm } from "./PayForm";

/** The printable confirmation; an unpaid booking says so first and leads to its payment. */
export function Confirmation({
  booking,
  documents,
  facts,
  isOff,
}: {
  booking: CustomerBooking;
  /** Its days do not stand as they were planned: they go into nobody's calendar. */
  isOff: boolean;
  documents: Documents;
  facts: BusinessFacts;
}) {
  const { headline, more } = booking.statusWords;
  const lead = more || paidLine(booking);
  return (
    <div className="wrap page stack">
      <p className="eyebrow">Booking {booking.number}</p>
      <h1>
        <Unbroken text={headline} />
      </h1>
      <p className="lead">{lead}</p>
      {booking.isOpen && (
        <div className="actions">
          <PayForm number={booking.number} label={booking.payLabel} />
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
        <PriceTicket
          booking={booking}
          heading={booking.accountDue ? "On account" : booking.isPaid ? "Paid" : "To pay"}
        />
      </div>
      <div className="actions">
        <a className={booking.isOpen ? "button secondary" : "button"} href={manageAddress(booking.number)}>
          Manage your booking
        </a>{" "}
        {booking.isPaid && !isOff && (
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

function paidLine(booking: CustomerBooking): string {
  if (booking.accountDue) return `It goes on your account, to be paid by ${booking.accountDue}.`;
  return booking.total === 0
    ? "Nothing was charged. Your card is on file."
    : `Paid ${booking.paidAt ?? ""}. Thank you!`;
}
