import type { ReactNode } from "react";
import type { CustomerBooking } from "~/domain/records/customer-views";
import { formatCents } from "~/domain/kernel/money";
import { withSign } from "~/domain/kernel/text";
import { Unbroken } from "../Unbroken";
import { dateNames } from "~/domain/booking/order/apart";

/** Label and value, one under the other on a phone. */
export function Facts({ rows }: { rows: [label: string, value: ReactNode][] }) {
  return (
    <dl className="facts">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function OrderDetails({ lines }: { lines: string[] }) {
  return (
    <>
      {lines.map((line) => (
        <div key={line}>
          <Unbroken text={line} />
        </div>
      ))}
    </>
  );
}

/** Waste types as badges (specification, section 2). */
export function WasteTypes({ labels }: { labels: string[] }) {
  return (
    <ul className="plain row">
      {labels.map((label) => (
        <li key={label} className="tag quiet">
          {label}
        </li>
      ))}
    </ul>
  );
}

/** The order's sums on a scale ticket, as they were signed. Cents. */
export function PriceTicket({ booking, heading }: { booking: CustomerBooking; heading: string }) {
  return (
    <section className="ticket" aria-labelledby="ticket-heading">
      <h2 id="ticket-heading">{heading}</h2>
      <dl className="sum">
        {booking.lines.map(({ label, cents }, i) => (
          <Row key={i} label={label} cents={cents} />
        ))}
        <Row label="Total" cents={booking.total} className="total" />
      </dl>
      {booking.card && <p className="small soft">Card on file: {booking.card}</p>}
    </section>
  );
}

function Row({ label, cents, className }: { label: string; cents: number; className?: string }) {
  return (
    <div className={className}>
      <dt>{label}</dt>
      <dd>{formatCents(cents)}</dd>
    </div>
  );
}

/** What, when, where and for whom. */
export function BookingWhere({ booking }: { booking: CustomerBooking }) {
  const names = dateNames(booking, booking.isKept);
  // None of it comes any more.
  const was = booking.status === "cancelled" ? "was planned for " : "";
  return (
    <Facts
      rows={[
        // The thank-you page has the specification's "x"; here the dumpsters stand beside it with a sign.
        ["Order", <OrderDetails key="order" lines={booking.orderDetails.map(withSign)} />],
        [names.delivery, <Unbroken key="delivery" text={`${was}${booking.deliveryDate}, ${booking.deliveryTime}`} />],
        booking.stayFromThen === null
          ? [names.pickup, `${was}${booking.pickupDate}`]
          : ["Paid for", booking.stayFromThen],
        ["Rental", booking.rental],
        ["Where", booking.addressLines.join(", ")],
        ["Placement", booking.placement],
        ["Name", [booking.company, booking.customerName].filter(Boolean).join(", ")],
        ...(booking.poNumber ? [["PO number", booking.poNumber] as [string, ReactNode]] : []),
        ...(booking.wasteTypes.length > 0
          ? [["Waste types", <WasteTypes key="waste" labels={booking.wasteTypes} />] as [string, ReactNode]]
          : []),
        ...(booking.instructions ? [["Your note", booking.instructions] as [string, ReactNode]] : []),
      ]}
    />
  );
}

export function Included({ booking }: { booking: CustomerBooking }) {
  return (
    <>
      <h2>What is included</h2>
      <ul>
        {booking.included.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
