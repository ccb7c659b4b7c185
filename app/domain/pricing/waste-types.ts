/** What goes in, for which project, in which size: the specification's catalogues (section 3) as plain data. */
import type { Cents } from "../kernel/money";
import type { BySize, Size } from "./types";

export const BUSINESS_TYPES = ["residential", "commercial"] as const;
export type BusinessType = (typeof BUSINESS_TYPES)[number];

/** A choice of the first step, and what stands over its waste types for who hears them. */
export interface BusinessTypeWords {
  value: BusinessType;
  label: string;
  at: string;
}

export const BUSINESS_TYPE_WORDS: readonly BusinessTypeWords[] = [
  { value: "residential", label: "Residential", at: "At a home:" },
  { value: "commercial", label: "Commercial", at: "At a business:" },
];

export interface WasteType {
  id: string;
  label: string;
  businessType: BusinessType;
}

export const WASTE_TYPES: readonly WasteType[] = [
  { id: "household_items", label: "Household items", businessType: "residential" },
  { id: "appliances", label: "Appliances", businessType: "residential" },
  { id: "yard_waste", label: "Yard waste", businessType: "residential" },
  { id: "construction_materials", label: "Construction materials", businessType: "residential" },
  { id: "concrete", label: "Concrete", businessType: "residential" },
  { id: "roofing", label: "Roofing", businessType: "residential" },
  { id: "flooring", label: "Flooring", businessType: "residential" },
  { id: "mixed_debris", label: "Mixed debris", businessType: "residential" },
  { id: "office_cleanout", label: "Office cleanout", businessType: "commercial" },
  { id: "retail_renovation", label: "Retail renovation", businessType: "commercial" },
  { id: "restaurant_equipment", label: "Restaurant equipment", businessType: "commercial" },
  { id: "warehouse_cleanout", label: "Warehouse cleanout", businessType: "commercial" },
  { id: "construction_commercial", label: "Commercial construction", businessType: "commercial" },
  { id: "manufacturing_waste", label: "Manufacturing waste", businessType: "commercial" },
  { id: "medical_office", label: "Medical office (no medical waste)", businessType: "commercial" },
  { id: "mixed_commercial", label: "Mixed commercial debris", businessType: "commercial" },
];

/** The display label; an unknown id displays as the raw id (specification, section 3). */
export function wasteTypeLabel(id: string): string {
  return WASTE_TYPES.find((type) => type.id === id)?.label ?? id;
}

/**
 * Ids of waste types from a form, an address or an older draft: well-formed ones, each once, no more than the catalogue
 * has. One that the catalogue does not know any more is kept, because it is shown as it is.
 */
export function tidyWasteTypes(given: readonly unknown[]): string[] {
  const ids = given.flatMap((id) =>
    typeof id === "string" && id.length <= 80 && /^[a-z][a-z0-9_]{1,39}$/.test(id.trim()) ? [id.trim()] : [],
  );
  return [...new Set(ids)].slice(0, WASTE_TYPES.length);
}

export function wasteTypesFor(businessType: BusinessType): WasteType[] {
  return WASTE_TYPES.filter((type) => type.businessType === businessType);
}

export const PROJECT_TYPE_IDS = ["home_cleanout", "renovation", "construction", "business_cleanout"] as const;
export type ProjectTypeId = (typeof PROJECT_TYPE_IDS)[number];

/** A choice of the size advisor (specification, section 2, home page). */
export interface ProjectType {
  id: ProjectTypeId;
  title: string;
  /** A few words for it. */
  hint: string;
  /** The specification's three sizes, the one that fits most such projects first, each with its reason. */
  sizes: readonly { size: Size; reason: string }[];
  /** Offered first in the list of waste types. */
  wasteTypes: readonly string[];
  businessType: BusinessType;
}

