import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { PREPARED } from "./paths";
import { freePort } from "./ports";
import { spawnServer } from "./process";

export interface TestServer {
  url: string;
  dataDir: string;
  /** With WEB_CONCURRENCY the primary's. */
  pid: number;
  logs(): string;
  /** Error lines written since the last call; reading them here makes them expected. */
  takeErrors(): string[];
  /** Ends it as the system would, waits, and throws when error lines were logged that no test asked for. */
  stop(): Promise<void>;
  /** The power cut: nothing is finished; the data folder stays. */
  kill9(): Promise<void>;
}

export interface ServerOptions {
  env?: Record<string, string>;
  /** A folder of the test's own, kept afterwards; else a copy of the seeded one, removed at the end. */
  dataDir?: string;
  port?: number;
}

/** A server of its own on a free port, with its own copy of the seeded database. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? copyPrepared();
  const port = options.port ?? (await freePort());
  const server = await spawnServer({ port, dataDir, env: options.env });
  let read = 0;

  const takeErrors = (): string[] => {
    const text = server.logs();
    const lines = text.slice(read).split("\n").filter((line) => line.includes('"level":"error"'));
    read = text.length;
    return lines;
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (server.process.exitCode === null && server.process.signalCode === null) server.process.kill(signal);
    await server.ended;
  };
  return {
    url: server.url,
    dataDir,
    pid: server.process.pid ?? 0,
    logs: server.logs,
    takeErrors,
    async stop() {
      await end("SIGTERM");
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
      const errors = takeErrors();
      if (errors.length > 0) throw new Error(`the server logged ${errors.length} unexpected errors:\n${errors.slice(0, 5).join("\n")}`);
    },
    kill9: () => end("SIGKILL"),
  };
}

/** For one test: stopped when it ends, which fails it when unexpected errors were logged. */
export async function serverForTest(options: ServerOptions = {}): Promise<TestServer> {
  const server = await startServer(options);
  onTestFinished(() => server.stop());
  return server;
}

/** A data folder like the one after a first start. */
export function copyPrepared(): string {
  const dataDir = mkdtempSync(join(tmpdir(), "roll-off-"));
  cpSync(PREPARED, dataDir, { recursive: true });
  return dataDir;
}
