/**
 * The line that a page begins with, where it comes from an address or a draft and not from the page's own controls:
 * nothing of it is dropped unsaid. Pure, so that the browser's forms say the same.
 */
import { MATERIALS } from "../../pricing/materials";
import { fitSize } from "../../pricing/rules";
import { isMaterialId, sizesInWords, type MaterialId, type Size } from "../../pricing/types";
import type { DraftData } from "./data";

export type LineField = "dumpsterSize" | "materialCategory" | "quantity";

export interface FittedLine {
  size: Size | null;
  material: MaterialId;
  quantity: number;
  /** Where it is something else than was asked for: field → what was done and why, for beside the field. */
  notes: Partial<Record<LineField, string>>;
}

/**
 * Takes each field by itself: a material without a size stays chosen, and a size that its material may not fill gives
 * way to the largest that may (specification, section 4: heavy debris forces 15 yards).
 */
export function fitLine(
  wanted: Pick<DraftData, LineField>,
  { maxQuantityPerLine }: { maxQuantityPerLine: number },
  sizes: readonly Size[],
): FittedLine {
  const notes: FittedLine["notes"] = {};
  const material = isMaterialId(wanted.materialCategory) ? wanted.materialCategory : "general";
  if (material !== wanted.materialCategory)
    notes.materialCategory = `We do not know the material that was asked for, so ${MATERIALS.general.label} is chosen. Choose what fits.`;

  const asked = sizes.find((size) => size === wanted.dumpsterSize);
  const fitted = asked === undefined ? null : fitSize(asked, material, sizes);
  if (fitted?.why) notes.dumpsterSize = fitted.why;
  if (!fitted && wanted.dumpsterSize !== null)
    notes.dumpsterSize = `We have no dumpster of the size that was asked for. ${sizes.length === 0 ? "Please call us." : `Choose ${sizesInWords(sizes)} yards.`}`;

  const quantity = clampWhole(String(wanted.quantity), maxQuantityPerLine, 1);
  if (quantity !== wanted.quantity)
    notes.quantity = `You can order 1 to ${maxQuantityPerLine} of a size at a time, so we set it to ${quantity}. Add another line for more.`;
  return { size: fitted?.size ?? null, material, quantity, notes };
}

/** A whole number from 1 to `most`; what is no number becomes `fallback` (specification, section 5). */
export function clampWhole(typed: unknown, most: number, fallback: number): number {
  const text = typeof typed === "string" ? typed.trim() : "";
  const value = Number(text);
  return text === "" || Number.isNaN(value) ? fallback : Math.min(most, Math.max(1, Math.trunc(value)));
}
