/**
 * What is checked under "What will you throw away?" against the material that is priced. General debris is the default
 * (specification, section 3), so it is what people leave standing; the card consent lets us charge the difference to
 * what was really in it. So the form asks before that. Pure: the browser asks by the same rules.
 */
import { MATERIALS } from "./materials";
import type { MaterialId } from "./types";
import type { BusinessType } from "./waste-types";

/**
 * At whose price a kind of waste may go in, the fairest first; mixed materials take lighter waste, clean ones nothing
 * else. Flooring is light remodeling waste until somebody says more. Special waste is priced by phone and takes all.
 */
const GOES_AS: Readonly<Record<string, readonly MaterialId[]>> = {
  household_items: ["general", "furniture", "mixed_construction", "roofing", "heavy", "electronics"],
  appliances: ["general", "metal", "mixed_construction", "roofing", "heavy", "electronics"],
  yard_waste: ["yard", "general", "mixed_construction", "roofing", "heavy"],
  construction_materials: [
    "mixed_construction",
    "heavy",
    "roofing",
    "wood",
    "metal",
    "concrete",
    "asphalt",
    "clean_fill",
  ],
  concrete: ["concrete", "heavy"],
  roofing: ["roofing"],
  flooring: ["general", "mixed_construction", "wood", "roofing", "heavy"],
  mixed_debris: ["general", "mixed_construction", "roofing", "heavy"],
  office_cleanout: ["general", "furniture", "mixed_construction", "electronics"],
  retail_renovation: ["mixed_construction", "heavy", "wood", "metal"],
  restaurant_equipment: ["general", "metal", "mixed_construction"],
  warehouse_cleanout: ["general", "wood", "metal", "furniture", "mixed_construction"],
  construction_commercial: [
    "mixed_construction",
    "heavy",
    "roofing",
    "wood",
    "metal",
    "concrete",
    "asphalt",
    "clean_fill",
  ],
  manufacturing_waste: ["special", "general", "metal", "wood", "mixed_construction"],
  medical_office: ["general", "furniture", "mixed_construction", "electronics"],
  mixed_commercial: ["general", "mixed_construction", "roofing", "heavy"],
};

/** What else such a project often holds, after General debris. */
const OFTEN: Readonly<Record<string, readonly MaterialId[]>> = {
  home_cleanout: ["furniture", "yard", "mixed_construction"],
  renovation: ["mixed_construction", "heavy", "roofing"],
  construction: ["mixed_construction", "concrete", "wood"],
  business_cleanout: ["furniture", "metal", "mixed_construction"],
  residential: ["mixed_construction", "heavy", "yard"],
  commercial: ["mixed_construction", "furniture", "metal"],
};

const LIKELY = 4;

function goesAs(wasteType: string): readonly MaterialId[] {
  return Object.hasOwn(GOES_AS, wasteType) ? (GOES_AS[wasteType] ?? []) : [];
}

/** What is talked about on the phone first is not asked about on the page. */
function fits(wasteType: string, material: MaterialId): boolean {
  return MATERIALS[material].consultationRequired || goesAs(wasteType).includes(material);
}

/**
 * The material at whose price all of it may go into one dumpster; the first of each where there is none. Empty when
 * nothing is checked.
 */
export function proposedMaterials(wasteTypes: readonly string[]): MaterialId[] {
  const known = wasteTypes.filter((id) => goesAs(id).length > 0);
  const leading = known.find((id) => goesAs(id)[0] !== "general") ?? known[0];
  if (leading === undefined) return [];
  const forAll = goesAs(leading).find((material) => known.every((id) => fits(id, material)));
  if (forAll) return [forAll];
  return [...new Set(known.flatMap((id) => goesAs(id).slice(0, 1)))].filter((material) => material !== "general");
}

/** Of what is checked, what goes into none of these at the price of its kind: each with the material that it is. */
export function leftOver(
  wasteTypes: readonly string[],
  materials: readonly MaterialId[],
): { wasteType: string; material: MaterialId }[] {
  return wasteTypes.flatMap((wasteType) => {
    const [material] = goesAs(wasteType);
    const isTaken = !material || material === "general" || materials.includes(material);
    return isTaken || MATERIALS[material].consultationRequired ? [] : [{ wasteType, material }];
  });
}

