/**
 * The price of an order: specification, section 9, and domain.md, section 3. Integer cents, one rounding per formula
 * step. Pure and free of libraries, so that the live price in the browser is the same code as the charged one.
 */
import { roundCents, taxOn, type Cents } from "../kernel/money";
import type { Settings } from "../settings/schema";
import { MATERIALS, materialTerms } from "./materials";
import {
  ADDED,
  chosenOf,
  chooseSize,
  isMaterialId,
  sizesOf,
  type AddedCode,
  type BySize,
  type Chosen,
  type MaterialId,
  type MaterialTerms,
  type OrderLine,
  type PricingConfig,
  type PricingContext,
  type PricingItem,
  type PricingResult,
  type Size,
} from "./types";

/** A haul is expected for every started 7 days, whatever the included period is (specification, section 9). */
const DAYS_PER_HAUL = 7;

export interface OrderInput {
  lines: readonly OrderLine[];
  context: PricingContext;
  /** The service area's own fee in cents; 0 means that the configured one holds. */
  areaDeliveryFee: Cents;
}

export type LineProblemCode =
  | "unknown_size"
  | "unknown_material"
  | "too_large_for_material"
  | "bad_quantity"
  | "bad_rental_days";
export type LineCheck =
  | { ok: true; line: OrderLine }
  | {
      ok: false;
      code: LineProblemCode;
      field: "dumpsterSize" | "materialCategory" | "quantity" | "rentalDays";
      message: string;
    };

/** The specification's limits (section 5); the settings may change them. */
export const LINE_LIMITS = { maxQuantityPerLine: 5, maxRentalDays: 30 };

/**
 * Whether a line may be ordered: a size on offer and a known material, heavy debris at 15 yards only, quantity 1–5,
 * 1–30 days. The message says what to do. Whether the material needs a call first is `needsConsultation`. `sizes` are
 * those on offer; null takes any, for what was ordered before.
 */
export function checkLine(
  line: { size: number; quantity: number; material: string } & Chosen,
  sizes: readonly Size[] | null,
  limits = LINE_LIMITS,
): LineCheck {
  const { size, quantity, material, rentalDays } = line;
  if (sizes ? !sizes.includes(size) : !isWholeBetween(size, 1, Number.MAX_SAFE_INTEGER))
    return { ok: false, code: "unknown_size", field: "dumpsterSize", message: chooseSize(sizes ?? []) };
  if (!isMaterialId(material))
    return {
      ok: false,
      code: "unknown_material",
      field: "materialCategory",
      message: "Choose what you will put in the dumpster.",
    };
  const kind = MATERIALS[material];
  if (kind.maxSizeYards !== null && size > kind.maxSizeYards) {
    return {
      ok: false,
      code: "too_large_for_material",
      field: "dumpsterSize",
      message: `${kind.label} goes in the ${kind.maxSizeYards}-yard dumpster only. Choose ${kind.maxSizeYards} yards, or another material.`,
    };
  }
  if (!isWholeBetween(quantity, 1, limits.maxQuantityPerLine)) {
    return {
      ok: false,
      code: "bad_quantity",
      field: "quantity",
      message: `Enter how many dumpsters you need, from 1 to ${limits.maxQuantityPerLine}.`,
    };
  }
  if (!isWholeBetween(rentalDays, 1, limits.maxRentalDays)) {
    return {
      ok: false,
      code: "bad_rental_days",
      field: "rentalDays",
      message: `Enter the number of rental days, from 1 to ${limits.maxRentalDays}.`,
    };
  }
  return { ok: true, line: { size, quantity, material, ...chosenOf(line) } };
}

/**
 * What is chosen for the whole order, as a form or a request has it at this moment; days that cannot be had
 * are `otherwise`. One reading for every place that prices what is not saved, so that none forgets a choice.
 */
