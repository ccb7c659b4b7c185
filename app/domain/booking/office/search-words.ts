import { readPhone } from "../../kernel/phone";

/**
 * The longest beginning of a word that is compared: every one up to here has its own list in the index (migration
 * 0007).
 */
const LONGEST = 24;
const MOST_WORDS = 8;
const LONGEST_TEXT = 100;
/**
 * What parts words in the index too: all but letters and digits (private characters are the index's own). SQLite's
 * Unicode is 6.1, to which these few letters are signs.
 */
const BETWEEN_WORDS = /[^\p{L}\p{N}]+|[\u19b0-\u19c9\u1cf2\u1cf3]+/u;
const PHONE = /^[\d\s()./+\-\u2010-\u2015\u2212]+$/;
/** Between words, only a plus says that what follows is one number: "zoe +1 407 555 0133". */
const PHONE_WITHIN = /(?:^|\s)(\+[\d\s().-]{6,40})(?!\S)/;
const FEWEST_PHONE_DIGITS = 7;
/** How the post office writes streets and how people say them: whichever stands in the address, either is typed. */
const STREET_WORDS = [
  ["street", "st"],
  ["avenue", "ave"],
  ["boulevard", "blvd"],
  ["road", "rd"],
  ["drive", "dr"],
  ["lane", "ln"],
  ["court", "ct"],
  ["circle", "cir"],
  ["place", "pl"],
  ["terrace", "ter"],
  ["trail", "trl"],
  ["highway", "hwy"],
  ["parkway", "pkwy"],
  ["square", "sq"],
] as const;
const OTHER_SPELLING = new Map<string, string>(
  STREET_WORDS.flatMap(([long, short]) => [
    [long, short],
    [short, long],
  ]),
);

/** The booking of a complete number as people say it ("dmp 2026 123", "DMP-2026-000123"); null for anything else. */
export function readBookingNumber(text: string): string | null {
  const match = text.length > 40 ? null : /^\s*dmp[-\s]*(\d{4})[-\s]*(\d{1,6})\s*$/i.exec(text);
  return match ? `DMP-${match[1]}-${match[2]?.padStart(6, "0")}` : null;
}

/** A complete number of an invoice or a credit note as people say it ("inv 2026 12"); null for anything else. */
export function readPaperNumber(text: string): string | null {
  const match = text.length > 40 ? null : /^\s*(inv|crn)[-\s]*(\d{4})[-\s]*(\d{1,6})\s*$/i.exec(text);
  return match ? `${match[1]?.toUpperCase()}-${match[2]}-${match[3]?.padStart(6, "0")}` : null;
}

/**
 * What was typed, as beginnings of words that a booking must all have; empty when there is nothing to look for. Only
 * letters and digits are left, so that nothing typed is ever read as an operator. A telephone number, an e-mail address
 * and a booking number are one word each, as in the index: one list is read, however common their parts are.
 */
export function searchWords(typed: string): string[] {
  const text = typed.trim().slice(0, LONGEST_TEXT).normalize("NFC");
  const number = /\s/.test(text) ? readBookingNumber(text) : null;
  const parts = number ? [number] : phoneWords(text) ? [text] : apart(text);
  const words = parts
    .flatMap((part) => joined(part) ?? phoneWords(part) ?? part.split(BETWEEN_WORDS))
    .filter((word) => word !== "");
  return [...new Set(words.map((word) => [...word].slice(0, LONGEST).join("")))].slice(0, MOST_WORDS);
}

/**
 * The words as a full-text index is asked for them. Each is a beginning, or with `whole` a word as it stands; a street's
 * kind is found by either spelling, the other one as a whole word: "street" finds "St", but not "Stephen". `also` is
 * looked for with each word.
 */
export function matchOf(words: readonly string[], { whole = false, also = "" } = {}): string {
  const one = (word: string) => {
    const other = OTHER_SPELLING.get(word.toLowerCase());
    // A list more costs time: where the beginning finds the other spelling anyway, it is not asked for.
    const isFound = other === undefined || (!whole && other.startsWith(word.toLowerCase()));
    return `("${word}"${whole ? "" : "*"}${isFound ? "" : ` OR "${other}"`}${also === "" ? "" : ` OR "${also}"`})`;
  };
  return words.map(one).join(" AND ");
}

/** The words of a text; a telephone number within it is one of them. */
function apart(text: string): string[] {
  const phone = PHONE_WITHIN.exec(text)?.[1];
  const [before = "", after = ""] = phone ? splitAt(text, phone) : [text];
  return [...before.split(/\s+/), ...(phone ? [phone.trim()] : []), ...after.split(/\s+/)];
}

function splitAt(text: string, part: string): [string, string] {
  const at = text.indexOf(part);
  return [text.slice(0, at), text.slice(at + part.length)];
}

/**
 * The digits of what can only be a telephone number, or the beginning of one, as they are in the index (migration
 * 0012): those of the United States without the country's 1, foreign ones with their country's code. An extension is a
 * word of its own.
 */
function phoneWords(text: string): string[] | null {
  const phone = readPhone(text);
  if (phone)
    return [phone.e164.replace(/^\+1(?=\d{10}$)|^\+/, ""), ...(phone.extension === null ? [] : [phone.extension])];
  const digits = text.replace(/\D/g, "");
  if (!PHONE.test(text) || digits.length < FEWEST_PHONE_DIGITS) return null;
  // "+1 407 555", "1-407-555" and "020 7946 0018": no area code begins with 1, no country's with 0.
  return [/^\s*(?:\+1|1(?!\d))/.test(text) ? digits.slice(1) : digits.replace(/^0+(?=\d)/, "")];
}

/** An e-mail address or a booking number, or the beginning of one, without its signs; null for other words. */
function joined(part: string): string | null {
  if (/^[\w.+-]+@[\w.-]*$/.test(part)) return part.replace(/[@._+-]/g, "");
  // Every booking has the letters: they are not in the index.
  const beginning = /^dmp-?(\d{0,4})-?$/i.exec(part)?.[1];
  if (beginning !== undefined) return beginning;
  const [, year, bareYear, sequence] = /^(?:dmp-?(\d{4})-?|(20\d\d)-)(\d{1,6})$/i.exec(part) ?? [];
  // "2026-123" is the whole of a number, "2026-0001" may be the beginning of several.
  if (sequence) return (year ?? bareYear ?? "") + (sequence.startsWith("0") ? sequence : sequence.padStart(6, "0"));
  return null;
}
