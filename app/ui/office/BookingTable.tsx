import { useContext } from "react";
import { useFollow } from "./use-follow";
import { crmPaths } from "~/crm-paths";
import { bookingLine, type BookingLine, type Listed } from "./booking-lines";
import { ThisYear } from "./bits";

/**
 * A list of bookings: a table where there is room, cards on a phone. Fifty rows are most of their page: a row has no
 * component, no class that its place in the row does not say, and one text for each cell (booking-lines.ts reads them).
 */
export function BookingTable({
  rows,
  caption,
  sums = "Total",
}: {
  rows: readonly BookingLine[];
  caption: string;
  /** What the last column has. */
  sums?: string;
}) {
  const follow = useFollow();
  return (
    <table className="list bookings" onClick={follow}>
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Number</th>
          <th scope="col">Customer</th>
          <th scope="col">Status</th>
          <th scope="col">Dumpsters</th>
          <th scope="col">Delivery</th>
          <th scope="col">{sums}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.number}>
            <th scope="row">
              <a href={crmPaths.booking(row.number)}>{row.number}</a>
            </th>
            <td>
              {row.name}
              <span>{row.city}</span>
            </td>
            <td>
              <b className={row.tone}>{row.status}</b>
              {row.onHold && <b className="bad">On hold</b>}
            </td>
            <td>
              {row.items}
              {row.cancelled && <b>{row.cancelled}</b>}
            </td>
            <td>{row.delivery}</td>
            <td>{row.total}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The same of bookings as they are, for a page whose rows go with its data. */
export function BookingsOf({ bookings, caption }: { bookings: readonly Listed[]; caption: string }) {
  const thisYear = useContext(ThisYear);
  return <BookingTable rows={bookings.map((row) => bookingLine(row, thisYear))} caption={caption} />;
}
