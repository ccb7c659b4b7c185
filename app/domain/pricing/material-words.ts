/** What was asked about a material and what was said, in words. */
import { listed } from "../kernel/text";
import type { MaterialAnswer } from "./material-advice";
import { MATERIALS } from "./materials";
import type { MaterialId } from "./types";
import { wasteTypeLabel } from "./waste-types";

/** "Roofing", "Roofing and Concrete". */
export function checkedInWords(ids: readonly string[]): string {
  return listed(ids.map(wasteTypeLabel));
}

/** For the office: "Roofing checked, kept General debris". */
export function answerInWords({ checked, proposed, answer }: Partial<MaterialAnswer>): string {
  const material = MATERIALS[answer as MaterialId]?.label ?? answer ?? "";
  return `${checkedInWords(checked ?? [])} checked, ${proposed?.includes(answer ?? "") ? "took" : "kept"} ${material}`;
}
