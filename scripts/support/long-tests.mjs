import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./setup.mjs";

// `node scripts/support/long-tests.mjs` after `npm test`: which unit tests `npm run check` leaves to it. Of all files the
// longest, which together take seven eighths of the time: two fifths of them.
const REPORT = join(ROOT, "tests/.artifacts/reports/unit.json");
export const LIST = join(ROOT, "scripts/support/long-tests.json");
const SHARE_OF_CHECK = 1 / 8;

/** @returns {string[]} files below the project's root */
export function listLong() {
  return JSON.parse(readFileSync(LIST, "utf8"));
}

if (process.argv[1] === import.meta.filename) {
  /** @type {{ testResults: { name: string, startTime: number, endTime: number }[] }} */
  const { testResults } = JSON.parse(readFileSync(REPORT, "utf8"));
  const files = testResults
    .map(({ name, startTime, endTime }) => ({
      file: name.slice(ROOT.length).replace(/^\//, ""),
      took: endTime - startTime,
    }))
    .sort((a, b) => a.took - b.took);
  let left = files.reduce((sum, { took }) => sum + took, 0) * SHARE_OF_CHECK;
  const long = files.filter(({ took }) => (left -= took) < 0).map(({ file }) => file);
  writeFileSync(LIST, `${JSON.stringify(long.sort(), null, 2)}\n`);
  console.log(`${long.length} of ${files.length} files are left to npm test`);
}
