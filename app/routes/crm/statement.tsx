import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { formatDay } from "~/domain/kernel/days";
import { formatCents } from "~/domain/kernel/money";
import { findStatement, monthAt, otherMonth, readMonth } from "~/domain/records/statement.server";
import { requireCrm } from "~/http/access/guards.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { Facts, Panel, When } from "~/ui/office/bits";

export const meta: MetaFunction = () => [
  { title: "Statement · CRM Dashboard" },
  { name: "robots", content: "noindex" },
];

/** What a customer was charged and paid in a month, and what is open at its end: made to be printed. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const { services } = scope;
  const present = monthAt(services.clock.now());
  const month = readMonth(new URL(args.request.url).searchParams.get("month") ?? "") ?? present;
  const statement = findStatement(services.db.orm, args.params["id"] ?? "", month);
  if (!statement) throw new Response("There is no such customer.", { status: 404 });
  const { legalName, phone, email } = services.settings();
  return {
    ...statement,
    business: [legalName, phone, email].join(" · "),
    earlier: otherMonth(month, -1),
    later: month < present ? otherMonth(month, 1) : null,
  };
}

export default function StatementPage() {
  const statement = useLoaderData<typeof loader>();
  const { id, name, month, from, to, before, lines, after, open, earlier, later, business } = statement;
  return (
    <>
      <header className="title">
        <h1>Statement for {name}</h1>
        <p className="hint">
          {formatDay(from, { year: true, short: true })} to {formatDay(to, { year: true, short: true })}
        </p>
        <nav className="pager" aria-label="Statement">
          <Link to={crmPaths.statement(id, earlier)}>Month before</Link>{" "}
          {later && <Link to={crmPaths.statement(id, later)}>Month after</Link>}{" "}
          <a href={crmPaths.statementCsv(id, month)}>As CSV</a>{" "}
          <Link to={crmPaths.customer(id)}>The customer’s record</Link>
        </nav>
      </header>
      <p className="on-paper">{business}</p>
      <Panel title="Account" id="account">
        <Facts
          rows={[
            ...(statement.poNumber ? [["PO number", statement.poNumber] as [string, string]] : []),
            [
              "Terms",
              statement.termsDays === null
                ? "Pays when booking"
                : `${statement.termsDays} days to pay, up to ${formatCents(statement.creditLimit ?? 0)}`,
            ],
            ["Balance before", formatCents(before)],
            ["Balance after", <b key="after">{formatCents(after)}</b>],
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
                {formatCents(cents)}, since <When at={since} year />
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
