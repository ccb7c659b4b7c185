import fc from "fast-check";
import { DEFAULT_SETTINGS } from "~/domain/settings/defaults";
import { MATERIAL_IDS, PRICING_CONTEXTS, sizesOf, type OrderLine, type PricingConfig } from "~/domain/pricing/types";

/** The sizes of a new database. */
export const SIZES = sizesOf(DEFAULT_SETTINGS.prices);

/** Orders and what their price depends on, at random: for properties of prices. Cents. */
export const anyLine = fc
  .record({
    size: fc.constantFrom(...SIZES),
    quantity: fc.integer({ min: 1, max: 5 }),
    material: fc.constantFrom(...MATERIAL_IDS),
    rentalDays: fc.integer({ min: 1, max: 30 }),
  })
  .map((wish): OrderLine => (wish.material === "heavy" ? { ...wish, size: 15 } : wish));

export const anyCents = fc.integer({ min: 0, max: 200_000 });

const centsBySize = fc.record(Object.fromEntries(SIZES.map((size) => [size, anyCents])));

export const anyConfig: fc.Arbitrary<PricingConfig> = fc.record({
  prices: centsBySize,
  discountPercent: fc.double({ min: 0, max: 100, noNaN: true }),
  taxRate: fc.double({ min: 0, max: 0.25, noNaN: true }),
  deliveryFee: anyCents,
  haulFees: centsBySize,
  extensionPerDay: anyCents,
  includedDays: fc.integer({ min: 1, max: 30 }),
});

export const anyOrder = fc.record({
  lines: fc.array(anyLine, { maxLength: 6 }),
  context: fc.constantFrom(...PRICING_CONTEXTS),
  areaDeliveryFee: anyCents,
});
