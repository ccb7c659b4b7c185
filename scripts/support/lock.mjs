import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Runs `work` while holding the lock file: two `npm start` at once install and build one after the other, and the
 * second finds everything done. A lock whose process is gone is taken over.
 * @template T
 * @param {string} file
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true });
  for (let told = false; !take(file); told = true) {
    if (!told) console.log("Waiting for another start to finish its preparations …");
    await pause(200);
  }
  const release = () => rmSync(file, { force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
    if (!holderIsGone(file)) return false;
    rmSync(file, { force: true });
    return false;
  }
}

/** @param {string} file */
function holderIsGone(file) {
  try {
    const pid = Number(readFileSync(file, "utf8"));
    // Empty between another process's create and its write.
    if (!pid) return false;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "ESRCH";
  }
}
