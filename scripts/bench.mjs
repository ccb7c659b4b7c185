import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { prepare, ROOT } from "./support/setup.mjs";

// `npm run bench`: rates of our pages beside a bare node:http server that sends the same number of bytes, in one run.
// Ratios count; the load generator shares the machine, so absolute rates are lower than with wrk.
const SECONDS = "5";
const CONNECTIONS = "32";
const PAGES = ["/healthz", "/", "/about", "/book", "/manage-booking"];

await prepare();
const dataDir = mkdtempSync(join(tmpdir(), "roll-off-bench-"));
try {
  await (await start(4_390)).stop();
  const begun = Date.now();
  const server = await start(4_390);
  console.log(`second start to the first answer: ${Date.now() - begun} ms\n`);
  const rows = [];
  for (const path of PAGES) rows.push({ path, ...(await measure(`http://127.0.0.1:4390${path}`)) });
  console.table(Object.fromEntries(rows.map(({ path, ...row }) => [path, row])));
  console.log(`memory after the run: ${server.megabytes()} MB`);
  await server.stop();
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

/** @param {string} url */
async function measure(url) {
  const answer = await fetch(url, { headers: { "Accept-Encoding": "br" } });
  const body = Buffer.alloc(Number(answer.headers.get("content-length") ?? 0), "x");
  const ours = await load(url);
  const bare = createServer((_, res) => res.end(body)).listen(0, "127.0.0.1");
  await new Promise((resolve) => bare.once("listening", resolve));
  const floor = await load(`http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (bare.address()).port}/`);
  bare.closeAllConnections();
  bare.close();
  return { bytes: body.length, "per second": ours.perSecond, "p50 ms": ours.p50, "p99 ms": ours.p99, failed: ours.failed, bare: floor.perSecond, "of bare": `${Math.round((100 * ours.perSecond) / floor.perSecond)} %` };
}

/** @param {string} url @returns {Promise<{ perSecond: number, p50: number, p99: number, failed: number }>} */
async function load(url) {
  const child = spawn(process.execPath, [join(ROOT, "tests/bench/load.mjs"), url, CONNECTIONS, SECONDS], { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (chunk) => (text += chunk));
  await new Promise((resolve) => child.once("close", resolve));
  return JSON.parse(text);
}

/** @param {number} port */
async function start(port) {
  const child = spawn(process.execPath, ["build/server.mjs"], { cwd: ROOT, stdio: "ignore", env: { ...process.env, NODE_ENV: "production", PORT: String(port), DATA_DIR: dataDir, RATE_LIMITS: "off" } });
  while ((await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null))?.status !== 200) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    await pause(10);
  }
  return {
    megabytes: () => (process.platform === "win32" ? NaN : Math.round(Number(execFileSync("ps", ["-o", "rss=", "-p", String(child.pid)], { encoding: "utf8" })) / 1024)),
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    },
  };
}
