/** Which size fits a project best with this material in it. Pure. */
import { MATERIALS } from "./materials";
import type { MaterialId, Size } from "./types";
import { isVeryHeavy } from "./very-heavy";
import { adviceFor, type ProjectType } from "./waste-types";

/**
 * The sizes that the material may fill, best fit first: of a very heavy one always the smallest, because its weight is
 * used up long before its room is. A size that it may not fill is not in the list.
 */
export function fittingAdvice<Row extends { size: Size; description: string }>(
  project: ProjectType,
  rows: readonly Row[],
  material: MaterialId,
): { row: Row; reason: string }[] {
  const { maxSizeYards, label } = MATERIALS[material];
  const advice = adviceFor(
    project,
    rows.filter(({ size }) => maxSizeYards === null || size <= maxSizeYards),
  );
  if (!isVeryHeavy(material)) return advice;
  return advice
    .toSorted((a, b) => a.row.size - b.row.size)
    .map(({ row }, rank) => ({
      row,
      reason: rank === 0 ? `${label} reaches the weight limit long before it is full.` : "",
    }));
}
