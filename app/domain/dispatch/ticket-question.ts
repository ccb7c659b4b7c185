import { materialLabel } from "../pricing/materials";
import type { MaterialId } from "../pricing/types";

/**
 * Pounds of a cubic yard as it lies in a dumpster, above which a load is asked about: about twice what such a load usually
 * weighs. Only a slip of the pen is looked for; a heavy load is billed, not refused.
 */
const MUCH: Readonly<Record<MaterialId, number>> = {
  general: 500,
  heavy: 2_800,
  yard: 700,
  concrete: 2_600,
  roofing: 1_400,
  clean_fill: 2_700,
  wood: 600,
  metal: 1_000,
  mixed_construction: 900,
  furniture: 400,
  asphalt: 2_600,
  electronics: 700,
  special: 1_500,
};
/** An empty dumpster weighs more than any truck's scale is off by. */
const LITTLE_POUNDS = 100;

export const POUNDS_A_TON = 2_000;
/** What the load of a job may weigh, and what it is. `mostPounds`: more is billed and flagged; a phone may not know it yet. */
export interface Weighed {
  size: number;
  material: string;
  mostPounds?: number;
}

/**
 * What is asked about a net weight that is odd for the size and the material, or over what a dumpster may weigh, or null
 * where nothing is. The answer is the button pressed again: it is never refused for it.
 */
export function ticketQuestion(net: number, { size, material, mostPounds = Infinity }: Weighed): string | null {
  const load = `${size} yards of ${materialLabel(material).toLowerCase()}`;
  const pounds = `${net.toLocaleString("en-US")} pounds`;
  const ask = "is it right? If so, press the button again.";
  if (net > size * (Object.hasOwn(MUCH, material) ? MUCH[material as MaterialId] : MUCH.special))
    return `${pounds} is a lot for ${load}: ${ask}`;
  if (net < LITTLE_POUNDS) return `${pounds} is very little for ${load}: ${ask}`;
  if (net > mostPounds)
    return `${pounds} is over the ${mostPounds / POUNDS_A_TON} tons that are allowed, and the office is told: ${ask}`;
  return null;
}
