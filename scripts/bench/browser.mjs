import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { browserCandidates } from "../../app/adapters/pdf/find-browser.server";
import { startChrome } from "../support/chrome.mjs";

export const PHONE = { width: 360, height: 740 };

/**
 * A Chromium found as the product finds one for its documents, for one part of the run.
 * @template T
 * @param {(port: number) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withChrome(work) {
  const dataDir = mkdtempSync(join(tmpdir(), "roll-off-bench-"));
  const chrome = await startChrome(
    browserCandidates({ dataDir, executablePath: process.env.PUPPETEER_EXECUTABLE_PATH || undefined }),
  );
  try {
    return await work(chrome.port);
  } finally {
    await chrome.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/**
 * The same, driven by playwright.
 * @template T
 * @param {(browser: import("playwright-core").Browser) => Promise<T>} work
 * @returns {Promise<T>}
 */
export function withBrowser(work) {
  return withChrome(async (port) => {
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    try {
      return await work(browser);
    } finally {
      await browser.close();
    }
  });
}

/**
 * A phone of somebody new, or of the person whose cookies are given.
 * @param {import("playwright-core").Browser} browser
 * @param {string} base
 * @param {{ scripts?: boolean, cookie?: string }} [person]
 */
export async function phone(browser, base, { scripts = true, cookie = "" } = {}) {
  const context = await browser.newContext({
    baseURL: base,
    viewport: PHONE,
    javaScriptEnabled: scripts,
    locale: "en-US",
    timezoneId: "America/New_York",
  });
  context.setDefaultTimeout(30_000);
  const cookies = cookie
    .split("; ")
    .filter(Boolean)
    .map((pair) => ({ name: pair.slice(0, pair.indexOf("=")), value: pair.slice(pair.indexOf("=") + 1), url: base }));
  await context.addCookies(cookies);
  return { context, page: await context.newPage() };
}
