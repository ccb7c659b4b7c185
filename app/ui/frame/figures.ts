import type { Cents } from "~/domain/kernel/money";
import { pricingConfig } from "~/domain/pricing/rules";
import type { ChangedTerms } from "~/domain/pricing/types";
import type { Catalogue } from "~/domain/pricing/waste-types";
import type { Settings } from "~/domain/settings/schema";

const SETTINGS = [
  "includedDays",
  "includedTons",
  "maxTons",
  "overagePerTon",
  "landfillPerTon",
  "extensionPerDay",
  "dryRunFee",
  "prohibitedItemFee",
  "tamperFee",
  "lightCleaningFee",
  "cancellation",
  "noticeHours",
  "taxRate",
  "sameDayCutoffMinute",
  "deliveryWeekdays",
  "maxUnitsPerBooking",
  "discountPercent",
  "deliveryFee",
  "defaultHaulFee",
] as const satisfies readonly (keyof Settings)[];

/** What cards and tables say of a size. */
const OF_A_SIZE = [
  "size",
  "width_feet",
  "length_feet",
  "height_feet",
  "cubic_yards",
  "estimated_tons",
  "description",
  "popular",
  "recommended_for",
] as const satisfies readonly (keyof Catalogue["sizes"][number])[];
export type SizeFacts = Pick<Catalogue["sizes"][number], (typeof OF_A_SIZE)[number]> & {
  /** What is charged, before the material: the pricing matrix. */
  price: Cents;
  haulFee: Cents;
};

/** What public pages and the booking quote; cents, tons, days. Nothing else goes to the browser. */
export type Figures = Pick<Settings, (typeof SETTINGS)[number]> & {
  /** Those on offer, smallest first. */
  sizes: SizeFacts[];
  /** Null where every material has the specification's terms. */
  materials: ChangedTerms | null;
  /** What is said of a delivery without a fee: "Free", or that it depends. */
  delivery: string;
};

const PRICE_KEYS = [
  "includedDays",
  "includedTons",
  "maxTons",
  "taxRate",
  "extensionPerDay",
] as const satisfies readonly (typeof SETTINGS)[number][];

const OF_A_CHOICE = [
  "size",
  "width_feet",
  "length_feet",
  "height_feet",
  "estimated_tons",
  "description",
] as const satisfies readonly (typeof OF_A_SIZE)[number][];

/** What a step past the choice of a size quotes beside its price. */
export type PriceFigures = Pick<Figures, (typeof PRICE_KEYS)[number] | "delivery">;

/** What the choice of a size shows; the home page says more of each. */
export type ChoiceFigures = PriceFigures & { sizes: Pick<SizeFacts, (typeof OF_A_CHOICE)[number] | "price">[] };

export function choiceFiguresOf(settings: Settings, { prices, sizes }: Catalogue, byZip: boolean): ChoiceFigures {
  return {
    ...priceFiguresOf(settings, byZip),
    sizes: sizes.map((row) => ({ ...pick(row, OF_A_CHOICE), price: prices[row.size] ?? 0 })),
  };
}

/** `byZip`: the place is not known yet, and some have a delivery fee of their own. */
export function priceFiguresOf(settings: Settings, byZip = false): PriceFigures {
  return { ...pick(settings, PRICE_KEYS), delivery: deliveryWord(byZip) };
}

const deliveryWord = (byZip: boolean) => (byZip ? "By your ZIP code" : "Free");

/** Picks what may be shown from the settings and the database's catalogue. */
export function figuresOf(settings: Settings, { prices, sizes }: Catalogue, byZip = false): Figures {
  const { haulFees, materials } = pricingConfig(settings, prices);
  return {
    ...pick(settings, SETTINGS),
    delivery: deliveryWord(byZip),
    materials: materials ?? null,
    sizes: sizes.map((row) => ({
      ...pick(row, OF_A_SIZE),
      price: prices[row.size] ?? 0,
      haulFee: haulFees[row.size] ?? 0,
    })),
  };
}

function pick<T, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>;
}

/** The longest dumpster on offer, in feet: drawings side by side are to one scale. */
export function longestOf({ sizes }: { sizes: readonly Pick<SizeFacts, "length_feet">[] }): number {
  return Math.max(...sizes.map(({ length_feet }) => length_feet));
}

/** "noon", "11 AM", "1:30 PM" from minutes after midnight. */
export function clockWords(minute: number): string {
  if (minute === 720) return "noon";
  const hour = Math.floor(minute / 60);
  const rest = minute % 60;
  return `${hour % 12 || 12}${rest ? `:${String(rest).padStart(2, "0")}` : ""} ${hour < 12 ? "AM" : "PM"}`;
}

/** Whether a delivery costs nothing wherever we go: only then is it called part of the price. */
export function isDeliveryFree({ delivery, deliveryFee }: Pick<Figures, "delivery" | "deliveryFee">): boolean {
  return deliveryFee === 0 && delivery === deliveryWord(false);
}

/** What the smallest order of a dumpster costs, in cents; null while none is on offer. */
export function lowestPrice({ sizes }: Pick<Figures, "sizes">): Cents | null {
  return sizes.length === 0 ? null : Math.min(...sizes.map(({ price }) => price));
}

/** What emptying a dumpster costs before tax, at most; the usual fee while no size is on offer. */
export function emptyingFee({ sizes, defaultHaulFee }: Pick<Figures, "sizes" | "defaultHaulFee">): Cents {
  return sizes.length === 0 ? defaultHaulFee : Math.max(...sizes.map(({ haulFee }) => haulFee));
}
