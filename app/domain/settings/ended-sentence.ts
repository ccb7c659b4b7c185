/** What a person typed, ended as a sentence: with the sign that they ended it with, or a period. */
export const endedSentence = (typed: string): string => (/[.!?…]$/.test(typed) ? typed : `${typed}.`);
