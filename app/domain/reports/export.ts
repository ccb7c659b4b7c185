import { CSV_START, csvLine } from "../kernel/csv";
import type { Reports } from "./reports.server";
import { cellValue, REPORTS, type ReportId } from "./tables";

/** A report as comma-separated values: the table below its picture. Dollars, percent as numbers, New York days. */
export function* exportReport(id: ReportId, reports: Reports): Generator<string> {
  const { columns, rows } = REPORTS[id].table(reports);
  yield CSV_START + csvLine(columns.map(({ head, as }) => (as === "percent" ? `${head}, %` : head)));
  yield rows.map(({ cells }) => csvLine(cells.map((cell, i) => cellValue(columns[i]?.as ?? "text", cell)))).join("");
}
