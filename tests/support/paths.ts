import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** `npm run test:full`: sweeps and fault runs at their full length; otherwise as much as finds a fault in minutes. */
export const FULL = process.env.FULL === "1";
/**
 * A bar of time (ms) as it stands with `npm run test:full`; three times as long where other tests run beside it, on
 * machines that nobody chose: what grows faster than its input still falls.
 */
export const inTime = (ms: number): number => (FULL ? ms : ms * 3);
/** A table's rows: with `npm run test:full` all of them, else these first ones, so put what differs most in front. */
export const firstOf = <Row>(count: number, rows: Row[]): Row[] => (FULL ? rows : rows.slice(0, count));
/** What a run leaves behind: the prepared database, screenshots of failures. Not in the repository. */
export const ARTIFACTS = `${ROOT}tests/.artifacts`;
/** Seeded once per run, copied for each server. */
export const PREPARED = `${ARTIFACTS}/prepared`;
/** Where `startBrowser` and the servers under test unpack the bundled browser (app/adapters/pdf). */
export const UNPACKED_BROWSER = `${ARTIFACTS}/browser/browser`;
