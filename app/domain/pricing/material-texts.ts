import { MATERIALS } from "./materials";
import { PROHIBITED_ITEMS, prohibitedItemLabel } from "./prohibited-items";
import { MATERIAL_IDS, type MaterialId } from "./types";

/**
 * What is only read, never decided on: kept apart from `materials.ts`, which the browser loads with the price. Pages get
 * these words from their loaders.
 */
export interface MaterialText {
  /** What it is in a few words, on its card. */
  short: string;
  description: string;
  regulatoryNotes: string;
  /** How to stay inside the included weight. */
  weightTip: string;
}

const SPREAD_LOW =
  "Three tons of this cover the floor less than a foot deep. Fill it low and level, and think about two trips.";
export const LIGHT =
  "This is light for its size: most loads stay close to the included weight when soaked or solid things stay out.";

export const MATERIAL_TEXTS: Readonly<Record<MaterialId, MaterialText>> = {
  general: {
    short: "Junk, boxes, light remodeling waste",
    description: "Household junk, packaging, toys, clothes and light remodeling waste, mixed together.",
    regulatoryNotes:
      "No liquids, paint, fuel, chemicals, tires or batteries. Florida keeps them out of ordinary landfills.",
    weightTip: LIGHT,
  },
  heavy: {
    short: "Dirt, brick, block, tile, plaster",
    description: "Dirt, brick, block, tile, stone or plaster, alone or mixed with lighter waste.",
    regulatoryNotes:
      "Heavy loads go in the 15-yard dumpster only, so that the truck stays inside the legal road weight.",
    weightTip: SPREAD_LOW,
  },
  yard: {
    short: "Leaves, brush, branches, palm fronds",
    description: "Leaves, grass, brush, branches, palm fronds and small stumps.",
    regulatoryNotes:
      "Florida limits yard waste in lined landfills. Keep trash, plastic bags and soil out so that it can be mulched.",
    weightTip:
      "Let wet leaves and grass dry before you load them, and shake the soil off roots: water and soil are what weigh.",
  },
  concrete: {
    short: "Broken concrete, nothing else",
    description: "Clean broken concrete: driveways, sidewalks, footings, blocks without other waste.",
    regulatoryNotes:
      "Only clean concrete is crushed and used again. Steel in it or other waste around it ends the recycling credit.",
    weightTip: SPREAD_LOW,
  },
  roofing: {
    short: "Shingles, felt, flashing, decking",
    description: "Asphalt shingles, felt, flashing and roof decking from a tear-off.",
    regulatoryNotes:
      "Old roofs can hold asbestos. Federal and Florida rules want it tested and removed by a licensed contractor.",
    weightTip: "One square of shingles (10 by 10 feet) weighs 200 to 350 pounds: three tons are roughly 20.",
  },
  clean_fill: {
    short: "Soil, sand, small stones only",
    description: "Soil, sand and small stones, free of roots, trash and chemicals.",
    regulatoryNotes:
      "Only clean soil can be used again as fill. Soil with oil, chemicals or trash in it must be reported to us first.",
    weightTip: SPREAD_LOW,
  },
  wood: {
    short: "Untreated lumber, pallets, plywood",
    description: "Untreated lumber, pallets, crates, plywood and framing scraps. Nails are fine.",
    regulatoryNotes: "Treated wood holds preservatives and cannot be mulched. Choose General debris for it.",
    weightTip: "Keep the wood dry and stack it flat. Wet lumber can weigh half as much again.",
  },
  metal: {
    short: "Steel, aluminum, empty appliances",
    description: "Steel, aluminum, copper, pipes, fencing, shelving and empty appliances.",
    regulatoryNotes:
      "Refrigerators and air conditioners must have their coolant removed first, as federal law requires. Drain all oil and fuel.",
    weightTip: "Solid steel is heavy for its size. Spread it over the floor and keep engines and machines to a few.",
  },
  mixed_construction: {
    short: "Drywall, lumber, cabinets, fixtures",
    description: "Drywall, lumber, flooring, cabinets, fixtures and packaging from a job site.",
    regulatoryNotes:
      "Buildings from before 1980 can hold asbestos or lead paint. Have suspicious material tested before you tear it out.",
    weightTip:
      "Keep tile, brick, concrete and soil out, or put them in a dumpster of their own: they carry most of the weight.",
  },
  furniture: {
    short: "Sofas, tables, dressers, carpets",
    description: "Sofas, tables, chairs, desks, dressers, shelves and carpets.",
    regulatoryNotes: "Usable pieces are sorted out by hand, which is what the handling fee pays for.",
    weightTip: LIGHT,
  },
  asphalt: {
    short: "Broken asphalt, nothing else",
    description: "Broken asphalt from driveways, parking lots and roads, without soil or trash.",
    regulatoryNotes:
      "Only clean asphalt is milled and used again. Soil or other waste in it ends the recycling credit.",
    weightTip: SPREAD_LOW,
  },
  electronics: {
    short: "Computers, TVs, office machines",
    description: "Computers, printers, televisions, cables and office machines.",
    regulatoryNotes:
      "Electronics go to a licensed recycler. Erase hard drives and phones first: the data on them are your responsibility.",
    weightTip: "Tell us on the phone what and how much it is, and we will say what it weighs.",
  },
  special: {
    short: "Boats, large objects, leftovers",
    description: "Anything that fits no other kind: single large objects, boats, production leftovers.",
    regulatoryNotes:
      "Some waste needs a permit or a facility of its own. We find out and tell you the price before you book.",
    weightTip: "Tell us on the phone what and how much it is, and we will say what it weighs.",
  },
};

/** Said of a material that cannot be booked without a call (domain.md, 4.7). */
const CALL_FIRST = "We agree on this one by phone. Continue, and we call you back.";

const isCallFirst = (id: MaterialId, agreed: readonly MaterialId[]): boolean =>
  MATERIALS[id].consultationRequired && !agreed.includes(id);

/**
 * That of each such material, but for those that were agreed on; in the form of the notes on what is very heavy. A text
 * browser reads all of them.
 */
export function callFirstNotes(
  agreed: readonly MaterialId[] = [],
): { material: MaterialId; only: string; words: string }[] {
  return MATERIAL_IDS.filter((id) => isCallFirst(id, agreed)).map((material) => ({
    material,
    only: `${MATERIALS[material].label}: `,
    words: CALL_FIRST,
  }));
}

/** The rules of a material in two parts: what it is, and what must stay out of it. */
export interface MaterialRules {
  id: MaterialId;
  label: string;
  short: string;
  what: string;
  keepOut: string;
  notes: string;
}

/** The rules of all 13, in the order in which they are offered, ready to be shown. */
export function materialRules(agreed: readonly MaterialId[] = []): MaterialRules[] {
  return MATERIAL_IDS.map((id) => {
    const { short, description, regulatoryNotes } = MATERIAL_TEXTS[id];
    const { label } = MATERIALS[id];
    return {
      id,
      label,
      short,
      what: description,
      keepOut: PROHIBITED_ITEMS[id].map(prohibitedItemLabel).join(", "),
      notes: `${regulatoryNotes}${isCallFirst(id, agreed) ? ` ${CALL_FIRST}` : ""}`,
    };
  });
}
