import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { formatDay } from "~/domain/kernel/days";
import { dayAt } from "~/domain/kernel/time.server";
import { ALL_ACCOUNTS, QUICKBOOKS_NAME } from "~/domain/payments/journal";
import { requireAdmin } from "~/http/access/guards.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { ErrorSummary, Field } from "~/ui/form";
import { BillingNav } from "~/ui/office/BillingNav";
import { Panel } from "~/ui/office/bits";
import { readExportPeriod } from "./export-period.server";

export const meta: MetaFunction = () => [{ title: "Export · CRM Dashboard" }, { name: "robots", content: "noindex" }];

/** The books of a period as files for bookkeeping. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireAdmin(scope, args.request);
  const now = scope.services.clock.now();
  const read = readExportPeriod(args.request, now);
  const shared = { today: dayAt(now), accounts: ALL_ACCOUNTS };
  if (!read.ok) return data({ ...shared, period: null, values: read.values, problem: read.problem }, { status: 400 });
  return data({ ...shared, period: read.period, values: { ...read.period }, problem: null });
}

export default function ExportPage() {
  const { period, values, problem, today, accounts } = useLoaderData<typeof loader>();
  return (
    <>
      <ErrorSummary problem={problem} />
      <header className="title">
        <h1>Export for bookkeeping</h1>
        <BillingNav />
        {period && (
          <p className="hint">
            {formatDay(period.from, { year: true, short: true })} to {formatDay(period.to, { year: true, short: true })}
          </p>
        )}
      </header>
      <Form method="get" className="filters" key={`${values.from} ${values.to}`}>
        <Field name="from" label="First day" type="date" max={today} values={values} problem={problem} />
        <Field name="to" label="Last day" type="date" max={today} values={values} problem={problem} />
        <button className="button secondary">Show</button>
      </Form>
      {period && (
        <Panel title="Files" id="files">
          <ul className="lines">
            <li>
              <a href={crmPaths.journalCsv(period)}>Journal (CSV)</a>
              <span className="hint"> · every move with its accounts; debits and credits come to the same</span>
            </li>
            <li>
              <a href={crmPaths.quickBooksCsv(period)}>QuickBooks Online (CSV)</a>
              <span className="hint">
                {" "}
                · one journal entry for each day, for Settings, Import data, Journal entries
              </span>
            </li>
          </ul>
        </Panel>
      )}
      <Panel title="Accounts" id="accounts">
        <p className="hint">Make these in QuickBooks before the first import, with account numbers turned off.</p>
        <ul className="lines accounts">
          {accounts.map((account) => (
            <li key={account}>{account}</li>
          ))}
        </ul>
        <p className="hint">
          And a customer with the name <b>{QUICKBOOKS_NAME}</b>: each line of the receivables has it, as QuickBooks
          wants a name there.
        </p>
      </Panel>
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
