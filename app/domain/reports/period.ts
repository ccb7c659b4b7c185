/** Which time a report is about, as it stands in an address, and what stands beside it. Pure; "today" is given. */
import { addDays, day, daysBetween, firstOfMonth, monthBefore, parseDay, type Day } from "../kernel/days";

/** New York days, both included. */
export interface Span {
  from: Day;
  to: Day;
}

export interface ReportPeriod extends Span {
  /** "2026-11" where a month was chosen; null for days of one's own. */
  month: string | null;
  /** None of its days has begun. */
  isToCome: boolean;
  /** It goes on after today: it is shown to today. */
  isRunning: boolean;
  /** A month, or a whole year: the one before it ends with the same day. Days of one's own are held against as many before. */
  isNamed: boolean;
  /** The days that it is held against: of the time before, and of the year before. */
  before: Span;
  year: Span;
}

export type PeriodResult =
  | { ok: true; period: ReportPeriod }
  | { ok: false; fields: Record<string, string>; values: Record<string, string> };

/** The longest time that is shown at once, in days: what is longer is looked at by years. */
const LONGEST_DAYS = 366;
const FIRST_YEAR = 2000;
const LAST_YEAR = 2199;

/** The last day of a month. */
export function lastOfMonth(of: Day): Day {
  return addDays(firstOfMonth(addDays(firstOfMonth(of), 31)), -1);
}

/** "2026-11" moved by months. */
export function moveMonth(month: string, by: number): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + by;
  return `${String(Math.floor(count / 12)).padStart(4, "0")}-${String((count % 12) + 1).padStart(2, "0")}`;
}

/**
 * The time that an address asks for: `month=2026-11`, or `from` and `to`; nothing is the present month. What makes no sense is
 * refused with what to do about each field.
 */
export function readReportPeriod(asked: Record<"month" | "from" | "to", string | null>, today: Day): PeriodResult {
  const values = Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, (value ?? "").slice(0, 20)]));
  const refuse = (fields: Record<string, string>): PeriodResult => ({ ok: false, fields, values });
  if (asked.from || asked.to) {
    const [from, to] = [known(asked.from), known(asked.to)];
    const fields = {
      ...(from ? {} : { from: "Choose the first day, like 2026-11-01." }),
      ...(to ? {} : { to: "Choose the last day, like 2026-11-30." }),
    };
    if (!from || !to) return refuse(fields);
    if (to < from) return refuse({ to: "The last day is before the first. Choose a later one." });
    if (daysBetween(from, to) >= LONGEST_DAYS)
      return refuse({ to: "That is more than a year. Choose a nearer last day." });
    // A whole month is that month, however it was asked for.
    const isMonth = from === firstOfMonth(from) && to === lastOfMonth(from);
    return { ok: true, period: periodOf({ from, to }, isMonth ? from.slice(0, 7) : null, today) };
  }
  const month = asked.month ?? today.slice(0, 7);
  const from = /^\d{4}-\d{2}$/.test(month) ? known(`${month}-01`) : null;
  if (!from) return refuse({ month: "Choose a month, like 2026-11." });
  return { ok: true, period: periodOf({ from, to: lastOfMonth(from) }, month, today) };
}

function known(text: string | null): Day | null {
  const found = parseDay(text ?? "");
  const year = Number(found?.slice(0, 4));
  return found && year >= FIRST_YEAR && year <= LAST_YEAR ? found : null;
}

function periodOf(span: Span, month: string | null, today: Day): ReportPeriod {
  const isToCome = span.from > today;
  const isRunning = !isToCome && span.to > today;
  const shown = { from: span.from, to: isRunning ? today : span.to };
  const year = {
    from: yearBefore(shown.from),
    to: month && !isRunning ? lastOfMonth(yearBefore(shown.from)) : yearBefore(shown.to),
  };
  const isYear = span.from.endsWith("-01-01") && span.to === `${span.from.slice(0, 4)}-12-31`;
  return {
    ...span,
    month,
    isToCome,
    isRunning,
    isNamed: month !== null || isYear,
    before: month ? monthEarlier(shown, isRunning) : isYear ? year : justBefore(shown),
    year,
  };
}

/** The same days of the month before where this one is running, else all of it. */
function monthEarlier({ from, to }: Span, isRunning: boolean): Span {
  const first = monthBefore(from);
  return { from: first, to: isRunning ? monthBefore(to) : lastOfMonth(first) };
}

/** As many days, right before. */
function justBefore({ from, to }: Span): Span {
  const last = addDays(from, -1);
  return { from: addDays(last, -daysBetween(from, to)), to: last };
}

/** The same date a year earlier; February 28 for the 29th. */
function yearBefore(of: Day): Day {
  const year = String(Number(of.slice(0, 4)) - 1).padStart(4, "0");
  return parseDay(`${year}${of.slice(4)}`) ?? day(`${year}-02-28`);
}

const MONTH = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "long", year: "numeric" });
const SHORT_MONTH = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "short" });
const DATE = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "short", day: "numeric" });
const DATE_YEAR = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  month: "short",
  day: "numeric",
  year: "numeric",
});

/** "November 2026"; short: "Nov". */
export function monthWords(month: string, { short = false } = {}): string {
  return (short ? SHORT_MONTH : MONTH).format(Date.parse(`${month}-01T00:00:00Z`));
}

/** "Dec ’25", for the end of a line: "Dec 25" is a day. */
export const monthMark = (month: string): string => `${monthWords(month, { short: true })} ’${month.slice(2, 4)}`;

/** "Nov 24"; with the year when asked. */
export function dateWords(on: Day, { year = false } = {}): string {
  return (year ? DATE_YEAR : DATE).format(Date.parse(`${on}T00:00:00Z`));
}

/** "October 2026", "Oct 1 to Oct 24", "Dec 30, 2025 to Jan 4, 2026": whole months by their name. */
export function spanWords({ from, to }: Span): string {
  if (from === firstOfMonth(from) && to === lastOfMonth(from)) return monthWords(from.slice(0, 7));
  if (from === to) return dateWords(from, { year: true });
  return `${dateWords(from, { year: from.slice(0, 4) !== to.slice(0, 4) })} to ${dateWords(to, { year: true })}`;
}
