import type { Page } from "playwright-core";
import { expect } from "vitest";
import { visitor } from "../../support/browser";
import { driverAt, onPhone, setPhoneStage, tryNow } from "../../support/driver-phone";
import { count } from "../../support/meanwhile";
import { noisePicture, photograph } from "../../support/photograph";
import { sharedBrowser } from "../../support/shared";
import { inFull } from "../../support/in-full";

const stage = setPhoneStage(4);
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const photosOf = (job = "") => count(stage.server, "select count(*) from photos where job_id = ?", job);
const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });

/** Where a job's page asks for the number and the photos. */
async function atSite(job: string | undefined, prepare = (_page: Page): unknown => undefined) {
  const page = await driverAt(await visitor(await sharedBrowser(), stage.line.url));
  await prepare(page);
  await page.goto(`/driver/jobs/${job}`);
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === "yes");
  await press(page, "On my way");
  await press(page, "I am there");
  await page.getByLabel("Number on the dumpster").fill("20-803");
  return page;
}
const choose = (page: Page, ...files: ReturnType<typeof jpeg>[]) =>
  page.locator("input[type=file]").first().setInputFiles(files);

inFull("a photo whose button is pressed at once goes made smaller all the same", async () => {
  const page = await atSite(stage.jobs[0], (page) =>
    page.addInitScript(() => {
      const decode = createImageBitmap as (source: Blob) => Promise<ImageBitmap>;
      window.createImageBitmap = async (source: ImageBitmapSource) => {
        await new Promise((go) => setTimeout(go, 700));
        return decode(source as Blob);
      };
    }),
  );
  const large = await noisePicture(2600, 1900, 95);
  const lengths: number[] = [];
  page.on("request", (request) => lengths.push(Number(request.headers()["upload-length"] ?? 0)));
  await choose(page, jpeg("IMG_8.jpg", large));
  await press(page, "It is set down");
  // On the phone from that moment, whatever becomes of the page.
  await expect
    .poll(() => onPhone(page, "entries").then((all) => all.some(({ step }) => step === "serviced")))
    .toBe(true);
  await page.reload();
  await expect.poll(() => photosOf(stage.jobs[0]), { timeout: 15_000 }).toBe(1);
  const most = Math.max(...lengths);
  expect([most > 0, most < large.length / 2]).toEqual([true, true]);
});

inFull("what is no photo but its name is said beside its field, and the step waits", async () => {
  const page = await atSite(stage.jobs[1]);
  await choose(page, jpeg("ticket.jpg", Buffer.from("no picture at all, but a text")));
  await press(page, "It is set down");
  await page.getByRole("alert").getByText("This is not a photo.").waitFor();
  expect((await onPhone(page, "entries")).some(({ step }) => step === "serviced")).toBe(false);
});

inFull("one that is too large keeps no other waiting, and signing out says what is not sent", async () => {
  const page = await atSite(stage.jobs[2]);
  await page.route("**/driver/journal/photos/**", (route) => route.abort());
  await choose(page, jpeg("a.jpg", await photograph(300, 200)), jpeg("b.jpg", await photograph(301, 201)));
  await press(page, "It is set down");
  await page.getByRole("button", { name: "Job done" }).waitFor();
  await expect.poll(() => onPhone(page, "photos").then((all) => all.length)).toBe(2);
  await page.getByText(/^2 photos saved on this phone, not sent yet/).waitFor();
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await page.locator("summary", { hasText: "Dana" }).click();
  await press(page, "Sign out");
  await expect.poll(() => asked[0]).toContain("Not sent yet: 2 photos on this phone.");
  // An earlier version of this page kept it as it was taken.
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const asked = indexedDB.open("driver");
        asked.onsuccess = () => {
          const store = asked.result.transaction("photos", "readwrite").objectStore("photos");
          const all = store.getAll() as IDBRequest<{ n: number }[]>;
          all.onsuccess = () => {
            const blob = new Blob([new Uint8Array(16 * 1024 * 1024)], { type: "image/jpeg" });
            const put = store.put({ ...all.result.find(({ n }) => n === 0), blob });
            put.onsuccess = () => (asked.result.close(), done());
          };
        };
      }),
  );
  await page.unroute("**/driver/journal/photos/**");
  stage.line.cut = true;
  await page.goto(`/driver/jobs/${stage.jobs[2]}`);
  stage.line.cut = false;
  await tryNow(page);
  await page.getByText("This photo has more than 15 MB.").waitFor();
  await expect.poll(() => photosOf(stage.jobs[2])).toBe(1);
  await expect.poll(() => page.getByText("not sent yet").count()).toBe(0);
});

inFull(
  "a picture whose step the office does not have yet waits for it, and is not taken for one that is too large",
  async () => {
    const page = await atSite(stage.jobs[3]);
    const sent: string[] = [];
    page.on("request", (request) => {
      // Not where it is only asked how much of one is there.
      if (request.headers()["upload-offset"] === "0") sent.push(request.url());
    });
    let [letFirst, letSteps] = [(): void => undefined, (): void => undefined];
    const [first, steps] = [new Promise<void>((go) => (letFirst = go)), new Promise<void>((go) => (letSteps = go))];
    await page.route("**/driver/journal/photos/**", async (route) => {
      if (sent.length === 1) await first;
      await route.continue();
    });
    // As a camera gives it: more than any other call may send.
    const large = await noisePicture(900, 700);
    expect(large.length).toBeGreaterThan(64 * 1024);
    await choose(page, jpeg("one.jpg", await photograph(310, 210)));
    await press(page, "It is set down");
    await expect.poll(() => sent.length).toBe(1);
    await page.route("**/driver/journal", async (route) => {
      await steps;
      await route.continue();
    });
    await page.getByText("Report what you found").click();
    await page.locator("input[type=file]").last().setInputFiles(jpeg("two.jpg", large));
    await press(page, "Report it");
    await expect.poll(() => onPhone(page, "photos").then((all) => all.length)).toBe(2);
    letFirst();
    await expect.poll(() => photosOf(stage.jobs[3])).toBe(1);
    await page.waitForTimeout(500);
    expect(sent).toHaveLength(1);
    letSteps();
    await expect.poll(() => photosOf(stage.jobs[3]), { timeout: 40_000 }).toBe(2);
    expect(await page.getByText("more than 15 MB").count()).toBe(0);
  },
);
