import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { type ServerOptions, startServer, type TestServer } from "./server";
import { sharedBrowser, sharedServer } from "./shared";

export interface Stage {
  server: TestServer;
  browser: Browser;
}

/**
 * A server and a browser for all tests of a file, there from its first test on: the shared ones, with `own` a server of
 * the file's own. Ending closes what was opened in the browser, and fails on unexpected errors in the log.
 */
export function setStage({ own }: { own?: ServerOptions } = {}): Stage {
  const stage = {} as Stage;
  beforeAll(async () => {
    [stage.server, stage.browser] = await Promise.all([own ? startServer(own) : sharedServer(), sharedBrowser()]);
  });
  afterAll(async () => {
    await Promise.all(stage.browser.contexts().map((context) => context.close()));
    await stage.server.stop();
  });
  return stage;
}
