import { mkdirSync } from "node:fs";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";
import { onTestFinished } from "vitest";
import { browserCandidates } from "~/adapters/pdf/find-browser.server";
import { ARTIFACTS } from "./paths";

/** The widths that every page is looked at in. */
export const PHONE = { width: 360, height: 740 };
export const DESK = { width: 1280, height: 900 };

/**
 * A Chromium for the tests of one file; close it in afterAll. The same search as for PDFs, so that nothing has to be
 * downloaded: a headless shell, which takes a third less of the processor, installed or the one inside
 * @sparticuz/chromium; where devices matter (`whole`) an installed browser before them. `args`: what this file's browser
 * is told besides.
 */
export async function startBrowser(args: readonly string[] = [], { whole = false } = {}): Promise<Browser> {
  const dataDir = `${ARTIFACTS}/browser`;
  mkdirSync(dataDir, { recursive: true });
  let last: unknown = new Error("no browser found");
  for await (const found of browserCandidates({
    executablePath: process.env.PUPPETEER_EXECUTABLE_PATH || undefined,
    dataDir,
    skipInstalled: process.env.TEST_BROWSER === "bundled",
    preferShell: !whole,
  })) {
    try {
      return await chromium.launch({
        executablePath: found.executablePath,
        env: { ...(process.env as Record<string, string>), ...found.env },
        // As root (containers) Chromium's own sandbox cannot start; these pages are ours.
        chromiumSandbox: false,
        args: [...(found.isShell ? [] : ["--headless=new"]), ...args],
      });
    } catch (error) {
      last = error;
    }
  }
  throw last;
}

/** A visitor with an own cookie store; on a phone with scripts unless said otherwise. Closed when the test ends. */
export async function visitor(
  browser: Browser,
  base: string,
  options: BrowserContextOptions & { scripts?: boolean } = {},
): Promise<BrowserContext> {
  const { scripts = true, ...rest } = options;
  const context = await browser.newContext({
    baseURL: base,
    viewport: PHONE,
    javaScriptEnabled: scripts,
    locale: "en-US",
    timezoneId: "America/New_York",
    ...rest,
  });
  // Nothing takes so long; on a machine that does much at once a page may take more than half of it.
  context.setDefaultTimeout(20_000);
  onTestFinished(() => context.close());
  return context;
}
