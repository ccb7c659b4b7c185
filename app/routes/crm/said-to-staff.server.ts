/** What the rules say to a customer, said to whoever types for one. */
const TO_STAFF: readonly [RegExp, string][] = [
  [
    / Ask us to call you, and we plan them over several\./,
    " Check “Take it also into a full window”, or make an order for each time.",
  ],
  [/ Add to it, or ask us to call you back\./, " Add to it."],
  [/, or call us(?: at [^.]+)?(?=\.)/, ""],
  [/\byours is\b/, "this one is"],
  [/\byour\b/g, "the caller’s"],
];

/** One message in the office's words. */
export const wordsToStaff = (words: string): string =>
  TO_STAFF.reduce((said, [what, instead]) => said.replace(what, instead), words);

/** Messages beside fields in the office's words. */
export function saidToStaff(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, words]) => [name, wordsToStaff(words)]));
}
