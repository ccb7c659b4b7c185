import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { visitor } from "../../support/browser";
import { driverAt, onPhone, setPhoneStage, tryNow } from "../../support/driver-phone";
import { arrange, count } from "../../support/meanwhile";
import { expectSound } from "../../support/page-checks";
import { sharedBrowser } from "../../support/shared";
import { inFull } from "../../support/in-full";

const stage = setPhoneStage(9);

const phone = async () => visitor(await sharedBrowser(), stage.line.url);
const press = (page: Page, name: string) => page.getByRole("button", { name }).click();
const hydrated = (page: Page) => page.waitForFunction(() => document.documentElement.dataset.hydrated === "yes");

/** What stands on the phone as no page of ours writes it: an entry like the first one, but for this. */
const spoil = (page: Page, with_: object) =>
  page.evaluate(
    (changed) =>
      new Promise<void>((done) => {
        const asked = indexedDB.open("driver");
        asked.onsuccess = () => {
          const store = asked.result.transaction("entries", "readwrite").objectStore("entries");
          const all = store.getAll();
          all.onsuccess = () => {
            store.put({ ...(all.result as object[])[0], ...changed });
            store.transaction.oncomplete = () => {
              asked.result.close();
              done();
            };
          };
        };
      }),
    with_,
  );

it("a step that the office cannot read holds up no other, stays on the phone and is said, until the driver has told them", async () => {
  const page = await driverAt(await phone());
  stage.line.cut = true;
  await page.goto(`/driver/jobs/${stage.jobs[0]}`);
  await press(page, "On my way");
  await press(page, "I am there");
  await page.getByText("2 steps saved on this phone, not sent yet").waitFor();
  await spoil(page, { id: "spoiled", jobId: stage.jobs[1], step: "x".repeat(60), seq: 1, at: 5 });
  await spoil(page, { id: "spoiled-too", jobId: "job_of-nobody", seq: 1, at: 5 });
  await page.reload();
  stage.line.cut = false;
  await tryNow(page);
  await expect.poll(() => stage.stateOf(stage.jobs[0])).toBe("arrived");
  await page.goto("/driver/dashboard");
  await page.getByText("2 steps on this phone cannot be read by the office").waitFor();
  expect(await page.getByText("not sent yet").count()).toBe(0);
  await expectSound(page, "a step that cannot be read");
  await press(page, "The office knows");
  await expect.poll(() => page.getByText("cannot be read by the office").count()).toBe(0);
  expect((await onPhone(page, "entries")).map(({ step }) => step).sort()).toEqual(["arrived", "en_route"]);
});

inFull(
  "who pressed for a job that is somebody else's now hears that the office looks at it, where it happens and on the list",
  async () => {
    const page = await driverAt(await phone());
    const job = `/driver/jobs/${stage.jobs[6]}`;
    stage.line.cut = true;
    await page.goto(job);
    await press(page, "On my way");
    await page.getByText("1 step saved on this phone, not sent yet").waitFor();
    const other =
      "(select d.id from drivers d join accounts a on a.id = d.user_id where a.email = 'driver2@example.com')";
    arrange(stage.server, `update jobs set driver_id = ${other} where id = ?`, stage.jobs[6] ?? "");
    stage.line.cut = false;
    await tryNow(page);
    const said = page.getByText("The office looks at what you pressed for the delivery at");
    await said.waitFor();
    await page.getByText("The signal is back.").waitFor();
    expect(await page.getByText("everything is sent").count()).toBe(0);
    for (const path of [job, "/driver/dashboard"]) {
      await page.goto(path);
      await said.getByRole("link", { name: /^\(\d{3}\) / }).waitFor();
      await expectSound(page, `told of a conflict at ${path}`);
    }
    await page.goto(`/driver/jobs/${stage.jobs[7]}`);
    await hydrated(page);
    expect(await said.count()).toBe(0);
  },
);

inFull("a refused photo says of which job it is and why, there and on the list, until it is put away", async () => {
  const page = await driverAt(await phone());
  const job = `/driver/jobs/${stage.jobs[7]}`;
  stage.line.cut = true;
  await page.goto(job);
  await press(page, "On my way");
  await press(page, "I am there");
  await page.getByText("Report what you found").click();
  const file = { name: "IMG_8.jpg", mimeType: "image/jpeg", buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]) };
  await page.locator("input[type=file]").last().setInputFiles(file);
  await press(page, "Report it");
  await page.getByText("3 steps and 1 photo saved on this phone").waitFor();
  stage.line.cut = false;
  await tryNow(page);
  const said = page.getByText(
    /A photo of .* for the delivery at .* did not reach the office\. This (photo is broken|is not a photo)/,
  );
  await said.waitFor();
  await page.goto(job);
  await said.waitFor();
  await page.goto(`/driver/jobs/${stage.jobs[8]}`);
  await hydrated(page);
  await expect.poll(() => onPhone(page, "photos").then((all) => all.length)).toBe(1);
  expect(await said.count()).toBe(0);
  await page.goto("/driver/dashboard");
  const away = said.getByRole("button", { name: "Put away" });
  expect((await away.boundingBox())?.height).toBeGreaterThanOrEqual(56);
  await expectSound(page, "a refused photo");
  await away.click();
  await expect.poll(() => said.count()).toBe(0);
  expect(await onPhone(page, "photos")).toEqual([]);
});

