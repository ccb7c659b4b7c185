import type { Cents } from "../kernel/money";
import { MATERIAL_IDS, type ChangedTerms, type MaterialId, type MaterialTerms, type Size } from "./types";

/** A kind of debris: what it costs and what the law and the facility say (specification, sections 3, 5 and 9). */
export interface Material {
  id: MaterialId;
  label: string;
  /**
   * The largest dumpster that may be filled with it; null for every one that we have: the specification's 25 is its
   * largest (section 5), and a larger one that is bought is for these.
   */
  maxSizeYards: Size | null;
  isHeavy: boolean;
  /** Reaches the largest weight long before the dumpster is full (`very-heavy.ts`). */
  isVeryHeavy: boolean;
  /** The size in which it is usually ordered, whatever the project (`recommended_for` of the sizes), and why. */
  usual?: { size: Size; reason: string };
  /** Multiplies the size's price. It and the two below are the specification's: what is charged is `materialTerms`. */
  disposalFeeMultiplier: number;
  /** Share of the size's price that is credited per dumpster, 0 to 1. */
  recyclingCreditRate: number;
  /** Once per line, in cents; 0 when there is none. */
  specialHandlingFee: Cents;
  /** A few words for a badge beside the label; null when there is nothing to warn about. */
  warningBadge: string | null;
  requiresSpecialHandling: boolean;
  /** Cannot be booked online: the office prices it and calls back (domain.md, 4.7). */
  consultationRequired: boolean;
}

const plain = {
  maxSizeYards: null,
  isHeavy: false,
  isVeryHeavy: false,
  specialHandlingFee: 0,
  warningBadge: null,
  requiresSpecialHandling: false,
  consultationRequired: false,
} as const;

export const MATERIALS: Readonly<Record<MaterialId, Material>> = {
  general: {
    ...plain,
    id: "general",
    label: "General debris",
    disposalFeeMultiplier: 1,
    recyclingCreditRate: 0,
  },
  heavy: {
    ...plain,
    id: "heavy",
    isVeryHeavy: true,
    label: "Heavy debris",
    maxSizeYards: 15,
    isHeavy: true,
    warningBadge: "15 yard only",
    disposalFeeMultiplier: 1.3,
    recyclingCreditRate: 0,
  },
  yard: {
    ...plain,
    id: "yard",
    label: "Yard waste",
    disposalFeeMultiplier: 0.8,
    recyclingCreditRate: 0.1,
  },
  concrete: {
    ...plain,
    id: "concrete",
    isVeryHeavy: true,
    label: "Concrete",
    warningBadge: "Very heavy",
    disposalFeeMultiplier: 1.2,
    recyclingCreditRate: 0.2,
  },
  roofing: {
    ...plain,
    id: "roofing",
    label: "Roofing",
    usual: { size: 20, reason: "Fits a roof." },
    specialHandlingFee: 2500,
    warningBadge: "Heavy when full",
    requiresSpecialHandling: true,
    disposalFeeMultiplier: 1.4,
    recyclingCreditRate: 0,
  },
  clean_fill: {
    ...plain,
    id: "clean_fill",
    isVeryHeavy: true,
    label: "Clean fill dirt",
    warningBadge: "Very heavy",
    disposalFeeMultiplier: 0.6,
    recyclingCreditRate: 0.3,
  },
  wood: {
    ...plain,
    id: "wood",
    label: "Clean wood",
    disposalFeeMultiplier: 0.9,
    recyclingCreditRate: 0.15,
  },
  metal: {
    ...plain,
    id: "metal",
    label: "Scrap metal",
    disposalFeeMultiplier: 0.5,
    recyclingCreditRate: 0.8,
  },
  mixed_construction: {
    ...plain,
    id: "mixed_construction",
    label: "Mixed construction debris",
    disposalFeeMultiplier: 1.1,
    recyclingCreditRate: 0.05,
  },
  furniture: {
    ...plain,
    id: "furniture",
    label: "Furniture",
    specialHandlingFee: 1500,
    requiresSpecialHandling: true,
    disposalFeeMultiplier: 1,
    recyclingCreditRate: 0.1,
  },
  asphalt: {
    ...plain,
    id: "asphalt",
    isVeryHeavy: true,
    label: "Asphalt",
    warningBadge: "Very heavy",
    disposalFeeMultiplier: 1.3,
    recyclingCreditRate: 0.25,
  },
  electronics: {
    ...plain,
    id: "electronics",
    label: "Electronics",
    specialHandlingFee: 7500,
    warningBadge: "Call first",
    requiresSpecialHandling: true,
    consultationRequired: true,
    disposalFeeMultiplier: 2,
    recyclingCreditRate: 0,
  },
  special: {
    ...plain,
    id: "special",
    label: "Special waste",
    specialHandlingFee: 5000,
    warningBadge: "Call first",
    requiresSpecialHandling: true,
    consultationRequired: true,
    disposalFeeMultiplier: 1.5,
    recyclingCreditRate: 0,
  },
};

/** The 13 categories in the order in which they are offered. */
export const MATERIAL_LIST: readonly Material[] = MATERIAL_IDS.map((id) => MATERIALS[id]);

/** What is charged for a material: the specification's terms, but for those that an admin changed. */
export function materialTerms(id: MaterialId, changed?: ChangedTerms | null): MaterialTerms {
  const { disposalFeeMultiplier, recyclingCreditRate, specialHandlingFee } = MATERIALS[id];
  const own = changed && Object.hasOwn(changed, id) ? changed[id] : undefined;
  return {
    multiplier: own?.multiplier ?? disposalFeeMultiplier,
    creditRate: own?.creditRate ?? recyclingCreditRate,
    handlingFee: own?.handlingFee ?? specialHandlingFee,
  };
}

/** The words for a material's id; an unknown id (an old booking's) shows as itself. */
export function materialLabel(id: string): string {
  return MATERIAL_LIST.find((material) => material.id === id)?.label ?? id;
}
