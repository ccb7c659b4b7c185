import Database from "better-sqlite3";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { withLock } from "../../scripts/support/lock.mjs";
import { ARTIFACTS, PREPARED, ROOT } from "./paths";
import { freePort } from "./ports";
import { spawnServer } from "./process";

const SETTLE_DEADLINE_MS = 60_000;
const QUIET_MS = 1_000;

/**
 * Vitest's global set-up: seeds one database, once per build and day (the seed's bookings lie around today). Ended
 * properly, so that its files are whole and can be copied. Two projects that begin at once prepare it one after the
 * other, and the second finds it done.
 */
export default function prepareDatabase(): Promise<void> {
  removeLeftOvers();
  return withLock(`${ARTIFACTS}/preparing.lock`, seedDatabase);
}

/** Test processes are ended by Vitest: what they shared is still there. */
function removeLeftOvers(): void {
  for (const name of existsSync(ARTIFACTS) ? readdirSync(ARTIFACTS) : []) {
    const pid = /^shared-(\d+)$/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(`${ARTIFACTS}/${name}`, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function seedDatabase(): Promise<void> {
  const identity = `${statSync(`${ROOT}build/server.mjs`).mtimeMs} ${new Date().toISOString().slice(0, 10)}`;
  const stamp = `${ARTIFACTS}/prepared.stamp`;
  if (existsSync(PREPARED) && existsSync(stamp) && readFileSync(stamp, "utf8") === identity) return;
  rmSync(PREPARED, { recursive: true, force: true });
  mkdirSync(PREPARED, { recursive: true });
  const server = await spawnServer({ port: await freePort(), dataDir: PREPARED });
  await settled();
  server.process.kill("SIGTERM");
  await server.ended;
  writeFileSync(stamp, identity);
}

/**
 * Until what the seed leaves to do is done: else each of a hundred copies would send the same mails and texts again. The
 * first round of housekeeping puts some there, so nothing was due for a while.
 */
async function settled(): Promise<void> {
  const db = new Database(`${PREPARED}/roll-off.sqlite`, { readonly: true });
  try {
    const due = db.prepare("select count(*) from outbox where state = 'waiting' and run_at <= ?").pluck();
    const deadline = Date.now() + SETTLE_DEADLINE_MS;
    for (let quiet = Date.now(); Date.now() - quiet < QUIET_MS; await pause(50)) {
      if (due.get(Date.now()) !== 0) quiet = Date.now();
      if (Date.now() > deadline) throw new Error("what the seed leaves to do is not done");
    }
  } finally {
    db.close();
  }
}
