import type { Cents } from "../kernel/money";

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
  /** The ordered materials, or all of them, with what may not go in ("wire_mesh" or "wire mesh"). */
  materials: { label: string; prohibited: string[] }[];
}

/** "1 ton", "3 tons", "2.5 tons". */
export function tons(count: number): string {
  return `${count} ${count === 1 ? "ton" : "tons"}`;
}
