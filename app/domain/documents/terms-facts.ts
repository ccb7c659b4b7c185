import { keptFor } from "../kernel/kept";
import { percentText, type Cents } from "../kernel/money";
import type { Settings } from "../settings/schema";
import { MATERIAL_LIST } from "../pricing/materials";
import { PROHIBITED_ITEMS, prohibitedItemLabel } from "../pricing/prohibited-items";

/** Every figure and name that the agreement quotes; they come from the settings, never from the text. */
export interface TermsFacts {
  businessName: string;
  legalName: string;
  phone: string;
  email: string;
  standardDays: number;
  includedTons: number;
  maxTons: number;
  /** Per ton over the included weight. */
  overagePerTon: Cents;
  landfillPerTon: Cents;
  /** Per extra day and dumpster. */
  extensionPerDay: Cents;
  haulFee: Cents;
  dryRunFee: Cents;
  /** Per item. */
  prohibitedItemFee: Cents;
  lightCleaningFee: Cents;
  tamperFee: Cents;
  /** Cancelling this many hours or more before the delivery window is free. */
  freeCancelHours: number;
  /** From here up to `freeCancelHours`: `lateCancelPercent`; nearer: `lastCancelPercent`. */
  lateCancelHours: number;
  lateCancelPercent: number;
  lastCancelPercent: number;
  /** Hours between the notice of a later charge and the charge. */
  noticeHours: number;
  /** As printed: "8%". */
  taxRatePercent: string;
  /** Days to pay an order that goes on an account; null for one that is paid by card when it is booked. */
  accountDays: number | null;
  /** The certificate of an order without sales tax; null for every other. */
  exempt: string | null;
  /** The ordered materials, or all of them, with what may not go in ("wire_mesh" or "wire mesh"). */
  materials: { label: string; prohibited: string[] }[];
}

/** "1 ton", "3 tons", "2.5 tons". */
export function tons(count: number): string {
  return `${count} ${count === 1 ? "ton" : "tons"}`;
}

/** The figures that the rental agreement and the card consent quote. */
export function termsFacts(
  settings: Settings,
  { accountDays = null, exempt = null }: Partial<Pick<TermsFacts, "accountDays" | "exempt">> = {},
): TermsFacts {
  const facts = factsOf(settings);
  return accountDays === null && exempt === null ? facts : { ...facts, accountDays, exempt };
}

/** What stands behind a price that is taxed, and nothing where the order is exempt; `before` joins it to the price. */
export const plusTax = ({ exempt }: Pick<TermsFacts, "exempt">, before = " "): string =>
  exempt === null ? `${before}plus tax` : "";

const factsOf = keptFor((settings: Settings): TermsFacts => {
  const { cancellation } = settings;
  return Object.freeze({
    businessName: settings.businessName,
    legalName: settings.legalName,
    phone: settings.phone,
    email: settings.email,
    standardDays: settings.includedDays,
    includedTons: settings.includedTons,
    maxTons: settings.maxTons,
    overagePerTon: settings.overagePerTon,
    landfillPerTon: settings.landfillPerTon,
    extensionPerDay: settings.extensionPerDay,
    // Where the sizes differ the agreement names the highest, so that nobody pays more than was signed.
    haulFee: Math.max(settings.defaultHaulFee, ...Object.values(settings.haulFees)),
    dryRunFee: settings.dryRunFee,
    prohibitedItemFee: settings.prohibitedItemFee,
    lightCleaningFee: settings.lightCleaningFee,
    tamperFee: settings.tamperFee,
    freeCancelHours: cancellation.freeHours,
    lateCancelHours: cancellation.lateHours,
    lateCancelPercent: cancellation.latePercent,
    lastCancelPercent: cancellation.lastPercent,
    noticeHours: settings.noticeHours,
    taxRatePercent: percentText(settings.taxRate),
    accountDays: null,
    exempt: null,
    materials: MATERIAL_LIST.map(({ id, label }) => ({
      label,
      prohibited: PROHIBITED_ITEMS[id].map(prohibitedItemLabel),
    })),
  });
});
