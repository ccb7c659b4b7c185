/** What a rental can cost beyond its total, said before paying (domain.md, 4.17). Pure, in cents. */
import { formatPrice, roundCents, type Cents } from "../kernel/money";
import type { Settings } from "../settings/schema";
import { MATERIALS, materialLabel } from "./materials";
import type { MaterialId, Size } from "./types";

type WeightFacts = Pick<Settings, "includedTons" | "maxTons" | "overagePerTon" | "landfillPerTon">;
type FeeFacts = Pick<
  Settings,
  "extensionPerDay" | "dryRunFee" | "prohibitedItemFee" | "lightCleaningFee" | "tamperFee"
>;

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

export interface CeilingItem {
  label: string;
  /** The arithmetic in words. */
  detail: string;
  amount: Cents;
}

export interface AvoidableFee {
  label: string;
  amount: Cents;
  /** "per day and dumpster", "each" … */
  per: string;
  howToAvoid: string;
}

export interface Ceiling {
  /** What is paid now. */
  total: Cents;
  items: CeilingItem[];
  /** Total and items together. */
  ceiling: Cents;
  /** One sentence each: how to stay at the total. */
  howNotToPay: string[];
  /**
   * Charges that a ceiling cannot hold because they depend on what is done: each with its price and how to avoid it.
   */
  onlyIf: AvoidableFee[];
}

/**
 * The honest ceiling for an order: its total (cents, tax included) plus the overage of every dumpster from the included
 * to the largest weight that we lift. Overage is not taxed.
 */
export function mostYouCouldPay(
  order: { total: Cents; lines: readonly { size: Size; quantity: number; material: MaterialId }[] },
  facts: WeightFacts & FeeFacts,
): Ceiling {
  const perUnit = weightOverage(roundCents(facts.maxTons * 100), facts);
  const extraTons = Math.max(0, facts.maxTons - facts.includedTons);
  const perTon = `${formatPrice(facts.overagePerTon)} overage and ${formatPrice(facts.landfillPerTon)} landfill fee per ton`;
  const items = order.lines.map((line): CeilingItem => ({
    label: `Extra weight, ${line.quantity} × ${line.size}-yard dumpster (${materialLabel(line.material)})`,
    detail: `${line.quantity} × ${tons(extraTons)} above the included ${tons(facts.includedTons)}, ${perTon}`,
    amount: perUnit * line.quantity,
  }));
  return {
    total: order.total,
    items,
    ceiling: order.total + items.reduce((sum, item) => sum + item.amount, 0),
    howNotToPay: howNotToPay(
      order.lines.map((line) => line.material),
      facts,
    ),
    onlyIf: onlyIf(facts),
  };
}

function howNotToPay(materials: MaterialId[], facts: WeightFacts): string[] {
  const tips = new Set(materials.map((id) => MATERIALS[id].weightTip));
  return [
    `Stay at or under ${tons(facts.includedTons)} in each dumpster and you pay nothing more for weight. You are billed by the facility's scale, to a hundredth of a ton, and you see the ticket first.`,
    ...tips,
    `We do not lift more than ${tons(facts.maxTons)}. Stop filling when the load is level with the rim.`,
  ];
}

function onlyIf(facts: FeeFacts): AvoidableFee[] {
  return [
    {
      label: "Extra days",
      amount: facts.extensionPerDay,
      per: "per day and dumpster, plus tax",
      howToAvoid: "Ask for the pickup by the due day. Daily charges stop when you ask, however long we take.",
    },
    {
      label: "Blocked access (dry run)",
      amount: facts.dryRunFee,
      per: "each time",
      howToAvoid: "Keep the driveway and the dumpster clear of cars and wires on the day we come.",
    },
    {
      label: "Prohibited items",
      amount: facts.prohibitedItemFee,
      per: "per item",
      howToAvoid: "Check the list for your material, and call us when in doubt.",
    },
    {
      label: "Light cleaning",
      amount: facts.lightCleaningFee,
      per: "per dumpster",
      howToAvoid: "Bag wet or sticky waste.",
    },
    {
      label: "Moving or tampering with the dumpster",
      amount: facts.tamperFee,
      per: "each time",
      howToAvoid: "Leave the dumpster where we put it. Call us and we will move it.",
    },
  ];
}

/** "1 ton", "2.5 tons". */
export function tons(count: number): string {
  return `${Number(count.toFixed(2))} ${count === 1 ? "ton" : "tons"}`;
}
