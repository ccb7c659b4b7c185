import {
  buildStep,
  formatStep,
  houseStep,
  lawStep,
  lengthStep,
  lintStep,
  typeStep,
  vitestStep,
} from "./support/steps.mjs";
import { listLong } from "./support/long-tests.mjs";
import { prepare } from "./support/setup.mjs";
import { keepFoldersInMemory } from "./support/memory-folder.mjs";

// `npm test`; with --quick `npm run check` (nothing that needs a server), with --full `npm run test:full`.
const quick = process.argv.includes("--quick");
const full = process.argv.includes("--full");
const LONGEST_DETAILS = 12_000;

// Histories and faults run short in `npm test`, or not at all, and at full length with --full: they read FULL.
if (full) process.env.FULL = "1";

// What is written in Go (the type checker, the linter, esbuild) is done before it has filled so much: collecting earlier
// was a quarter of its processor time.
process.env.GOGC ??= "off";
process.env.GOMEMLIMIT ??= "3GiB";

await prepare({ build: false });
keepFoldersInMemory();
const e2e = (/** @type {string} */ name) => vitestStep(name, ["--config", "vitest.e2e.config.ts", "--project", name]);
const sum = { passed: 0, failed: 0 };
const begun = Date.now();

/** Those that wait for seconds on purpose are left to `npm test`. */
const PATIENT =
  "^(?!.*(prints for ever|never answers|company is slow|twice its lease|rest of the time|for all answers))";

// One thread's modules are shared by all files: making them anew for each costs more than the tests. What starts the
// PDF browser stays apart, and out of the lane for every commit, as do the longest (support/long-tests.mjs).
const unit = vitestStep(quick ? "unit, short" : "unit", [
  "--pool=threads",
  "--no-isolate",
  "--exclude",
  "app/adapters/pdf/**",
  // The other core is free before long.
  "--maxWorkers=2",
  ...(quick ? [...listLong().flatMap((file) => ["--exclude", file]), "--testNamePattern", PATIENT] : []),
]);
const pdf = vitestStep("pdf", ["app/adapters/pdf"]);

// Two lanes of about the same length for two cores, with the build beside them, which fills little more than one for half
// a minute. The faults wait most of their time, for what is broken on purpose: beside the rest of the unit tests, which
// fill less than two cores, as does their end beside the first of the HTTP tests. Browsers have the machine to themselves.
const built = lane(quick ? [] : [buildStep]);
await Promise.all([
  lane([typeStep, lintStep, houseStep, lengthStep, formatStep, lawStep, ...(quick ? [] : [pdf])]).then(async () => {
    if (!quick && (await built) === 0) await lane([e2e("faults"), e2e("http")]);
  }),
  lane([unit]),
]);
if (!quick && (await built) === 0) {
  await lane([e2e("browser")]);
  // Last and alone: it compares times.
  if (full) await lane([e2e("growth")]);
}

console.log(`\n${seconds(begun)} in all`);
console.log(`${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed > 0 ? 1 : 0;

/** One after the other; returns how much of it failed. @param {import("./support/steps.mjs").Step[]} steps */
async function lane(steps) {
  let all = 0;
  for (const step of steps) {
    const start = Date.now();
    const { passed, failed, details } = await step.run();
    sum.passed += passed;
    sum.failed += failed;
    all += failed;
    console.log(
      `${failed > 0 ? "✗" : "✓"} ${step.name.padEnd(12)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed  ${seconds(start).padStart(8)}`,
    );
    if (failed > 0) console.log(`${details.slice(0, LONGEST_DETAILS)}\n`);
  }
  return all;
}

/** @param {number} since */
function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}
