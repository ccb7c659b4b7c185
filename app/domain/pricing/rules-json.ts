import { toDollars } from "../kernel/money";
import { SUM_CODES } from "./price-lines";
import type { PriceSums, PricingItem, PricingResult } from "./types";

/** Fields that are counts or names; every other number of a result is an amount in cents. */
const ITEM_COUNTS = [
  "size",
  "quantity",
  "material",
  "rentalDays",
  "expected_hauls",
] as const satisfies readonly (keyof PricingItem)[];

/**
 * The specification's pricing result for the JSON API: the same names, amounts in dollars with at most two decimals.
 */
export interface QuoteJson extends Omit<PricingResult, "items"> {
  items: PricingItem[];
}

/** Turns a result in cents into the JSON answer of `POST /functions/v1/quote`. */
export function toQuoteJson(result: PricingResult): QuoteJson {
  const { items, totalUnits, ...amounts } = result;
  return { ...inDollars(amounts, []), totalUnits, items: items.map((item) => inDollars(item, ITEM_COUNTS)) };
}

/** The name of a sum in the specification's totals (section 7): `deliveryFee` is `delivery_fee` there. */
export function totalName(code: keyof PriceSums): string {
  return code.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The totals of a quote for a new dumpster, which has no haul; dollars. The others sum to `total`. */
export function totalsJson(quote: PriceSums): Record<string, number> {
  return Object.fromEntries(
    SUM_CODES.filter((code) => code !== "haulFee").map((code) => [totalName(code), quote[code]]),
  );
}

function inDollars<T extends object>(amounts: T, kept: readonly (keyof T)[]): T {
  const entries = Object.entries(amounts).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === "number" && !kept.includes(name as keyof T) ? toDollars(value) : value,
  ]);
  return Object.fromEntries(entries) as T;
}
