import type { Page } from "playwright-core";
import { expect } from "vitest";
import { visitor } from "../../support/browser";
import { driverAt, setPhoneStage } from "../../support/driver-phone";
import { inFull } from "../../support/in-full";
import { arrange, count } from "../../support/meanwhile";
import { noisePicture } from "../../support/photograph";
import { sharedBrowser } from "../../support/shared";

const stage = setPhoneStage(4);
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const photosOf = (job = "") => count(stage.server, "select count(*) from photos where job_id = ?", job);
const PATIENCE = 15_000;
const PICTURE = 120_000;

/** At a job, on a phone that has less patience: instead of so many milliseconds so many. */
async function atJob(job = "", [asked, given] = [PATIENCE, 3_000]) {
  const page = await driverAt(await visitor(await sharedBrowser(), stage.line.url));
  await page.addInitScript(
    ([from, to]) => {
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = (ms) => timeout(ms === from ? (to as number) : ms);
    },
    [asked, given],
  );
  await page.goto(`/driver/jobs/${job}`);
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === "yes");
  // No other page takes over.
  await page.evaluate(() => caches.delete("driver"));
  return page;
}

async function fillTicket(page: Page, number: string) {
  const ticket = { "Ticket number": number, "Gross, pounds": "19000", "Tare, pounds": "15000", "Net, pounds": "4000" };
  for (const [name, typed] of Object.entries(ticket)) await page.getByLabel(name, { exact: true }).fill(typed);
}

inFull("a picture that takes longer than one try goes on where the last one ended", async () => {
  const page = await atJob(stage.jobs[0], [PICTURE, 1_000]);
  await press(page, "On my way");
  await press(page, "I am there");
  await page.getByLabel("Number on the dumpster").fill("20-803");
  const buffer = await noisePicture(900, 700);
  await page.locator("input[type=file]").first().setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  const slow = { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: buffer.length / 3 };
  await press(page, "It is set down");
  await expect.poll(() => stage.stateOf(stage.jobs[0])).toBe("serviced");
  await cdp.send("Network.emulateNetworkConditions", slow);
  const begun: number[] = [];
  page.on("request", (request) => {
    const { "upload-offset": from = "", "upload-length": all = "" } = request.headers();
    if (from !== all) begun.push(Number(from));
  });
  for (let tries = 0; tries < 12 && photosOf(stage.jobs[0]) === 0; tries++) {
    await page.waitForTimeout(1_200);
    await page.evaluate(() => dispatchEvent(new Event("online")));
  }
  await expect.poll(() => photosOf(stage.jobs[0])).toBe(1);
  expect(begun).toEqual(begun.toSorted((a, b) => a - b));
});

inFull("what went before the customer was asked is no longer said to be unsent", async () => {
  const page = await atJob(stage.jobs[1]);
  await press(page, "On my way");
  await expect.poll(() => stage.stateOf(stage.jobs[1])).toBe("en_route");
  await expect.poll(() => page.getByText("not sent yet").count()).toBe(0);
  // Asked too often just then.
  await page.route("**/driver/journal", (route) => route.fulfill({ status: 429, json: {} }));
  await press(page, "I am there");
  await page.getByText("1 step saved on this phone, not sent yet").waitFor();
  await page.waitForTimeout(500);
  await page.unroute("**/driver/journal");
  await page.getByText("I cannot get in", { exact: true }).click();
  await press(page, "Ask the customer now");
  await page.getByRole("alert").getByText("Choose what is in the way.").waitFor();
  await expect.poll(() => page.getByText("not sent yet").count()).toBe(0);
  expect(await page.getByRole("button", { name: "Ask the customer now" }).isEnabled()).toBe(true);
});

inFull("at the scale nobody waits for pictures, and theirs go all the same", async () => {
  const [, , job = ""] = stage.jobs;
  arrange(stage.server, "update jobs set kind = 'pickup', state = 'at_disposal' where id = ?", job);
  const page = await atJob(job);
  let letGo = (): void => undefined;
  const held = new Promise<void>((go) => (letGo = go));
  await page.route("**/driver/journal/photos/**", async (route) => {
    await held;
    await route.continue();
  });
  await fillTicket(page, "T-8");
  const buffer = await noisePicture(300, 200);
  const field = page.locator("form", { hasText: "Keep the weight ticket" }).locator("input[type=file]");
  await field.setInputFiles({ name: "t.jpg", mimeType: "image/jpeg", buffer });
  await press(page, "Keep the weight ticket");
  await page.getByRole("button", { name: "Back at the yard" }).waitFor();
  expect(photosOf(job)).toBe(0);
  letGo();
  await expect.poll(() => photosOf(job)).toBe(1);
});

inFull(
  "at the scale, on a line that carries nothing, it is said that the ticket is saved once that line is given up",
  async () => {
    const [, , , job = ""] = stage.jobs;
    arrange(stage.server, "update jobs set kind = 'pickup', state = 'at_disposal' where id = ?", job);
    const page = await atJob(job);
    await page.waitForTimeout(500);
    await page.route("**/driver/journal", () => undefined);
    await fillTicket(page, "T-9");
    const since = Date.now();
    await press(page, "Keep the weight ticket");
    await page.getByText("1 step saved on this phone, not sent yet").waitFor();
    // Not after a second one.
    expect(Date.now() - since).toBeLessThan(5_000);
  },
);
