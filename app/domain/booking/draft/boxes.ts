/**
 * What is ticked on the schedule's form, with what the history of a prepared order calls it; a new box is its row here,
 * and what it means where it is asked.
 */
export const BOX_WORDS = {
  flexibleExtension: "keep it longer",
  ecoFriendlyOptions: "recycling",
  associationApproval: "association’s approval",
  smsConsent: "text messages",
} as const;
export type Box = keyof typeof BOX_WORDS;
export const BOXES = Object.keys(BOX_WORDS) as Box[];

/** A schema for each box. */
export function eachBox<T>(schema: T): Record<Box, T> {
  return Object.fromEntries(BOXES.map((name) => [name, schema])) as Record<Box, T>;
}
