import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./setup.mjs";

/**
 * @typedef {{ passed: number, failed: number, details: string }} Result
 * @typedef {{ name: string, run: () => Promise<Result> }} Step
 */

const REPORTS = join(ROOT, "tests/.artifacts/reports");
const LONGEST_FILE = 300;
/** A test's table of cases may be longer than what a person has to hold in mind. */
const LONGEST_TEST = 350;
const longest = (/** @type {string} */ file) =>
  /\.test\.tsx?$|[\\/]tests[\\/]/.test(file) ? LONGEST_TEST : LONGEST_FILE;

/**
 * A command that finds problems; `count` reads how many from its output.
 * @param {string} name
 * @param {string[]} command
 * @param {(output: string) => number} count
 * @returns {Step}
 */
export function checkStep(name, command, count) {
  return {
    name,
    async run() {
      const { code, output } = await runTool(command);
      return code === 0
        ? { passed: 1, failed: 0, details: "" }
        : { passed: 0, failed: Math.max(1, count(output)), details: output };
    },
  };
}

/**
 * Counts only where it fails: without a build nothing that starts a server is run.
 * @type {Step}
 */
export const buildStep = {
  name: "build",
  async run() {
    const { code, output } = await runTool(["../scripts/support/build-if-stale.mjs"]);
    return { passed: 0, failed: code === 0 ? 0 : 1, details: output };
  },
};

export const typeStep = checkStep(
  "types",
  // The native compiler: a tenth of the time. What else needs TypeScript (eslint's parser) keeps the one with an API.
  [
    ...["typescript-native/bin/tsc", "-p", ".", "--noEmit"],
    // Only what a change reaches is checked again; the file knows each source by its contents.
    ...["--incremental", "--tsBuildInfoFile", ".cache/types.tsbuildinfo"],
  ],
  (output) => output.match(/error TS\d+/g)?.length ?? 0,
);

/** General rules, those that know types among them. */
export const lintStep = checkStep(
  "lint",
  ["oxlint/bin/oxlint", "--type-aware", "--report-unused-disable-directives", "--max-warnings", "0"],
  (output) => Number(/and (\d+) errors?/.exec(output)?.[1] ?? 0),
);

/** The house's own laws, as patterns of syntax; each file is judged by itself, so findings may be kept. */
export const houseStep = checkStep(
  "house laws",
  [
    "eslint/bin/eslint.js",
    "app/routes",
    "app/services",
    "--max-warnings",
    "0",
    "--cache",
    "--cache-strategy",
    "content",
    "--cache-location",
    ".cache/eslint.json",
  ],
  (output) => Number(/✖ (\d+) problems?/.exec(output)?.[1] ?? 0),
);

/** The whole tree as oxfmt prints it. */
export const formatStep = checkStep(
  "format",
  ["oxfmt/bin/oxfmt", "--check", "."],
  (output) => output.match(/^\S+ \(\d+ms\)$/gm)?.length ?? 0,
);

export const lawStep = checkStep(
  "import laws",
  ["dependency-cruiser/bin/dependency-cruise.mjs", "app", "db", "server", "server.ts", "tests", "--output-type", "err"],
  (output) => output.match(/^\s+error /gm)?.length ?? 0,
);

/**
 * Files that a person reads stay under 300 lines as oxfmt prints them (tests: 350); oxlint says so for code, this for style sheets and pages too.
 * @type {Step}
 */
export const lengthStep = {
  name: "file length",
  async run() {
    const long = ["app", "server", "db", "tests", "scripts"].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(tsx?|m?js|css|html)$/.test(entry.name))
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
        .filter(
          (file) =>
            !/[\\/](migrations|\.artifacts)[\\/]/.test(file) &&
            readFileSync(file, "utf8").split("\n").length > longest(file) + 1,
        ),
    );
    return {
      passed: long.length === 0 ? 1 : 0,
      failed: long.length,
      details: long.map((file) => `longer than ${longest(file)} lines: ${file.slice(ROOT.length)}`).join("\n"),
    };
  },
};

/** Tests make much that is thrown away at once: collecting it less often is a twentieth of the unit tests' processor time. */
const ROOM_FOR_WHAT_IS_YOUNG = "--min-semi-space-size=16";

/** A vitest run; its tests are counted one by one. @param {string} name @param {string[]} options @returns {Step} */
export function vitestStep(name, options) {
  return {
    name,
    async run() {
      const report = join(REPORTS, `${name}.json`);
      mkdirSync(REPORTS, { recursive: true });
      rmSync(report, { force: true });
      const { code, output } = await runTool(
        ["vitest/vitest.mjs", "run", ...options, "--reporter=json", `--outputFile=${report}`],
        [ROOM_FOR_WHAT_IS_YOUNG],
      );
      if (!existsSync(report))
        return /No test files found/.test(output)
          ? { passed: 0, failed: 0, details: "no tests" }
          : { passed: 0, failed: 1, details: output };
      const { numPassedTests: passed, testResults } = JSON.parse(readFileSync(report, "utf8"));
      const failures = testResults.flatMap(failuresOf);
      // An error outside any test (a rejected promise nobody waited for) fails the run too.
      if (code !== 0 && failures.length === 0) failures.push(output);
      return { passed, failed: failures.length, details: failures.join("\n\n") };
    },
  };
}

/**
 * @param {{ name: string, status: string, message: string, assertionResults: { status: string, fullName: string,
 * failureMessages: string[] }[] }} file
 * @returns {string[]}
 */
function failuresOf(file) {
  const failed = file.assertionResults.filter((test) => test.status === "failed");
  const where = file.name.slice(ROOT.length);
  // A file that could not be loaded, or whose set-up or end failed, has no failed test of its own.
  if (file.status === "failed" && failed.length === 0) return [`${where}\n${file.message}`];
  return failed.map(
    (test) =>
      `${where} > ${test.fullName}\n${test.failureMessages
        .join("\n")
        .split("\n")
        .filter((line) => !/node_modules|node:internal/.test(line))
        .slice(0, 30)
        .join("\n")}`,
  );
}

/**
 * @param {string[]} command a file below node_modules and its arguments
 * @param {string[]} flags Node's own
 * @returns {Promise<{ code: number, output: string }>}
 */
function runTool([file = "", ...args], flags = []) {
  return new Promise((resolve) => {
    const env = { ...process.env, NODE_ENV: /** @type {const} */ ("test"), NO_COLOR: "1", FORCE_COLOR: "0" };
    const child = spawn(process.execPath, [...flags, join(ROOT, "node_modules", file), ...args], {
      cwd: ROOT,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const keep = (/** @type {Buffer} */ chunk) => (output += chunk.toString());
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("close", (code) => resolve({ code: code ?? 1, output: output.trim() }));
  });
}