/** The four materials that are offered first, General debris at their head; the others stand under "More". */
export function likelyMaterials(project: {
  projectType: string;
  businessType: BusinessType;
  wasteTypes: readonly string[];
}): MaterialId[] {
  const { projectType, businessType, wasteTypes } = project;
  const often = Object.hasOwn(OFTEN, projectType) ? OFTEN[projectType] : [];
  const inOrder: MaterialId[] = [
    "general",
    ...proposedMaterials(wasteTypes),
    ...wasteTypes.flatMap((id) => goesAs(id).slice(0, 1)),
    ...(often ?? []),
    ...(OFTEN[businessType] ?? []),
  ];
  return [...new Set(inOrder)].slice(0, LIKELY);
}

/** What is to be asked before going on. */
export interface MaterialQuestion {
  /** The waste types that do not go with the price. */
  checked: string[];
  /** What is priced now. */
  chosen: MaterialId;
  /** What it is asked to be instead; several where no one price is for all of it. */
  proposed: MaterialId[];
  /** The materials of a dumpster each, so that everything goes in at its own price; only one where one is enough. */
  apart: MaterialId[];
}

/**
 * The question about the material of one dumpster, or null when it goes with what is checked. `others` are the materials
 * of the order's other dumpsters: what may go into one of them is no question here, unless that is General debris as well. General debris is asked about as
 * soon as something fits better, because nobody may have chosen it; another material only when it cannot take it.
 */
export function materialQuestion(
  wasteTypes: readonly string[],
  chosen: MaterialId,
  others: readonly MaterialId[] = [],
): MaterialQuestion | null {
  // General debris is only for what nothing else is fairer for.
  const isElsewhere = (id: string) =>
    others.some((material) => goesAs(id)[0] === material || (material !== "general" && fits(id, material)));
  const here = wasteTypes.filter((id) => goesAs(id).length > 0 && !isElsewhere(id));
  const best = proposedMaterials(here);
  const unfit = here.filter((id) => !fits(id, chosen));
  if (best.length === 0 || (unfit.length === 0 && (chosen !== "general" || best[0] === "general"))) return null;
  const proposed = (best.length > 1 ? proposedMaterials(unfit) : best).slice(0, LIKELY - 1);
  const stays = unfit.length > 0 && unfit.length < here.length;
  return {
    checked: unfit.length > 0 ? unfit : here.filter((id) => goesAs(id)[0] === best[0]),
    chosen,
    proposed,
    apart: stays ? [chosen, ...proposedMaterials(unfit)] : proposed,
  };
}

/** A question about one line of an order, from 0. */
export type LineQuestion = MaterialQuestion & { at: number };

/**
 * The question about an order: about the line being typed (`typed`, its place), else about the last one of General
 * debris, else about the last one. Null without one.
 */
export function askAbout(
  wasteTypes: readonly string[],
  lines: readonly { material: MaterialId }[],
  typed: number | null,
): LineQuestion | null {
  const general = lines.findLastIndex(({ material }) => material === "general");
  const at = typed ?? (general < 0 ? lines.length - 1 : general);
  const line = lines[at];
  if (!line) return null;
  const others = lines.filter((_, i) => i !== at).map(({ material }) => material);
  const question = materialQuestion(wasteTypes, line.material, others);
  return question && { ...question, at };
}

/** What was answered: what was checked when it was asked, which of it did not fit, and the material that was said. */
export interface MaterialAnswer {
  wasteTypes: string[];
  checked: string[];
  proposed: string[];
  /** The material that stays or was taken; of a dumpster for each, the first one's. */
  answer: string;
  /** The materials of a dumpster each, where that was the answer. */
  apart?: string[] | undefined;
}

/** Whether an answer is about this: the same boxes checked, and its material still among the order's. */
export function answers(
  answer: MaterialAnswer | null,
  wasteTypes: readonly string[],
  materials: readonly string[],
): answer is MaterialAnswer {
  return (
    answer !== null &&
    [answer.answer, ...(answer.apart ?? [])].every((material) => materials.includes(material)) &&
    answer.wasteTypes.length === wasteTypes.length &&
    wasteTypes.every((id) => answer.wasteTypes.includes(id))
  );
}
