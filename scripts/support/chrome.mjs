import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const START_MS = 15_000;

/**
 * @typedef {{ executablePath: string, isShell: boolean, env: Record<string, string> }} Candidate
 * @typedef {{ port: number, stop(): Promise<void> }} Chrome
 */

/**
 * A Chromium that listens for DevTools on a free port: the first of the candidates that starts. An installed name may
 * be a stub that does not. Throws when none starts.
 * @param {AsyncIterable<Candidate>} candidates
 * @returns {Promise<Chrome>}
 */
export async function startChrome(candidates) {
  let tried = "none was found";
  for await (const candidate of candidates) {
    const chrome = await launch(candidate);
    if (chrome) return chrome;
    tried = `${candidate.executablePath} did not start`;
  }
  throw new Error(`no browser to measure with: ${tried}`);
}

/** @param {Candidate} candidate @returns {Promise<Chrome | null>} */
async function launch({ executablePath, isShell, env }) {
  const profile = mkdtempSync(join(tmpdir(), "roll-off-chrome-"));
  // As root (containers) Chromium's own sandbox cannot start; the pages are ours.
  const args = [
    isShell ? "--headless" : "--headless=new",
    "--no-sandbox",
    "--remote-debugging-port=0",
    `--user-data-dir=${profile}`,
    "--no-first-run",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-dev-shm-usage",
    "about:blank",
  ];
  const child = spawn(executablePath, args, { stdio: "ignore", env: { ...process.env, ...env } });
  const ended = new Promise((resolve) => {
    child.once("exit", resolve);
    child.once("error", resolve);
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null && child.pid) child.kill("SIGKILL");
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  let gone = false;
  void ended.then(() => (gone = true));
  const told = join(profile, "DevToolsActivePort");
  for (const deadline = Date.now() + START_MS; Date.now() < deadline && !gone; await pause(25)) {
    const port = existsSync(told) ? Number(readFileSync(told, "utf8").split("\n")[0]) : 0;
    if (port > 0) return { port, stop };
  }
  await stop();
  return null;
}
