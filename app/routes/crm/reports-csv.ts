import type { LoaderFunctionArgs } from "@remix-run/node";
import { dayAt } from "~/domain/kernel/time.server";
import { exportReport } from "~/domain/reports/export";
import { isFigure } from "~/domain/reports/figures";
import { readReportPeriod } from "~/domain/reports/period";
import { readReports } from "~/domain/reports/reports.server";
import { exportFacts } from "~/domain/reports/rows.server";
import { isReport } from "~/domain/reports/tables";
import { requireCrm } from "~/http/access/guards.server";
import { csvFile } from "~/http/answers/csv.server";
import { enter } from "~/http/context.server";
import { askedPeriod } from "./report-period.server";

/**
 * A report's table (`report=revenue`) or the rows behind a figure (`figure=revenue&key=haul`) as a file. Who took rows is in
 * the log: they name customers.
 */
export async function loader(args: LoaderFunctionArgs) {
  const scope = await enter(args);
  const { account } = await requireCrm(scope, args.request);
  const { db, clock, log } = scope.services;
  const today = dayAt(clock.now());
  const { searchParams } = new URL(args.request.url);
  const [report, figure] = [searchParams.get("report"), searchParams.get("figure")];
  if (!isReport(report) && !isFigure(figure)) throw new Response("There is no such report.", { status: 404 });
  const read = readReportPeriod(askedPeriod(args.request), today);
  if (!read.ok) throw new Response(Object.values(read.fields).join(" "), { status: 400 });
  const { period } = read;
  const time = period.month ?? `${period.from}-${period.to}`;
  if (isReport(report))
    return csvFile(
      `${report}-${time}`,
      exportReport(report, readReports(db.orm, scope.services.settings(), period, today)),
    );
  if (!isFigure(figure)) throw new Response("There is no such report.", { status: 404 });
  log.info({ module: "reports", action: "exported", user_id: account.id, error_details: { figure, time } });
  return csvFile(`${figure}-${time}`, exportFacts(db.orm, { figure, period, key: searchParams.get("key") }));
}
