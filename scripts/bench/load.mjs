import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { wire } from "../../tests/support/wire";
import { coreTime, hasTool, LOAD_CORE, pinned, quantile } from "./machine.mjs";

/**
 * @typedef {{ path: string, method?: string, headers?: Record<string, string>, body?: string }} Wanted
 * @typedef {{ base: string, connections: number, requests: Wanted[], seconds?: number, warm?: string }} Plan
 * @typedef {{ perSecond: number, count: number, p50: number, p99: number, statuses: Record<string, number>, core:
 * number }} Load times in ms; `core` is the server's time on its core per request, in ms
 */

export const CONNECTIONS = 32;
const SECONDS = 2;
const ROUNDS = 3;
const GENERATOR = fileURLToPath(new URL("./generator.mjs", import.meta.url));

/**
 * One page as fast as it comes, by wrk where it is installed. Throws when an answer is not good.
 * @param {import("./processes.mjs").Running} server
 * @param {Wanted} wanted
 * @param {{ seconds?: number, connections?: number }} [options]
 * @returns {Promise<Load>}
 */
export async function loadPage(server, wanted, { seconds = SECONDS, connections = CONNECTIONS } = {}) {
  // wrk counts a redirect as an answer like any other, and measures another page, or none.
  const first = await wire(server.url, wanted.path, { headers: wanted.headers });
  if (first.status !== 200) throw new Error(`${wanted.path} was answered ${first.status}`);
  const plan = { base: server.url, connections, requests: [wanted], seconds, warm: wanted.path };
  await generate({ ...plan, seconds: 0.5 });
  const run = hasTool("wrk") ? () => wrk(plan, wanted) : () => generate(plan);
  return good(await onCore(server.pid, run), `${wanted.path}`);
}

/**
 * Several loads in turn, round after round, so that what else the machine does meets all of them; the median of each
 * figure. @template {string} Name @param {Record<Name, () => Promise<Load>>} runs @returns {Promise<Record<Name,
 * Load>>}
 */
export async function inTurn(runs) {
  const names = /** @type {Name[]} */ (Object.keys(runs));
  const rounds = /** @type {Record<Name, Load[]>} */ (
    /** @type {unknown} */ (Object.fromEntries(names.map((name) => [name, []])))
  );
  for (let i = 0; i < ROUNDS; i++) for (const name of names) rounds[name].push(await runs[name]());
  const median = (/** @type {Load[]} */ loads, /** @type {"perSecond" | "p50" | "p99" | "core"} */ figure) =>
    quantile(loads.map((load) => load[figure]));
  return /** @type {Record<Name, Load>} */ (
    Object.fromEntries(
      names.map((name) => {
        const [first] = rounds[name];
        return [
          name,
          {
            ...first,
            perSecond: median(rounds[name], "perSecond"),
            p50: median(rounds[name], "p50"),
            p99: median(rounds[name], "p99"),
            core: median(rounds[name], "core"),
          },
        ];
      }),
    )
  );
}

/**
 * Each of these requests once; with `seconds` round and round for so long. Throws when an answer is not good.
 * @param {import("./processes.mjs").Running} server
 * @param {Wanted[]} requests
 * @param {{ connections?: number, seconds?: number }} [options]
 * @returns {Promise<Load>}
 */
export async function sendAll(server, requests, { connections = CONNECTIONS, seconds } = {}) {
  return good(
    await onCore(server.pid, () => generate({ base: server.url, connections, requests, seconds, warm: "/" })),
    requests[0]?.path ?? "",
  );
}

/** @param {Load} load @param {string} what */
function good(load, what) {
  const bad = Object.entries(load.statuses).filter(([status]) => Number(status) < 200 || Number(status) >= 400);
  if (bad.length > 0)
    throw new Error(`${what} was answered ${bad.map(([status, count]) => `${count} × ${status}`).join(", ")}`);
  return load;
}

/** @param {number} pid @param {() => Promise<Omit<Load, "core">>} run @returns {Promise<Load>} */
async function onCore(pid, run) {
  const before = coreTime(pid);
  const load = await run();
  return { ...load, core: (coreTime(pid) - before) / load.count };
}

/** @param {Plan} plan @returns {Promise<Omit<Load, "core">>} */
async function generate(plan) {
  const folder = mkdtempSync(join(tmpdir(), "roll-off-load-"));
  try {
    const file = join(folder, "plan.json");
    writeFileSync(file, JSON.stringify(plan));
    return JSON.parse(await output(pinned(LOAD_CORE, [process.execPath, GENERATOR, file])));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {Plan} plan @param {Wanted} wanted @returns {Promise<Omit<Load, "core">>} */
async function wrk(plan, { path, headers = {} }) {
  const lines = Object.entries({ "Accept-Encoding": "br", ...headers }).flatMap(([name, value]) => [
    "-H",
    `${name}: ${value}`,
  ]);
  const text = await output(
    pinned(LOAD_CORE, [
      "wrk",
      "-t1",
      `-c${plan.connections}`,
      `-d${plan.seconds}s`,
      "--latency",
      "--timeout",
      "20s",
      ...lines,
      plan.base + path,
    ]),
  );
  const bad = Number(/Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1] ?? 0);
  const broken = [...(/Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(text) ?? [])]
    .slice(1)
    .reduce((sum, count) => sum + Number(count), 0);
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1] ?? 0),
    count: Number(/(\d+) requests in/.exec(text)?.[1] ?? 0),
    p50: inMs(/50%\s+([\d.]+\w+)/.exec(text)?.[1]),
    p99: inMs(/99%\s+([\d.]+\w+)/.exec(text)?.[1]),
    statuses: { 200: 1, ...(bad > 0 && { 500: bad }), ...(broken > 0 && { 0: broken }) },
  };
}

/** "1.20ms", "850us", "1.1s" in ms. @param {string} [text] */
function inMs(text = "") {
  const [, figure = "NaN", unit = ""] = /^([\d.]+)(\w+)$/.exec(text) ?? [];
  return Number(figure) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? NaN);
}

/** @param {[string, string[]]} command @returns {Promise<string>} */
function output([program, args]) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    child.stdout.on("data", (chunk) => (text += chunk));
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve(text) : reject(new Error(`${program} ended with ${code}`))));
  });
}
