/** Unicode's own bound for text that is read as it comes ("stream-safe", UAX 15). No language writes as many. */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu;

/**
 * Text in one of Unicode's normal forms. Marks beyond 30 in a row are dropped first: sorting them takes a time that
 * grows with the square of their number (0.7 s for 64 KB), and nobody can read them. Pure.
 */
export function composed(text: string, form: "NFC" | "NFKC" = "NFC"): string {
  return text.replace(TOO_MANY_MARKS, "$1").normalize(form);
}

/** "Roofing", "Roofing and Concrete", "Roofing, Concrete and Appliances". */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** The first `most` units of a text, one fewer where that would split a character in two. */
export function cut(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
}

/** "2 × 20-yard dumpster": what is kept says "x", as the specification's thank-you page does; all else has the sign. */
export const withSign = (items: string): string => items.replaceAll(/(\d) x (?=\d)/g, "$1 × ");
