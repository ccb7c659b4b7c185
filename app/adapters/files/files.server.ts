import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, realpath, rename, rm, stat, unlink } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import type { FilesPort } from "~/domain/documents/ports";

/**
 * Files in `<dataDir>/files`, beside the database and apart from it. A file is there whole or not at all, after a
 * power cut too; writing the same path again replaces it, so that the outbox may repeat its work.
 * Throws on a path that is not plain ("invoices/2026/inv_x.pdf") or that leads out of the folder.
 */
export function createFilesAdapter(dataDir: string): FilesPort {
  const root = resolve(dataDir, "files");

  return {
    async write(path, content) {
      const target = locate(root, path);
      const folder = dirname(target);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await refuseEscape(root, folder, path);
      const temporary = join(folder, `.${basename(target)}.${randomBytes(6).toString("hex")}.tmp`);
      try {
        const file = await open(temporary, "wx", 0o600);
        try {
          await file.writeFile(content);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(temporary, target);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      await syncFolder(folder);
    },

    async read(path) {
      const target = locate(root, path);
      try {
        await refuseEscape(root, target, path);
        return await readFile(target);
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    async remove(path) {
      const target = locate(root, path);
      try {
        await refuseEscape(root, dirname(target), path);
        await unlink(target);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },

    async sweep(folder, before, known) {
      const below = locate(root, folder);
      const old: string[] = [];
      for (const name of await namesIn(below)) {
        const written = await stat(join(below, name)).catch(() => null);
        if (written?.isFile() && written.mtimeMs < before) old.push(name);
      }
      let removed = 0;
      for (let from = 0; from < old.length; from += SWEPT_AT_ONCE) {
        const some = old.slice(from, from + SWEPT_AT_ONCE);
        const wanted = known(some.map((name) => `${folder}/${name}`));
        for (const name of some) {
          if (wanted.has(`${folder}/${name}`)) continue;
          await rm(join(below, name), { force: true });
          removed++;
        }
      }
      return removed;
    },
  };
}

const SWEPT_AT_ONCE = 100;

/** Of a folder that is not there: nothing. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Segments of letters, digits, dots, dashes and underscores that do not begin with a dot. */
function locate(root: string, path: string): string {
  if (path.length > 512 || !/^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/.test(path))
    throw new Error(`not a file path of ours: ${JSON.stringify(path.slice(0, 80))}`);
  return join(root, path);
}

/** A symbolic link below the folder must not lead out of it. */
async function refuseEscape(root: string, target: string, path: string): Promise<void> {
  const [realRoot, realTarget] = await Promise.all([realpath(root), realpath(target)]);
  if (realTarget !== realRoot && !realTarget.startsWith(realRoot + sep))
    throw new Error(`not a file path of ours: ${JSON.stringify(path)}`);
}

/** The new name itself must survive a power cut. Windows cannot open folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOENT" || code === "ENOTDIR";
}
