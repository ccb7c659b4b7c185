import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus } from "node:os";

/** Whether a command is there. @param {string} name */
export function hasTool(name) {
  return process.platform !== "win32" && spawnSync("which", [name], { stdio: "ignore" }).status === 0;
}

const pins = hasTool("taskset") && cpus().length > 1;
/** The core of what is measured, and that of what loads it. */
export const SERVER_CORE = 0;
export const LOAD_CORE = 1;

/**
 * A command line that stays on one core, where the system can do that.
 * @param {number} core
 * @param {string[]} command
 * @returns {[string, string[]]}
 */
export function pinned(core, [program = "", ...args]) {
  return pins ? ["taskset", ["-c", String(core), program, ...args]] : [program, args];
}

/** Resident memory of a process in MB; NaN where it cannot be read. @param {number} pid */
export function megabytes(pid) {
  const told = spawnSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return told.status === 0 ? Math.round(Number(told.stdout) / 1024) : NaN;
}

/**
 * Time that a process has spent on a core, in ms; NaN where it cannot be read. Steadier than the clock on a busy
 * machine.
 * @param {number} pid
 */
export function coreTime(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return NaN;
  }
}

/** @param {number[]} values @param {number} [share] */
export function quantile(values, share = 0.5) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** @template T @param {() => T | Promise<T>} work @returns {Promise<{ ms: number, result: T }>} */
export async function timed(work) {
  const begun = performance.now();
  const result = await work();
  return { ms: performance.now() - begun, result };
}
