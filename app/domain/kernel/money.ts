/** Money is integer US cents everywhere inside; dollars exist only in JSON answers and on the screen. */
export type Cents = number;

/** Rounds half up to whole cents (away from zero below it). One rounding per formula step: domain.md, section 3. */
export function roundCents(value: number): Cents {
  // The small term undoes binary noise such as 1.005 * 100 = 100.49999999999999.
  return Math.sign(value) * Math.round(Math.abs(value) + 1e-7);
}

/** Sales tax of an amount; the rate as a fraction. Rounded once, so of the sum and not of each line. */
export function taxOn(taxable: Cents, rate: number): Cents {
  return roundCents(taxable * rate);
}

/** "$1,234.50"; negative amounts as "−$12.00" with a real minus sign. By hand: Intl takes three times as long. */
export function formatCents(cents: Cents): string {
  const whole = Math.round(Math.abs(cents));
  const dollars = String(Math.floor(whole / 100)).replace(/\B(?=(?:\d{3})+$)/g, ",");
  return `${cents < 0 ? "−" : ""}$${dollars}.${String(whole % 100).padStart(2, "0")}`;
}

/** "$329" when there are no cents, else "$329.50". For price tags. */
export function formatPrice(cents: Cents): string {
  return cents % 100 === 0 ? formatCents(cents).replace(/\.00$/, "") : formatCents(cents);
}

/** Dollars with at most two decimals, for JSON (contract.md). */
export function toDollars(cents: Cents): number {
  return Math.round(cents) / 100;
}

/** Cents from a dollar number; null when it is not finite or has more than two decimals. */
export function fromDollars(dollars: number): Cents | null {
  const cents = Math.round(dollars * 100);
  return Number.isFinite(dollars) && Math.abs(dollars * 100 - cents) < 1e-6 ? cents : null;
}

/** "8%", "6.5%" from a fraction. */
export function percentText(fraction: number): string {
  return `${Number((fraction * 100).toFixed(3))}%`;
}

/** What somebody types for an amount: "25", "$1,250", "49.50"; null for anything else, and above a million dollars. */
export function readDollars(typed: string): Cents | null {
  const match = /^\s*\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{1,2}))?\s*$/.exec(typed.slice(0, 30));
  if (!match) return null;
  const cents = Number((match[1] ?? "").replaceAll(",", "")) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return cents > 100_000_000 ? null : cents;
}
