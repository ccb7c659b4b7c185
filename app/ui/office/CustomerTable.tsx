import type { CustomerRow } from "~/domain/records/customer-list.server";
import { crmPaths } from "~/crm-paths";
import { useFollow } from "./use-follow";

/**
 * A list of customers: a table where there is room, cards on a phone. Plain rows of texts, which the browser reads back
 * (customer-lines.ts).
 */
export function CustomerTable({ rows }: { rows: readonly CustomerRow[] }) {
  const follow = useFollow();
  return (
    <table className="list customers" onClick={follow}>
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
              <a href={crmPaths.customer(row.id)}>{row.name}</a>
              {row.person && <span className="hint place">{row.person}</span>}
            </th>
            <td>{row.phone && <a href={`tel:${row.phone.replace(/ ext.*|[^\d+]/g, "")}`}>{row.phone}</a>}</td>
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