export function readChosen(read: (name: keyof Chosen) => unknown, maxRentalDays: number, otherwise: number): Chosen {
  const days = Number(read("rentalDays"));
  return { rentalDays: isWholeBetween(days, 1, maxRentalDays) ? days : otherwise };
}

/**
 * The wanted size, or the largest on offer that the material may fill and the words that say so (specification,
 * sections 4 and 5). Null, with words, when none may.
 */
export function fitSize(
  wanted: Size,
  material: MaterialId,
  sizes: readonly Size[],
): { size: Size | null; why: string | null } {
  const { label, maxSizeYards: most } = MATERIALS[material];
  if (most === null || wanted <= most) return { size: wanted, why: null };
  const size = sizes.filter((one) => one <= most).at(-1) ?? null;
  const only = `${label} goes in the ${most}-yard dumpster only.`;
  return {
    size,
    why: size ? `${only} We chose ${size} yards instead of ${wanted}.` : `${only} We have none to book now: call us.`,
  };
}

/** True for electronics and special waste: a lead with a call-back instead of a booking (domain.md, 4.7). */
export function needsConsultation(lines: readonly { material: MaterialId }[]): boolean {
  return lines.some((line) => MATERIALS[line.material].consultationRequired);
}

/**
 * The configuration that charges: settings, with the prices of the pricing matrix (domain.md, 4.6). A size that the
 * settings do not know has the default haul fee.
 */
export function pricingConfig(
  settings: Pick<
    Settings,
    | "discountPercent"
    | "taxRate"
    | "deliveryFee"
    | "haulFees"
    | "defaultHaulFee"
    | "extensionPerDay"
    | "includedDays"
    | "materials"
  >,
  prices: BySize<Cents>,
): PricingConfig {
  const { discountPercent, taxRate, deliveryFee, extensionPerDay, includedDays, materials } = settings;
  const haulFees = Object.fromEntries(
    sizesOf(prices).map((size) => [size, settings.haulFees[size] ?? settings.defaultHaulFee]),
  );
  return {
    prices,
    discountPercent,
    taxRate,
    deliveryFee,
    haulFees,
    extensionPerDay,
    includedDays,
    ...(Object.keys(materials).length > 0 && { materials }),
  };
}

/**
 * Prices an order, in cents. An order without lines costs 0. Throws a RangeError for a line that `checkLine` refuses
 * for its size, material or whole positive numbers (the upper limits are the form's business: staff may go beyond).
 */
export function priceOrder(input: OrderInput, config: PricingConfig): PricingResult {
  const priced = input.lines.map((line) => priceLine(line, config));
  const subtotal = sumOf(priced, (item) => item.line_total);
  const discount = roundCents((subtotal * config.discountPercent) / 100);
  const shares = splitCents(
    discount,
    priced.map((item) => item.line_total),
  );
  const items = priced.map((item, i) => ({ ...item, discount_amount: shares[i] ?? 0 }));

  const deliveryFee = items.length === 0 ? 0 : input.areaDeliveryFee > 0 ? input.areaDeliveryFee : config.deliveryFee;
  const estimatedHaulFees = sumOf(items, (item) => item.estimated_haul_cost);
  const added: Record<AddedCode, Cents> = {
    discount,
    deliveryFee,
    extension: sumOf(items, (item) => item.extension),
    haulFee: input.context === "existing_haul" ? estimatedHaulFees : 0,
  };
  const taxable = subtotal + sumOf(ADDED, ({ code, sign }) => sign * added[code]);
  const tax = taxOn(taxable, config.taxRate);
  return {
    subtotal,
    ...added,
    disposal_fees: sumOf(items, (item) => item.disposal_fee_adjustment),
    recycling_credits: sumOf(items, (item) => item.recycling_credit),
    special_handling_fees: sumOf(items, (item) => item.special_handling_fee),
    estimatedHaulFees,
    tax,
    total: taxable + tax,
    totalUnits: sumOf(items, (item) => item.quantity),
    items,
  };
}

