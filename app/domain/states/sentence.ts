/**
 * A booking's status as the customer reads it. Its head stands alone as a heading; `more` follows it and may be empty.
 */
export interface StatusSentence {
  headline: string;
  more: string;
}

/** "Confirmed for Tue, Nov 24, 8AM to 12PM."; "Cancelled. $319.79 goes back to Visa 4242 in 5–10 business days." */
export function asSentence({ headline, more }: StatusSentence): string {
  return more ? `${headline}. ${more}` : `${headline}.`;
}

/** Sentences after each other; empty ones are left out. */
export const joined = (...sentences: string[]): string => sentences.filter(Boolean).join(" ");
