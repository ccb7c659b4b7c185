/** What a material makes of a size's price, in dollars that can be read. Pure; cents, before tax. */
import { formatPrice, type Cents } from "../kernel/money";
import { MATERIALS } from "./materials";
import { priceOrder } from "./rules";
import { sizesOf, type MaterialId, type PricingConfig, type Size } from "./types";

/** One dumpster of this size with this material, or a line of more: before tax, delivery and extra days; null where it may not go in. */
export function priceOfOne(size: Size, material: MaterialId, config: PricingConfig, quantity = 1): Cents | null {
  const { maxSizeYards } = MATERIALS[material];
  if (config.prices[size] === undefined || (maxSizeYards !== null && size > maxSizeYards)) return null;
  const line = { size, material, quantity, rentalDays: config.includedDays };
  return priceOrder({ lines: [line], context: "new", areaDeliveryFee: 0 }, config).subtotal;
}

/**
 * What one costs, in words: "$555.60", "No charge"; "from $485.60" while no size is chosen; "$427.70 in 15 yards" where
 * it may not fill the chosen one, and where it fills one alone. "" while none is on offer.
 */
export function priceWords(material: MaterialId, size: Size | null, config: PricingConfig): string {
  const priced = sizesOf(config.prices).flatMap((one) => {
    const cents = priceOfOne(one, material, config);
    return cents === null ? [] : [{ one, cents }];
  });
  const chosen = priced.find(({ one }) => one === size);
  if (chosen) return freeOrPrice(chosen.cents);
  const [least, ...dearer] = priced.sort((a, b) => a.cents - b.cents);
  if (!least) return "";
  if (dearer.length === 0) return `${freeOrPrice(least.cents)} in ${least.one} yards`;
  const from = dearer.some(({ cents }) => cents > least.cents) ? "from " : "";
  return from + freeOrPrice(least.cents);
}

/** "$379"; "No charge" for what costs nothing. */
export function freeOrPrice(cents: Cents): string {
  return cents === 0 ? "No charge" : formatPrice(cents);
}
