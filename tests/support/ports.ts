import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Where this process looks, by its lane (vitest.e2e.config.ts) and its number in there: no two of a run are given the
 * same, though seconds lie between asking and listening. All below those that systems give to connections on their way
 * out, one of which took a port in between. Processes without a lane share the last of it.
 */
const LANE = Number(process.env.PORTS_FROM ?? 29_000);
const PROCESSES = 6;
const SHARE = 500;
const FIRST = LANE + (Number(process.env.VITEST_POOL_ID ?? 0) % PROCESSES) * SHARE;

const given = new Set<number>();

/**
 * A port that nobody listens on right now, on any address: the server takes all of them. Not the same twice, as long as
 * there are others.
 */
export async function freePort(): Promise<number> {
  for (let port = FIRST + randomInt(SHARE); ; port = FIRST + randomInt(SHARE)) {
    if (given.size === SHARE) given.clear();
    if (given.has(port)) continue;
    given.add(port);
    if ((await isFree(port)) && (await isFree(port, "127.0.0.1"))) return port;
  }
}

function isFree(port: number, host?: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" || error.code === "EACCES" ? resolve(false) : reject(error),
    );
    probe.listen({ port, host }, () => probe.close(() => resolve(true)));
  });
}
