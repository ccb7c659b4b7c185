import { toDollars } from "../kernel/money";
import type { PricingItem, PricingResult } from "./types";

/** Fields that are counts or names; every other number of a result is an amount in cents. */
const ITEM_COUNTS = ["size", "quantity", "material", "rentalDays", "expected_hauls"] as const satisfies readonly (keyof PricingItem)[];

/** The specification's pricing result for the JSON API: the same names, amounts in dollars with at most two decimals. */
export interface QuoteJson extends Omit<PricingResult, "items"> {
  items: PricingItem[];
}

/** Turns a result in cents into the JSON answer of `POST /functions/v1/quote`. */
export function toQuoteJson(result: PricingResult): QuoteJson {
  const { items, totalUnits, ...amounts } = result;
  return { ...inDollars(amounts, []), totalUnits, items: items.map((item) => inDollars(item, ITEM_COUNTS)) };
}

function inDollars<T extends object>(amounts: T, kept: readonly (keyof T)[]): T {
  const entries = Object.entries(amounts).map(([name, value]: [string, unknown]) => [name, typeof value === "number" && !kept.includes(name as keyof T) ? toDollars(value) : value]);
  return Object.fromEntries(entries) as T;
}
