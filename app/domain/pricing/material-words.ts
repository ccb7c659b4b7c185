/** What was asked about a material and what was said, in words. */
import { listed } from "../kernel/text";
import type { MaterialAnswer, MaterialQuestion } from "./material-advice";
import { MATERIALS, materialLabel } from "./materials";
import type { MaterialId } from "./types";
import { wasteTypeLabel } from "./waste-types";

/** "Roofing", "Roofing and Concrete". */
export function checkedInWords(ids: readonly string[]): string {
  return listed(ids.map(wasteTypeLabel));
}

/** "You checked Roofing, and the price is for General debris. Which is right?" */
export function questionInWords({ checked, chosen }: Pick<MaterialQuestion, "checked" | "chosen">): string {
  return `You checked ${checkedInWords(checked)}, and the price is for ${materialLabel(chosen)}. Which is right?`;
}

/** For the office: "Roofing checked, kept General debris", "…, took a dumpster each for General debris and Roofing". */
export function answerInWords({ checked, proposed, answer, apart }: Partial<MaterialAnswer>): string {
  const about = `${checkedInWords(checked ?? [])} checked`;
  if (apart && apart.length > 1) return `${about}, took a dumpster each for ${listed(apart.map(labelOf))}`;
  return `${about}, ${proposed?.includes(answer ?? "") ? "took" : "kept"} ${labelOf(answer ?? "")}`;
}

function labelOf(material: string): string {
  return MATERIALS[material as MaterialId]?.label ?? material;
}
