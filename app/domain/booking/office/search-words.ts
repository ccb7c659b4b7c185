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
/** How the post office writes addresses and how people say them: whichever stands in one, either is typed. */
const STREET_WORDS = [
  ["north", "n"],
  ["south", "s"],
  ["east", "e"],
  ["west", "w"],
  ["northeast", "ne"],
  ["northwest", "nw"],
  ["southeast", "se"],
  ["southwest", "sw"],
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
  ["crossing", "xing"],
  ["cove", "cv"],
  ["plaza", "plz"],
  ["point", "pt"],
  ["expressway", "expy"],
  ["route", "rte"],
] as const;
const OTHER_SPELLING = new Map<string, string>(
  STREET_WORDS.flatMap(([long, short]) => [
    [long, short],
    [short, long],
  ]),
);

/** How people say which number they mean, before it: "invoice 20", "order no. 32", "credit note CRN-2026-000001". */
const SAID_KIND = /^\s*(?:(order|booking)|(inv(?:oice)?)|(credit\s+note|crn))\s*(?:no\.?|number)?[\s:#-]*(?=\d)/i;
const SAID_BEFORE =
  /^\s*(?:order|booking|invoice|credit\s+note)\s*(?:no\.?|number)?[\s:#-]*(?=(?:dmp|inv|crn)[-\s]*\d)/i;

/** A number with its kind said before it, with the letters that stand for the kind: "INV 20". Anything else as it is. */
const withLetters = (text: string): string =>
  text
    .replace(SAID_BEFORE, "")
    .replace(SAID_KIND, (_, order, invoice) => `${order ? "DMP" : invoice ? "INV" : "CRN"} `);

const SAID_THING = /^\s*(?:(dumpster)|(?:weight\s+)?ticket)\s*(?:no\.?|number)?[\s:#]*(?=.*\d)(\S.*)$/i;

/** What a number is of by the word before it, a dumpster's or a weight ticket's: "dumpster 2006". Null for anything else. */
export function readSaidThing(text: string): { kind: "dumpster" | "ticket"; number: string } | null {
  const [, dumpster, number] = (text.length > LONGEST_TEXT ? null : SAID_THING.exec(text)) ?? [];
  return number ? { kind: dumpster ? "dumpster" : "ticket", number: number.trim() } : null;
}

const SAID_CUSTOMER = /^\s*customer[\s:]+(?=.*[\p{L}\p{N}])(\S.*)$/iu;

/** Who is looked for by the word before a name, "customer Fisher"; null for anything else. */
export const readSaidCustomer = (text: string): string | null =>
  (text.length > LONGEST_TEXT ? null : SAID_CUSTOMER.exec(text)?.[1]?.trim()) ?? null;

/** Digits that may be a booking's number without its year and its letters: "32", "00032". Null for anything else. */
export const readBareNumber = (text: string): string | null =>
  /^\s*#?\d{1,6}\s*$/.test(text) ? text.replace("#", "") : null;

/** The booking of a complete number as people say it ("dmp 2026 123", "DMP-2026-000123"); null for anything else. */
export function readBookingNumber(text: string): string | null {
  const match = text.length > 40 ? null : /^\s*dmp[-\s]*(\d{4})[-\s]*(\d{1,6})\s*$/i.exec(withLetters(text));
  return match ? `DMP-${match[1]}-${match[2]?.padStart(6, "0")}` : null;
}

/** A complete number of an invoice or a credit note as people say it ("inv 2026 12"); null for anything else. */
export function readPaperNumber(text: string): string | null {
  const match = text.length > 40 ? null : /^\s*(inv|crn)[-\s]*(\d{4})[-\s]*(\d{1,6})\s*$/i.exec(withLetters(text));
  return match ? `${match[1]?.toUpperCase()}-${match[2]}-${match[3]?.padStart(6, "0")}` : null;
}

const SHORT_NUMBER = /^\s*(dmp|inv|crn)[-\s]*(?!20\d\d\s*$)(\d{1,6})\s*$/i;

/**
 * A booking's or a paper's number without its year, as people say it: "DMP32", "inv 30", "order 32". Null for anything else, "DMP-2026"
 * too, which is the beginning of one. `letters` are capitals, `sequence` has its six digits.
 */
export function readShortNumber(text: string): { letters: string; sequence: string } | null {
  const [, letters, sequence] = (text.length > 40 ? null : SHORT_NUMBER.exec(withLetters(text))) ?? [];
  return letters && sequence ? { letters: letters.toUpperCase(), sequence: sequence.padStart(6, "0") } : null;
}

/** What joins two halves of a name: "O'Neil", "Jean-Luc". */
const IN_NAMES = /['\u2018\u2019`\u2010\u2011-]/u;
const JOINED_NAME = new RegExp(`^\\p{L}+(?:${IN_NAMES.source}\\p{L}+)+$`, "u");
/** The halves of a word of `searchWords`: only a joined name has several. */
export const halvesOf = (word: string): string[] => word.split("'");

/**
 * What was typed, as beginnings of words that a booking must all have; empty when there is nothing to look for. Only
 * letters and digits are left, so that nothing typed is ever read as an operator. A telephone number, an e-mail address
 * and a booking number are one word each, as in the index: one list is read, however common their parts are. So is a name
 * with an apostrophe or a hyphen, "O'Neil", for `matchOf` only: the index has its halves.
 */
export function searchWords(typed: string): string[] {
  const text = typed.trim().slice(0, LONGEST_TEXT).normalize("NFC");
  const number = /\s/.test(text) ? readBookingNumber(text) : null;
  const short = readShortNumber(text)?.letters === "DMP" ? withLetters(text).replaceAll(/\s/g, "") : null;
  const whole = number ?? short ?? (phoneWords(text) && text);
  const parts = whole ? [whole] : apart(text);
  const words = parts
    .flatMap((part) => joined(part) ?? phoneWords(part) ?? nameWords(part) ?? part.split(BETWEEN_WORDS))
    .filter((word) => word !== "");
  return [...new Set(words.map((word) => [...word].slice(0, LONGEST).join("")))].slice(0, MOST_WORDS);
}

/**
 * The words as a full-text index is asked for them. Each is a beginning, or with `whole` a word as it stands; a street's
 * kind or direction is found by either spelling, the other one as a whole word: "street" finds "St", but not "Stephen". A
 * name is found with its apostrophe or hyphen and without, whichever was typed. `also` is looked for with each word.
 */
export function matchOf(words: readonly string[], { whole = false, also = "" } = {}): string {
  const alsoThis = also === "" ? [] : [`"${also}"`];
  const one = (word: string) => {
    const halves = halvesOf(word);
    const joinedWord = halves.join("");
    const other = OTHER_SPELLING.get(word.toLowerCase());
    // A list more costs time: where the beginning finds the other spelling anyway, it is not asked for.
    const isFound = other === undefined || (!whole && other.startsWith(word.toLowerCase()));
    const apartToo = halves.length > 1 ? halves : (SAID_WITHOUT.exec(joinedWord)?.slice(1) ?? []);
    const asApart = apartToo.map((half, i) =>
      [`"${half}"${whole || i < apartToo.length - 1 ? "" : "*"}`, ...alsoThis].join(" OR "),
    );
    const asked = [
      `"${joinedWord}"${whole ? "" : "*"}`,
      ...(isFound ? [] : [`"${other}"`]),
      ...(asApart.length === 0 ? [] : [`((${asApart.join(") AND (")}))`]),
    ];
    return `(${[...asked, ...alsoThis].join(" OR ")})`;
  };
  return words.map(one).join(" AND ");
}

/** Names whose apostrophe is left out: "Oneil", "dangelo". The first letter has a short list of its own, so that it costs little. */
const SAID_WITHOUT = /^([od])(\p{L}{3,})$/iu;

/** Whether words are one list of the index, which is read as fast as it is long, or several that are compared. */
export const isOneList = (words: readonly string[]): boolean =>
  words.length === 1 && words.every((word) => halvesOf(word).length === 1);

function nameWords(part: string): string[] | null {
  const word = part.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  return JOINED_NAME.test(word) ? [word.split(IN_NAMES).join("'")] : null;
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
  const beginning = /^dmp-?((?:2|20|20\d\d?)?)-?$/i.exec(part)?.[1];
  if (beginning !== undefined) return beginning;
  const short = readShortNumber(part);
  // The index has the six digits of a booking by themselves too.
  if (short?.letters === "DMP") return short.sequence;
  const [, year, bareYear, sequence] = /^(?:dmp-?(\d{4})-?|(20\d\d)-)(\d{1,6})$/i.exec(part) ?? [];
  // "2026-123" is the whole of a number, "2026-0001" may be the beginning of several.
  if (sequence) return (year ?? bareYear ?? "") + (sequence.startsWith("0") ? sequence : sequence.padStart(6, "0"));
  return null;
}
