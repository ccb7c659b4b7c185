/** What a person typed, ended as a sentence: with the sign that they ended it with, or a period. */
export const asSentence = (typed: string): string => (/[.!?…]$/.test(typed) ? typed : `${typed}.`);
