/** What is said to a caller about a price, from one place, so that everybody is told the same. Pure. */
import { formatCents, formatPrice, type Cents } from "../kernel/money";

export interface ToReadOut {
  /** Cents, tax included. */
  total: Cents;
  units: number;
  includedTons: number;
  /** For each ton more, landfill fee included; cents. */
  perTonMore: Cents;
}

const SMALL = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** "$409.32, one ton included, $105 for each ton more" (issue 11); of several dumpsters each has its own. */
export function readOut({ total, units, includedTons, perTonMore }: ToReadOut): string {
  const tons = `${SMALL[includedTons] ?? includedTons} ${includedTons === 1 ? "ton" : "tons"}`;
  return `${formatCents(total)}, ${tons} included${units > 1 ? " in each" : ""}, ${formatPrice(perTonMore)} for each ton more`;
}
