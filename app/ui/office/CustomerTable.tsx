import { Link } from "@remix-run/react";
import { paths } from "~/paths";

export interface CustomerLine {
  id: string;
  name: string;
  person: string;
  phone: string;
  email: string;
  site: string;
  notServed: boolean;
  since: string;
}

/** A list of customers: a table where there is room, cards on a phone. */
export function CustomerTable({ rows }: { rows: CustomerLine[] }) {
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
              <Link to={paths.crm.customer(row.id)}>{row.name}</Link>
              {row.person && <span className="hint place">{row.person}</span>}
            </th>
            <td className="num">{row.phone}</td>
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
