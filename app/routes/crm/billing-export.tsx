import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { formatDay } from "~/domain/kernel/days";
import { dayAt } from "~/domain/kernel/time.server";
import { ALL_ACCOUNTS } from "~/domain/payments/journal";
import { requireAdmin } from "~/http/access/guards.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { Field } from "~/ui/form";
import { BillingNav } from "~/ui/office/BillingNav";
import { Panel } from "~/ui/office/bits";
import { readExportPeriod } from "./export-period.server";

export const meta: MetaFunction = () => [{ title: "Export · CRM Dashboard" }, { name: "robots", content: "noindex" }];

/** The books of a period as files for bookkeeping. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireAdmin(scope, args.request);
  return {
    period: readExportPeriod(args.request, scope.services.clock.now()),
    today: dayAt(scope.services.clock.now()),
    accounts: ALL_ACCOUNTS,
  };
}

export default function ExportPage() {
  const { period, today, accounts } = useLoaderData<typeof loader>();
  const { from, to } = period;
  return (
    <>
      <header className="title">
        <h1>Export for bookkeeping</h1>
        <BillingNav />
        <p className="hint">
          {formatDay(from, { year: true, short: true })} to {formatDay(to, { year: true, short: true })}
        </p>
      </header>
      <Form method="get" className="filters" key={`${from} ${to}`}>
        <Field name="from" label="First day" type="date" max={today} values={period} />
        <Field name="to" label="Last day" type="date" max={today} values={period} />
        <button className="button secondary">Show</button>
      </Form>
      <Panel title="Files" id="files">
        <ul className="lines">
          <li>
            <a href={crmPaths.journalCsv(period)}>Journal (CSV)</a>
            <span className="hint"> · every move with its accounts; debits and credits come to the same</span>
          </li>
          <li>
            <a href={crmPaths.quickBooksCsv(period)}>QuickBooks Online (CSV)</a>
            <span className="hint"> · one journal entry for each day, for Settings, Import data, Journal entries</span>
          </li>
        </ul>
      </Panel>
      <Panel title="Accounts" id="accounts">
        <p className="hint">Make these in QuickBooks before the first import, with account numbers turned off.</p>
        <ul className="lines accounts">
          {accounts.map((account) => (
            <li key={account}>{account}</li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
