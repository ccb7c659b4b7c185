import { beforeAll, expect, it } from "vitest";
import { PHONE, visitor } from "../../support/browser";
import { startDrive, type Drive } from "../../support/drive";
import { arrange, count, inItsTime, pathOf } from "../../support/meanwhile";
import { expectSound, watch } from "../../support/page-checks";
import { noisePicture, photograph } from "../../support/photograph";
import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";

const stage = setStage({ own: { env: { RATE_LIMITS: "off" } } });
let drive: Drive;
beforeAll(async () => {
  drive = await startDrive(stage.server);
});

/** A job of Dana's, its page open on their phone. */
async function onPhone(kind: "delivery" | "pickup" = "delivery") {
  const { page: job } = await drive.mine(kind);
  const context = await visitor(stage.browser, stage.server.url, { viewport: PHONE });
  await context.addCookies(drive.driver.windowCookies);
  const page = await context.newPage();
  await page.goto(pathOf(job));
  return { page, job };
}

// The browser draws and packs a large picture: on a busy machine that takes many times its seconds.
it(
  "a driver's photo is scaled down on the phone, and what is in the way goes with the place",
  { timeout: 150_000 },
  async () => {
    const { page: job, number } = await drive.mine("delivery");
    inItsTime(stage.server, pathOf(job).split("/").at(-1) ?? "");
    for (const step of ["en_route", "arrived"]) await drive.press(job, step);
    const context = await visitor(stage.browser, stage.server.url, { viewport: PHONE });
    await context.grantPermissions(["geolocation"]);
    await context.setGeolocation({ latitude: 28.5384, longitude: -81.3789, accuracy: 11 });
    await context.addCookies(drive.driver.windowCookies);
    const page = await context.newPage();
    const complaints = watch(page);
    const sent: number[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST")
        sent.push(Number(request.headers()["content-length"] ?? request.postDataBuffer()?.length ?? 0));
    });
    await page.goto(pathOf(job));
    await page.getByText("Report what you found").click();
    await expectSound(page, "driver-report");
    await page.getByText("I cannot get in", { exact: true }).click();
    await page.getByLabel("Why not?").selectOption("Nobody lets us in");
    const field = page.getByLabel("Photo of what is in the way");
    const large = await noisePicture(2200, 1650, 95);
    await field.setInputFiles({ name: "IMG_7.jpg", mimeType: "image/jpeg", buffer: large });
    const size = () => field.evaluate((input: HTMLInputElement) => input.files?.[0]?.size ?? 0);
    await expect.poll(size, { timeout: 60_000 }).toBeLessThan(large.length / 2);
    await page.getByRole("button", { name: "It is not possible" }).click();
    await page.waitForURL("**/driver/dashboard");
    const jobId = pathOf(job).split("/").at(-1) ?? "";
    expect(count(stage.server, "select width from photos where job_id = ?", jobId)).toBe(2048);
    expect(count(stage.server, "select accuracy from job_attempts where job_id = ?", jobId)).toBe(11);
    expect(count(stage.server, "select taken_at is not null from photos where job_id = ?", jobId)).toBe(1);
    expect((await drive.staff.open(`/crm/bookings/${number}`)).text).toContain("Evidence complete");
    expect(complaints).toEqual([]);
  },
);

