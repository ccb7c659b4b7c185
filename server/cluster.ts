import cluster, { type Worker } from "node:cluster";

const RESTART_PAUSE_MS = 1_000;
/** A worker that ends sooner than this is not started again at once. */
const SHORT_LIFE_MS = 5_000;
const READY = "ready";

export function isWorker(): boolean {
  return cluster.isWorker;
}

export function tellReady(): void {
  process.send?.(READY);
}

/**
 * The process that owns the port (WEB_CONCURRENCY above 1). Workers start one after the other, so that one alone
 * migrates and seeds; SIGHUP replaces them one by one, a new one answering before an old one leaves; crashed ones are
 * replaced. Ends with status 1 when the first worker cannot start.
 */
export async function runPrimary(file: string, count: number): Promise<void> {
  cluster.setupPrimary({ exec: file, args: process.argv.slice(2) });
  const staying = new Set<Worker>();
  let ending = false;
  let replacing: Promise<void> = Promise.resolve();

  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, endAll);
  process.on("SIGHUP", () => {
    replacing = replacing.then(replaceAll);
  });
  for (let i = 0; i < count; i++) {
    if (!(await start())) process.exit(1);
  }

  /** True once the worker answers; false when it ended first. */
  function start(): Promise<boolean> {
    const begun = Date.now();
    const worker = cluster.fork();
    return new Promise((resolve) => {
      worker.on("message", (message) => {
        if (message !== READY) return;
        staying.add(worker);
        resolve(true);
      });
      worker.once("exit", () => {
        resolve(false);
        const crashed = staying.delete(worker) && !ending;
        if (crashed)
          setTimeout(() => void (ending || revive()), Date.now() - begun < SHORT_LIFE_MS ? RESTART_PAUSE_MS : 0);
        if (ending && Object.keys(cluster.workers ?? {}).length === 0) process.exit(0);
      });
    });
  }

  async function revive(): Promise<void> {
    while (!ending && !(await start())) await new Promise((resolve) => setTimeout(resolve, RESTART_PAUSE_MS));
  }

  async function replaceAll(): Promise<void> {
    for (const old of [...staying]) {
      if (ending || !(await start())) return;
      staying.delete(old);
      const gone = new Promise((resolve) => old.once("exit", resolve));
      old.process.kill("SIGTERM");
      await gone;
    }
  }

  function endAll(): void {
    if (ending) process.exit(1);
    ending = true;
    const workers = Object.values(cluster.workers ?? {});
    if (workers.length === 0) process.exit(0);
    for (const worker of workers) worker?.process.kill("SIGTERM");
  }
}
