/** "20 - 07" and "20-07" are one number. Apart from the yard’s words, which a driver’s phone does not need. */
export const plainNumber = (number: string): string => number.replaceAll(/[^a-z0-9]/gi, "").toUpperCase();
