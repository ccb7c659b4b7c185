import type { Cents } from "../kernel/money";
import { MATERIAL_IDS, type MaterialId, type Size } from "./types";

/** A kind of debris: what it costs and what the law and the facility say (specification, sections 3, 5 and 9). */
export interface Material {
  id: MaterialId;
  label: string;
  /** What it is in a few words, on its card. */
  short: string;
  description: string;
  /**
   * The largest dumpster that may be filled with it; null for every one that we have: the specification's 25 is its
   * largest (section 5), and a larger one that is bought is for these.
   */
  maxSizeYards: Size | null;
  isHeavy: boolean;
  /** Multiplies the size's price. */
  disposalFeeMultiplier: number;
  /** Share of the size's price that is credited per dumpster, 0 to 1. */
  recyclingCreditRate: number;
  /** Once per line, in cents; 0 when there is none. */
  specialHandlingFee: Cents;
  prohibitedItems: readonly string[];
  regulatoryNotes: string;
  /** A few words for a badge beside the label; null when there is nothing to warn about. */
  warningBadge: string | null;
  requiresSpecialHandling: boolean;
  /** Cannot be booked online: the office prices it and calls back (domain.md, 4.7). */
  consultationRequired: boolean;
  /** How to stay inside the included weight. */
  weightTip: string;
}

const SPREAD_LOW =
  "Three tons of this cover the floor less than a foot deep. Fill it low and level, and weigh up two trips.";
const LIGHT =
  "This is light for its size: most loads stay close to the included weight when soaked or solid things stay out.";

const plain = {
  maxSizeYards: null,
  isHeavy: false,
  specialHandlingFee: 0,
  prohibitedItems: [],
  warningBadge: null,
  requiresSpecialHandling: false,
  consultationRequired: false,
} as const;

