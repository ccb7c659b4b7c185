/** The checks at start (specification, sections 1 and 5; domain.md, 4.4): mismatches are only logged. Pure. */
import { formatPrice, type Cents } from "../kernel/money";
import { sizesOf, type BySize } from "./types";

export interface Mismatch {
  subject: "price" | "zip_claim";
  /** Where the other value stands. */
  source: "dumpster_sizes" | "pricing_matrix" | "service_areas";
  /** The size in yards, for prices. */
  size?: number;
  expected: number;
  /** null when the source has no row for the size. */
  found: number | null;
  message: string;
}

/**
 * Compares the configured price of each size with the size row's base price and the matrix; amounts in cents. A size
 * that is not configured (it came later than the settings) has the price of its row. Without a row or a price it is not
 * offered, and the message says so.
 */
export function comparePrices(prices: {
  configured: BySize<Cents>;
  specBase: BySize<Cents>;
  matrix: BySize<Cents>;
}): Mismatch[] {
  return sizesOf({ ...prices.configured, ...prices.specBase, ...prices.matrix }).flatMap((size) => {
    const sources = [
      ["dumpster_sizes", prices.specBase[size]],
      ["pricing_matrix", prices.matrix[size]],
    ] as const;
    const expected = prices.configured[size] ?? prices.specBase[size] ?? prices.matrix[size] ?? 0;
    return sources
      .filter(([, found]) => found !== expected)
      .map(([source, found]): Mismatch => ({
        subject: "price",
        source,
        size,
        expected,
        found: found ?? null,
        message: `${size} yards: the configured price is ${formatPrice(expected)}, ${source} has ${found === undefined ? "no row: the size is not offered" : formatPrice(found)}`,
      }));
  });
}

/** Compares the advertised number of ZIP codes with the number really active. */
export function compareZipClaim(claim: { claimed: number; active: number }): Mismatch[] {
  if (claim.claimed === claim.active) return [];
  const message = `the site claims ${claim.claimed}+ ZIP codes, ${claim.active} are active`;
  return [{ subject: "zip_claim", source: "service_areas", expected: claim.claimed, found: claim.active, message }];
}
