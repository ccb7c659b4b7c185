import { rmSync } from "node:fs";
import type { Browser } from "playwright-core";
import { startBrowser } from "./browser";
import { ARTIFACTS } from "./paths";
import { copyPrepared, failOn, startServer, type TestServer } from "./server";

let server: Promise<TestServer> | undefined;
let browser: Promise<Browser> | undefined;

/** Where the shared server of the test process `pid` keeps its data; removed by the next run. */
export const sharedData = (pid: number) => `${ARTIFACTS}/shared-${pid}`;

/**
 * The server without limits that all files of this test process have in common, for tests that neither use up what
 * others need (stock, a role, a sandbox's switch) nor count what is there. `stop` ends nothing: it fails on unexpected
 * errors in the log, as the own server's does. The process goes when this one does.
 */
export async function sharedServer(): Promise<TestServer> {
  server ??= startShared();
  const shared = await server;
  return { ...shared, stop: async () => failOn(shared.takeErrors()) };
}

/** The browser that all files of this test process have in common; close the contexts, not it. */
export function sharedBrowser(): Promise<Browser> {
  return (browser ??= startBrowser());
}

function startShared(): Promise<TestServer> {
  const dataDir = sharedData(process.pid);
  rmSync(dataDir, { recursive: true, force: true });
  return startServer({ dataDir: copyPrepared(dataDir), env: { RATE_LIMITS: "off" } });
}
