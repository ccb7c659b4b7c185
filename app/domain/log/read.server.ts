import { and, desc, eq, gt, gte, lt, lte, max, min, sql } from "drizzle-orm";
import type { Db, Orm } from "#db/client.server";
import { systemLogs } from "#db/schema/index";
import { deleteSome, inSlices, type Slices } from "#db/slices.server";
import { addDays, type Day } from "../kernel/days";
import { DAY, instantAt, plus, type Instant } from "../kernel/time.server";
import { plainText } from "./plain-text";

export const LOG_LEVELS = ["ERROR", "WARN", "INFO"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export const isLogLevel = (text: string | null): text is LogLevel => LOG_LEVELS.some((level) => level === text);

export const LOG_PAGE = 50;
/**
 * A text stands in no index, nor do two filters together: so many lines are looked through for one page, which then
 * says that it has stopped.
 */
const STRETCH = 8_000;
const SHORT = 110;
const LONG = 10_000;

export interface LogFilter {
  level?: LogLevel | null;
  module?: string;
  /** In the action, the message, the details or the request's id. */
  text?: string;
  bookingId?: string;
  /** A New York day. */
  day?: Day | null;
  /** The cursor of the page before: the id of its last line. */
  before?: number | null;
}

export interface LogLine {
  id: number;
  at: Instant;
  level: LogLevel;
  module: string;
  action: string;
  message: string;
  bookingId: string | null;
}

export interface LogPage {
  lines: LogLine[];
  /** For the next page; null on the last one. */
  next: number | null;
  /** True: it stopped before the page was full, older lines have not been looked at. */
  partial: boolean;
}

/**
 * A page of at most 50 lines of the system log, newest first, keyset-paged. Level, module, booking or day are each one
 * stretch of an index; a text, or several of them, are looked for in a bounded number of lines.
 */
export function listLog(orm: Orm, filter: LogFilter, stretch = STRETCH): LogPage {
  const span = idSpan(orm, filter);
  if (!span) return { lines: [], next: null, partial: false };
  const text = (filter.text ?? "").trim().toLowerCase();
  const filters = [filter.level, filter.module, filter.bookingId, filter.day].filter(Boolean).length;
  const from = text || filters > 1 ? Math.max(span.low, span.high - stretch + 1) : span.low;
  const rows = orm
    .select({
      id: systemLogs.id,
      at: systemLogs.created_at,
      level: systemLogs.log_level,
      module: systemLogs.module,
      action: systemLogs.action,
      message: systemLogs.error_message,
      bookingId: systemLogs.booking_id,
    })
    .from(systemLogs)
    .where(
      and(
        filter.bookingId ? eq(systemLogs.booking_id, filter.bookingId) : undefined,
        filter.module ? eq(systemLogs.module, filter.module) : undefined,
        filter.level ? eq(systemLogs.log_level, filter.level) : undefined,
        filter.day ? inDay(filter.day) : undefined,
        gte(systemLogs.id, from),
        lte(systemLogs.id, span.high),
        text
          ? sql`instr(lower(${systemLogs.action} || char(10) || coalesce(${systemLogs.error_message}, '') || char(10) || coalesce(${systemLogs.error_details}, '') || char(10) || coalesce(${systemLogs.request_id}, '')), ${text}) > 0`
          : undefined,
      ),
    )
    .orderBy(desc(systemLogs.id))
    .limit(LOG_PAGE + 1)
    .all();
  const lines = rows.slice(0, LOG_PAGE).map(({ module, action, message, ...row }) => ({
    ...row,
    module: plainText(module, 40),
    action: plainText(action, 60),
    message: plainText(message ?? "", SHORT),
  }));
  if (rows.length > LOG_PAGE) return { lines, next: lines.at(-1)?.id ?? null, partial: false };
  return from > span.low ? { lines, next: from, partial: true } : { lines, next: null, partial: false };
}

function inDay(day: Day) {
  return and(gte(systemLogs.created_at, instantAt(day, 0)), lt(systemLogs.created_at, instantAt(addDays(day, 1), 0)));
}

/** Between which ids the lines lie; null when there is none. Ids are not asked to follow the time: a clock can move. */
function idSpan(orm: Orm, { day, before }: LogFilter): { low: number; high: number } | null {
  const where = day ? inDay(day) : undefined;
  // Two questions: each is one step of the index, both in one would read all of it.
  const low =
    orm
      .select({ id: min(systemLogs.id) })
      .from(systemLogs)
      .where(where)
      .get()?.id ?? null;
  const newest =
    orm
      .select({ id: max(systemLogs.id) })
      .from(systemLogs)
      .where(where)
      .get()?.id ?? null;
  if (low === null || newest === null) return null;
  const high = before ? Math.min(newest, before - 1) : newest;
  return high < low ? null : { low, high };
}

/** The modules that have written, by name: one step of the index each, at most 50. */
export function listLogModules(orm: Orm): string[] {
  const modules: string[] = [];
  for (let last = ""; modules.length < 50;) {
    const next = orm
      .select({ module: systemLogs.module })
      .from(systemLogs)
      .where(gt(systemLogs.module, last))
      .orderBy(systemLogs.module)
      .limit(1)
      .get();
    if (!next) break;
    modules.push((last = next.module));
  }
  return modules;
}

/** One line with all its fields (specification, section 3), each as text that is safe to show; null when it is gone. */
export function findLogLine(orm: Orm, id: number): { id: number; at: Instant; fields: [string, string][] } | null {
  const line = orm.select().from(systemLogs).where(eq(systemLogs.id, id)).get();
  if (!line) return null;
  const { id: _id, created_at: at, ...fields } = line;
  return {
    id,
    at,
    fields: Object.entries(fields)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [
        name,
        plainText(typeof value === "string" ? value : JSON.stringify(value, null, 2), LONG, true),
      ]),
  };
}

/** Forgets lines that are older than the setting says, in slices. */
export function forgetOldLog(db: Db, now: Instant, days: number): Promise<Slices> {
  return inSlices(db, (tx, most) =>
    deleteSome(tx, systemLogs, lt(systemLogs.created_at, plus(now, -days * DAY)), most),
  );
}
