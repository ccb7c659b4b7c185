import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { ROOT } from "./support/setup.mjs";

// `npm run mutants [-- money holds …]`: faults are planted one by one where money, holds, states and permissions are
// decided, and the tests beside them have to fail. What has not changed since the last run is not tried again. MUTANT_WORKERS: how many are
// tried at a time, two unless told. MUTANT_MINUTES: no group is begun after so many, 30 unless told; the next run goes on there.
const LEAST_PERCENT = 80;
const REPORTS = join(ROOT, "tests/.artifacts/mutants");

/** @type {Record<string, { mutate: string[], tests: string[] }>} */
const GROUPS = {
  states: {
    mutate: ["app/domain/states/status-rules.ts", "app/domain/states/transitions.ts"],
    tests: ["app/domain/states/**/*.test.ts"],
  },
  prices: {
    mutate: ["app/domain/pricing/{ceiling,price-lines,rules}.ts", "app/domain/changes/*-rules.ts"],
    tests: ["app/domain/pricing/**/*.test.ts", "app/domain/changes/*-rules.test.ts", "app/ui/order-sums.test.ts"],
  },
  books: {
    mutate: ["app/domain/payments/{entries,books.server,credits.server,ledger.server,refunds.server}.ts"],
    tests: ["app/domain/payments/**/*.test.ts", "app/domain/changes/{cancel,reschedule}.test.ts"],
  },
  payments: {
    mutate: [
      "app/domain/payments/{checkouts,receive,settle-order}.server.ts",
      "app/domain/changes/{cancel,confirm,reschedule}.server.ts",
    ],
    tests: ["app/domain/payments/**/*.test.ts", "app/domain/changes/{cancel,changes,reschedule}.test.ts"],
  },
  holds: {
    mutate: ["app/domain/inventory/*.server.ts"],
    tests: [
      "app/domain/inventory/**/*.test.ts",
      "app/domain/payments/{quote-hold,settle-order}.test.ts",
      "app/domain/changes/reschedule.test.ts",
    ],
  },
  permissions: {
    mutate: [
      "app/domain/access/*.server.ts",
      "app/domain/booking/draft/{grants,grants.server}.ts",
      "app/domain/limits/limits.server.ts",
    ],
    tests: [
      "app/domain/{access,accounts,limits}/**/*.test.ts",
      "app/domain/booking/draft/*.test.ts",
      "app/domain/documents/grants.test.ts",
      "app/http/access/*.test.ts",
      "app/routes/{account/factor,crm/team}.test.ts",
    ],
  },
  // Their tests hash passwords, so each of these faults costs more than any other.
  people: {
    mutate: ["app/domain/accounts/{roles,sessions,sign-in,team}.server.ts"],
    tests: [
      "app/domain/accounts/**/*.test.ts",
      "app/http/access/*.test.ts",
      "app/routes/{account/factor,crm/team}.test.ts",
    ],
  },
  codes: {
    mutate: ["app/domain/accounts/{second-factor,challenges,factor-codes,codes}.server.ts"],
    tests: [
      "app/domain/accounts/{second-factor,mailed-keys,phone-accounts}.test.ts",
      "app/routes/account/factor.test.ts",
    ],
  },
};

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !(name in GROUPS));
if (unknown) throw new Error(`no group ${unknown}; there are ${Object.keys(GROUPS).join(", ")}`);
mkdirSync(REPORTS, { recursive: true });

/** @type {Map<string, { caught: number, missed: number }>} */
const folders = new Map();
/** @type {string[]} */
const survivors = [];
const end = Date.now() + Number(process.env.MUTANT_MINUTES ?? 30) * 60_000;
/** @type {string[]} */
const late = [];
for (const [name, group] of Object.entries(GROUPS).filter(([name]) => asked.length === 0 || asked.includes(name)))
  if (Date.now() < end) await mutate(name, group);
  else late.push(name);

for (const [folder, { caught, missed }] of [...folders].sort())
  console.log(`${folder.padEnd(28)} ${percent(caught, missed).padStart(6)} %  of ${caught + missed} faults`);
const sum = [...folders.values()].reduce(
  (all, one) => ({ caught: all.caught + one.caught, missed: all.missed + one.missed }),
  { caught: 0, missed: 0 },
);
console.log(`${"all".padEnd(28)} ${percent(sum.caught, sum.missed).padStart(6)} %`);
if (late.length > 0) console.log(`Not tried, as the time is over: ${late.join(", ")}. Run it again: it goes on there.`);
writeFileSync(join(REPORTS, "survivors.txt"), survivors.join("\n"));
console.log(`What no test noticed: ${join(REPORTS, "survivors.txt").slice(ROOT.length)}`);
process.exitCode = [...folders.values()].some(({ caught, missed }) => share(caught, missed) < LEAST_PERCENT) ? 1 : 0;

/** @param {string} name @param {{ mutate: string[], tests: string[] }} group */
async function mutate(name, { mutate: files, tests }) {
  const begun = Date.now();
  process.env.MUTANT_TESTS = JSON.stringify(tests);
  const fileName = join(REPORTS, `${name}.json`);
  await new Stryker({
    mutate: files,
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: "tests/mutants.config.ts", related: false },
    coverageAnalysis: "perTest",
    ignoreStatic: true,
    // Words are the pages' and the mails' tests' matter.
    mutator: { excludedMutations: ["StringLiteral"] },
    concurrency: Number(process.env.MUTANT_WORKERS ?? 2),
    // A busy machine must not make a slow test look like a fault that was noticed.
    timeoutMS: 30_000,
    timeoutFactor: 4,
    incremental: true,
    incrementalFile: join(ROOT, `.cache/mutants/${name}.json`),
    tempDirName: join(ROOT, `.cache/mutants/run-${name}`),
    ignorePatterns: ["build", "data", ".cache", "tests/.artifacts", "docs", "public"],
    reporters: ["json"],
    jsonReporter: { fileName },
    logLevel: /** @type {import("@stryker-mutator/api/core").PartialStrykerOptions["logLevel"]} */ ("error"),
  }).runMutationTest();
  /** @type {{ files: Record<string, { mutants: { status: string, mutatorName: string, replacement?: string, location: { start: { line: number } } }[] }> }} */
  const report = JSON.parse(readFileSync(fileName, "utf8"));
  for (const [file, { mutants }] of Object.entries(report.files)) {
    const folder = file.split("/").slice(0, -1).join("/");
    const counts = folders.get(folder) ?? { caught: 0, missed: 0 };
    for (const { status, location, mutatorName, replacement } of mutants) {
      if (status === "Killed" || status === "Timeout") counts.caught++;
      if (status !== "Survived" && status !== "NoCoverage") continue;
      counts.missed++;
      survivors.push(
        `${file}:${location.start.line} ${status} ${mutatorName}: ${replacement?.replace(/\s+/g, " ").slice(0, 120) ?? ""}`,
      );
    }
    folders.set(folder, counts);
  }
  console.log(`${name}: ${((Date.now() - begun) / 1000).toFixed(0)} s`);
}

/** @param {number} caught @param {number} missed */
function share(caught, missed) {
  return caught + missed === 0 ? 100 : (100 * caught) / (caught + missed);
}

/** @param {number} caught @param {number} missed */
function percent(caught, missed) {
  return share(caught, missed).toFixed(1);
}