export const PROJECT_TYPES: readonly ProjectType[] = [
  {
    id: "home_cleanout",
    title: "Home Cleanout",
    hint: "Furniture, boxes, a garage",
    sizes: [
      { size: 15, reason: "Fits a garage, an attic or two to three rooms, and takes the least room on the driveway." },
      { size: 20, reason: "Fits a whole small home, or furniture and boxes together." },
      { size: 25, reason: "Fits a large or long-lived-in home in one load." },
    ],
    wasteTypes: ["household_items", "appliances", "yard_waste", "mixed_debris"],
    businessType: "residential",
  },
  {
    id: "renovation",
    title: "Renovation Project",
    hint: "Kitchen, bathroom, floors, roof",
    sizes: [
      { size: 20, reason: "Fits a kitchen or two bathrooms with cabinets, drywall and flooring." },
      { size: 15, reason: "Fits one bathroom or one floor, and is the size for tile, brick and other heavy debris." },
      { size: 25, reason: "Fits several rooms at once." },
    ],
    wasteTypes: ["construction_materials", "flooring", "roofing", "mixed_debris"],
    businessType: "residential",
  },
  {
    id: "construction",
    title: "Construction Site",
    hint: "New build, addition, demolition",
    sizes: [
      { size: 25, reason: "Fits bulky framing, drywall and packaging with the fewest trips." },
      { size: 20, reason: "Fits an addition or a roof, where there is less room on the site." },
      { size: 15, reason: "Is the size for dirt, block and other heavy debris." },
    ],
    wasteTypes: ["construction_commercial", "mixed_commercial"],
    businessType: "commercial",
  },
  {
    id: "business_cleanout",
    title: "Business Cleanout",
    hint: "Office, shop, warehouse",
    sizes: [
      { size: 20, reason: "Fits the desks, shelves and files of an office or a store." },
      { size: 25, reason: "Fits a warehouse aisle or a whole floor." },
      { size: 15, reason: "Fits a back room or a storage unit, and a tight loading bay." },
    ],
    wasteTypes: [
      "office_cleanout",
      "retail_renovation",
      "restaurant_equipment",
      "warehouse_cleanout",
      "mixed_commercial",
    ],
    businessType: "commercial",
  },
];

/** The title; an unknown id (an old booking's) shows as itself. */
export function projectTypeLabel(id: string): string {
  return PROJECT_TYPES.find((project) => project.id === id)?.title ?? id;
}

/** A row of `dumpster_sizes` (specification, section 3): feet, hundredths of a ton, cents. */
export interface DumpsterSizeSpec {
  size: Size;
  width_feet: number;
  length_feet: number;
  height_feet: number;
  cubic_yards: number;
  /** Hundredths of a ton: what fits, never what is included. Show it through `capacityText`. */
  estimated_tons: number;
  description: string;
  base_price: Cents;
  extension_rate: Cents;
  weight_limit_tons: number;
  overage_rate: Cents;
  image_path: string;
  popular: boolean;
  recommended_for: readonly string[];
}

/** What is rented: the sizes as the database describes them, and what each costs now. */
export interface Catalogue {
  /** The pricing matrix: what is charged (domain.md 4.6), in cents. */
  prices: BySize<Cents>;
  /** Those that have a price, smallest first: what is offered. */
  sizes: DumpsterSizeSpec[];
}

const everySize = {
  width_feet: 7,
  length_feet: 16,
  extension_rate: 2500,
  weight_limit_tons: 3,
  overage_rate: 7000,
  popular: false,
};

/** The rows that a new database starts with (specification, sections 3 and 9). */
export const DUMPSTER_SIZES: readonly DumpsterSizeSpec[] = [
  {
    ...everySize,
    size: 15,
    height_feet: 4,
    cubic_yards: 15,
    estimated_tons: 250,
    base_price: 32900,
    description: "About five pickup-truck loads. Low sides, easy to load by hand.",
    image_path: "/images/dumpster-15.svg",
    recommended_for: ["Garage or attic cleanout", "One-room remodel", "Dirt, brick and other heavy debris"],
  },
  {
    ...everySize,
    size: 20,
    height_feet: 5,
    cubic_yards: 20,
    estimated_tons: 350,
    base_price: 37900,
    popular: true,
    description: "About seven pickup-truck loads. The size most people choose.",
    image_path: "/images/dumpster-20.svg",
    recommended_for: ["Kitchen or bathroom remodel", "Whole-home cleanout", "Roof or flooring replacement"],
  },
  {
    ...everySize,
    size: 25,
    height_feet: 6,
    cubic_yards: 25,
    estimated_tons: 450,
    base_price: 43900,
    description: "About nine pickup-truck loads. For bulky, light material.",
    image_path: "/images/dumpster-25.svg",
    recommended_for: ["Large home or estate cleanout", "New construction", "Office or warehouse cleanout"],
  },
];
