import { stored } from "../kernel/stored";
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

/** The same as it is kept (rental_agreements.signed_terms); of before a figure was signed for, without it. */
export const STORED_SIGNED_TERMS = stored<Partial<SignedTerms>>("what was signed for", [
  (value) => ("cancellation" in value ? (value as Partial<SignedTerms>) : undefined),
]);
