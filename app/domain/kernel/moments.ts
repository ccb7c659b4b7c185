import { day, formatDay, type Day } from "./days";

/**
 * Moments in words, on New York's clock. Pure, and without Temporal, which is too heavy for a browser. Node and browsers
 * put different spaces before "AM": one plain space, so that both renders agree.
 */
export const NEW_YORK = "America/New_York";

const inNewYork = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-US", { timeZone: NEW_YORK, ...options });
const TIME = inNewYork({ hour: "numeric", minute: "2-digit" });
const DATE = inNewYork({ year: "numeric", month: "long", day: "numeric" });
const SHORT = inNewYork({ month: "short", day: "numeric" });
const SHORT_YEAR = inNewYork({ month: "short", day: "numeric", year: "numeric" });

const FIGURES = inNewYork({ year: "numeric", month: "2-digit", day: "2-digit" });

/** The day in New York. */
export function dayOn(at: number): Day {
  const [month, date, year] = FIGURES.format(at).split("/");
  return day(`${year}-${month}-${date}`);
}

/** "Tue, Dec 1", with the year where it is not `thisYear`: a long list goes back over years. */
export function shortDay(value: Day, thisYear: string | undefined): string {
  return formatDay(value, { short: true, year: thisYear !== undefined && value.slice(0, 4) !== thisYear });
}

/** "Tuesday, December 1", with the year where it is not `thisYear`. */
export function longDay(value: Day, thisYear: string | undefined): string {
  return formatDay(value, { year: thisYear !== undefined && value.slice(0, 4) !== thisYear });
}

/** "3:42 pm" */
export function formatTime(at: number): string {
  return TIME.format(at).replace(/\s?([AP])M$/, (_, half: string) => ` ${half.toLowerCase()}m`);
}

/** "December 1, 2026, 3:42 pm" */
export function formatInstant(at: number): string {
  return `${DATE.format(at)}, ${formatTime(at)}`;
}

/** "2026": the year in New York. */
export const yearOf = (at: number): string => dayOn(at).slice(0, 4);

/** "Dec 1, 9:05 am"; with the year when asked, or when it is not `thisYear`: a long list goes back over years. */
export function formatWhen(
  at: number,
  {
    thisYear,
    year = thisYear !== undefined && yearOf(at) !== thisYear,
  }: { thisYear?: string | undefined; year?: boolean | undefined } = {},
): string {
  return `${(year ? SHORT_YEAR : SHORT).format(at)}, ${formatTime(at)}`;
}

/**
 * When something ends, to stand after "good", "held", "works": "until December 1, 2026, 3:42 pm". What ends at midnight
 * is good "through November 30, 2026": nobody takes "December 1, 12:00 am" for the end of November 30. `short`:
 * "through Nov 30", with the year where it is not `thisYear`.
 */
export function formatEnd(
  at: number,
  { short = false, thisYear }: { short?: boolean; thisYear?: string | undefined } = {},
): string {
  if (formatTime(at) !== "12:00 am") return `until ${short ? formatWhen(at, { thisYear }) : formatInstant(at)}`;
  const last = at - 60_000;
  if (!short) return `through ${DATE.format(last)}`;
  return `through ${(thisYear !== undefined && yearOf(last) !== thisYear ? SHORT_YEAR : SHORT).format(last)}`;
}

/** A minute of the New York day as people say it: "6:00 am". */
export function formatMinute(minute: number): string {
  const hour = Math.floor(minute / 60) % 24;
  return `${hour % 12 || 12}:${String(minute % 60).padStart(2, "0")} ${hour < 12 ? "am" : "pm"}`;
}

/** "6:00 am to 2:30 pm", "from 6:00 am", "until 2:30 pm"; nothing where neither differs. */
export function hoursWords({ begins, ends }: { begins: number | null; ends: number | null }): string {
  if (begins !== null && ends !== null) return `${formatMinute(begins)} to ${formatMinute(ends)}`;
  if (begins !== null) return `from ${formatMinute(begins)}`;
  return ends === null ? "" : `until ${formatMinute(ends)}`;
}
