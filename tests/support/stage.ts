import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { startBrowser } from "./browser";
import { type ServerOptions, startServer, type TestServer } from "./server";

export interface Stage {
  server: TestServer;
  browser: Browser;
}

/**
 * A server and a browser for all tests of a file, there from its first test on. Ending fails on unexpected errors in
 * the log.
 */
export function setStage(options?: ServerOptions): Stage {
  const stage = {} as Stage;
  beforeAll(async () => {
    [stage.server, stage.browser] = await Promise.all([startServer(options), startBrowser()]);
  });
  afterAll(async () => {
    await stage.browser.close();
    await stage.server.stop();
  });
  return stage;
}
