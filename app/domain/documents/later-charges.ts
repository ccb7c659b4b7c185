import { formatPrice } from "../kernel/money";
import { plusTax, tons, type TermsFacts } from "./terms-facts";

/** What can be charged after the payment, and nothing else: the agreement's list and the payment page's table. */
export const LATER_CHARGE_IDS = [
  "weight",
  "days",
  "hauls",
  "dryRun",
  "items",
  "material",
  "cleaning",
  "tamper",
  "permits",
] as const;
export type LaterChargeId = (typeof LATER_CHARGE_IDS)[number];

/** As the agreement writes it: in the middle of a list, so it begins small. */
export interface LaterCharge {
  label: string;
  /** "$25 a day for each dumpster, plus tax" */
  amount: string;
}

/** Each later charge with its price, from the settings. These words are part of what is signed. Pure. */
export function laterCharges(facts: TermsFacts): Readonly<Record<LaterChargeId, LaterCharge>> {
  const fee = formatPrice;
  return {
    weight: {
      label: `weight over ${tons(facts.includedTons)}`,
      amount: `${fee(facts.overagePerTon)} plus ${fee(facts.landfillPerTon)} landfill fee per ton`,
    },
    days: {
      label: "extra days",
      amount: `${fee(facts.extensionPerDay)} a day for each dumpster${plusTax(facts, ", ")}`,
    },
    hauls: { label: "hauls that you ask for", amount: `${fee(facts.haulFee)} each${plusTax(facts, ", ")}` },
    dryRun: { label: "a dry run", amount: fee(facts.dryRunFee) },
    items: { label: "items that may not go in", amount: `${fee(facts.prohibitedItemFee)} each` },
    material: { label: "a different material from the one ordered", amount: "the difference in price" },
    cleaning: { label: "light cleaning", amount: fee(facts.lightCleaningFee) },
    tamper: { label: "moving or tampering", amount: fee(facts.tamperFee) },
    permits: { label: "permits outside Orlando", amount: "what the permit costs" },
  };
}
