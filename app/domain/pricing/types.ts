import type { Cents } from "../kernel/money";

/** A dumpster's size in cubic yards. Which ones can be ordered is data: a row that describes it, and a price. */
export type Size = number;

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

export type BySize<T> = Readonly<Record<Size, T>>;

/** What is chosen once for all dumpsters of an order and priced for each of them. */
export interface Chosen {
  rentalDays: number;
}
/** The names of all that: the compiler refuses one too few. */
const CHOSEN: Readonly<Record<keyof Chosen, true>> = { rentalDays: true };

/** What of a line was chosen for the whole order, and nothing else of it; what is not ticked is not named. */
export function chosenOf(line: Chosen): Chosen {
  const chosen = Object.entries(line).filter(([name, value]) => name in CHOSEN && value);
  return Object.fromEntries(chosen) as unknown as Chosen;
}

/** One ordered line: `quantity` dumpsters of one size for one material, each as it was chosen for the order. */
export interface OrderLine extends Chosen {
  size: Size;
  quantity: number;
  material: MaterialId;
}

/** What a material makes of a size's price. */
export interface MaterialTerms {
  /** Of the size's price. */
  multiplier: number;
  /** Share of the size's price that is credited for each dumpster, 0 to 1. */
  creditRate: number;
  /** Once per line. */
  handlingFee: Cents;
}
/** By material: what differs from the specification's terms (`materialTerms` in materials.ts). */
export type ChangedTerms = Readonly<
  Record<string, { readonly [K in keyof MaterialTerms]?: MaterialTerms[K] | undefined }>
>;

/**
 * What a price depends on besides the order. Amounts in cents; `taxRate` as a fraction (0.08), `discountPercent` 0–100.
 */
export interface PricingConfig {
  /** Of the sizes on offer, and of no other. */
  prices: BySize<Cents>;
  discountPercent: number;
  taxRate: number;
  deliveryFee: Cents;
  /** For one haul of one dumpster to the disposal facility. */
  haulFees: BySize<Cents>;
  /** For each day beyond `includedDays`, for each dumpster. */
  extensionPerDay: Cents;
  includedDays: number;
  /** Nothing where none differs: it goes to the browser with every price. */
  materials?: ChangedTerms | null;
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

/** The amounts of a line that was priced before there were such: a stored price is read with them (stored-price.ts). */
export const NO_AMOUNTS: Omit<PricingItem, keyof OrderLine> = {
  unit_price: 0,
  discount_amount: 0,
  line_total: 0,
  disposal_fee_adjustment: 0,
  recycling_credit: 0,
  special_handling_fee: 0,
  expected_hauls: 0,
  haul_fee_per_empty: 0,
  estimated_haul_cost: 0,
  extension: 0,
};

/** A haul, wherever it is a line. */
export const HAUL_LABEL = "Haul of the full dumpster";

/**
 * What stands between the dumpsters and the tax, in the order in which it is shown; all of it is taxed. `extension` are
 * the days beyond the included ones (domain.md, section 3), `haulFee` is 0 in context `new`. A new fee is a row here
 * and its rule in `priceOrder` (and in `unitShares`, where dumpsters differ by it): the total, every display, the documents
 * and the card company's page follow.
 */
export const ADDED = [
  { code: "discount", label: "Discount", sign: -1 },
  { code: "deliveryFee", label: "Delivery fee", sign: 1 },
  { code: "extension", label: "Extra days", sign: 1 },
  { code: "haulFee", label: HAUL_LABEL, sign: 1 },
] as const;
export type AddedCode = (typeof ADDED)[number]["code"];
/** Of what is no order: a later charge has a sum and its tax, nothing more. */
export const NOTHING_ADDED = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ ADDED.map(({ code }) => [code, 0]),
) as Readonly<Record<AddedCode, Cents>>;

/** The sums of an order: subtotal of its lines, what is added or taken off, tax, total. */
export type PriceSums = Record<"subtotal" | AddedCode | "tax" | "total", Cents>;

/** A priced order in cents: plain data, safe to store as JSON. Names as in the specification, section 3. */
export interface PricingResult extends PriceSums {
  disposal_fees: Cents;
  recycling_credits: Cents;
  special_handling_fees: Cents;
  estimatedHaulFees: Cents;
  totalUnits: number;
  items: PricingItem[];
  /** Of an order: the rate by which it was taxed, as a fraction. What was stored before it was kept has the one of now. */
  taxRate?: number;
  /** Of an order without tax: the customer's certificate. */
  exempt?: string;
}

/** What of a price says how it was taxed. */
export type Taxed = Pick<PricingResult, "taxRate" | "exempt">;

/** The sizes that have a price, smallest first. */
export function sizesOf(prices: BySize<Cents>): Size[] {
  return Object.keys(prices)
    .map(Number)
    .sort((a, b) => a - b);
}

/** "15, 20 or 25" */
export function sizesInWords(sizes: readonly Size[]): string {
  return sizes.length < 2 ? sizes.join() : `${sizes.slice(0, -1).join(", ")} or ${sizes.at(-1)}`;
}

/** "Choose a dumpster size: 15, 20 or 25 yards." */
export function chooseSize(sizes: readonly Size[]): string {
  return sizes.length === 0
    ? "No dumpster can be booked online now. Please call us."
    : `Choose a dumpster size: ${sizesInWords(sizes)} yards.`;
}

export function isMaterialId(value: unknown): value is MaterialId {
  return MATERIAL_IDS.some((id) => id === value);
}
