/**
 * Calendar days, free of clocks and time zones (so the browser may use them too).
 * A Day is always the New York date of something: "2026-12-01".
 */
export type Day = string & { readonly __day: never };

const MS_PER_DAY = 86_400_000;

/**
 * A Day from text; null when it is not a real calendar date in the form YYYY-MM-DD, of the years 1100 to 8999: what is
 * counted from it is then a date of four digits as well, for whoever types it into an address.
 */
export function parseDay(text: string): Day | null {
  if (!/^(1[1-9]|[2-8]\d)\d{2}-\d{2}-\d{2}$/.test(text)) return null;
  const utc = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(utc) || new Date(utc).toISOString().slice(0, 10) !== text ? null : (text as Day);
}

/** A Day from trusted text (a column, a literal). Throws when it is none. */
export function day(text: string): Day {
  const parsed = parseDay(text);
  if (!parsed) throw new Error(`not a day: ${text}`);
  return parsed;
}

export function addDays(from: Day, count: number): Day {
  return atMidnight(midnight(from) + count * MS_PER_DAY);
}

export const later = (one: Day, other: Day): Day => (one > other ? one : other);

export function firstOfMonth(of: Day): Day {
  return day(`${of.slice(0, 8)}01`);
}

/** The same day of the month before; its last one where it has no such day. */
export function monthBefore(of: Day): Day {
  const last = addDays(firstOfMonth(of), -1);
  const same = `${last.slice(0, 8)}${of.slice(8)}`;
  return same > last ? last : day(same);
}

/** Whole days from a to b; negative when b is earlier. */
export function daysBetween(a: Day, b: Day): number {
  return Math.round((midnight(b) - midnight(a)) / MS_PER_DAY);
}

/** 0 = Sunday … 6 = Saturday. */
export function weekday(of: Day): number {
  return new Date(midnight(of)).getUTCDay();
}

// A page of days does this a few hundred times; Date.parse and toISOString would take a fifth of what it takes in all.
function midnight(of: Day): number {
  return Date.UTC(Number(of.slice(0, 4)), Number(of.slice(5, 7)) - 1, Number(of.slice(8, 10)));
}

function atMidnight(utc: number): Day {
  const date = new Date(utc);
  const [month, on] = [date.getUTCMonth() + 1, date.getUTCDate()];
  return `${date.getUTCFullYear()}-${month < 10 ? "0" : ""}${month}-${on < 10 ? "0" : ""}${on}` as Day;
}

/** The days of a half-open period [start, end). */
export function eachDay(start: Day, end: Day): Day[] {
  return Array.from({ length: Math.max(0, daysBetween(start, end)) }, (_, i) => addDays(start, i));
}

const formatter = (length: "long" | "short", year: boolean) =>
  new Intl.DateTimeFormat("en-US", {
    timeZone: "UTC",
    weekday: length,
    month: length,
    day: "numeric",
    ...(year ? { year: "numeric" as const } : {}),
  });

/** Made once each: building a formatter costs a hundred times what using one does. */
const FORMATTERS = {
  long: formatter("long", false),
  longYear: formatter("long", true),
  short: formatter("short", false),
  shortYear: formatter("short", true),
};

/** "Tuesday, December 1"; with the year, or short ("Tue, Dec 1"), when asked for. */
export function formatDay(value: Day, options: { year?: boolean; short?: boolean } = {}): string {
  const kind = options.short
    ? options.year
      ? FORMATTERS.shortYear
      : FORMATTERS.short
    : options.year
      ? FORMATTERS.longYear
      : FORMATTERS.long;
  return kind.format(midnight(value));
}

/** "2 more days", for a sentence. */
export const moreDays = (days: number): string => `${days} more ${days === 1 ? "day" : "days"}`;
