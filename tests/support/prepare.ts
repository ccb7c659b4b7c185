import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { withLock } from "../../scripts/support/lock.mjs";
import { ARTIFACTS, PREPARED, ROOT } from "./paths";
import { freePort } from "./ports";
import { spawnServer } from "./process";

/**
 * Vitest's global set-up: seeds one database, once per build and day (the seed's bookings lie around today). Ended
 * properly, so that its files are whole and can be copied. Two projects that begin at once prepare it one after the
 * other, and the second finds it done.
 */
export default function prepareDatabase(): Promise<void> {
  return withLock(`${ARTIFACTS}/preparing.lock`, seedDatabase);
}

async function seedDatabase(): Promise<void> {
  const identity = `${statSync(`${ROOT}build/server.mjs`).mtimeMs} ${new Date().toISOString().slice(0, 10)}`;
  const stamp = `${ARTIFACTS}/prepared.stamp`;
  if (existsSync(PREPARED) && existsSync(stamp) && readFileSync(stamp, "utf8") === identity) return;
  rmSync(PREPARED, { recursive: true, force: true });
  mkdirSync(PREPARED, { recursive: true });
  const server = await spawnServer({ port: await freePort(), dataDir: PREPARED });
  server.process.kill("SIGTERM");
  await server.ended;
  writeFileSync(stamp, identity);
}
