import { formatDay, type Day } from "./days";
import { DATE, formatInstant, formatTime, formatWhen, SHORT, SHORT_YEAR, yearOf } from "./moments";

/** "Tuesday, December 1", with the year where it is not `thisYear`. */
export function longDay(value: Day, thisYear: string | undefined): string {
  return formatDay(value, { year: thisYear !== undefined && value.slice(0, 4) !== thisYear });
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
