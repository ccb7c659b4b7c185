/** How money comes and goes back. Pure. */
export const PAYMENT_METHODS = ["card", "check", "cash"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
/** What a person takes or gives, and writes down. */
export type MethodByHand = Exclude<PaymentMethod, "card">;

/** How what a person pays goes back, in a sentence. */
export const BY_HAND: Readonly<Record<MethodByHand, string>> = { check: "by check", cash: "in cash" };

/** In a sentence: "by check". */
export const METHOD: Readonly<Record<PaymentMethod, string>> = { card: "card", check: "check", cash: "cash" };

/** "Check 1042", "Cash", "Card"; with the deposit batch where there is one: "Check 1042, batch 12/01". */
export function methodWords({
  method,
  reference,
  deposit_batch,
}: {
  method: PaymentMethod;
  reference: string | null;
  deposit_batch: string | null;
}): string {
  const name = METHOD[method].replace(/^./, (first) => first.toUpperCase());
  return `${name}${reference ? ` ${reference}` : ""}${deposit_batch ? `, batch ${deposit_batch}` : ""}`;
}
