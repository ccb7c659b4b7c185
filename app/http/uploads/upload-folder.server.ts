import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Files of this folder that are half sent, named by the process that writes them: "123-a1b2….part". */
const NAME = /^(\d+)-[0-9a-f]{24}\.part$/;

export interface UploadFolder {
  /** A new name below it; nothing is there yet. */
  newFile(): string;
}

/**
 * Where photographs lie while they arrive, below the data folder. What a process left behind that ended in the middle goes
 * when the next one begins; what another process that runs is writing stays.
 */
export function openUploadFolder(dataDir: string): UploadFolder {
  const folder = join(dataDir, "uploads");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) {
    const pid = Number(NAME.exec(name)?.[1]);
    // Our own number on a file from before us: it was given again, as in a container.
    if (pid && (pid === process.pid || !isAlive(pid))) rmSync(join(folder, name), { force: true });
  }
  return { newFile: () => join(folder, `${process.pid}-${randomBytes(12).toString("hex")}.part`) };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, but another user's.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