function priceLine(line: OrderLine, config: PricingConfig): PricingItem {
  const basePrice = config.prices[line.size];
  const check = checkLine(line, basePrice === undefined ? [] : [line.size], {
    maxQuantityPerLine: Number.MAX_SAFE_INTEGER,
    maxRentalDays: Number.MAX_SAFE_INTEGER,
  });
  if (!check.ok || basePrice === undefined) throw new RangeError(check.ok ? "no price" : check.code);
  const { size, quantity, material, rentalDays } = check.line;
  const { multiplier, creditRate, handlingFee } = materialTerms(material, config.materials);
  const { unitPrice, credit, cost } = costOf(basePrice, { multiplier, creditRate, handlingFee }, quantity);
  const haulFee = config.haulFees[size] ?? 0;
  const hauls = Math.max(1, Math.ceil(rentalDays / DAYS_PER_HAUL));
  return {
    size,
    quantity,
    material,
    ...chosenOf(check.line),
    unit_price: unitPrice,
    discount_amount: 0,
    line_total: cost,
    disposal_fee_adjustment: (unitPrice - basePrice) * quantity,
    recycling_credit: credit,
    special_handling_fee: handlingFee,
    expected_hauls: hauls,
    haul_fee_per_empty: haulFee,
    estimated_haul_cost: hauls * haulFee * quantity,
    extension: extensionOf(rentalDays, config) * quantity,
  };
}

/** What a line's dumpsters cost before discount, extra days and haul: the formula of the specification's section 9. */
export function costOf(
  basePrice: Cents,
  { multiplier, creditRate, handlingFee }: MaterialTerms,
  quantity: number,
): { unitPrice: Cents; credit: Cents; cost: Cents } {
  const unitPrice = roundCents(basePrice * multiplier);
  const credit = roundCents(basePrice * creditRate * quantity);
  return { unitPrice, credit, cost: Math.max(0, unitPrice * quantity + handlingFee - credit) };
}

/** What the days beyond the included ones cost for one dumpster, before tax (domain.md, section 3). */
export function extensionOf(
  rentalDays: number,
  { includedDays, extensionPerDay }: Pick<PricingConfig, "includedDays" | "extensionPerDay">,
): Cents {
  return Math.max(0, rentalDays - includedDays) * extensionPerDay;
}

/**
 * Splits an amount in proportion to the weights by largest remainder, so that the parts sum to it exactly. Equal parts
 * where no weight is above 0. Whole cents; an empty list for no weights.
 */
export function splitCents(amount: Cents, weights: readonly number[]): Cents[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  const exact = weights.map((weight) => (sum > 0 ? (amount * weight) / sum : amount / weights.length));
  const parts = exact.map(Math.floor);
  const missing = amount - parts.reduce((a, b) => a + b, 0);
  const byRemainder = exact
    .map((value, i) => ({ i, rest: value - Math.floor(value) }))
    .sort((a, b) => b.rest - a.rest || a.i - b.i);
  for (const { i } of byRemainder.slice(0, missing)) parts[i] = (parts[i] ?? 0) + 1;
  return parts;
}

/**
 * Each dumpster's share of the total, tax included, in the order of the lines (quantity shares for each): the base of
 * a cancellation by unit. The shares sum to the total.
 */
export function unitShares(result: PricingResult): Cents[] {
  const charged = result.haulFee > 0 ? 1 : 0;
  const weights = result.items.flatMap((item) => {
    const line = item.line_total - item.discount_amount + item.extension + charged * item.estimated_haul_cost;
    return Array.from({ length: item.quantity }, () => line / item.quantity);
  });
  return splitCents(result.total, weights);
}

function sumOf<T>(list: readonly T[], pick: (entry: T) => number): number {
  return list.reduce((sum, entry) => sum + pick(entry), 0);
}

function isWholeBetween(value: number, low: number, high: number): boolean {
  return Number.isInteger(value) && value >= low && value <= high;
}
