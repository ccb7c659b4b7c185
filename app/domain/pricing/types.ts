import type { Cents } from "../kernel/money";

/** The three dumpsters of the fleet, in cubic yards (specification, section 3). */
export const SIZES = [15, 20, 25] as const;
export type Size = (typeof SIZES)[number];

/** The 13 material categories in the order in which they are offered (specification, section 9). */
export const MATERIAL_IDS = [
  "general",
  "heavy",
  "yard",
  "concrete",
  "roofing",
  "clean_fill",
  "wood",
  "metal",
  "mixed_construction",
  "furniture",
  "asphalt",
  "electronics",
  "special",
] as const;
export type MaterialId = (typeof MATERIAL_IDS)[number];

/** `new` is a new or additional dumpster; `existing_haul` a swap, which also pays the haul of the full one. */
export const PRICING_CONTEXTS = ["new", "existing_haul"] as const;
export type PricingContext = (typeof PRICING_CONTEXTS)[number];

export type BySize<T> = Record<Size, T>;

/** One ordered line: `quantity` dumpsters of one size for one material, each for `rentalDays` days. */
export interface OrderLine {
  size: Size;
  quantity: number;
  material: MaterialId;
  rentalDays: number;
}

/** What a price depends on besides the order. Amounts in cents; `taxRate` as a fraction (0.08), `discountPercent` 0–100. */
export interface PricingConfig {
  prices: BySize<Cents>;
  discountPercent: number;
  taxRate: number;
  deliveryFee: Cents;
  /** For one haul of one dumpster to the disposal facility. */
  haulFees: BySize<Cents>;
  /** For each day beyond `includedDays`, for each dumpster. */
  extensionPerDay: Cents;
  includedDays: number;
}

/** One priced line. The names are the specification's (section 3); all amounts in cents. */
export interface PricingItem extends OrderLine {
  /** Size price × the material's multiplier. */
  unit_price: Cents;
  /** This line's share of the order's discount; the shares sum to it. */
  discount_amount: Cents;
  /** Before discount, extension and haul; never below 0. */
  line_total: Cents;
  /** (unit price − base price) × quantity; negative for materials with a multiplier below 1. */
  disposal_fee_adjustment: Cents;
  /** The full credit, also where it is worth more than the line (which then costs 0). */
  recycling_credit: Cents;
  /** Once per line. */
  special_handling_fee: Cents;
  /** For each dumpster of the line. */
  expected_hauls: number;
  haul_fee_per_empty: Cents;
  /** Hauls × fee × quantity; charged in context `existing_haul` only. */
  estimated_haul_cost: Cents;
  /** The line's part of the order's extension: extra days × daily rate × quantity. */
  extension: Cents;
}

/** A priced order in cents: plain data, safe to store as JSON. Names as in the specification, section 3. */
export interface PricingResult {
  subtotal: Cents;
  discount: Cents;
  deliveryFee: Cents;
  disposal_fees: Cents;
  recycling_credits: Cents;
  special_handling_fees: Cents;
  /** What is charged for hauls: 0 in context `new`. */
  haulFee: Cents;
  estimatedHaulFees: Cents;
  /** Days beyond the included ones (domain.md, section 3). */
  extension: Cents;
  tax: Cents;
  total: Cents;
  totalUnits: number;
  items: PricingItem[];
}

export function isSize(value: unknown): value is Size {
  return SIZES.some((size) => size === value);
}

export function isMaterialId(value: unknown): value is MaterialId {
  return MATERIAL_IDS.some((id) => id === value);
}
