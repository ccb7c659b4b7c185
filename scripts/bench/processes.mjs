import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../tests/support/ports";
import { ROOT } from "../support/setup.mjs";
import { pinned, SERVER_CORE } from "./machine.mjs";

const START_MS = 60_000;

/** @typedef {{ url: string, pid: number, dataDir: string, stop(): Promise<void> }} Running */

/**
 * An empty folder for one part of the run, gone with it.
 * @template T
 * @param {(dataDir: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withDataDir(work) {
  const dataDir = mkdtempSync(join(tmpdir(), "roll-off-bench-"));
  try {
    return await work(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/**
 * The built server, one process on one core, until `stop`.
 * @param {string} dataDir
 * @param {{ port?: number, env?: Record<string, string> }} [options]
 * @returns {Promise<Running>}
 */
export async function startOurs(dataDir, { port, env = {} } = {}) {
  const listens = port ?? (await freePort());
  return startProcess(["build/server.mjs"], listens, dataDir, "/healthz", {
    RATE_LIMITS: "off",
    LOG_LEVEL: "silent",
    ...env,
  });
}

/**
 * Stock remix-serve with the same build on the very same database, so that the same cookies hold: a yardstick. It goes
 * by our address: an agreement names the website, so that under another one no page after the signature could be shown.
 * Gives answers to GET only. @param {Running} ours @returns {Promise<Running>}
 */
export async function startRemixServe(ours) {
  return startProcess(
    ["node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"],
    await freePort(),
    ours.dataDir,
    "/about",
    { LOG_LEVEL: "silent", PUBLIC_URL: ours.url },
  );
}

/**
 * A bare node:http server: what the same work costs without us.
 * @param {"bytes" | "query" | "insert" | "webhook"} kind
 * @param {number} bytes of each answer
 * @param {string} dataDir
 * @returns {Promise<Running>}
 */
export async function startBare(kind, bytes, dataDir) {
  return startProcess(["scripts/bench/yardstick.mjs", kind, String(bytes)], await freePort(), dataDir, "/", {});
}

/**
 * @param {string[]} command
 * @param {number} port
 * @param {string} dataDir
 * @param {string} health
 * @param {Record<string, string>} env
 * @returns {Promise<Running>}
 */
async function startProcess(command, port, dataDir, health, env) {
  const [program, args] = pinned(SERVER_CORE, [process.execPath, ...command]);
  const child = spawn(program, args, {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, NODE_ENV: "production", PORT: String(port), DATA_DIR: dataDir, ...env },
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  let complaint = "";
  child.stderr.on("data", (chunk) => (complaint = `${complaint}${chunk}`.slice(-2_000)));
  const url = `http://localhost:${port}`;
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    const late = setTimeout(() => child.kill("SIGKILL"), 12_000);
    await ended;
    clearTimeout(late);
  };
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await pause(5)) {
    if (child.exitCode !== null) throw new Error(`${command.join(" ")} ended with ${child.exitCode}: ${complaint}`);
    if ((await fetch(url + health).catch(() => null))?.ok) return { url, pid: child.pid ?? 0, dataDir, stop };
  }
  await stop();
  throw new Error(`${command.join(" ")} did not answer within ${START_MS / 1000} s`);
}

/**
 * Stops it whatever happens.
 * @template T
 * @param {Promise<Running>} starting
 * @param {(running: Running) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function during(starting, work) {
  const running = await starting;
  try {
    return await work(running);
  } finally {
    await running.stop();
  }
}
