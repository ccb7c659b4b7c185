import type { Page } from "playwright-core";
import { beforeAll, expect } from "vitest";
import { PHONE } from "../../support/browser";
import { brokenWords } from "../../support/page-checks";
import { LOOKED_AT } from "../../support/public-pages";
import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";

/** Words stay whole on a phone, with everything that folds away open. The pages behind a booking: journey.ts. */
// What the sandbox's inbox holds is not the others' doing: a link breaks where it has to.
const stage = setStage({ own: {} });
let page: Page;
beforeAll(async () => {
  const context = await stage.browser.newContext({
    baseURL: stage.server.url,
    viewport: PHONE,
    javaScriptEnabled: false,
    locale: "en-US",
  });
  page = await context.newPage();
});

const openAll = () =>
  page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));

inFull("on every public page and in the sandbox", async () => {
  const broken: Record<string, string[]> = {};
  for (const path of [...LOOKED_AT.map((one) => one.path), "/sandbox", "/sandbox/inbox", "/sandbox/clock"]) {
    await page.goto(path);
    await openAll();
    const found = await brokenWords(page);
    if (found.length > 0) broken[path] = found;
  }
  expect(broken).toEqual({});
});

inFull.each(["residential", "commercial"])("on the first step of a booking, also refused, %s", async (kind) => {
  await page.goto(`/book?zip=32801&businessType=${kind}&materialCategory=heavy&dumpsterSize=20`);
  await openAll();
  expect(await brokenWords(page)).toEqual([]);
  await page.locator("[name=dumpsterSize][value='25']").check();
  await page.getByRole("button", { name: "Continue to day and place" }).click();
  await page.locator(".problems").waitFor();
  await openAll();
  expect(await brokenWords(page)).toEqual([]);
});

inFull("and the sandbox's places stand in two rows at most", async () => {
  await page.goto("/sandbox");
  const tops = await page
    .locator("header nav a")
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
  expect(tops.length).toBe(8);
  expect(new Set(tops).size).toBeLessThanOrEqual(2);
});
