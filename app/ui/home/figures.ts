import type { Settings } from "~/domain/settings/schema";

const KEYS = [
  "prices", "includedDays", "includedTons", "maxTons", "overagePerTon", "landfillPerTon", "extensionPerDay", "haulFees",
  "dryRunFee", "prohibitedItemFee", "tamperFee", "lightCleaningFee", "cancellation", "noticeHours", "taxRate", "sameDayCutoffMinute",
] as const satisfies readonly (keyof Settings)[];

/** The settings that public pages and the booking quote; cents, tons, days. Nothing else goes to the browser. */
export type Figures = Pick<Settings, (typeof KEYS)[number]>;

/** Picks what may be shown from the settings. */
export function figuresOf(settings: Settings): Figures {
  return Object.fromEntries(KEYS.map((key) => [key, settings[key]])) as Figures;
}

/** "noon", "11 AM", "1:30 PM" from minutes after midnight. */
export function clockWords(minute: number): string {
  if (minute === 720) return "noon";
  const hour = Math.floor(minute / 60);
  const rest = minute % 60;
  return `${hour % 12 || 12}${rest ? `:${String(rest).padStart(2, "0")}` : ""} ${hour < 12 ? "AM" : "PM"}`;
}
