import { Link } from "@remix-run/react";
import { dayOn } from "~/domain/kernel/moments";
import { formatCents, type Cents } from "~/domain/kernel/money";
import type { AccountRow } from "~/domain/records/owed-on-account.server";
import { crmPaths } from "~/crm-paths";
import { plural, ShortDay } from "./bits";
import { byKey } from "./Keys";

/** Who owes how much on account; each leads to their statement. `all`: with those that are left out here. */
export function OwedTable({
  rows,
  all,
}: {
  rows: readonly AccountRow[];
  all: { count: number; owed: Cents; pastDue: Cents };
}) {
  return (
    <>
      <table className="list charges">
        <caption className="unseen">Who owes how much on account</caption>
        <thead>
          <tr>
            <th scope="col">Customer</th>
            <th scope="col">Open</th>
            <th scope="col">To be paid</th>
            <th scope="col">Owed</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.customer}>
              <th scope="row">
                <Link to={crmPaths.statement(row.customer)}>{row.name}</Link>
              </th>
              <td>
                since <ShortDay day={dayOn(row.since)} />, {plural(row.orders, "order")}
              </td>
              <td>
                <DueWords row={row} />
              </td>
              <td>{formatCents(row.owed)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">Together</th>
            <td>{plural(all.count, "customer")}</td>
            <td>
              {all.pastDue > 0 ? <b className="bad">{formatCents(all.pastDue)} past due</b> : "Nothing is past due"}
            </td>
            <td>{formatCents(all.owed)}</td>
          </tr>
        </tbody>
      </table>
      {all.count > rows.length && <p className="hint">And {all.count - rows.length} more, in the file.</p>}
      <nav className="pager" aria-label="File">
        <a href={crmPaths.owedCsv} download {...byKey("e")}>
          Export as CSV
        </a>
      </nav>
    </>
  );
}

/** "$409.32 past due since Sat, Feb 20", "by Mon, Feb 22", "by Mon, Feb 22 to Fri, Feb 26"; both where there are both. */
function DueWords({ row: { pastDue, pastDueSince, nextDue, lastDue } }: { row: AccountRow }) {
  return (
    <>
      {pastDueSince && (
        <>
          <b className="bad">{formatCents(pastDue)} past due</b> since <ShortDay day={pastDueSince} />
        </>
      )}
      {pastDueSince && nextDue && "; the rest "}
      {nextDue && (
        <>
          by <ShortDay day={nextDue} />
          {lastDue && lastDue !== nextDue && (
            <>
              {" to "}
              <ShortDay day={lastDue} />
            </>
          )}
        </>
      )}
    </>
  );
}
