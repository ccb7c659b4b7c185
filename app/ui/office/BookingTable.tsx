import { Link } from "@remix-run/react";
import { formatDay, type Day } from "~/domain/kernel/days";
import { formatCents } from "~/domain/kernel/money";
import { paths } from "~/paths";
import { PartCancelled, shortItems, StatusTag } from "./bits";

export interface BookingLine {
  number: string;
  status: string;
  onHold: string | null;
  items: string;
  units: number;
  /** How many of its several dumpsters are cancelled. */
  cancelled: number;
  deliveryDate: string;
  total: number;
  firstName: string;
  lastName: string;
  city: string;
}

/** A list of bookings: a table where there is room, cards on a phone. */
export function BookingTable({ rows, caption }: { rows: BookingLine[]; caption: string }) {
  return (
    <table className="list">
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Number</th>
          <th scope="col">Customer</th>
          <th scope="col">Status</th>
          <th scope="col">Dumpsters</th>
          <th scope="col">Delivery</th>
          <th scope="col" className="right">
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.number}>
            <th scope="row">
              <Link to={paths.crm.booking(row.number)} className="num">
                {row.number}
              </Link>
            </th>
            <td>
              {row.firstName} {row.lastName}
              <span className="hint place">{row.city}</span>
            </td>
            <td>
              <StatusTag status={row.status} onHold={row.onHold} />
            </td>
            <td>
              {shortItems(row.items)}
              <PartCancelled {...row} />
            </td>
            <td className="num">{formatDay(row.deliveryDate as Day, { short: true })}</td>
            <td className="right money">{formatCents(row.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