inFull("who is at one job and opens the next reads so before they leave, and may leave all the same", async () => {
  // Of what other tests have left under way none is meant.
  arrange(stage.server, "update jobs set state = 'assigned' where state in ('en_route', 'arrived')");
  arrange(stage.server, "update jobs set state = 'en_route' where id = ?", stage.jobs[7] ?? "");
  const page = await driverAt(await phone());
  await page.goto(`/driver/jobs/${stage.jobs[8]}`);
  await page.getByText(/^By what you pressed you are still/).waitFor();
  await page.getByRole("link", { name: "Open that job" }).click();
  await page.waitForURL((url) => url.pathname.endsWith(`/${stage.jobs[7]}`));
  await page.goto(`/driver/jobs/${stage.jobs[8]}`);
  await press(page, "On my way");
  await expect.poll(() => stage.stateOf(stage.jobs[8])).toBe("en_route");
  await expect.poll(() => page.getByText("By what you pressed").count()).toBe(0);
});

inFull(
  "who signs out where there is no signal is told that they are still signed in, and keeps their page",
  async () => {
    const page = await driverAt(await phone());
    await hydrated(page);
    await page.locator(".me summary").click();
    // One bar: the line is there and carries nothing.
    await page.route("**/healthz", () => undefined);
    const leave = page.getByRole("button", { name: "Sign out", exact: true });
    await leave.click();
    await page.getByText("No signal: you are still signed in.").waitFor();
    await expectSound(page, "signed in still");
    await page.unroute("**/healthz");
    await leave.click();
    await page.waitForURL("**/driver/auth**");
    await expect.poll(() => onPhone(page, "jobs")).toEqual([]);
  },
);

inFull("a question after the place that nobody answers costs no step", { timeout: 60_000 }, async () => {
  const page = await driverAt(await phone());
  await page.addInitScript(() => {
    // The browser's own patience begins with the answer.
    navigator.geolocation.getCurrentPosition = () => undefined;
  });
  await page.goto(`/driver/jobs/${stage.jobs[2]}`);
  await hydrated(page);
  await press(page, "On my way");
  await press(page, "I am there");
  await page.getByText("I cannot get in").click();
  await page.getByLabel("Why not?").selectOption({ index: 1 });
  await press(page, "It is not possible");
  await page.locator('button[aria-busy="true"]', { hasText: "It is not possible" }).waitFor();
  await expect.poll(() => stage.stateOf(stage.jobs[2]), { timeout: 25_000 }).toBe("attempted");
  expect(
    count(stage.server, "select count(*) from job_attempts where job_id = ? and latitude is null", stage.jobs[2] ?? ""),
  ).toBe(1);
});

inFull("a phone whose clock is a day behind does not ask about a job of today", async () => {
  const page = await driverAt(await phone());
  await page.clock.setSystemTime(Date.now() - 24 * 3_600_000);
  await page.goto(`/driver/jobs/${stage.jobs[4]}`);
  await press(page, "On my way");
  await expect.poll(() => stage.stateOf(stage.jobs[4])).toBe("en_route");
});

inFull("who asks the customer sees that it goes on, however long the phone looks for itself", async () => {
  const page = await driverAt(await phone());
  await page.addInitScript(() => {
    navigator.geolocation.getCurrentPosition = (_, failed) =>
      setTimeout(() => failed?.({ code: 3 } as GeolocationPositionError), 1_500);
  });
  await page.goto(`/driver/jobs/${stage.jobs[5]}`);
  await hydrated(page);
  await press(page, "On my way");
  await press(page, "I am there");
  await page.getByRole("button", { name: "It is set down" }).waitFor();
  await page.getByText("I cannot get in").click();
  await page.getByLabel("Why not?").selectOption({ index: 1 });
  await press(page, "Ask the customer now");
  const asking = page.locator('button[aria-busy="true"]', { hasText: "Ask the customer now" });
  await asking.waitFor();
  await page.getByText("The customer was asked").waitFor();
  expect(await asking.count()).toBe(0);
});

inFull("a list of jobs that was asked for before a step was sent, and comes after it, takes no step back", async () => {
  const page = await driverAt(await phone());
  const job = `/driver/jobs/${stage.jobs[3]}`;
  await page.goto(job);
  await hydrated(page);
  let comes: (() => void) | undefined;
  // No other one comes before it: it would stay, as the later one.
  await page.route("**/driver/jobs.json", (route) => route.abort());
  await page.route(
    "**/driver/jobs.json",
    async (route) => {
      const response = await route.fetch();
      await new Promise<void>((go) => (comes = go));
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await press(page, "On my way");
  await expect.poll(() => comes !== undefined).toBe(true);
  await press(page, "I am there");
  const sent = () => onPhone(page, "entries").then((all) => all.filter((one) => "sentAt" in one).length);
  await expect.poll(sent).toBe(2);
  const asked = async () => ((await onPhone(page, "jobs"))[0] as { readAt?: number } | undefined)?.readAt;
  const before = await asked();
  comes?.();
  await expect.poll(asked).not.toBe(before);
  stage.line.cut = true;
  await page.goto(job);
  await page.getByRole("button", { name: "It is set down" }).waitFor();
  expect(await page.getByRole("button", { name: "I am there" }).count()).toBe(0);
});

inFull(
  "nobody is asked to install at a job, where the box would lie over what is typed; on the day's list they are",
  async () => {
    const page = await driverAt(await phone());
    const offered = () => page.evaluate(() => dispatchEvent(new Event("beforeinstallprompt", { cancelable: true })));
    const box = page.getByRole("region", { name: "Install the app" });
    await page.goto(`/driver/jobs/${stage.jobs[0]}`);
    await hydrated(page);
    const asked = page.waitForResponse("**/frame.js");
    await offered();
    await asked;
    await page.goto("/driver/dashboard");
    await hydrated(page);
    expect(await box.count()).toBe(0);
    await offered();
    await box.waitFor();
    await page
      .getByRole("link", { name: /Pickup|Delivery/ })
      .first()
      .click();
    await page.waitForURL("**/driver/jobs/**");
    await expect.poll(() => box.count()).toBe(0);
  },
);
