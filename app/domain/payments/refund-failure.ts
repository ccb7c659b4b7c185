import { describeWhy } from "../events/why-words";

/** Kept of a refund that the card company would not make, where it gives no code of its own. */
export const REFUSED_BY_CARD_COMPANY = "refused_by_card_company";

/**
 * What its customer is told of why a refund did not arrive: their bank has the payment ("disputed"), the card is gone ("card"),
 * or nothing that helps them (null).
 */
export type WhyNotBack = "disputed" | "card" | null;

const TO_CUSTOMER: Readonly<Record<string, WhyNotBack>> = {
  charge_disputed: "disputed",
  expired_or_canceled_card: "card",
  lost_or_stolen_card: "card",
};

/** Of several that failed together what is true of all of them. Pure. */
export function whyNotBack(refunds: readonly { failure_reason: string | null }[]): WhyNotBack {
  const [why = null, ...others] = new Set(refunds.map(({ failure_reason: code }) => TO_CUSTOMER[code ?? ""] ?? null));
  return others.length === 0 ? why : null;
}

const TO_OFFICE: Readonly<Record<string, string>> = {
  charge_disputed: "the customer’s bank has the payment",
  charge_already_refunded: "all of the payment has gone back already",
};

/**
 * Why a refund did not arrive, for the office: our own words, or the bank's code ("expired_or_canceled_card") as it is said. A
 * sentence of the card company, which names its own objects, is none of ours: it stands in the log. Null where nothing is known.
 */
export function failureWords(reason: string | null): string | null {
  if (reason === null) return null;
  if (!/^[a-z0-9_]+$/.test(reason)) return describeWhy(REFUSED_BY_CARD_COMPANY);
  return TO_OFFICE[reason] ?? describeWhy(reason).replaceAll("_", " ");
}
