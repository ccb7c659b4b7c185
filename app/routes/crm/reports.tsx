import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { dayAt } from "~/domain/kernel/time.server";
import { sumCalls } from "~/domain/records/call-sums.server";
import { dateWords, monthWords, readReportPeriod, spanWords } from "~/domain/reports/period";
import { readReports, type Reports } from "~/domain/reports/reports.server";
import { requireCrm } from "~/http/access/guards.server";
import { enter } from "~/http/context.server";
import { ErrorSummary, Notice } from "~/ui/form";
import { CallsLine } from "~/ui/office/reports/CallsLine";
import { Headline } from "~/ui/office/reports/Headline";
import { PeriodChoice } from "~/ui/office/reports/Period";
import { ReportsBody } from "~/ui/office/reports/ReportsBody";
import { askedPeriod } from "./report-period.server";

export const meta: MetaFunction = () => [{ title: "Reports · CRM Dashboard" }, { name: "robots", content: "noindex" }];

/** The month in one screen. Staff read it as admins do: the overview has the month's money too (decision 0074). */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const { db, clock } = scope.services;
  const settings = scope.services.settings();
  const today = dayAt(clock.now());
  const asked = askedPeriod(args.request);
  const read = readReportPeriod(asked, today);
  const values = { month: asked.month ?? "", from: asked.from ?? "", to: asked.to ?? "" };
  const { businessName } = settings;
  const shared = { today, values, businessName };
  if (!read.ok) return data({ ...shared, period: null, reports: null, calls: null, problem: read }, { status: 400 });
  const reports = read.period.isToCome ? null : readReports(db.orm, settings, read.period, today);
  const calls = sumCalls(db.orm, read.period);
  return data({ ...shared, period: read.period, reports, calls, problem: null });
}

export default function ReportsPage() {
  const { today, values, businessName, period, reports, calls, problem } = useLoaderData<typeof loader>();
  const present = today.slice(0, 7);
  const asked = period?.month ? { month: period.month } : period ? { from: period.from, to: period.to } : {};
  return (
    <>
      <ErrorSummary problem={problem} />
      <header className="title">
        <h1>Reports{period && `: ${period.month ? monthWords(period.month) : spanWords(period)}`}</h1>
        {period?.isRunning && (
          <p className="hint">
            so far, to {dateWords(today)};{" "}
            {period.isNamed ? "what stands beside it ends with the same day" : "beside it stand as many days before"}
          </p>
        )}
      </header>
      <p className="on-paper">{businessName}</p>
      <PeriodChoice
        month={period?.month ?? (period ?? { to: today }).to.slice(0, 7)}
        present={present}
        values={values}
        problem={problem}
      />
      {period?.isToCome && (
        <Notice kind="info">
          <p>{spanWords(period)} has not begun. There is nothing to show yet.</p>
        </Notice>
      )}
      {period && reports && (
        <>
          {isEmpty(reports) && (
            <Notice kind="info">
              <p>Nothing was booked, driven or charged in this time.</p>
            </Notice>
          )}
          <Headline reports={reports} period={period} />
          {calls && <CallsLine sums={calls} />}
          <ReportsBody told={{ reports, asked, span: { from: period.from, to: period.to } }} period={period} />
        </>
      )}
    </>
  );
}

function isEmpty({ revenue, orders, trips, fleet, leads, months }: Reports): boolean {
  const out = fleet.sizes.some(({ out: nights, setDown, collected }) => nights + setDown + collected > 0);
  return revenue.kinds.length + orders.n + trips.all + leads.length === 0 && !out && (months.at(-1)?.amount ?? 0) === 0;
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
