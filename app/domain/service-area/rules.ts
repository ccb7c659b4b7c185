/** ZIP codes and where we deliver: the specification's words to the letter (sections 2, 5 and 8). Pure. */
import { formatPrice, type Cents } from "../kernel/money";

export const COUNTIES = ["Orange", "Osceola", "Seminole"] as const;
export type County = (typeof COUNTIES)[number];

export const ZIP_INVALID = "Please enter a valid 5-digit ZIP code.";
export const ZIP_NOT_SERVED =
  "We currently don't service this ZIP code. We serve Orange, Osceola, and Seminole counties in Florida.";
/** The check of the server function failed. */
export const ZIP_CHECK_FAILED_LATER = "Unable to validate ZIP code. Please try again later.";
/** Anything else in the check failed. */
export const ZIP_CHECK_FAILED = "Unable to validate ZIP code. Please try again.";

/** For typing: the digits, at most five. */
export function zipDigits(text: string): string {
  return text.replace(/\D/g, "").slice(0, 5);
}

/**
 * The five digits of a ZIP as people write it ("32801", " 32 801", "FL 32801", "32801-1234"); null when they are not
 * exactly five. The four of a ZIP+4 are dropped, any other sixth digit is a typing mistake and refused.
 */
export function cleanZip(text: string): string | null {
  // A longer text is no ZIP, and patterns take long over texts that were made for them.
  if (text.length > 40) return null;
  const plusFour = /(?:^|\D)(\d{5})\s*-\s*\d{4}\s*$/.exec(text);
  const digits = (plusFour?.[1] ?? text).replace(/\D/g, "");
  return digits.length === 5 ? digits : null;
}

const ZIP = /^\d{5}(-\d{4})?$/;

/** Of one list; there are some 42,000 ZIP codes in the country. */
const MOST_ZIPS = 2_000;

/**
 * The ZIP codes of a pasted list: parted by whatever stands between them, or the first cells of lines of a table. Sorted,
 * each once, and what could not be read.
 */
export function listZips(text: string): { zips: string[]; unread: string[] } {
  const parts = text
    .split(/[\r\n;]+/)
    .flatMap((line) => {
      const cells = line.split(/[\s,"']+/).filter((cell) => cell !== "");
      const first = cells[0] ?? "";
      const isTable = cells.length > 1 && cells.some((cell) => !ZIP.test(cell));
      // A table's other cells are towns, counties and places on the map; a line that begins with something else is named whole.
      return !isTable ? cells : [ZIP.test(first) ? first : line.trim()];
    })
    .slice(0, MOST_ZIPS);
  const read = parts.map((part) => ({ part, zip: ZIP.test(part) ? part.slice(0, 5) : null }));
  const unread = read.flatMap(({ part, zip }) => (zip === null && !/^zip/i.test(part) ? [part.slice(0, 20)] : []));
  return { zips: [...new Set(read.flatMap(({ zip }) => zip ?? []))].sort(), unread: [...new Set(unread)] };
}

/** The success message, naming the county. */
export function zipServed(zip: string, county: string): string {
  return `Great news! We deliver to ${zip} in ${county} County.`;
}

/** To the office, which would keep as a lead whom we can serve. */
export function zipServedAfterAll(zip: string): string {
  return `We do deliver to ${zip}, so nothing was kept as a lead: save the booking.`;
}

/** For the delivery address: a ZIP of post-office boxes has no street to deliver to. */
export function zipWithoutStreets(zip: string): string {
  return `${zip} is for post-office boxes only. Enter the ZIP of the street where the dumpster will stand.`;
}

/**
 * Says when an order is below an area's minimum (cents, of the subtotal) and offers a call-back; null when it is not.
 */
export function minimumOrderProblem(subtotal: Cents, minimumOrder: Cents): string | null {
  if (subtotal >= minimumOrder) return null;
  return `The smallest order for your area is ${formatPrice(minimumOrder)} before tax; yours is ${formatPrice(subtotal)}. Add to it, or ask us to call you back.`;
}
