/** Draftsman's letters, 8 units wide and 14 high, as strokes relative to the upper left corner. */
const STROKES: Readonly<Record<string, string>> = {
  0: "m0 4a4 4 0 0 1 8 0v6a4 4 0 0 1-8 0z",
  1: "m1 3 4-3v14",
  2: "m0 4a4 4 0 0 1 8 0q0 3-8 10h8",
  3: "h8l-4 5.5a4.3 4.3 0 1 1-4 6",
  4: "m6 14v-14l-6 10h8",
  5: "m8 0h-6.5l-1 6a4.3 4.3 0 1 1-.5 7",
  6: "m7 0q-7 5-7 9.7a4.2 4.2 0 1 0 8.4 0 4.2 4.2 0 0 0-8.4 0",
  7: "h8l-5 14",
  8: "m4 6.5a3.3 3.3 0 1 1 .1 0 3.8 3.8 0 1 1-.1 0",
  9: "m1.4 14q7-5 7-9.7a4.2 4.2 0 1 0-8.4 0 4.2 4.2 0 0 0 8.4 0",
  f: "m7 .5q-4.5-2-4.5 4v9.5m-2.5-9h6",
  t: "m3 2v9.5q0 3 3.5 2.2m-6.5-8.7h6",
};
const DIGIT = 12;
const ADVANCE: Readonly<Record<string, number>> = { f: 9, t: 8, " ": 4 };

/**
 * `word` (digits, "f", "t", spaces) as the data of a stroked path with its middle at the origin, 14 units high. Drawn
 * rather than written: a text browser prints what is written in a picture, hidden or not.
 */
export function letters(word: string): string {
  const widths = [...word].map((letter) => ADVANCE[letter] ?? DIGIT);
  let x = 2 - widths.reduce((sum, width) => sum + width, 0) / 2;
  return [...word]
    .map((letter, i) => {
      const stroke = STROKES[letter];
      const path = stroke ? `M${x}-7${stroke}` : "";
      x += widths[i] ?? 0;
      return path;
    })
    .join("");
}
