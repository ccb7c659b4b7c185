import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "./lock.mjs";

// Plain Node: this runs before anything is installed.
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const INSTALL_STAMP = join(ROOT, "node_modules/.roll-off-install.json");
const BUILD_STAMP = join(ROOT, "build/.sources");
const LOCK = join(ROOT, ".cache/setup.lock");
const SOURCES = [
  "app",
  "db",
  "public",
  "server",
  "server.ts",
  "vite.config.ts",
  "remix.config.js",
  "package.json",
  "package-lock.json",
  "scripts/support/build.mjs",
  "scripts/support/carry.mjs",
  "scripts/support/manifests.mjs",
];
const OLDEST_NODE = [20, 19];

/** Installs and builds what is missing or stale; nothing when all is up to date (about 30 ms). */
export async function prepare({ build = true } = {}) {
  checkNode();
  if (isInstalled() && (!build || isBuilt())) return;
  await withLock(LOCK, async () => {
    if (!isInstalled()) install();
    if (build && !isBuilt()) await buildNow();
  });
}

/** Builds whether or not the last build is stale. */
export async function rebuild() {
  await prepare({ build: false });
  await withLock(LOCK, buildNow);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [oldMajor = 0, oldMinor = 0] = OLDEST_NODE;
  if (major > oldMajor || (major === oldMajor && minor >= oldMinor)) return;
  console.error(`This needs Node ${OLDEST_NODE.join(".")} or later; here is ${process.versions.node}.`);
  process.exit(1);
}

function installIdentity() {
  const lock = createHash("sha256")
    .update(readFileSync(join(ROOT, "package-lock.json")))
    .digest("hex");
  return JSON.stringify({ lock, abi: process.versions.modules, platform: process.platform, arch: process.arch });
}

function isInstalled() {
  if (read(INSTALL_STAMP) === installIdentity()) return true;
  // No stamp, but someone ran npm: right versions that load are as good as our own install.
  if (!existsSync(join(ROOT, "node_modules/.package-lock.json")) || !versionsAgree() || !nativeModuleLoads())
    return false;
  writeFileSync(INSTALL_STAMP, installIdentity());
  return true;
}

function versionsAgree() {
  const wanted = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")).packages;
  const present = JSON.parse(readFileSync(join(ROOT, "node_modules/.package-lock.json"), "utf8")).packages;
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === "" ||
      (present[path] ? present[path].version === entry.version : entry.optional === true || entry.devOptional === true),
  );
}

function nativeModuleLoads() {
  try {
    const Database = createRequire(join(ROOT, "package.json"))("better-sqlite3");
    new Database(":memory:").close();
    return true;
  } catch {
    return false;
  }
}

function install() {
  console.log("Installing packages (once; a minute or two) …");
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund"];
  const npm = process.env.npm_execpath;
  // Run by npm, npm's own file is known; else the command of that name, which on Windows is a script.
  const done = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"] })
    : spawnSync("npm", args, {
        cwd: ROOT,
        stdio: ["ignore", "inherit", "inherit"],
        shell: process.platform === "win32",
      });
  if (done.status !== 0) {
    console.error("npm ci failed; see the lines above.");
    process.exit(1);
  }
  writeFileSync(INSTALL_STAMP, installIdentity());
}

/** One line that changes when any source file does. */
function sourcesIdentity() {
  const hash = createHash("sha256");
  for (const name of SOURCES) visit(join(ROOT, name), name);
  return hash.digest("hex");

  /** @param {string} path @param {string} name */
  function visit(path, name) {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat || /\.test\.tsx?$/.test(name)) return;
    if (stat.isDirectory()) for (const entry of readdirSync(path).sort()) visit(join(path, entry), `${name}/${entry}`);
    else hash.update(`${name}\0${stat.size}\0${stat.mtimeMs}\n`);
  }
}

function isBuilt() {
  return existsSync(join(ROOT, "build/server.mjs")) && read(BUILD_STAMP) === sourcesIdentity();
}

async function buildNow() {
  console.log("Building …");
  // Taken before the build: a file saved while it runs makes the result stale again.
  const identity = sourcesIdentity();
  const { build } = await import("./build.mjs");
  await build(ROOT, identity);
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
