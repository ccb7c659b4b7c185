import { askAbout, type LineQuestion } from "~/domain/pricing/material-advice";
import { LINE_LIMITS, priceOrder, readChosen } from "~/domain/pricing/rules";
import {
  isMaterialId,
  type OrderLine,
  type PricingConfig,
  type PricingResult,
  type Size,
} from "~/domain/pricing/types";
import type { Values } from "~/ui/form";

/** As many lines as the form has; a line without a size does not count. */
export const ORDER_ROWS = 3;

export interface PhonePlaces {
  /** ZIP → city and the area's own delivery fee in cents. */
  [zip: string]: { city: string; fee: number };
}

export const rowId = (row: number, part: "size" | "quantity" | "material") => `line-${row + 1}-${part}`;

export const rowValue = (values: Values | undefined, name: string, row: number): string => {
  const found = values?.[name];
  return (Array.isArray(found) ? found[row] : row === 0 ? found : undefined) ?? "";
};

/**
 * The price of what is typed, for the caller; null while nothing can be priced. The same rules as the charge, but only
 * for showing: the server prices again when the booking is made.
 */
export function pricePhoneOrder(values: Values, config: PricingConfig, places: PhonePlaces): PricingResult | null {
  const chosen = readChosen((name) => rowValue(values, name, 0), LINE_LIMITS.maxRentalDays, config.includedDays);
  const lines = readLines(values, config).map(({ row: _, ...line }): OrderLine => ({ ...line, ...chosen }));
  if (lines.length === 0) return null;
  try {
    return priceOrder(
      { lines, context: "new", areaDeliveryFee: places[rowValue(values, "zip", 0).trim()]?.fee ?? 0 },
      config,
    );
  } catch {
    // Heavy debris above 15 yards: the form says so when it is saved.
    return null;
  }
}

/** The question about the material of what is typed, with the row of the form that it is about; null without one. */
export function askPhoneOrder(
  values: Values,
  config: PricingConfig,
): { question: LineQuestion; row: number; line: { size: Size; quantity: number } } | null {
  const lines = readLines(values, config);
  const question = askAbout([values["wasteTypes"] ?? []].flat(), lines, null);
  const line = question && lines[question.at];
  return line ? { question, row: line.row, line } : null;
}

/** The rows that make a line, each with its place in the form. */
function readLines(values: Values, config: PricingConfig) {
  return Array.from({ length: ORDER_ROWS }, (_, row) => row).flatMap((row) => {
    const size = Number(rowValue(values, "dumpsterSize", row));
    const material = rowValue(values, "materialCategory", row) || "general";
    const quantity = Number(rowValue(values, "quantity", row) || 1);
    return config.prices[size] !== undefined &&
      isMaterialId(material) &&
      Number.isInteger(quantity) &&
      quantity >= 1 &&
      quantity <= LINE_LIMITS.maxQuantityPerLine
      ? [{ row, size, quantity, material }]
      : [];
  });
}
