import type { SettingKey, Settings } from "../settings/schema";

/** Every figure by which something is charged, or not, after the signature. Pure. */
export const SIGNED_KEYS = [
  "cancellation",
  "noticeHours",
  "extensionPerDay",
  "includedTons",
  "maxTons",
  "overagePerTon",
  "landfillPerTon",
  "dryRunFee",
  "prohibitedItemFee",
  "lightCleaningFee",
  "tamperFee",
  "materials",
] as const satisfies readonly SettingKey[];

export type SignedTerms = Pick<Settings, (typeof SIGNED_KEYS)[number]>;

export function signedTermsOf(settings: Settings): SignedTerms {
  return Object.fromEntries(SIGNED_KEYS.map((key) => [key, settings[key]])) as SignedTerms;
}
