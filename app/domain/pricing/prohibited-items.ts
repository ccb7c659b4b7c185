import type { MaterialId } from "./types";

/** What may not go in with each material (specification, section 5). Apart from the texts: a driver's phone needs no more. */
export const PROHIBITED_ITEMS: Readonly<Record<MaterialId, readonly string[]>> = {
  general: [],
  heavy: [],
  yard: [],
  concrete: ["rebar", "wire_mesh"],
  roofing: ["asbestos_shingles", "lead_paint"],
  clean_fill: [],
  wood: ["treated_lumber", "painted_wood"],
  metal: [],
  mixed_construction: ["hazardous_materials", "asbestos", "lead"],
  furniture: ["mattresses", "electronics"],
  asphalt: [],
  electronics: ["CRT_monitors", "batteries", "fluorescent_bulbs"],
  special: [],
};

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
