import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBrowser, visitor } from "../../support/browser";
import { startServer, type TestServer } from "../../support/server";

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** What the page complains about, and which script files it asked for. */
function watch(page: Page): { complaints: string[]; scripts: string[] } {
  const seen = { complaints: [] as string[], scripts: [] as string[] };
  page.on("console", (message) => /error|warning/.test(message.type()) && seen.complaints.push(message.text()));
  page.on("pageerror", (error) => seen.complaints.push(error.message));
  page.on("request", (request) => request.resourceType() === "script" && seen.scripts.push(request.url()));
  return seen;
}

describe("hydration on intent", () => {
  it("asks for no script until a field is used, then takes the page over and keeps what was typed", async () => {
    const page = await (await visitor(browser, server.url)).newPage();
    const seen = watch(page);
    await page.goto("/");
    await page.waitForTimeout(300);
    expect(seen.scripts).toEqual([]);

    const zip = page.locator("input[name=zip]").first();
    await zip.click();
    await zip.pressSequentially("328");
    await page.waitForFunction(() => document.documentElement.dataset.hydrated === "yes");
    await zip.pressSequentially("01");
    expect(await zip.inputValue()).toBe("32801");
    expect(seen.scripts.length).toBeGreaterThan(0);
    expect(seen.complaints).toEqual([]);
  });

  it("keeps what was typed when an extension and a translation changed the document before", async () => {
    const page = await (await visitor(browser, server.url)).newPage();
    await page.goto("/");
    await page.evaluate(() => {
      document.body.prepend(document.createElement("extension-toolbar"));
      const heading = document.querySelector("h1");
      if (heading) heading.innerHTML = "<font>Alquiler de contenedores</font>";
      const field = document.querySelector<HTMLInputElement>("input[name=zip]");
      if (field) field.value = "34787";
    });
    await page.locator("input[name=zip]").first().focus();
    await page.waitForFunction(() => document.documentElement.dataset.hydrated === "yes");
    expect(await page.locator("input[name=zip]").first().inputValue()).toBe("34787");
    expect(await page.locator("input[name=zip]").first().evaluate((field) => field === document.activeElement)).toBe(true);
  });
});
