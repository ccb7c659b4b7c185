/**
 * Reading what people really type: each function takes the text of a form field and gives a clean value, or null. Pure.
 */
import { parseDay, type Day } from "./days";
import { INVISIBLE } from "./invisible";
import { composed } from "./text";

/** What joins letters is invisible too where it joins nothing. */
const JOINS_NOTHING = /^[\s\u200C\u200D\uFE0E\uFE0F]+/;

/** No short field is longer. Patterns below never see more: some take long over a long text that was made for them. */
const LONGEST_SHORT = 80;

/** One line, or "" when it is too long to be a number, a date or a telephone number. */
function shortLine(value: unknown): string {
  const text = typeof value === "string" && value.length <= 4 * LONGEST_SHORT ? oneLine(value) : "";
  return text.length <= LONGEST_SHORT ? text : "";
}

/** One line: no control characters, single spaces, trimmed. Anything that is no text gives "". */
export function oneLine(value: unknown): string {
  return typeof value === "string"
    ? composed(value.replace(/[\t\n\r]/g, " ").replace(INVISIBLE, ""))
        .replace(JOINS_NOTHING, "")
        .replace(/\s+/g, " ")
        .trim()
    : "";
}

/**
 * Several lines: as `oneLine`, but line ends stay, as \n. Browsers count \n and send \r\n, so this comes before
 * counting.
 */
export function manyLines(value: unknown): string {
  return typeof value === "string"
    ? composed(value.replace(/\r\n?/g, "\n").replace(INVISIBLE, "")).replace(JOINS_NOTHING, "").trim()
    : "";
}

/** What stands in names with a dot and no space behind it: "St.John", "Dr.Lee". */
const TITLES = new Set(["dr", "fr", "jr", "ma", "mr", "mrs", "ms", "sr", "st", "wm"]);
/** What stands behind one: "Smith.Jr". Only what no address ends in: ".fr", ".st", ".ms" and ".sr" are countries. */
const BEHIND = "jr";
/** Bounded, so that a long text costs no more than its length. */
const DOTTED = /([\p{L}\p{N}-]{2,20})[.。．｡](?=([\p{L}\p{N}-]{2,20}))/gu;
/** A scheme, "www.", an email address, four numbers, and a short host with its path: "t.co/x". */
const ADDRESSES = /:\/\/|www\.|\S@\S|\d\.\d{1,3}\.\d|\p{L}\.\p{L}{2,20}[/:?]/iu;

/**
 * Whether there is something in a name that a mail program makes a link of. Names go out in mails to whatever address
 * was typed beside them: "Hello WIN $500 visit http://evil.example". Initials and titles are none: "J.R.", "St. John".
 */
export function hasWebAddress(name: string): boolean {
  if (ADDRESSES.test(name)) return true;
  return [...name.toLowerCase().matchAll(DOTTED)].some(
    ([, before = "", after = ""]) => !TITLES.has(before) && after !== BEHIND,
  );
}

/** Beside the field then. */
export const NO_WEB_ADDRESS = "Write the name without web addresses.";

/** A checkbox: "on" or anything that says yes. */
export function ticked(value: unknown): boolean {
  return value === true || (typeof value === "string" && /^(on|true|yes|1)$/i.test(value.trim()));
}

/** A whole number as typed: "7", " 7 ", "7 days", "20-yard", "$7"; null when there is none or more than one. */
export function wholeNumber(value: unknown): number | null {
  if (typeof value === "number") return Number.isSafeInteger(value) ? value : null;
  const match = /^(\d{1,6})(?:\.0+)?[- ]{0,3}(?:days?|yards?|yds?|dumpsters?)?\.?$/i.exec(
    shortLine(value).replace(/^\$ ?/, ""),
  );
  return match ? Number(match[1]) : null;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * A date as browsers send it and as Americans type it where there is no date picker: "2026-12-01", "12/1/2026",
 * "12-1-26", "Dec 1, 2026", "Tuesday, December 1st 2026", "1 December 2026". Null for none, or one that does not exist.
 */
export function readDate(value: unknown): Day | null {
  const text = shortLine(value);
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (iso) return dayOf(iso[1], iso[2], iso[3]);
  const numbers = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/.exec(text);
  if (numbers) return dayOf(numbers[3], numbers[1], numbers[2]);
  const words = text.toLowerCase().replace(/^(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*[,.]?\s+/, "");
  const monthFirst = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/.exec(words);
  if (monthFirst) return dayOf(monthFirst[3], monthNumber(monthFirst[1]), monthFirst[2]);
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?\s+([a-z]{3,9})\.?,?\s+(\d{4})$/.exec(words);
  return dayFirst ? dayOf(dayFirst[3], monthNumber(dayFirst[2]), dayFirst[1]) : null;
}

function monthNumber(name = ""): string {
  return String(MONTHS.indexOf(name.slice(0, 3)) + 1);
}

function dayOf(year = "", month = "", dayOfMonth = ""): Day | null {
  return parseDay(`${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${dayOfMonth.padStart(2, "0")}`);
}

/**
 * An email address in lower case, without spaces and an enclosing "mailto:" or <>; null when it cannot be one. The
 * pattern is the one browsers use for type=email, and besides asks for a dot in the domain.
 */
export function tidyEmail(value: unknown): string | null {
  if (typeof value !== "string" || value.length > 1000) return null;
  const text = oneLine(value)
    .replace(/\s/g, "")
    .replace(/^mailto:/i, "")
    .replace(/^<(.*)>$/, "$1")
    .toLowerCase();
  const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
  const pattern = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${label}(?:\\.${label})+$`);
  return text.length <= 254 && pattern.test(text) ? text : null;
}
