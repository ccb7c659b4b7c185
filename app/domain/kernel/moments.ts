import { day, formatDay, type Day } from "./days";

/**
 * Moments in words, on New York's clock. Pure, and without Temporal, which is too heavy for a browser. Node and browsers
 * put different spaces before "AM": one plain space, so that both renders agree.
 */
export const NEW_YORK = "America/New_York";

const inNewYork = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-US", { timeZone: NEW_YORK, ...options });
const TIME = inNewYork({ hour: "numeric", minute: "2-digit" });
/** "December 1, 2026", and the two short ones, without and with the year. */
export const DATE = inNewYork({ year: "numeric", month: "long", day: "numeric" });
export const SHORT = inNewYork({ month: "short", day: "numeric" });
export const SHORT_YEAR = inNewYork({ month: "short", day: "numeric", year: "numeric" });

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
