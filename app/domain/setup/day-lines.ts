/** A list of days as people type it: a day in each line, or the first and the last of several in a row. Pure. */
import { readDate } from "../kernel/typed";
import { addDays, eachDay, parseDay, type Day } from "../kernel/days";
import { cut } from "../kernel/text";

/** "Tuesday, December 1st 2026" has four words. */
const LONGEST_DATE = 4;

/** The longest beginning that is a date, with what stands behind it. */
function beginsWith(line: string): { day: Day; rest: string } | null {
  const words = line.split(/[\s;]+/);
  for (let n = Math.min(words.length, LONGEST_DATE); n > 0; n--) {
    const day = readDate(words.slice(0, n).join(" ").replace(/[,.]$/, ""));
    if (day) return { day, rest: words.slice(n).join(" ") };
  }
  const at = line.indexOf(",");
  const day = at < 0 ? null : readDate(line.slice(0, at));
  return day && { day, rest: line.slice(at + 1).trim() };
}

/** What stands between the first and the last of several days. */
const UNTIL = /\s+(?:to|through|thru|until|till)\s+|\s*[–—]\s*|\s+-\s+/gi;
/** More in a row is a slip: a year that was mistyped. */
const MOST_IN_A_ROW = 31;

/**
 * What says something else than the name of a day ("Christmas"): a time, a part of the day, another day. All of the day
 * would be closed all the same, and nobody would know.
 */
const SAYS_MORE =
  /\d|\b(?:half|halves|part|partly|morning|afternoon|evening|noon|midday|am|pm|a\.m|p\.m|until|till|from|early|late|open|only|except|not|to|through|thru)\b/i;

/** The days of a line; null for one that names none, or more than can be kept. */
function daysOf(line: string): Day[] | null {
  for (const { 0: sign, index } of line.matchAll(UNTIL)) {
    const [first, last] = [readDate(line.slice(0, index)), beginsWith(line.slice(index + sign.length))];
    if (!first || !last) continue;
    const isRow = first <= last.day && last.day < addDays(first, MOST_IN_A_ROW);
    return isRow && !SAYS_MORE.test(last.rest) ? eachDay(first, addDays(last.day, 1)) : null;
  }
  const one = beginsWith(line);
  return one && !SAYS_MORE.test(one.rest) ? [one.day] : null;
}

/** Nobody writes more beside a day; what is longer is not looked through, as that would cost the square of its length. */
const LONGEST_LINE = 200;

/** A line that cannot be kept as it is stays as it was typed, and is refused by its own words. */
export const readDayLine = (line: string): string[] => (line.length > LONGEST_LINE ? null : daysOf(line)) ?? [line];

/** As many are named; who wrote a letter into the field knows by then. */
const MOST_NAMED = 3;
const LIKE = "like 12/25/2026, Dec 25, 2026 or 2026-12-25";

/** Which lines of a list of days were not understood, and how to write them; null where all were. */
export function daysTrouble(value: readonly string[]): string | null {
  const unread = value.filter((on) => parseDay(on) === null);
  const [more, unknown] = [unread.filter((line) => beginsWith(line)), unread.filter((line) => !beginsWith(line))];
  const said = [
    ...(unknown.length > 0
      ? [`${named(unknown)}: no day that we know. Write one ${LIKE}, each in a line of its own.`]
      : []),
    ...(more.length > 0
      ? [
          `${named(more)}: more than a day. Write one ${LIKE}, or up to ${MOST_IN_A_ROW} in a row like 12/24/2026 to 12/26/2026. All of each is closed; half a day is closed from its board, under Dispatch.`,
        ]
      : []),
  ];
  return said.length > 0 ? said.join(" ") : null;
}

function named(lines: readonly string[]): string {
  const more = lines.length > MOST_NAMED ? ` and ${lines.length - MOST_NAMED} more` : "";
  const first = lines.slice(0, MOST_NAMED).map((line) => `“${cut(line, 40)}”`);
  return `${first.join(", ")}${more}`;
}
