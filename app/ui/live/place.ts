const partsOf = (place: string | null) => (place ?? "0.0").split(".").map(Number);

/** The last event of a place in both books ("12.34"); 0 without one. */
export const eventOf = (place: string | null): number => partsOf(place)[0] ?? 0;

/** Whether whoever knows everything up to `known` knows what happened up to `place`. */
export function isKnown(place: string, known: string): boolean {
  const knows = partsOf(known);
  return partsOf(place).every((at, book) => at <= (knows[book] ?? 0));
}
