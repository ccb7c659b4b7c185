import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { takesNoWords } from "./support/no-words.mjs";
import { prepare, ROOT } from "./support/setup.mjs";

// `npm run doctor`: looks at everything in the data folder, also while the server runs, changes nothing and says in
// plain words how to mend what it finds. Ends with 1 when something is to be mended. A start never does this: it would
// take longer with every booking, and one wrong row must not keep the company from answering.
takesNoWords("npm run doctor looks at everything in the data folder and changes nothing.");
await prepare({ build: false });
const dataDir = resolve(process.env.DATA_DIR || "./data");
const file = join(dataDir, "roll-off.sqlite");
if (!statSync(file, { throwIfNoEntry: false })) {
  console.error(`There is no database at ${file}. DATA_DIR names its folder.`);
  process.exit(1);
}
process.chdir(ROOT);
const { register } = await import("tsx/esm/api");
register();
const { examinations } = await import("./doctor/examine.mjs");

console.log(`Looking at ${file}`);
let troubles = 0;
for (const { what, look } of examinations(file, dataDir)) {
  const begun = Date.now();
  const found = looked(look);
  const wrong = found.filter(({ harmless }) => !harmless).length;
  troubles += wrong;
  console.log(`${wrong === 0 ? "✓" : "✗"} ${what} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  for (const { problem, mend } of found) console.log(`    ${problem}\n      → ${mend}`);
}
console.log(
  troubles === 0
    ? "All is well."
    : `${troubles} ${troubles === 1 ? "thing is" : "things are"} to be mended. Make a copy first: npm run backup`,
);
process.exitCode = troubles === 0 ? 0 : 1;

/**
 * What cannot be looked at is a finding too: a damaged file, an older schema.
 * @param {() => import("./doctor/examine.mjs").Finding[]} look
 */
function looked(look) {
  try {
    return look();
  } catch (error) {
    return [
      {
        problem: `cannot be looked at: ${error instanceof Error ? error.message : error}`,
        mend: "Mend what stands above first, then run npm run doctor again.",
      },
    ];
  }
}
