import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Puts every photograph below `from` that is not there yet below `to`, under the same name; returns how many. They are
 * never written again, so a second name of the same file is as good as a copy where the disk allows it.
 * @param {string} from
 * @param {string} to
 */
export function copyPhotos(from, to) {
  if (!existsSync(from)) return 0;
  let copied = 0;
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath ?? entry.path, entry.name);
    const target = join(to, file.slice(from.length));
    // What is being written has another ending until it is whole.
    if (!entry.isFile() || !entry.name.endsWith(".jpg") || existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true });
    try {
      linkSync(file, target);
    } catch {
      copyFileSync(file, target);
    }
    copied++;
  }
  return copied;
}
