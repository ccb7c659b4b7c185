import { expect, it } from "vitest";
import { visitor } from "../../support/browser";
import { setStage } from "../../support/stage";

const stage = setStage();

it.each([320, 360, 1280])("fits the home page into %i px with scripts off, styled, in one request", async (width) => {
  const page = await (
    await visitor(stage.browser, stage.server.url, { scripts: false, viewport: { width, height: 800 } })
  ).newPage();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.resourceType()));
  const answer = await page.goto("/");
  expect(answer?.status()).toBe(200);
  expect(await page.locator("h1").isVisible()).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  expect(requests.filter((kind) => kind === "stylesheet" || kind === "script" || kind === "font")).toEqual([]);
});

it("sends a plain form of ours without being taken for another site", async () => {
  const page = await (await visitor(stage.browser, stage.server.url, { scripts: false })).newPage();
  await page.goto("/");
  await page.locator("input[name=zip]").first().fill("32801");
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().isNavigationRequest()),
    page.locator("form:has(input[name=zip]) [type=submit], form:has(input[name=zip]) button").first().click(),
  ]);
  expect(answer.status()).toBeLessThan(400);
});