inFull(
  "after each step the next one's form is in view, and at the scale what is asked with the button that answers it",
  async () => {
    const { page } = await onPhone("pickup");
    const press = (name: string) => page.getByRole("button", { name }).first().click();
    const isInView = (name: string) =>
      page.getByLabel(name, { exact: true }).evaluate((field) => {
        const { top, bottom } = field.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    await press("On my way");
    await press("I am there");
    await page.getByLabel("Number on the dumpster").fill("20-801");
    await press("It is loaded");
    await press("To the facility");
    const at = page.getByRole("button", { name: /^At / }).first();
    await at.waitFor();
    await expect.poll(() => at.evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
    await at.click();
    await page.getByLabel("Ticket number").waitFor();
    await expect.poll(() => isInView("Ticket number")).toBe(true);
    for (const [name, typed] of [
      ["Ticket number", "T-1"],
      ["Gross, pounds", "33900"],
      ["Tare, pounds", "25900"],
      ["Net, pounds", "8000"],
    ] as const)
      await page.getByLabel(name, { exact: true }).fill(typed);
    await press("Keep the weight ticket");
    await page.getByText("8,000 pounds is over the 3 tons").first().waitFor();
    const button = page.getByRole("button", { name: "Keep the weight ticket" });
    await expect.poll(() => button.evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
    await button.click();
    await page.getByRole("button", { name: "Back at the yard" }).waitFor();
  },
);

inFull(
  "where the phone is, is asked for with an attempt alone, and an attempt goes without where it may not be told",
  async () => {
    const { page: job } = await drive.mine("delivery");
    const context = await visitor(stage.browser, stage.server.url, { viewport: PHONE });
    await context.addCookies(drive.driver.windowCookies);
    await context.addInitScript(() => {
      const window_ = window as unknown as { placeAsked: number };
      window_.placeAsked = 0;
      const { geolocation } = navigator;
      const ask = geolocation.getCurrentPosition.bind(geolocation);
      geolocation.getCurrentPosition = (...told) => {
        window_.placeAsked++;
        ask(...told);
      };
      geolocation.watchPosition = () => ++window_.placeAsked;
    });
    const page = await context.newPage();
    const asked = () => page.evaluate(() => (window as unknown as { placeAsked: number }).placeAsked);
    await page.goto(pathOf(job));
    for (const name of ["On my way", "I am there"]) await page.getByRole("button", { name }).click();
    await page.getByText("I cannot get in", { exact: true }).click();
    await page.getByLabel("Why not?").selectOption("Nobody lets us in");
    expect(await asked()).toBe(0);
    await page.getByRole("button", { name: "It is not possible" }).click();
    await page.waitForURL("**/driver/dashboard");
    expect(await asked()).toBe(1);
    const jobId = pathOf(job).split("/").at(-1) ?? "";
    const where = "from job_attempts where job_id = ?";
    expect(count(stage.server, `select count(*) ${where}`, jobId)).toBe(1);
    expect(count(stage.server, `select count(*) ${where} and latitude is null and accuracy is null`, jobId)).toBe(1);
  },
);

inFull("what the office refuses is said also after a step that this phone saved", async () => {
  const { page } = await onPhone();
  for (const name of ["On my way", "I am there"]) await page.getByRole("button", { name }).click();
  await page.getByText("I cannot get in", { exact: true }).click();
  const ask = page.getByRole("button", { name: "Ask the customer now" });
  const said = page.getByRole("alert").getByText("Choose what is in the way.");
  await ask.click();
  await said.waitFor();
  // What is wrong with a step that goes through this phone takes its place, and the other way round.
  await page.getByRole("button", { name: "It is set down" }).click();
  await page.getByRole("alert").getByText("Enter the number that stands on the dumpster.").waitFor();
  expect(await said.count()).toBe(0);
  await page.getByText("I cannot get in", { exact: true }).click();
  await ask.click();
  await said.waitFor();
});

inFull(
  "a step stands at once on a line that carries nothing, and the customer is asked when the office has heard it",
  async () => {
    const { page, job } = await onPhone();
    await page.getByRole("button", { name: "On my way" }).click();
    await page.getByRole("button", { name: "I am there" }).waitFor();
    await expect.poll(() => page.locator(".unsent").count()).toBe(0);
    let letGo = (): void => undefined;
    const held = new Promise<void>((go) => (letGo = go));
    await page.route("**/driver/journal", async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole("button", { name: "I am there" }).click();
    // Long before the line is given up.
    await page.getByRole("button", { name: "It is set down" }).waitFor({ timeout: 8000 });
    expect(await page.locator(".unsent").count()).toBe(1);
    await page.getByText("I cannot get in", { exact: true }).click();
    await page.getByRole("button", { name: "Ask the customer now" }).click();
    await page.getByText("Asking…").waitFor();
    letGo();
    const said = page.getByRole("alert").getByText("Choose what is in the way.");
    await said.waitFor();
    expect(await page.locator(".unsent").count()).toBe(0);
    // News of another job: the page reads itself again, and what was refused stays.
    const anew = page.waitForResponse((response) => new URL(response.url()).pathname === `${pathOf(job)}.data`);
    await drive.mine("delivery");
    await (await anew).finished();
    await page.waitForTimeout(300);
    expect(await said.count()).toBe(1);
  },
);

inFull("a job that the office calls back while its page is open says so in the driver's own frame", async () => {
  const { page, job } = await onPhone();
  await page.getByRole("button", { name: "On my way" }).click();
  await page.getByRole("button", { name: "I am there" }).waitFor();
  await expect.poll(() => page.locator(".unsent").count()).toBe(0);
  const jobId = pathOf(job).split("/").at(-1) ?? "";
  const board = await drive.staff.open(`/crm/dispatch?job=${jobId}`);
  await board.form("why").fill({ why: "The truck broke down" }).submit("recall");
  await page
    .getByText("This job was moved, cancelled or given to somebody else. What was pressed without signal is kept.")
    .waitFor();
  // Nothing went wrong: no page is missing, and no number of an error stands there.
  expect(await page.locator("main").innerText()).toMatch(/^Not on your list\n/);
  await expectSound(page, "driver-called-back");
  await page.getByRole("link", { name: "Back to all jobs" }).click();
  await page.waitForURL("**/driver/dashboard");
});

inFull("many photos, one whose file is gone and none at all look right in the record", async () => {
  const { page: job, number } = await drive.mine("delivery");
  const context = await visitor(stage.browser, stage.server.url, { viewport: PHONE });
  await context.addCookies(drive.staff.windowCookies);
  const page = await context.newPage();
  await page.goto(`/crm/bookings/${number}`);
  // Nothing takes up room as long as nobody has sent anything.
  expect(await page.locator(".panel", { hasText: "Photos and reports" }).count()).toBe(0);
  for (const step of ["en_route", "arrived"]) await drive.press(job, step);
  for (let form = 0; form < 3; form++) {
    const four = await Promise.all([0, 1, 2, 3].map((n) => photograph(300 + form, 200 + n)));
    await drive.press(job, "report", {}, { photo: four.map((bytes) => ({ bytes, name: "a.jpg" })) });
  }
  await page.reload();
  await page.getByText("4 more photos").click();
  await expect
    .poll(() =>
      page
        .locator(".shots img")
        .evaluateAll((all: HTMLImageElement[]) => all.filter((one) => one.naturalWidth > 0).length),
    )
    .toBe(12);
  // One whose file is gone keeps its place, and says what it was.
  arrange(stage.server, "update photos set small_path = 'photos/none.jpg' where id = (select min(id) from photos)");
  await page.reload();
  await page.getByText("4 more photos").click();
  await expectSound(page, "record-photos");
});
