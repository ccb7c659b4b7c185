/**
 * A whole number as a page of ours writes it into a form or an address: digits alone, nine at most. Null for anything else:
 * `Number` would read "0x14", "1e1" and an empty text as figures too. What people type is read by `wholeNumber`
 * (typed.ts), which forgives more. Pure.
 */
export function plainWhole(sent: unknown): number | null {
  return typeof sent === "string" && /^\d{1,9}$/.test(sent) ? Number(sent) : null;
}
