import { it } from "vitest";
import { FULL } from "./paths";

/** `it`, but with `npm run test:full` alone: a sweep, or another case of what a test shows that `npm test` runs as well. */
export const inFull = it.runIf(FULL);
