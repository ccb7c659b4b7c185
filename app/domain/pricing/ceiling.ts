/** What a rental can cost beyond its total, said before paying (domain.md, 4.17). Pure, in cents. */
import { roundCents, type Cents } from "../kernel/money";
import type { Settings } from "../settings/schema";
import type { OrderLine } from "./types";

type WeightFacts = Pick<Settings, "includedTons" | "maxTons" | "overagePerTon" | "landfillPerTon">;

/** Net pounds as hundredths of a ton, rounded half up: 4,740 pounds are 237 (domain.md, section 3). */
export function hundredthsOfTon(netPounds: number): number {
  return Math.floor(netPounds / 20 + 0.5);
}

/**
 * (tons − included) × (overage + landfill), in cents, untaxed; 0 up to the included weight. 237 hundredths → $143.85.
 */
export function weightOverage(tonHundredths: number, facts: WeightFacts): Cents {
  const over = Math.max(0, tonHundredths - roundCents(facts.includedTons * 100));
  return roundCents((over * (facts.overagePerTon + facts.landfillPerTon)) / 100);
}

export interface Ceiling {
  /** What is paid now. */
  total: Cents;
  /** The overage of every dumpster, from the included to the largest weight that we lift. */
  extra: Cents;
  /** Both together. */
  ceiling: Cents;
}

/** The honest ceiling for an order: its total (cents, tax included) and its overage, which is not taxed. */
export function mostYouCouldPay(
  order: { total: Cents; lines: readonly Pick<OrderLine, "quantity">[] },
  facts: WeightFacts,
): Ceiling {
  const perUnit = weightOverage(roundCents(facts.maxTons * 100), facts);
  const extra = order.lines.reduce((sum, { quantity }) => sum + perUnit * quantity, 0);
  return { total: order.total, extra, ceiling: order.total + extra };
}

/** "1 ton", "2.5 tons". */
export function tons(count: number): string {
  return `${Number(count.toFixed(2))} ${count === 1 ? "ton" : "tons"}`;
}
