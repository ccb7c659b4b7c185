import { checkLine, priceOrder } from "~/domain/pricing/rules";
import { sizesOf, type OrderLine, type PricingContext, type PricingResult } from "~/domain/pricing/types";
import type { Figures } from "../frame/figures";

/** An order that a public page works out; null while its size is not on offer or its material has none. */
export function priceExample(
  figures: Figures,
  lines: readonly OrderLine[],
  context: PricingContext = "new",
): PricingResult | null {
  const { sizes } = figures;
  const config = {
    ...figures,
    prices: Object.fromEntries(sizes.map(({ size, price }) => [size, price])),
    haulFees: Object.fromEntries(sizes.map(({ size, haulFee }) => [size, haulFee])),
  };
  const offered = sizesOf(config.prices);
  return lines.every((line) => checkLine(line, offered).ok)
    ? priceOrder({ lines, context, areaDeliveryFee: 0 }, config)
    : null;
}
