import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { PHONE, visitor } from "../../support/browser";
import { startDrive, type Drive } from "../../support/drive";
import { hydrated } from "../../support/journey";
import { pathOf } from "../../support/meanwhile";
import { setStage } from "../../support/stage";

const stage = setStage({ own: { env: { RATE_LIMITS: "off" } } });
let drive: Drive;
beforeAll(async () => {
  drive = await startDrive(stage.server);
});

/** A driver's job on a line that loses what Remix asks for while `line.lost`. */
async function onTheRoad(): Promise<{ page: Page; line: { lost: boolean; asked: number } }> {
  const { page: job } = await drive.mine("delivery");
  // Without the worker a page that is opened comes from the server.
  const context = await visitor(stage.browser, stage.server.url, { viewport: PHONE, serviceWorkers: "block" });
  await context.addCookies(drive.driver.windowCookies);
  const page = await context.newPage();
  const line = { lost: false, asked: 0 };
  await page.route(/\.data(\?|$)/, (route) => {
    if (!line.lost) return route.continue();
    line.asked++;
    return line.asked % 2 ? route.abort() : route.fulfill({ status: 503, contentType: "text/html", body: "<h1>Busy" });
  });
  await page.goto(pathOf(job));
  await hydrated(page);
  return { page, line };
}

it("a page that reads itself anew over a lost line stays whole, and is true once the line is back", async () => {
  const { page, line } = await onTheRoad();
  line.lost = true;
  await page.getByRole("button", { name: "On my way" }).click();
  await page.getByText(/On my way, .*: sent/).waitFor();
  // A lost one, and one that somebody on the way has answered.
  await expect.poll(() => line.asked).toBeGreaterThan(1);
  await page.getByRole("button", { name: "I am there" }).waitFor();
  expect(await page.getByText("Something went wrong").count()).toBe(0);
  line.lost = false;
  await page.getByText("On the way", { exact: true }).waitFor();
});

it("a link goes the browser's own way where its page's data do not come", async () => {
  const { page, line } = await onTheRoad();
  line.lost = true;
  await page.getByRole("link", { name: "Back to all jobs" }).click();
  await page.getByRole("heading", { name: /^Today/ }).waitFor();
  expect(await page.evaluate(() => performance.getEntriesByType("navigation")[0]?.name)).toMatch(
    /\/driver\/dashboard$/,
  );
});