export const MATERIALS: Readonly<Record<MaterialId, Material>> = {
  general: {
    ...plain,
    id: "general",
    label: "General debris",
    short: "Junk, boxes, light remodeling waste",
    description: "Household junk, packaging, toys, clothes and light remodeling waste, mixed together.",
    disposalFeeMultiplier: 1,
    recyclingCreditRate: 0,
    regulatoryNotes:
      "No liquids, paint, fuel, chemicals, tires or batteries. Florida keeps them out of ordinary landfills.",
    weightTip: LIGHT,
  },
  heavy: {
    ...plain,
    id: "heavy",
    label: "Heavy debris",
    short: "Dirt, brick, block, tile, plaster",
    maxSizeYards: 15,
    isHeavy: true,
    warningBadge: "15 yard only",
    description: "Dirt, brick, block, tile, stone or plaster, alone or mixed with lighter waste.",
    disposalFeeMultiplier: 1.3,
    recyclingCreditRate: 0,
    regulatoryNotes:
      "Heavy loads go in the 15-yard dumpster only, so that the truck stays inside the legal road weight.",
    weightTip: SPREAD_LOW,
  },
  yard: {
    ...plain,
    id: "yard",
    label: "Yard waste",
    short: "Leaves, brush, branches, palm fronds",
    description: "Leaves, grass, brush, branches, palm fronds and small stumps.",
    disposalFeeMultiplier: 0.8,
    recyclingCreditRate: 0.1,
    regulatoryNotes:
      "Florida limits yard waste in lined landfills. Keep trash, plastic bags and soil out so that it can be mulched.",
    weightTip:
      "Let wet leaves and grass dry before you load them, and shake the soil off roots: water and soil are what weigh.",
  },
  concrete: {
    ...plain,
    id: "concrete",
    label: "Concrete",
    short: "Broken concrete, nothing else",
    warningBadge: "Very heavy",
    prohibitedItems: ["rebar", "wire_mesh"],
    description: "Clean broken concrete: driveways, sidewalks, footings, blocks without other waste.",
    disposalFeeMultiplier: 1.2,
    recyclingCreditRate: 0.2,
    regulatoryNotes:
      "Only clean concrete is crushed and used again. Steel in it or other waste around it ends the recycling credit.",
    weightTip: SPREAD_LOW,
  },
  roofing: {
    ...plain,
    id: "roofing",
    label: "Roofing",
    short: "Shingles, felt, flashing, decking",
    specialHandlingFee: 2500,
    warningBadge: "Heavy when full",
    prohibitedItems: ["asbestos_shingles", "lead_paint"],
    requiresSpecialHandling: true,
    description: "Asphalt shingles, felt, flashing and roof decking from a tear-off.",
    disposalFeeMultiplier: 1.4,
    recyclingCreditRate: 0,
    regulatoryNotes:
      "Old roofs can hold asbestos. Federal and Florida rules want it tested and removed by a licensed contractor.",
    weightTip:
      "One square of shingles (10 by 10 feet) weighs 200 to 350 pounds. Count the squares: three tons are roughly 20.",
  },
  clean_fill: {
    ...plain,
    id: "clean_fill",
    label: "Clean fill dirt",
    short: "Soil, sand, small stones only",
    warningBadge: "Very heavy",
    description: "Soil, sand and small stones, free of roots, trash and chemicals.",
    disposalFeeMultiplier: 0.6,
    recyclingCreditRate: 0.3,
    regulatoryNotes:
      "Only clean soil can be used again as fill. Soil with oil, chemicals or trash in it must be reported to us first.",
    weightTip: SPREAD_LOW,
  },
  wood: {
    ...plain,
    id: "wood",
    label: "Clean wood",
    short: "Untreated lumber, pallets, plywood",
    prohibitedItems: ["treated_lumber", "painted_wood"],
    description: "Untreated lumber, pallets, crates, plywood and framing offcuts. Nails are fine.",
    disposalFeeMultiplier: 0.9,
    recyclingCreditRate: 0.15,
    regulatoryNotes: "Treated wood holds preservatives and cannot be mulched. Choose General debris for it.",
    weightTip: "Keep the wood dry and stack it flat. Wet lumber can weigh half as much again.",
  },
  metal: {
    ...plain,
    id: "metal",
    label: "Scrap metal",
    short: "Steel, aluminum, empty appliances",
    description: "Steel, aluminum, copper, pipes, fencing, shelving and empty appliances.",
    disposalFeeMultiplier: 0.5,
    recyclingCreditRate: 0.8,
    regulatoryNotes:
      "Fridges and air conditioners must have their coolant removed first, as federal law requires. Drain all oil and fuel.",
    weightTip: "Solid steel is heavy for its size. Spread it over the floor and keep engines and machines to a few.",
  },
  mixed_construction: {
    ...plain,
    id: "mixed_construction",
    label: "Mixed construction debris",
    short: "Drywall, lumber, cabinets, fixtures",
    prohibitedItems: ["hazardous_materials", "asbestos", "lead"],
    description: "Drywall, lumber, flooring, cabinets, fixtures and packaging from a job site.",
    disposalFeeMultiplier: 1.1,
    recyclingCreditRate: 0.05,
    regulatoryNotes:
      "Buildings from before 1980 can hold asbestos or lead paint. Have suspicious material tested before you tear it out.",
    weightTip:
      "Keep tile, brick, concrete and soil out, or put them in a dumpster of their own: they carry most of the weight.",
  },
  furniture: {
    ...plain,
    id: "furniture",
    label: "Furniture",
    short: "Sofas, tables, dressers, carpets",
    specialHandlingFee: 1500,
    prohibitedItems: ["mattresses", "electronics"],
    requiresSpecialHandling: true,
    description: "Sofas, tables, chairs, desks, dressers, shelves and carpets.",
    disposalFeeMultiplier: 1,
    recyclingCreditRate: 0.1,
    regulatoryNotes: "Usable pieces are sorted out by hand, which is what the handling fee pays for.",
    weightTip: LIGHT,
  },
  asphalt: {
    ...plain,
    id: "asphalt",
    label: "Asphalt",
    short: "Broken asphalt, nothing else",
    warningBadge: "Very heavy",
    description: "Broken asphalt from driveways, parking lots and roads, without soil or trash.",
    disposalFeeMultiplier: 1.3,
    recyclingCreditRate: 0.25,
    regulatoryNotes:
      "Only clean asphalt is milled and used again. Soil or other waste in it ends the recycling credit.",
    weightTip: SPREAD_LOW,
  },
  electronics: {
    ...plain,
    id: "electronics",
    label: "Electronics",
    short: "Computers, TVs, office machines",
    specialHandlingFee: 7500,
    warningBadge: "Call first",
    prohibitedItems: ["CRT_monitors", "batteries", "fluorescent_bulbs"],
    requiresSpecialHandling: true,
    consultationRequired: true,
    description: "Computers, printers, televisions, cables and office machines.",
    disposalFeeMultiplier: 2,
    recyclingCreditRate: 0,
    regulatoryNotes:
      "Electronics go to a licensed recycler and data carriers are your responsibility. We agree on the details by phone first.",
    weightTip: "Tell us on the phone what and how much it is, and we will say what it weighs.",
  },
  special: {
    ...plain,
    id: "special",
    label: "Special waste",
    short: "Boats, large objects, leftovers",
    specialHandlingFee: 5000,
    warningBadge: "Call first",
    requiresSpecialHandling: true,
    consultationRequired: true,
    description: "Anything that fits no other kind: single large objects, boats, production leftovers.",
    disposalFeeMultiplier: 1.5,
    recyclingCreditRate: 0,
    regulatoryNotes:
      "Some waste needs a permit or a facility of its own. We find out and tell you the price before you book.",
    weightTip: "Tell us on the phone what and how much it is, and we will say what it weighs.",
  },
};

/** The 13 categories in the order in which they are offered. */
export const MATERIAL_LIST: readonly Material[] = MATERIAL_IDS.map((id) => MATERIALS[id]);

const PROHIBITED_LABELS: Readonly<Record<string, string>> = {
  rebar: "Rebar",
  wire_mesh: "Wire mesh",
  asbestos_shingles: "Asbestos shingles",
  lead_paint: "Lead paint",
  treated_lumber: "Treated lumber",
  painted_wood: "Painted wood",
  hazardous_materials: "Hazardous materials",
  asbestos: "Asbestos",
  lead: "Lead",
  mattresses: "Mattresses",
  electronics: "Electronics",
  CRT_monitors: "Tube monitors and televisions (CRT)",
  batteries: "Batteries",
  fluorescent_bulbs: "Fluorescent bulbs",
};

/** The words for a prohibited item's id; an unknown id shows as itself. */
export function prohibitedItemLabel(id: string): string {
  return Object.hasOwn(PROHIBITED_LABELS, id) ? (PROHIBITED_LABELS[id] ?? id) : id;
}

/** The words for a material's id; an unknown id (an old booking's) shows as itself. */
export function materialLabel(id: string): string {
  return MATERIAL_LIST.find((material) => material.id === id)?.label ?? id;
}
