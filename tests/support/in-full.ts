import { it } from "vitest";
import { FULL } from "./paths";

/** `it`, but with `npm run test:full` alone: a sweep, a timing, what breaks on the way, or another case of what a test of `npm test` shows (decision 0104). */
export const inFull = it.runIf(FULL);
