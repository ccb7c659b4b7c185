import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/**
 * Telephone numbers: read as people type them, kept as networks want them, shown as people read them. Pure, but for the
 * server alone: the numbering plans of the world weigh more than a whole page (a law keeps them out of `ui/`).
 */
export interface Phone {
  /** "+14075550133": a plus, the country's code, the number. */
  e164: string;
  /** What is dialled after the other side has answered: 1 to 6 digits. */
  extension: string | null;
}

/** No number is longer with its spaces, words and extension. Patterns below never see more. */
const LONGEST = 80;
const EXTENSION = /[\s,;]*(?:extension|extn?\.?|x|#)\s*[:=]?\s*(\d{1,6})\s*$/i;
/** What stands between digits, with the hyphens, dashes and spaces that word processors make of them. */
const SIGNS = /^[\d\s()+\-./\u2010-\u2015\u2212]+$/;
/** How one dials abroad from the United States and from elsewhere. */
const ABROAD = /^(?:011|00)(?=[1-9])/;
const E164 = /^\+[1-9]\d{9,14}$/;
/** The countries that share +1 write their numbers in one way. */
const NORTH_AMERICAN = /^\+1(\d{3})(\d{3})(\d{4})$/;

/**
 * What was typed: "407-555-0133 x12" is +14075550133 and 12. Without a country's code it is a number of the United
 * States. Null for less than 10 or more than 15 digits, for letters, and for what no network knows (a 0 in front and no
 * country). Whether the number is in use is not asked: an area code may be newer than our list.
 */
export function readPhone(typed: string): Phone | null {
  if (typed.length > LONGEST) return null;
  const text = typed.trim();
  const extension = EXTENSION.exec(text)?.[1] ?? null;
  const main = text.replace(EXTENSION, "").replace(/^tel:\s*/i, "");
  if (!SIGNS.test(main)) return null;
  const e164 = readE164(main.replace(/\D/g, ""), /^\s*\+/.test(main));
  return e164 === null ? null : { e164, extension };
}

/** What to do about what could not be read; beside its field. */
export function phoneProblem(typed: string): string {
  return /^[\s(]*0/.test(typed) && typed.replace(/\D/g, "").length >= 10
    ? "Begin the phone number with + and its country’s code, like +44 20 7946 0018."
    : "Enter a phone number with at least 10 digits, like (407) 555-0133.";
}

/** What is dialled with +1 without being a number of a country: 900 and its like bill whoever calls or texts them. */
const PREMIUM = /^\+1(?:900|976|\d{3}976)/;
/** +1 is shared with some twenty countries of the Caribbean and the Pacific, where a text costs up to forty times as much. */
const SHARED_BUT_NEAR: ReadonlySet<string | undefined> = new Set(["US", "CA", "PR", undefined]);

/**
 * Whether a number (E.164) is one of the United States or Canada that texts cost as usual to: +1 alone says little. An
 * area code that is newer than our list counts as one.
 */
export function isUsOrCanada(e164: string): boolean {
  return (
    NORTH_AMERICAN.test(e164) && !PREMIUM.test(e164) && SHARED_BUT_NEAR.has(parsePhoneNumberFromString(e164)?.country)
  );
}

function readE164(digits: string, hasCode: boolean): string | null {
  if (!hasCode && digits.length === 10) return `+1${digits}`;
  const number = `+${hasCode ? digits : digits.replace(ABROAD, "")}`;
  return E164.test(number) ? inItsCountry(number) : null;
}

/**
 * Without the 0 that is dialled inside a country only: "+44 (0)20 7946 0018". A number of a plan that is not in our
 * list stays as it is.
 */
function inItsCountry(number: string): string {
  const known = parsePhoneNumberFromString(number)?.number ?? number;
  return known.length < number.length && E164.test(known) ? inItsCountry(known) : number;
}

/**
 * As people read it: "(407) 555-0133 ext. 12", "+44 20 7946 0018". What is no E.164 (kept as it was typed, before
 * numbers were read) is shown as it is.
 */
export function formatPhone(e164: string, extension?: string | null): string {
  const shown = e164.replace(NORTH_AMERICAN, "($1) $2-$3");
  const abroad = shown === e164 && E164.test(e164) ? parsePhoneNumberFromString(e164)?.formatInternational() : null;
  const main = abroad && readPhone(abroad)?.e164 === e164 ? abroad : shown;
  return extension ? `${main} ext. ${extension}` : main;
}

/** Whether two spellings are one line, whatever stands behind it. What cannot be read is only the same as itself. */
export function samePhone(one: string, other: string): boolean {
  return (readPhone(one)?.e164 ?? one) === (readPhone(other)?.e164 ?? other);
}

/** A row's two columns for what was typed. What cannot be read is kept as it is: somebody may understand it. */
export function phoneColumns(typed: string): { phone: string; phone_extension: string | null } {
  const phone = readPhone(typed);
  return { phone: phone?.e164 ?? typed, phone_extension: phone?.extension ?? null };
}

/** A row's number as a page shows it, with the address that dials it; without one for what cannot be dialled. */
export interface PhoneView {
  text: string;
  href: string | undefined;
}

export function phoneView(row: { phone: string; phone_extension: string | null }): PhoneView {
  const dialled = readPhone(row.phone)?.e164;
  return { text: formatPhone(row.phone, row.phone_extension), href: dialled && `tel:${dialled}` };
}
