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

/** What a word before it makes a time of day: "at one", "after twelve". */
const HOURS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve";

/**
 * What says something else than the name of a day ("Christmas"): a time, a part of the day, another day. All of the day
 * would be closed all the same, and nobody would know.
 */
const SAYS_MORE = new RegExp(
  [
    String.raw`\p{N}|\b[ap]\.?\s?m\b|^\W*(?:and|also|plus)\b|^\W*[&+]|(?:\b(?:and|plus)\b|[&+]).*(?:day|\beve|\bchristmas|\beaster)\b`,
    String.raw`\b(?:half|(?:fore|after)?noon|mid-?day|morning|evening|open|re-?open|short|lunch|partial|except)\w*`,
    String.raw`\b(?:halves|parts?|partly|until|till?|from|early|earlier|late|later|only|not|to|through|thru|at|hours?|o.?clock)\b`,
    String.raw`\b(?:by|after|before|around|about|past)\s+(?:${HOURS})\b`,
  ].join("|"),
  "iu",
);

/** Ordinals that belong to the name of a day; with "observed", all of them do. */
const OF_A_NAME = /\b(?:4th of july|july 4th)\b|\b\d{1,3}(?:st|nd|rd|th) (?:anniversary|birthday|annual)\b/gi;
const ORDINAL = /\b\d{1,3}(?:st|nd|rd|th)\b/gi;

/** Whether what stands beside a day is no more than its name. */
function saysMore(beside: string): boolean {
  const ofName = /\bobserved\b/i.test(beside) ? ORDINAL : OF_A_NAME;
  return SAYS_MORE.test(beside.replace(ofName, "day"));
}

/** The days of a line; null for one that names none, or more than can be kept. */
function daysOf(line: string): Day[] | null {
  for (const { 0: sign, index } of line.matchAll(UNTIL)) {
    const [first, last] = [readDate(line.slice(0, index)), beginsWith(line.slice(index + sign.length))];
    if (!first || !last) continue;
    const isRow = first <= last.day && last.day < addDays(first, MOST_IN_A_ROW);
    return isRow && !saysMore(last.rest) ? eachDay(first, addDays(last.day, 1)) : null;
  }
  const one = beginsWith(line);
  return one && !saysMore(one.rest) ? [one.day] : null;
}

/** Nobody writes more beside a day; what is longer is not looked through, as that would cost the square of its length. */
const LONGEST_LINE = 200;

/** A line that cannot be kept as it is stays as it was typed, and is refused by its own words. */
export const readDayLine = (line: string): string[] => (line.length > LONGEST_LINE ? null : daysOf(line)) ?? [line];

/** Twice as much as the days that can be kept (settings/schema.ts) take, each with its name. */
const MOST_LINES = 400;
const MOST_LETTERS = 8000;

/** Beside the field, where nothing of it was read. */
export const TOO_LONG = `Too long to be read. Write at most ${MOST_LINES} lines and ${MOST_LETTERS.toLocaleString("en-US")} letters in all, a day in each line or several in a row; take out those that are over.`;

/** The days of a list, each once, in their order; undefined where it is longer than anybody's: then no line is read. */
export function readDayLines(lines: readonly string[]): string[] | undefined {
  const letters = lines.reduce((sum, line) => sum + line.length, 0);
  if (lines.length > MOST_LINES || letters > MOST_LETTERS) return undefined;
  return [...new Set(lines.flatMap(readDayLine))].sort();
}

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
