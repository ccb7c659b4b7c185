import { Form, Link } from "@remix-run/react";
import { crmPaths } from "~/crm-paths";
import { moveMonth, monthWords } from "~/domain/reports/period";
import type { Problem } from "~/http/answers/forms.server";
import { Field } from "../../form";
import { byKey } from "../Keys";

/** Which month is looked at, the ones beside it, and days of one's own: all of it stands in the address. */
export function PeriodChoice({
  month,
  present,
  values,
  problem,
}: {
  /** The month that is shown, or that lies nearest. */
  month: string;
  present: string;
  values: Record<"month" | "from" | "to", string>;
  problem: Problem | null;
}) {
  const later = moveMonth(month, 1);
  const own = Boolean(values.from || values.to || problem?.fields["from"] || problem?.fields["to"]);
  return (
    <div className="report-period">
      <nav className="pager" aria-label="Months">
        <Link to={crmPaths.reports({ month: moveMonth(month, -1) })} {...byKey("j", "Month before")}>
          {monthWords(moveMonth(month, -1))}
        </Link>{" "}
        {later <= present && <Link to={crmPaths.reports({ month: later })}>{monthWords(later)}</Link>}{" "}
        {later < present && <Link to={crmPaths.reports()}>This month</Link>}
      </nav>
      <details open={Boolean(problem)}>
        <summary>Another month, or days of your own</summary>
        <div className="report-choices">
          <Form method="get" className="filters" key={`month ${values.month}`}>
            <Field
              name="month"
              label="Month"
              type="month"
              values={{ month: values.month || month }}
              problem={problem?.fields["month"] ? problem : null}
              placeholder="2026-11"
            />
            <button className="button secondary">Show the month</button>
          </Form>
          <Form method="get" className="filters" key={`${values.from} ${values.to}`}>
            <Field name="from" label="First day" type="date" values={values} problem={problem} />
            <Field name="to" label="Last day" type="date" values={values} problem={problem} />
            <button className="button secondary">Show these days</button>
            {own && <Link to={crmPaths.reports()}>This month</Link>}
          </Form>
        </div>
      </details>
    </div>
  );
}
