import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { dayAt } from "~/domain/kernel/time.server";
import { isFigure, wordsOf } from "~/domain/reports/figures";
import { readReportPeriod, spanWords } from "~/domain/reports/period";
import { listFacts } from "~/domain/reports/rows.server";
import { NOTHING, sumBy, total } from "~/domain/reports/sums.server";
import { requireCrm } from "~/http/access/guards.server";
import { enter } from "~/http/context.server";
import { crmPaths } from "~/crm-paths";
import { byKey } from "~/ui/office/Keys";
import { FactTable, sumWords } from "~/ui/office/reports/FactTable";
import { askedPeriod } from "./report-period.server";

export const meta: MetaFunction = () => [
  { title: "Rows of a report · CRM Dashboard" },
  { name: "robots", content: "noindex" },
];

/** What a figure of the reports counts, the last first: exactly the rows that its sum is of. */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  await requireCrm(scope, args.request);
  const { db, clock } = scope.services;
  const { searchParams } = new URL(args.request.url);
  const figure = searchParams.get("figure");
  const key = searchParams.get("key")?.slice(0, 60) ?? null;
  const read = readReportPeriod(askedPeriod(args.request), dayAt(clock.now()));
  if (!isFigure(figure) || !read.ok) throw new Response("There is no such report.", { status: 404 });
  const { from, to, month } = read.period;
  const sums = sumBy(db.orm, figure, read.period);
  return data({
    figure,
    key,
    span: { from, to },
    asked: month ? { month } : { from, to },
    further: searchParams.has("after"),
    sum: key === null ? total(sums) : (sums.get(key) ?? NOTHING),
    ...listFacts(db.orm, { figure, key, period: read.period, after: searchParams.get("after") }),
  });
}

export default function ReportRowsPage() {
  const { figure, key, span, asked, further, sum, rows, next } = useLoaderData<typeof loader>();
  const words = wordsOf(figure);
  const here = { figure, key: key ?? undefined, ...span };
  return (
    <>
      <header className="title">
        <h1>
          {words.title}
          {key !== null && `: ${words.key(key)}`}
        </h1>
        <p className="hint">{spanWords(span)}</p>
        <Link to={crmPaths.reports(asked)}>The reports</Link>
      </header>
      <p>{sumWords(figure, sum)}</p>
      {rows.length > 0 ? <FactTable figure={figure} rows={rows} /> : <p className="empty">Nothing in this time.</p>}
      <nav className="pager" aria-label="Pages">
        {further && <Link to={crmPaths.reportRows(here)}>The last ones</Link>}{" "}
        {next && (
          <Link to={crmPaths.reportRows({ ...here, after: next })} {...byKey("j", "Earlier ones")}>
            Earlier ones
          </Link>
        )}{" "}
        {key !== null && <Link to={crmPaths.reportRows({ figure, ...span })}>All of {words.title.toLowerCase()}</Link>}{" "}
        {rows.length > 0 && (
          <a href={crmPaths.reportCsv(here)} download {...byKey("e", "Export as CSV")}>
            Export as CSV
          </a>
        )}
      </nav>
    </>
  );
}

export { OfficeError as ErrorBoundary } from "~/ui/office/OfficeError";
