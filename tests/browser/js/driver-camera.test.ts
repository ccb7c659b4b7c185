import { mkdirSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { startBrowser, visitor } from "../../support/browser";
import { filmCode } from "../../support/camera";
import { giveDay } from "../../support/driver-day";
import { inFull } from "../../support/in-full";
import { hydrated } from "../../support/journey";
import { arrange, signIn } from "../../support/meanwhile";
import { ARTIFACTS } from "../../support/paths";
import { startServer, type TestServer } from "../../support/server";

// A phone whose camera sees a label of the yard, and that says whether its screen is kept awake.
let server: TestServer;
let browser: Browser;
let jobs: string[];
beforeAll(async () => {
  mkdirSync(ARTIFACTS, { recursive: true });
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  browser = await startBrowser(filmCode(`${ARTIFACTS}/label.y4m`, `${server.url}/crm/inventory/20-803`), {
    whole: true,
  });
  jobs = giveDay(server, 3);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const arrive = async (job: string | undefined, camera: boolean) => {
  const context = await visitor(browser, server.url, camera ? { permissions: ["camera"] } : {});
  await context.addInitScript(() => {
    const asked: string[] = [];
    Object.assign(window, { screenAsked: asked });
    Object.defineProperty(navigator, "wakeLock", {
      value: {
        request: (what: string) => {
          asked.push(what);
          return Promise.resolve({ release: () => Promise.resolve(void asked.push("released")) });
        },
      },
    });
  });
  await context.addCookies((await signIn(server, "driver@example.com", "/driver/auth")).windowCookies);
  const page = await context.newPage();
  await page.goto(`/driver/jobs/${job}`);
  await hydrated(page);
  return page;
};

inFull(
  "a label is read by the camera into the number, and the screen stays awake from leaving to the end",
  async () => {
    const page = await arrive(jobs[0], true);
    const screen = () => page.evaluate(() => (window as unknown as { screenAsked: string[] }).screenAsked);
    expect(await screen()).toEqual([]);
    const press = (name: string) => page.getByRole("button", { name }).click();
    await press("On my way");
    await expect.poll(screen).toEqual(["screen"]);
    await press("I am there");
    await press("Scan the label");
    await page.getByText("Read from the label: 20-803").waitFor();
    expect(await page.getByLabel("Number on the dumpster").inputValue()).toBe("20-803");
    // The camera is off again.
    expect(await page.locator("video, dialog").count()).toBe(0);
    await press("It is set down");
    await press("Job done");
    await page.waitForURL("**/driver/dashboard");
    expect((await screen()).at(-1)).toBe("released");
  },
);

inFull("a camera that is not allowed is said, and the number is typed", async () => {
  const page = await arrive(jobs[1], false);
  for (const name of ["On my way", "I am there", "Scan the label"]) await page.getByRole("button", { name }).click();
  await page.getByText("The camera is not allowed here. Type the number.").waitFor();
  await page.getByLabel("Number on the dumpster").fill("20-804");
  await page.getByRole("button", { name: "It is set down" }).click();
  await page.getByRole("button", { name: "Job done" }).waitFor();
});

inFull("of a swap each of both numbers is read into its own field", async () => {
  arrange(server, "update jobs set kind = 'swap', state = 'arrived' where id = ?", jobs[2] ?? "");
  const page = await arrive(jobs[2], true);
  const empty = page.getByLabel("Number of the empty one, which you set down");
  const full = page.getByLabel("Number of the full one, which you took");
  await empty.fill("20-801");
  await page.getByRole("button", { name: "Scan the label" }).nth(1).click();
  await page.getByText("Read from the label: 20-803").waitFor();
  expect([await empty.inputValue(), await full.inputValue()]).toEqual(["20-801", "20-803"]);
});
