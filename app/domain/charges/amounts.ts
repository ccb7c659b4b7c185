/**
 * What each later charge comes to, by the agreement that was signed (domain.md, section 3). Pure. Amounts in cents
 * before tax, weights in hundredths of a ton; one rounding for each formula.
 */
import { addDays, daysBetween, type Day } from "../kernel/days";
import { roundCents, type Cents } from "../kernel/money";
import { materialTerms } from "../pricing/materials";
import { costOf } from "../pricing/rules";
import type { MaterialId, PricingItem, PricingResult } from "../pricing/types";
import { lastFreeDay, type Calendar } from "../schedule/rules";
import type { Settings } from "../settings/schema";
import type { Arithmetic } from "./stored-charge";

type Terms = Pick<
  Settings,
  "includedTons" | "maxTons" | "overagePerTon" | "landfillPerTon" | "extensionPerDay" | "materials"
>;
const POUNDS_A_HUNDREDTH = 20;

/** Net pounds as hundredths of a ton, rounded half up: 4,740 pounds are 237. */
export function hundredthsOfTon(pounds: number): number {
  return Math.floor(pounds / POUNDS_A_HUNDREDTH + 0.5);
}

/**
 * The weight over the included tons, for one load of a dumpster; `before` are the dumpster's earlier loads, which have
 * used up the included weight as far as they go. Null where nothing is over. 2.37 tons: 137 × $105 = $143.85.
 */
export function weightOver(
  pounds: number,
  before: number,
  { includedTons, maxTons, overagePerTon, landfillPerTon }: Terms,
): (Arithmetic & { by: "weight" }) | null {
  const weight = hundredthsOfTon(pounds);
  const included = Math.max(0, Math.round(includedTons * 100) - before);
  const over = Math.max(0, weight - included);
  if (over === 0) return null;
  const tooHeavy = weight > Math.round(maxTons * 100);
  return { by: "weight", weight, before, included, over, perTon: overagePerTon, landfill: landfillPerTon, tooHeavy };
}

/** A dumpster's days, as far as charges by the day need them. */
export interface Stay {
  setDownOn: Day;
  /** What was paid for, bought days included. */
  paidDays: number;
  /** Days that we added. */
  waivedDays: number;
  /** The pickup day of the last days that were bought; null where none were. */
  soldUntil: Day | null;
  /** What ended the charges: the customer asked for the pickup, or it was collected on the day that we had planned. */
  ended: { on: Day; by: "asked" | "collected" };
}

/**
 * The days past the paid ones. They begin on the day after the last one without charge: the pickup's day, or the next
 * open one after it. Null where there are none.
 */
export function daysOver(
  stay: Stay,
  { extensionPerDay }: Terms,
  calendar: Calendar,
): (Arithmetic & { by: "days" }) | null {
  const paidTo = addDays(stay.setDownOn, stay.paidDays);
  const paidUntil = lastFreeDay({ paidTo, soldUntil: stay.soldUntil }, stay.waivedDays, calendar);
  const days = daysBetween(paidUntil, stay.ended.on);
  if (days <= 0) return null;
  return { by: "days", days, perDay: extensionPerDay, paidUntil, endedOn: stay.ended.on, stopped: stay.ended.by };
}

/** What a dumpster of an order was priced from: its size's price as it was then, and its own part of its line. */
export interface OrderedAs {
  material: MaterialId;
  basePrice: Cents;
  /** Before tax, discount taken off. */
  paid: Cents;
  /** Of the order, 0 to 1. */
  discount: number;
}

/** By the stored version of the order's price: whatever a size costs today. */
export function orderedAs(item: PricingItem, { subtotal, discount }: PricingResult): OrderedAs {
  return {
    material: item.material,
    basePrice: Math.round(item.unit_price - item.disposal_fee_adjustment / item.quantity),
    paid: Math.round((item.line_total - item.discount_amount) / item.quantity),
    discount: subtotal === 0 ? 0 : discount / subtotal,
  };
}

/** The same dumpster priced again by what was really in it; null where that costs no more. */
export function materialOver(
  ordered: OrderedAs,
  found: MaterialId,
  { materials }: Terms,
): (Arithmetic & { by: "material" }) | null {
  if (found === ordered.material) return null;
  const { cost } = costOf(ordered.basePrice, materialTerms(found, materials), 1);
  const foundCents = cost - roundCents(cost * ordered.discount);
  if (foundCents <= ordered.paid) return null;
  return { by: "material", ordered: ordered.material, found, foundCents, orderedCents: ordered.paid };
}

/** By which rate an order's later charges are taxed: its own, as a fraction; not at all by a certificate. */
export function taxRateOf(price: PricingResult, { taxRate }: Pick<Settings, "taxRate">): number {
  return price.exempt ? 0 : (price.taxRate ?? taxRate);
}

/**
 * For each of these materials that costs more than what was ordered: how much more for the whole line, before tax and with
 * it. Charged, and so taxed, a dumpster each.
 */
export function dearerBy(
  item: PricingItem,
  price: PricingResult,
  found: readonly MaterialId[],
  terms: Terms & Pick<Settings, "taxRate">,
): { material: MaterialId; cents: Cents; withTax: Cents }[] {
  const rate = taxRateOf(price, terms);
  return found.flatMap((material) => {
    const over = materialOver(orderedAs(item, price), material, terms);
    if (!over) return [];
    const each = amountOf(over);
    return [{ material, cents: each * item.quantity, withTax: (each + roundCents(each * rate)) * item.quantity }];
  });
}

/** What an arithmetic comes to, in cents before tax. */
export function amountOf(arithmetic: Arithmetic): Cents {
  switch (arithmetic.by) {
    case "weight":
      return roundCents((arithmetic.over * (arithmetic.perTon + arithmetic.landfill)) / 100);
    case "days":
      return arithmetic.days * arithmetic.perDay;
    case "items":
      return arithmetic.count * arithmetic.each;
    case "material":
      return arithmetic.foundCents - arithmetic.orderedCents;
    case "line":
    case "fee":
    case "typed":
      return arithmetic.cents;
  }
}
