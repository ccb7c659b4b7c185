/** What a size is, and which one fits a project best with this material in it: rules over rows that others hold. Pure. */
import { tons } from "./ceiling";
import { MATERIALS } from "./materials";
import type { MaterialId, Size } from "./types";
import type { DumpsterSizeSpec, ProjectType } from "./waste-types";

/**
 * The sizes that the material may fill, best fit first: of a very heavy one always the smallest, because its weight is
 * used up long before its room is, and of one with a size of its own that. A size that it may not fill is not in the list.
 */
export function fittingAdvice<Row extends { size: Size; description: string }>(
  project: ProjectType,
  rows: readonly Row[],
  material: MaterialId,
): { row: Row; reason: string }[] {
  const { maxSizeYards, label, isVeryHeavy, usual } = MATERIALS[material];
  const advice = adviceFor(
    project,
    rows.filter(({ size }) => maxSizeYards === null || size <= maxSizeYards),
  );
  if (!isVeryHeavy && !advice.some(({ row }) => row.size === usual?.size)) return advice;
  const rank = ({ row: { size } }: { row: Row }) => (size === usual?.size ? 0 : size);
  return advice
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ row }, at) => ({
      row,
      reason: at > 0 ? "" : (usual?.reason ?? `${label} reaches the weight limit long before it is full.`),
    }));
}

/**
 * What is said once where a material was taken from a question, after its size was chosen: it is very heavy, and the size
 * larger than the one that is advised. Null where there is nothing to look at again.
 */
export function lookAgain(material: MaterialId, size: Size, sizes: readonly Size[]): string | null {
  const { label, isVeryHeavy } = MATERIALS[material];
  return isVeryHeavy && sizes.some((one) => one < size)
    ? `${label} is very heavy: look at the size once more, then go on.`
    : null;
}

/**
 * What each size on offer is for in such a project, best fit first. One that the advice does not know yet comes last,
 * with its own description.
 */
export function adviceFor<Row extends { size: Size; description: string }>(
  project: ProjectType,
  rows: readonly Row[],
): { row: Row; reason: string }[] {
  const known = project.sizes.flatMap(({ size, reason }) =>
    rows.filter((row) => row.size === size).map((row) => ({ row, reason })),
  );
  const others = rows.filter((row) => !known.some((one) => one.row === row));
  return [...known, ...others.map((row) => ({ row, reason: row.description }))];
}

/** "16 ft long, 7 ft wide, 4 ft high". */
export function dimensionsText(row: Pick<DumpsterSizeSpec, "length_feet" | "width_feet" | "height_feet">): string {
  return `${row.length_feet} ft long, ${row.width_feet} ft wide, ${row.height_feet} ft high`;
}

/**
 * "Room for about 2.5 tons; 1 ton included, 3 tons maximum": what fits is never said without what is included
 * (domain.md, end of section 3).
 */
export function capacityText(
  row: Pick<DumpsterSizeSpec, "estimated_tons">,
  facts: { includedTons: number; maxTons: number },
): string {
  return capacityParts(row, facts).join("; ");
}

/** The same in two parts: what there is room for, and what may be loaded. */
export function capacityParts(
  row: Pick<DumpsterSizeSpec, "estimated_tons">,
  facts: { includedTons: number; maxTons: number },
): [room: string, load: string] {
  return [
    `Room for about ${tons(row.estimated_tons / 100)}`,
    `${tons(facts.includedTons)} included, ${tons(facts.maxTons)} maximum`,
  ];
}
