/** The event that releases the scripts of a page which wait for something else than intent (after-paint.ts). */
export const RELEASE = "hydrate";
