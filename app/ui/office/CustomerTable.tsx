import { Link } from "@remix-run/react";
import type { CustomerRow } from "~/domain/records/customer-list.server";
import { crmPaths } from "~/crm-paths";

/** A list of customers: a table where there is room, cards on a phone. */
export function CustomerTable({ rows }: { rows: CustomerRow[] }) {
  return (
    <table className="list customers">
      <caption className="unseen">Customers, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Phone</th>
          <th scope="col">Email</th>
          <th scope="col">Newest site</th>
          <th scope="col">Since</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              <Link to={crmPaths.customer(row.id)}>{row.name}</Link>
              {row.person && <span className="hint place">{row.person}</span>}
            </th>
            <td className="num">
              {row.phone && (
                <a href={`tel:${row.phone.replace(/ ext.*|[^\d+]/g, "")}`} data-customer={row.id}>
                  {row.phone}
                </a>
              )}
            </td>
            <td>
              {row.email}
              {row.notServed && (
                <span className="place">
                  <span className="state bad">Do not serve</span>
                </span>
              )}
            </td>
            <td>{row.site}</td>
            <td>{row.since}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
