import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { PHONE, visitor } from "../../support/browser";
import { startDrive, type Drive } from "../../support/drive";
import { hydrated } from "../../support/journey";
import { openLine, type Line } from "../../support/line";
import { pathOf } from "../../support/meanwhile";
import { watch } from "../../support/page-checks";
import { freePort } from "../../support/ports";
import { startServer, type TestServer } from "../../support/server";
import { sharedBrowser } from "../../support/shared";
import { inFull } from "../../support/in-full";

let server: TestServer;
let wire: Line;
let drive: Drive;
beforeAll(async () => {
  wire = await openLine(await freePort());
  server = await startServer({ env: { RATE_LIMITS: "off", PUBLIC_URL: wire.url } });
  wire.target = server.url;
  drive = await startDrive({ ...server, url: wire.url });
});
afterAll(async () => {
  await wire.close();
  await server.stop();
});

/** A driver's phone. */
async function phone(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await visitor(await sharedBrowser(), wire.url, { viewport: PHONE, ...options });
  await context.addCookies(drive.driver.windowCookies);
  return context.newPage();
}

/** A driver's job on a line that loses what Remix asks for while `line.lost`. */
async function onTheRoad(): Promise<{ page: Page; line: { lost: boolean; asked: number } }> {
  const { page: job } = await drive.mine("delivery");
  // Without the worker a page that is opened comes from the server.
  const page = await phone({ serviceWorkers: "block" });
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

inFull("a page that reads itself anew over a lost line stays whole, and is true once the line is back", async () => {
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

inFull("a link goes the browser's own way where its page's data do not come", async () => {
  const { page, line } = await onTheRoad();
  line.lost = true;
  await page.getByRole("link", { name: "Back to all jobs" }).click();
  await page.getByRole("heading", { name: /^Today/ }).waitFor();
  expect(await page.evaluate(() => performance.getEntriesByType("navigation")[0]?.name)).toMatch(
    /\/driver\/dashboard$/,
  );
});

inFull(
  "a reading that a newer one overtakes is no error, and one that breaks off in the middle is no answer",
  async () => {
    const { page: job } = await drive.mine("delivery");
    const page = await phone();
    const complaints = watch(page);
    await page.goto(pathOf(job));
    await hydrated(page);
    wire.halfOf = `${pathOf(job)}.data`;
    await drive.press(job, "en_route");
    await expect.poll(() => wire.halves).toBe(1);
    await drive.press(job, "arrived");
    await page.getByRole("button", { name: "It is set down" }).waitFor();
    wire.halfOf = `${pathOf(job)}.data`;
    await drive.press(job, "serviced", { dumpsterNumber: "20-99" });
    await expect.poll(() => wire.halves).toBe(2);
    wire.breakHalves();
    await page.getByRole("button", { name: "Job done" }).waitFor();
    expect(complaints).toEqual([]);
  },
);
