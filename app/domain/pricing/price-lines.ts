/**
 * An order's sums, once: every place that shows them or sends them on reads these lines, in this order and by these
 * names. What can be added to the dumpsters is `ADDED` in types.ts. Pure; cents.
 */
import { percentText, taxOn, type Cents } from "../kernel/money";
import { materialLabel } from "./materials";
import { ADDED, type AddedCode, type PriceSums, type PricingItem, type PricingResult, type Taxed } from "./types";

/** Something added to the dumpsters or taken off: below 0 then. The tax comes last. */
export interface AddedLine {
  code: AddedCode | "tax";
  label: string;
  cents: Cents;
}

/** A line of the order, before discount. */
export interface DumpsterLine {
  code: "dumpster";
  label: string;
  cents: Cents;
  item: PricingItem;
}

export type PriceLine = DumpsterLine | AddedLine;

export interface SumLine {
  code: AddedLine["code"] | "subtotal" | "total";
  label: string;
  cents: Cents;
}

/** What stands behind "Tax": "8%", "exempt". `taxRate` is for a price that does not say its own. */
export function taxWords(price: Taxed, taxRate: number): string {
  return price.exempt ? "exempt" : percentText(price.taxRate ?? taxRate);
}

/** A price without sales tax, by a certificate that holds; as it is without one. */
export function withoutTax(price: PricingResult, certificate: string | null): PricingResult {
  return certificate === null ? price : { ...price, tax: 0, total: price.total - price.tax, exempt: certificate };
}

/** The same price with sales tax at this rate, a fraction, whatever it had. */
export function withTax({ exempt: _, ...price }: PricingResult, taxRate: number): PricingResult {
  const taxable = price.total - price.tax;
  const tax = taxOn(taxable, taxRate);
  return { ...price, tax, total: taxable + tax, taxRate };
}

/** "2 × 20-yard dumpster, General debris" */
export function dumpsterLabel(line: Pick<PricingItem, "size" | "quantity" | "material">): string {
  return `${line.quantity} × ${line.size}-yard dumpster, ${materialLabel(line.material)}`;
}

/** Every line of a price, the dumpsters first; they sum to its total. What is nothing is left out, except the tax. */
export function priceLines(price: PricingResult, taxRate: number): PriceLine[] {
  return [
    ...price.items.map((item): DumpsterLine => ({
      code: "dumpster",
      label: dumpsterLabel(item),
      cents: item.line_total,
      item,
    })),
    ...addedLines(price, taxWords(price, taxRate)),
  ];
}

/** The same with the dumpsters as one subtotal, and the total below: for where the order stands above its sums. */
export function sumLines(sums: PriceSums, taxPercent: string): SumLine[] {
  return [
    { code: "subtotal", label: "Subtotal", cents: sums.subtotal },
    ...addedLines(sums, taxPercent),
    { code: "total", label: "Total", cents: sums.total },
  ];
}

/**
 * What is charged, where nothing may be below 0 (the card company's page): each line of the order with its share of the
 * discount taken off. They sum to the total.
 */
export function chargedLines(price: PricingResult, taxRate: number): PriceLine[] {
  return priceLines(price, taxRate).flatMap((line): PriceLine[] => {
    if (line.code === "dumpster") return [{ ...line, cents: line.cents - line.item.discount_amount }];
    return line.cents > 0 ? [line] : [];
  });
}

/** The names of an order's sums, in order. */
export const SUM_CODES = ["subtotal", ...ADDED.map(({ code }) => code), "tax", "total"] as const;

/** The sums of a price alone, without its lines: what documents keep. `read` makes cents of an answer's dollars. */
export function sumsOf(price: PriceSums, read = (amount: number): Cents => amount): PriceSums {
  return Object.fromEntries(SUM_CODES.map((code) => [code, read(price[code])])) as PriceSums;
}

function addedLines(sums: PriceSums, taxPercent: string): AddedLine[] {
  const added = ADDED.map(({ code, label, sign }) => ({ code, label, cents: sign * amountOf(sums, code) }));
  return [...added.filter(({ cents }) => cents !== 0), { code: "tax", label: `Tax (${taxPercent})`, cents: sums.tax }];
}

/** A price or document that is stored may be older than a fee. */
function amountOf(sums: Partial<PriceSums>, code: AddedCode): Cents {
  return sums[code] ?? 0;
}
