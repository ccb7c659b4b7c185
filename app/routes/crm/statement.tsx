import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { formatDay } from "~/domain/kernel/days";
import { formatCents } from "~/domain/kernel/money";
import { monthAt, otherMonth } from "~/domain/records/statement.server";
import { afterWords, openSum, statementDays, termsWords } from "~/domain/records/statement-words";
import { requireCrm } from "~/http/access/guards.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { Facts, Panel, When } from "~/ui/office/bits";
import { askedStatement } from "./asked-statement.server";

export const meta: MetaFunction = () => [
  { title: "Statement · CRM Dashboard" },
  { name: "robots", content: "noindex" },
];

/** What a customer was charged and paid in a month, and what is open at its end: made to be printed. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const { services } = scope;
  const statement = askedStatement(scope, args);
  const { month } = statement;
  const { legalName, phone, email } = services.settings();
  return {
    ...statement,
    business: [legalName, phone, email].join(" · "),
    earlier: otherMonth(month, -1),
    later: month < monthAt(services.clock.now()) ? otherMonth(month, 1) : null,
  };
}

export default function StatementPage() {
  const statement = useLoaderData<typeof loader>();
  const { id, name, month, before, lines, after, open, earlier, later, business } = statement;
  return (
    <>
      <header className="title">
        <h1>Statement for {name}</h1>
        <p className="hint">{statementDays(statement)}</p>
        <nav className="pager" aria-label="Statement">
          <Link to={crmPaths.statement(id, earlier)}>Month before</Link>{" "}
          {later && <Link to={crmPaths.statement(id, later)}>Month after</Link>}{" "}
          <a href={crmPaths.statementPdf(id, month)}>As PDF</a> <a href={crmPaths.statementCsv(id, month)}>As CSV</a>{" "}
          <Link to={crmPaths.customer(id)}>The customer’s record</Link>
        </nav>
      </header>
      <p className="on-paper">{business}</p>
      <Panel title="Account" id="account">
        <Facts
          rows={[
            ...(statement.poNumber ? [["PO number", statement.poNumber] as [string, string]] : []),
            ["Terms", termsWords(statement.termsDays, statement.creditLimit)],
            ["Balance before", formatCents(before)],
            [afterWords(statement), <b key="after">{formatCents(after)}</b>],
          ]}
        />
      </Panel>
      <Panel title="Charges and payments" id="lines" count={lines.length}>
        {lines.length === 0 ? (
          <p className="empty">Nothing was charged or paid in this month.</p>
        ) : (
          <table className="matrix">
            <caption className="unseen">In the order of the books</caption>
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col">Date</th>
                <th scope="col">Amount</th>
              </tr>
            </thead>
            <tbody>
              {lines.map(({ at, booking, what, cents }, i) => (
                <tr key={i}>
                  <th scope="row">
                    {what} <Link to={crmPaths.booking(booking)}>{booking}</Link>
                  </th>
                  <td>
                    <When at={at} />
                  </td>
                  <td>{formatCents(cents)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Panel>
      <Panel title="Open at the end" id="open" count={open.length}>
        {open.length === 0 ? (
          <p className="empty">Nothing is open.</p>
        ) : (
          <Facts
            rows={open.map(({ booking, since, cents, due }) => [
              <Link key="booking" to={crmPaths.booking(booking)}>
                {booking}
              </Link>,
              <span key="cents">
                {openSum(cents, "their")}, since <When at={since} year />
                {due && `, to be paid by ${formatDay(due, { year: true, short: true })}`}
              </span>,
            ])}
          />
        )}
      </Panel>
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
