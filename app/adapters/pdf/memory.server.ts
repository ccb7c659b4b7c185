import { readdirSync, readFileSync } from "node:fs";

const LOOK_EVERY_MS = 25;

/**
 * Calls `tooMuch` once when a process and its descendants hold more than `most` bytes of their own, until the returned
 * function is called. Program files that processes share are not counted. Linux only: elsewhere it watches nothing,
 * and the limits of the document itself (its length, its pictures) have to do.
 */
export function watchMemory(pid: number, most: number, tooMuch: (bytes: number) => void): () => void {
  if (process.platform !== "linux" || pid === 0) return () => {};
  // Found once for each document: all of the browser's processes are there before it prints.
  const family = [pid, ...descendants(pid)];
  const timer = setInterval(() => {
    const bytes = family.reduce((sum, member) => sum + ownMemory(member), 0);
    if (bytes <= most) return;
    clearInterval(timer);
    tooMuch(bytes);
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/**
 * Bytes that a process holds in main memory and that are no file's: heap, stacks, and what it shares with its family.
 */
export function ownMemory(pid: number): number {
  const status = read(`/proc/${pid}/status`);
  return ["RssAnon", "RssShmem"].reduce(
    (sum, name) => sum + Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? 0) * 1024,
    0,
  );
}

/** The numbers of a process's threads; its own number where they cannot be read. */
export function threadsOf(pid: number): number[] {
  const threads = list(`/proc/${pid}/task`).map(Number);
  return threads.length > 0 ? threads : [pid];
}

/** Children are listed by the thread that started them. */
export function descendants(pid: number): number[] {
  const children = list(`/proc/${pid}/task`).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`)
      .split(" ")
      .map(Number)
      .filter((child) => child > 0),
  );
  return children.flatMap((child) => [child, ...descendants(child)]);
}

/** Processes and threads end while one looks. */
function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
