/**
 * How a text message is cut by the phone network, which is what it costs: GSM 03.38's letters of seven bits, 160 in one
 * message and 153 in each of several; as soon as one letter is none of them, UTF-16, 70 and 67. Pure.
 */

/** The basic table; each takes seven bits. */
const BASIC = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** The extension table; each takes an escape and seven bits more. */
const EXTENDED = new Set("^{}\\[~]|€\f");

/** What our sentences are written with, as the phone network's letters have it: one curly sign would halve a message. */
const PLAIN: Readonly<Record<string, string>> = {
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "–": "-",
  "—": "-",
  "…": "...",
  "×": "x",
  "·": "-",
  "\u00a0": " ",
};

/** The same words in letters that cost nothing more, as far as there are such. Names keep theirs. */
export function inPlainLetters(text: string): string {
  return text.replace(/[‘’“”–—…×·\u00a0]/g, (letter) => PLAIN[letter] ?? letter);
}

export interface Segments {
  encoding: "GSM-7" | "UCS-2";
  /** In the encoding's own units: septets, or UTF-16 code units. */
  units: number;
  segments: number;
  /** The letters that make it UCS-2, each once. */
  odd: string[];
}

const LIMITS = { "GSM-7": { one: 160, each: 153 }, "UCS-2": { one: 70, each: 67 } } as const;

/** How many messages the network makes of a text; an empty one is none. */
export function countSegments(text: string): Segments {
  const letters = Array.from(text);
  const odd = [...new Set(letters.filter((letter) => !BASIC.has(letter) && !EXTENDED.has(letter)))];
  const encoding = odd.length === 0 ? "GSM-7" : "UCS-2";
  const widths = letters.map((letter) => (encoding === "UCS-2" ? letter.length : EXTENDED.has(letter) ? 2 : 1));
  const units = widths.reduce((sum, width) => sum + width, 0);
  const { one, each } = LIMITS[encoding];
  return { encoding, units, segments: units === 0 ? 0 : units <= one ? 1 : cut(widths, each), odd };
}

/** No letter of two units is cut in half. */
function cut(widths: readonly number[], each: number): number {
  let segments = 1;
  let used = 0;
  for (const width of widths) {
    if (used + width > each) {
      segments++;
      used = 0;
    }
    used += width;
  }
  return segments;
}
