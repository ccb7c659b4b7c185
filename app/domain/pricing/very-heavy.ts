/** How little of a very heavy material the largest weight is. Pure; computed here and nowhere else. */
import { tons } from "./ceiling";
import { MATERIALS } from "./materials";
import { MATERIAL_IDS, type MaterialId } from "./types";

/**
 * Pounds per cubic foot, loose in a dumpster. Usual engineering figures for what is solid: normal concrete 150, asphalt
 * pavement 145, moist soil 100, brick and block 120. Broken or dug up, concrete and asphalt take about half as much room
 * again, soil a quarter, brick and block between them. These are the heavier end, so that the layer is not deeper than
 * what we lift.
 */
const POUNDS: Partial<Record<MaterialId, { loose: number; name: string }>> = {
  concrete: { loose: 100, name: "broken concrete" },
  asphalt: { loose: 97, name: "broken asphalt" },
  clean_fill: { loose: 80, name: "loose soil" },
  heavy: { loose: 84, name: "brick, block or tile" },
};

const POUNDS_PER_TON = 2000;
const CUBIC_FEET_PER_YARD = 27;

interface Floor {
  width_feet: number;
  length_feet: number;
}

export interface HeavyFill {
  /** As it lies in the dumpster, to the nearest tenth. */
  cubicYards: number;
  /** How deep just that lies on the floor of such a dumpster, rounded down. */
  inches: number;
}

/** What so many tons of it are; null for a material that fills a dumpster before it reaches the limit. */
export function heavyFill(material: MaterialId, weight: number, floor: Floor): HeavyFill | null {
  const pounds = POUNDS[material];
  if (!pounds) return null;
  const yards = (weight * POUNDS_PER_TON) / pounds.loose / CUBIC_FEET_PER_YARD;
  const cubicYards = Math.round(yards * 10) / 10;
  // From the volume that is said, so that whoever works it out finds the same.
  const depthFeet = (cubicYards * CUBIC_FEET_PER_YARD) / (floor.width_feet * floor.length_feet);
  return { cubicYards, inches: Math.floor(depthFeet * 12) };
}

/** "3 tons of broken concrete fill about 2.2 cubic yards of a dumpster: 6 inches deep …", or null. `row` is the smallest dumpster on offer. */
export function heavyWords(
  material: MaterialId,
  { includedTons, maxTons }: { includedTons: number; maxTons: number },
  row: Floor & { size: number },
): string | null {
  const fill = heavyFill(material, maxTons, row);
  const name = POUNDS[material]?.name;
  if (!fill || !name) return null;
  return `${tons(maxTons)} of ${name} fill about ${fill.cubicYards} cubic yards of a dumpster: ${fill.inches} inches deep on the floor of the ${row.size}-yard one. We lift no more than that, so a larger one does not help. The price includes ${tons(includedTons)}.`;
}

/** What the payment page says of them (material-texts.ts), in fewer words. */
const SHINGLES = "Three tons are roughly 20 squares of shingles.";

/**
 * The words for each such material, for the smallest dumpster on offer; `only`: that it goes in no larger one. Shingles
 * are counted by the square.
 */
export function heavyNotes(
  facts: { includedTons: number; maxTons: number },
  row: Floor & { size: number },
): { material: MaterialId; only: string; words: string }[] {
  return MATERIAL_IDS.flatMap((material) => {
    const words = material === "roofing" ? SHINGLES : heavyWords(material, facts, row);
    const { label, maxSizeYards: most } = MATERIALS[material];
    const only = most === null ? "" : `${label} goes in the ${most}-yard dumpster only. `;
    return words === null ? [] : [{ material, only, words }];
  });
}
