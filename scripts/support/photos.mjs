import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";

/** @typedef {Record<"link" | "copy", (file: string, target: string) => void>} Disk */

/**
 * Puts every photograph below `from` that is not there yet below `to`, under the same name; returns how many. They are
 * never written again, so a second name of the same file is as good as a copy where the disk allows it. What has that
 * name is whole: a copy that breaks off leaves another name behind, and the next run makes it anew. What the running
 * server takes away meanwhile is left out.
 * @param {string} from
 * @param {string} to
 * @param {Disk} [disk]
 */
export function copyPhotos(from, to, disk = { link: linkSync, copy: copyFileSync }) {
  if (!existsSync(from)) return 0;
  let copied = 0;
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath ?? entry.path, entry.name);
    const target = join(to, file.slice(from.length));
    // What is being written has another ending until it is whole.
    if (!entry.isFile() || !entry.name.endsWith(".jpg") || existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true });
    try {
      put(file, target, disk);
      copied++;
    } catch (error) {
      if (existsSync(file)) throw error;
    }
  }
  return copied;
}

/**
 * @param {string} file
 * @param {string} target
 * @param {Disk} disk
 */
function put(file, target, disk) {
  try {
    disk.link(file, target);
  } catch {
    disk.copy(file, `${target}.part`);
    renameSync(`${target}.part`, target);
  }
}
