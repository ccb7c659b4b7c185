import type { Catalogue } from "~/domain/pricing/waste-types";
import type { Settings } from "~/domain/settings/schema";

const SETTINGS = [
  "includedDays", "includedTons", "maxTons", "overagePerTon", "landfillPerTon", "extensionPerDay", "haulFees",
  "dryRunFee", "prohibitedItemFee", "tamperFee", "lightCleaningFee", "cancellation", "noticeHours", "taxRate", "sameDayCutoffMinute",
  "deliveryWeekdays", "maxUnitsPerBooking", "discountPercent", "deliveryFee",
] as const satisfies readonly (keyof Settings)[];

/** What cards and tables say of a size. */
const OF_A_SIZE = ["size", "width_feet", "length_feet", "height_feet", "cubic_yards", "estimated_tons", "description", "popular", "recommended_for"] as const satisfies readonly (keyof Catalogue["sizes"][number])[];
export type SizeFacts = Pick<Catalogue["sizes"][number], (typeof OF_A_SIZE)[number]>;

/** What public pages and the booking quote; cents, tons, days. Nothing else goes to the browser. */
export type Figures = Pick<Settings, (typeof SETTINGS)[number]> & {
  /** What is charged, before the material: the pricing matrix. */
  prices: Catalogue["prices"];
  /** Smallest first. */
  sizes: SizeFacts[];
};

const PRICE_KEYS = ["includedDays", "includedTons", "maxTons", "taxRate", "extensionPerDay"] as const satisfies readonly (typeof SETTINGS)[number][];
const POLICY_KEYS = ["overagePerTon", "landfillPerTon", "dryRunFee", "prohibitedItemFee", "cancellation"] as const satisfies readonly (typeof SETTINGS)[number][];

const OF_A_CHOICE = ["size", "length_feet", "height_feet", "estimated_tons"] as const satisfies readonly (keyof SizeFacts)[];

/** What a step past the choice of a size quotes beside its price. */
export type PriceFigures = Pick<Figures, (typeof PRICE_KEYS)[number] | "prices">;
/** What is quoted before the payment: what may still be charged, and what comes back. */
export type PolicyFigures = Pick<Figures, (typeof POLICY_KEYS)[number] | "includedTons" | "maxTons">;

/** What the choice of a size shows; the home page says more of each. */
export type ChoiceFigures = PriceFigures & { sizes: Pick<SizeFacts, (typeof OF_A_CHOICE)[number]>[] };

export function choiceFiguresOf(settings: Settings, { prices, sizes }: Catalogue): ChoiceFigures {
  return {
    ...priceFiguresOf(settings, { prices }),
    sizes: sizes.map((row) => pick(row, OF_A_CHOICE)),
  };
}

export function priceFiguresOf(settings: Settings, { prices }: Pick<Catalogue, "prices">): PriceFigures {
  return { ...pick(settings, PRICE_KEYS), prices };
}

export function paymentFiguresOf(settings: Settings, catalogue: Pick<Catalogue, "prices">): PriceFigures & PolicyFigures {
  return { ...priceFiguresOf(settings, catalogue), ...pick(settings, POLICY_KEYS) };
}

/** Picks what may be shown from the settings and the database's catalogue. */
export function figuresOf(settings: Settings, { prices, sizes }: Catalogue): Figures {
  return { ...pick(settings, SETTINGS), prices, sizes: sizes.map((row) => pick(row, OF_A_SIZE)) };
}

function pick<T, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>;
}

/** "noon", "11 AM", "1:30 PM" from minutes after midnight. */
export function clockWords(minute: number): string {
  if (minute === 720) return "noon";
  const hour = Math.floor(minute / 60);
  const rest = minute % 60;
  return `${hour % 12 || 12}${rest ? `:${String(rest).padStart(2, "0")}` : ""} ${hour < 12 ? "AM" : "PM"}`;
}

/** What the smallest order of a dumpster costs, in cents. */
export function lowestPrice(figures: Pick<Figures, "prices">): number {
  return Math.min(...Object.values(figures.prices));
}
