/** The words of the specification (section 8) for too few dumpsters: a page, a form and a toast say them alike. */
export const NOT_ENOUGH = "Not Enough Inventory";
export function notEnoughText({ availableCount, size }: { availableCount: number; size: number }): string {
  return `Only ${availableCount} unit(s) available for ${size} yard right now. Please reduce quantity or try later.`;
}
