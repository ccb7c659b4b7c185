import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { PREPARED, UNPACKED_BROWSER } from "./paths";
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
  /**
   * The same where an error is expected: what the server logs about an answer can arrive after it. Empty after five
   * seconds without one.
   */
  errorsToCome(): Promise<string[]>;
  /**
   * Ends it as the system would, waits, and throws when error lines were logged that no test asked for, unless the last
   * ones are `errorsExpected`.
   */
  stop(options?: { errorsExpected?: boolean }): Promise<void>;
  /** The power cut: nothing is finished; the data folder stays. */
  kill9(): Promise<void>;
}

export interface ServerOptions {
  env?: Record<string, string>;
  /** A folder of the test's own, kept afterwards; else a copy of the seeded one, removed at the end. */
  dataDir?: string;
  port?: number;
}

const LOG_DEADLINE_MS = 5000;

/** A server of its own on a free port, with its own copy of the seeded database. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? copyPrepared();
  const port = options.port ?? (await freePort());
  const server = await spawnServer({ port, dataDir, env: options.env });
  let read = 0;

  const takeErrors = (): string[] => {
    const text = server.logs();
    const whole = text.lastIndexOf("\n") + 1;
    const lines = text
      .slice(read, whole)
      .split("\n")
      .filter((line) => line.includes('"level":"error"'));
    read = whole;
    return lines;
  };
  const errorsToCome = async (): Promise<string[]> => {
    for (const deadline = Date.now() + LOG_DEADLINE_MS; Date.now() < deadline; await pause(10)) {
      const errors = takeErrors();
      if (errors.length > 0) return errors;
    }
    return [];
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
    errorsToCome,
    async stop({ errorsExpected = false } = {}) {
      // What broke it says why nobody could reach it: its own last words, not those of the tests that found it gone.
      const { exitCode } = server.process;
      if (exitCode && !errorsExpected)
        throw new Error(`the server ended by itself, ${exitCode}:\n${server.logs().slice(-4_000)}`);
      await end("SIGTERM");
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
      const errors = takeErrors();
      if (!errorsExpected) failOn(errors);
    },
    kill9: () => end("SIGKILL"),
  };
}

/** Throws when there are lines that no test asked for. */
export function failOn(errors: string[]): void {
  if (errors.length > 0)
    throw new Error(`the server logged ${errors.length} unexpected errors:\n${errors.slice(0, 5).join("\n")}`);
}

/** For one test: stopped when it ends, which fails it when unexpected errors were logged. */
export async function serverForTest(options: ServerOptions = {}): Promise<TestServer> {
  const server = await startServer(options);
  onTestFinished(() => server.stop());
  return server;
}

/**
 * A data folder like the one after a first start. The bundled browser is unpacked once for all of them: it takes
 * seconds.
 */
export function copyPrepared(dataDir = mkdtempSync(join(tmpdir(), "roll-off-"))): string {
  cpSync(PREPARED, dataDir, { recursive: true, filter: (path) => path !== join(PREPARED, "browser") });
  mkdirSync(UNPACKED_BROWSER, { recursive: true });
  symlinkSync(UNPACKED_BROWSER, join(dataDir, "browser"), "junction");
  return dataDir;
}
