/** What a material makes of a size's price, in dollars that can be read. Pure; cents, before tax. */
import { formatPrice, type Cents } from "../kernel/money";
import { MATERIALS } from "./materials";
import { priceOrder } from "./rules";
import { sizesOf, type MaterialId, type PricingConfig, type Size } from "./types";

/** One dumpster of this size with this material: its line before tax, delivery and extra days; null where it may not go in. */
export function priceOfOne(size: Size, material: MaterialId, config: PricingConfig): Cents | null {
  const { maxSizeYards } = MATERIALS[material];
  if (config.prices[size] === undefined || (maxSizeYards !== null && size > maxSizeYards)) return null;
  const line = { size, material, quantity: 1, rentalDays: config.includedDays };
  return priceOrder({ lines: [line], context: "new", areaDeliveryFee: 0 }, config).subtotal;
}

/**
 * "$176.60 more", "Same price", "from $65.80 less": beside General debris in the same size; the smallest difference of
 * the sizes that the material may fill while none is chosen, or one that it may not. "" while none is on offer.
 */
export function besideGeneral(material: MaterialId, size: Size | null, config: PricingConfig): string {
  const sizes = sizesOf(config.prices).filter((one) => priceOfOne(one, material, config) !== null);
  if (sizes.length === 0) return "";
  const asked = size !== null && sizes.includes(size) ? [size] : sizes;
  const differences = asked
    .map((one) => (priceOfOne(one, material, config) ?? 0) - (priceOfOne(one, "general", config) ?? 0))
    .sort((a, b) => Math.abs(a) - Math.abs(b));
  const [least, most] = [differences[0] ?? 0, differences.at(-1) ?? 0];
  if (least === 0 && most === 0) return "Same price";
  return `${least === most ? "" : "from "}${formatPrice(Math.abs(least))} ${most > 0 ? "more" : "less"}`;
}
