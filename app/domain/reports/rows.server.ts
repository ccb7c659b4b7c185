import { sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { bookings, reportFacts } from "#db/schema/index";
import { WHO_ORDERED } from "../customers/who-ordered.server";
import { describeWhy } from "../events/why-words";
import { CSV_START, csvLine, type CsvCell } from "../kernel/csv";
import { addDays } from "../kernel/days";
import { dayAt, instantAt, type Instant } from "../kernel/time.server";
import type { Period } from "../payments/money.server";
import { wordsOf, type Figure, type Measure } from "./figures";

export interface RowFilter {
  figure: Figure;
  period: Period;
  /** Only this one's; null is all. */
  key: string | null;
  /** Where the page before ended. */
  after?: string | null;
}

export interface FactRow {
  at: Instant;
  subject: string;
  key: string;
  amount: number;
  extra: number;
  /** The booking, where there is one. */
  number: string | null;
  name: string | null;
  /** What is known besides: why, what for, which ticket, who. */
  detail: string | null;
}

export interface FactPage {
  rows: FactRow[];
  next: string | null;
}

export const ROWS_PAGE = 50;

// Asked of the row's own source, so only the branch of its figure is read.
const DETAIL = sql<string | null>`case ${reportFacts.figure}
  when 'revenue' then (select c.description from ledger_entries e join charges c on c.id = e.charge_id where e.id = cast(${reportFacts.subject} as integer))
  when 'cancellation' then (select reason from cancellations where id = ${reportFacts.subject})
  when 'dry_run' then (select failure_reason from jobs where id = ${reportFacts.subject})
  when 'lead' then (select name from leads where id = ${reportFacts.subject})
  when 'ticket' then (select ticket_number || ', ' || facility from weight_tickets where id = ${reportFacts.subject})
  when 'unbilled' then (select ticket_number || ', ' || facility from weight_tickets where id = ${reportFacts.subject}) end`;
const P = sql.placeholder;

const pageOf = (keyed: boolean) =>
  prepared((orm) =>
    orm
      .select({
        at: reportFacts.at,
        subject: reportFacts.subject,
        key: reportFacts.key,
        amount: reportFacts.amount,
        extra: reportFacts.extra,
        number: bookings.booking_number,
        name: sql<string | null>`${WHO_ORDERED}`,
        detail: DETAIL,
      })
      .from(reportFacts)
      .leftJoin(bookings, sql`${bookings.id} = ${reportFacts.booking_id}`)
      .where(
        sql`${reportFacts.figure} = ${P("figure")} ${keyed ? sql`and ${reportFacts.key} = ${P("key")}` : sql``} and ${reportFacts.at} >= ${P("from")}
          and (${reportFacts.at}, ${reportFacts.subject}) < (${P("at")}, ${P("subject")})`,
      )
      .orderBy(sql`${reportFacts.at} desc, ${reportFacts.subject} desc`)
      .limit(ROWS_PAGE + 1)
      .prepare(),
  );
const pages = { all: pageOf(false), keyed: pageOf(true) };

/** A page of what a figure counts, the last first: exactly the facts that its sum is of. */
export function listFacts(orm: Orm, { figure, period, key, after }: RowFilter): FactPage {
  const [, at, subject] = /^(\d{1,16})~([\w-]{1,60})$/.exec(after ?? "") ?? [];
  const to = instantAt(addDays(period.to, 1), 0);
  // Nothing of the address reaches beyond the period.
  const before =
    at === undefined || Number(at) >= to ? { at: to, subject: "" } : { at: Number(at), subject: subject ?? "" };
  const found = (key === null ? pages.all : pages.keyed)(orm).all({
    figure,
    key,
    from: instantAt(period.from, 0),
    ...before,
  });
  // Of the others the detail is a name, a ticket or what somebody typed.
  const words = figure === "cancellation" ? describeWhy : (detail: string | null) => detail;
  const rows = found.slice(0, ROWS_PAGE).map((row) => ({ ...row, detail: words(row.detail) }));
  const last = rows.at(-1);
  return { rows, next: found.length > ROWS_PAGE && last ? `${last.at}~${last.subject}` : null };
}

/** An amount as a spreadsheet takes it: dollars, days, minutes, pounds, tons. */
function cellOf(as: Measure, amount: number): CsvCell {
  if (as === "cents") return { cents: amount };
  if (as === "hours") return Math.round((amount / 24) * 10) / 10;
  if (as === "hundredths") return amount / 100;
  return as === "booked" ? (amount > 0 ? "Yes" : "No") : amount;
}

/** The same as comma-separated values, all pages; days are New York's. */
export function* exportFacts(orm: Orm, filter: Omit<RowFilter, "after">): Generator<string> {
  const { keyHead, key: label, amount, extra, detail } = wordsOf(filter.figure);
  const columns: [head: string, cell: (row: FactRow) => CsvCell][] = [
    ["Date", ({ at }) => dayAt(at)],
    [keyHead, ({ key }) => label(key)],
    ["Booking", ({ number }) => number],
    ["Customer", ({ name }) => name],
    ...(amount
      ? [[amount.head, (row: FactRow) => cellOf(amount.as, row.amount)] as [string, (row: FactRow) => CsvCell]]
      : []),
    ...(extra
      ? [[extra.head, (row: FactRow) => cellOf(extra.as, row.extra)] as [string, (row: FactRow) => CsvCell]]
      : []),
    ...(detail ? [[detail, (row: FactRow) => row.detail] as [string, (row: FactRow) => CsvCell]] : []),
  ];
  yield CSV_START + csvLine(columns.map(([head]) => head));
  for (let after: string | null = ""; after !== null;) {
    const page: FactPage = listFacts(orm, { ...filter, after });
    yield page.rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join("");
    after = page.next;
  }
}
