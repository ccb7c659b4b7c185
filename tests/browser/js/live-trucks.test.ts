import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { formatDay } from "~/domain/kernel/days";
import { openDay } from "../../support/booking";
import { visitor } from "../../support/browser";
import { startDrive, type Drive } from "../../support/drive";
import { hydrated } from "../../support/journey";
import { pathOf } from "../../support/meanwhile";
import { watch } from "../../support/page-checks";
import { query } from "../../support/orders";
import { startServer, type TestServer } from "../../support/server";
import { sharedBrowser } from "../../support/shared";
import type { TextBrowser } from "../../support/form";
import { inFull } from "../../support/in-full";

// What one presses stands on the other's open page, which nobody touches.
let server: TestServer;
let drive: Drive;
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMITS: "off" } });
  drive = await startDrive(server);
});
afterAll(() => server.stop());

async function open(who: TextBrowser, path: string): Promise<Page> {
  const context = await visitor(await sharedBrowser(), server.url);
  await context.addCookies(who.windowCookies);
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

inFull("the customer's page follows the truck, and the driver's page the customer's answer", async () => {
  const job = await drive.mine("delivery");
  const customers = await open(job.customer, `/manage-booking?booking=${job.number}`);
  const complaints = watch(customers);
  await customers.waitForFunction(() => document.documentElement.dataset.follows);
  await drive.press(job.page, "en_route");
  await customers
    .getByText(/on (the|its) way/i)
    .first()
    .waitFor();
  await drive.press(job.page, "arrived");
  await customers
    .getByText(/driver is (there|at your)|arrived|at your site/i)
    .first()
    .waitFor();

  // Open on a second phone of the driver, as they ask on the first.
  const drivers = await open(drive.driver, pathOf(job.page));
  await hydrated(drivers);
  const asked = await drive.press(job.page, "blocked", { reason: "Nobody lets us in", note: "" });
  expect(asked.text).toContain("The customer was asked");
  await drivers.locator(".access-wait").getByText("The customer was asked").waitFor();
  await customers.getByRole("link", { name: "Answer the driver" }).click();
  await customers.locator("[name=minutes]").selectOption("5");
  await customers.locator("button[value=clearing]").click();
  await drivers.locator(".access-wait").getByText("They are clearing it now").waitFor();
  await drive.press(job.page, "serviced", { dumpsterNumber: "20-99" });
  await drivers.getByRole("button", { name: "Job done" }).waitFor();
  expect(complaints).toEqual([]);
});

inFull("the driver's page says by itself that the wait is over, at a site without signal", async () => {
  const { page } = await drive.mine("delivery");
  for (const step of ["en_route", "arrived"]) await drive.press(page, step);
  await drive.press(page, "blocked", { reason: "Nobody lets us in", note: "" });
  const context = await visitor(await sharedBrowser(), server.url);
  await context.addCookies(drive.driver.windowCookies);
  const phone = await context.newPage();
  await phone.clock.install();
  await phone.goto(pathOf(page));
  await hydrated(phone);
  const wait = phone.locator(".access-wait");
  await wait.getByText("Please wait until").waitFor();
  await context.setOffline(true);
  await phone.clock.fastForward("14:00");
  expect(await wait.textContent()).toContain("Please wait until");
  await phone.clock.fastForward("01:01");
  await wait.getByText("No answer").waitFor();
  expect(await wait.textContent()).toMatch(/You have waited until .+ You may close the visit below/);
  await context.close();
});

inFull("the customer's page follows what the office changes: another day, and an order that is cancelled", async () => {
  const job = await drive.mine("delivery");
  const customers = await open(job.customer, `/manage-booking?booking=${job.number}`);
  await customers.waitForFunction(() => document.documentElement.dataset["follows"]);
  const jobId = pathOf(job.page).split("/").at(-1) ?? "";
  const board = await drive.staff.open(`/crm/dispatch?job=${jobId}`);
  const later = openDay(33);
  await board.form("window").fill({ day: later, window: "afternoon" }).submit("move");
  await customers.getByText(formatDay(later)).first().waitFor();

  const second = await drive.mine("delivery");
  const others = await open(second.customer, `/manage-booking?booking=${second.number}`);
  await others.waitForFunction(() => document.documentElement.dataset["follows"]);
  const record = await drive.staff.open(`/crm/bookings/${second.number}`);
  await record.form("expectedFee").fill({ why: "They called: the roof has to wait" }).submit("cancel");
  await others.getByRole("heading", { level: 1, name: /cancelled/i }).waitFor();
});

inFull("a job that a dispatcher takes back is gone from the driver's open list", async () => {
  const job = await drive.mine("delivery");
  const list = await open(drive.driver, "/driver/dashboard");
  await hydrated(list);
  const mine = list.locator(`a[href='${pathOf(job.page)}']`);
  await mine.waitFor();
  const jobId = pathOf(job.page).split("/").at(-1) ?? "";
  await drive.staff.post("/crm/dispatch", { intent: "unassign", jobId });
  await mine.waitFor({ state: "detached" });
});

inFull(
  "jobs that are offered come onto the driver's open list, each with its own field for a no, and go when they are taken back",
  async () => {
    const list = await open(drive.driver, "/driver/dashboard");
    await hydrated(list);
    const driverId =
      query<{ id: string }>(server.dataDir, "select id from drivers where name = 'Dana Driver'")[0]?.id ?? "";
    const jobs = [await drive.mine("delivery"), await drive.mine("delivery")].map(
      ({ page }) => pathOf(page).split("/").at(-1) ?? "",
    );
    const office = (fields: Record<string, string>) => drive.staff.post("/crm/dispatch", fields);
    for (const jobId of jobs) {
      await office({ intent: "unassign", jobId });
      expect((await office({ intent: "offer", jobId, driverId })).status).toBe(200);
    }
    const offers = list.locator(".offer");
    await list.getByText("Can you take these jobs? 2").waitFor();
    for (const [i, typed] of ["Too far", "My truck is in the shop"].entries()) {
      await offers.nth(i).locator("summary").click();
      await offers.nth(i).getByLabel("Why not?").fill(typed);
    }
    expect(
      await list
        .locator(".offer [name=reason]")
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
    ).toEqual(["Too far", "My truck is in the shop"]);
    // By its label, as a thumb does it.
    await offers.nth(1).getByText("Why not?").click();
    const focused = () => list.evaluate(() => (document.activeElement as HTMLInputElement).value);
    await expect.poll(focused).toBe("My truck is in the shop");
    await office({ intent: "take-offer-back", jobId: jobs[0] ?? "" });
    await list.getByText("Can you take this job? 1").waitFor();
    expect(await offers.count()).toBe(1);
  },
);
