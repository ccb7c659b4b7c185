import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { crmPaths } from "~/crm-paths";
import type { Span } from "~/domain/reports/period";
import type { Reports } from "~/domain/reports/reports.server";
import { cellText, REPORTS, type ReportId, type ReportTable, type TableRow } from "~/domain/reports/tables";
import { Panel } from "../bits";

/** What every panel needs to lead to its rows and its file. */
export interface Told {
  reports: Reports;
  /** The time whose rows the figures lead to. */
  span: Span;
  /** The time as the address says it. */
  asked: Partial<Record<"month" | "from" | "to", string>>;
}

/** Where the rows behind a line of a table are listed. */
export function rowsPath({ figure, key, from, to }: NonNullable<TableRow["facts"]>, span: Span): string {
  return crmPaths.reportRows({ figure, key, from: from ?? span.from, to: to ?? span.to });
}

/** A report: its picture, and below it the same as a table and as a file. `whole`: the table is the picture. */
export function ReportPanel({
  id,
  told,
  title = REPORTS[id].title,
  children,
  whole = false,
  also = [],
}: {
  id: ReportId;
  told: Told;
  title?: string;
  children?: ReactNode;
  whole?: boolean;
  /** Further tables that belong to this picture. */
  also?: readonly ReportId[];
}) {
  const csv = (one: ReportId) => crmPaths.reportCsv({ report: one, ...told.asked });
  const { span } = told;
  return (
    <Panel title={title} id={`report-${id}`} className="report">
      {children}
      {whole && <FigureTable id={id} table={REPORTS[id].table(told.reports)} span={span} />}
      {[...(whole ? [] : [id]), ...also].map((one) => (
        <details key={one}>
          <summary>{one === id ? "The figures" : REPORTS[one].title}</summary>
          <FigureTable id={one} table={REPORTS[one].table(told.reports)} span={span} />
          <a href={csv(one)} download>
            {REPORTS[one].title} as CSV
          </a>
        </details>
      ))}
      {whole && (
        <p className="report-file">
          <a href={csv(id)} download aria-label={`${REPORTS[id].title} as CSV`}>
            As CSV
          </a>
        </p>
      )}
    </Panel>
  );
}

/** Two months of days: more lines than these are for a spreadsheet. */
const MOST_ROWS = 62;

/** A report's table; the first column leads to the rows that the line is made of. */
export function FigureTable({ id, table, span }: { id: ReportId; table: ReportTable; span: Span }) {
  const { columns, rows } = table;
  if (rows.length === 0) return <p className="empty">Nothing in this time.</p>;
  if (rows.length > MOST_ROWS) return <p className="empty">{rows.length} lines: the file has them.</p>;
  return (
    <div className="sideways" tabIndex={0} role="group" aria-label={`Table: ${REPORTS[id].title}`}>
      <table className="figures-table">
        <caption className="unseen">{REPORTS[id].title}</caption>
        <thead>
          <tr>
            {columns.map(({ head, as }) => (
              <th scope="col" key={head} className={as === "text" ? "words" : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells: [name, ...cells], facts }) => (
            <tr key={String(name)}>
              <th scope="row">{facts ? <Link to={rowsPath(facts, span)}>{name}</Link> : name}</th>
              {cells.map((cell, i) => (
                <td key={i} className={columns[i + 1]?.as === "text" ? "words" : undefined}>
                  {cellText(columns[i + 1]?.as ?? "text", cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
