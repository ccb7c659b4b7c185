import { cpSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const KEPT_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Copies the hashed files of earlier builds beside those of the new one, with their times: a file's time is that of the
 * last build that made it, and 30 days after it the file is left out. Nothing where there was no build.
 * @param {string} from the last build's assets, those that it carried over itself included
 * @param {string} to the new build's
 * @param {number} now in milliseconds since 1970
 */
export function carryOver(from, to, now) {
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    const old = join(from, name);
    if (existsSync(join(to, name)) || now - statSync(old).mtimeMs > KEPT_DAYS * DAY_MS) continue;
    cpSync(old, join(to, name), { preserveTimestamps: true });
  }
}
