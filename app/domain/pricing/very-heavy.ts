/** How little of a very heavy material the largest weight is. Pure; computed here and nowhere else. */
import { tons } from "./ceiling";
import { MATERIALS } from "./materials";
import { MATERIAL_IDS, type MaterialId } from "./types";

/**
 * Pounds per cubic foot: as it lies (a slab, a bed of soil), and loose in a dumpster. Usual engineering figures: normal
 * concrete 150, asphalt pavement 145, moist soil 100, brick and block 120. Broken or dug up, concrete and asphalt
 * take about half as much room again, soil a quarter, brick and block between them. The loose figures are the heavier
 * end, so that the layer is not deeper than what we lift.
 */
const POUNDS: Partial<Record<MaterialId, { solid: number; loose: number; name: string }>> = {
  concrete: { solid: 150, loose: 100, name: "concrete" },
  asphalt: { solid: 145, loose: 97, name: "asphalt" },
  clean_fill: { solid: 100, loose: 80, name: "soil" },
  heavy: { solid: 120, loose: 84, name: "brick, block or tile" },
};

const POUNDS_PER_TON = 2000;
const CUBIC_FEET_PER_YARD = 27;

interface Floor {
  width_feet: number;
  length_feet: number;
}

export interface HeavyFill {
  /** As it lies now, to the nearest half. */
  cubicYards: number;
  /** Of the loose material on the floor of such a dumpster, rounded down. */
  inches: number;
}

/** What so many tons of it are; null for a material that fills a dumpster before it reaches the limit. */
export function heavyFill(material: MaterialId, weight: number, floor: Floor): HeavyFill | null {
  const pounds = POUNDS[material];
  if (!pounds) return null;
  const solidFeet = (weight * POUNDS_PER_TON) / pounds.solid;
  const looseFeet = (weight * POUNDS_PER_TON) / pounds.loose;
  return {
    cubicYards: Math.round((solidFeet / CUBIC_FEET_PER_YARD) * 2) / 2,
    inches: Math.floor((looseFeet / (floor.width_feet * floor.length_feet)) * 12),
  };
}

/** "3 tons of concrete are about 1.5 cubic yards, or 6 inches deep …", or null. `row` is the smallest dumpster on offer. */
export function heavyWords(
  material: MaterialId,
  { includedTons, maxTons }: { includedTons: number; maxTons: number },
  row: Floor & { size: number },
): string | null {
  const fill = heavyFill(material, maxTons, row);
  const name = POUNDS[material]?.name;
  if (!fill || !name) return null;
  return `${tons(maxTons)} of ${name} are about ${fill.cubicYards} cubic yards, or ${fill.inches} inches deep on the floor of a ${row.size}-yard dumpster. We lift no more than that, so a larger one does not help. The price includes ${tons(includedTons)}.`;
}

/** The words for each such material, for the smallest dumpster on offer; `only`: that it goes in no larger one. */
export function heavyNotes(
  facts: { includedTons: number; maxTons: number },
  row: Floor & { size: number },
): { material: MaterialId; only: string; words: string }[] {
  return MATERIAL_IDS.flatMap((material) => {
    const words = heavyWords(material, facts, row);
    const { label, maxSizeYards: most } = MATERIALS[material];
    const only = most === null ? "" : `${label} goes in the ${most}-yard dumpster only. `;
    return words === null ? [] : [{ material, only, words }];
  });
}
