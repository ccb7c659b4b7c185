import type { Page } from "playwright-core";
import { expect } from "vitest";
import { visitor } from "../../support/browser";
import { driverAt, onPhone, setPhoneStage, tryNow } from "../../support/driver-phone";
import { fillable } from "../../support/full-phone";
import { count } from "../../support/meanwhile";
import { expectSound } from "../../support/page-checks";
import { photograph } from "../../support/photograph";
import { sharedBrowser } from "../../support/shared";
import { inFull } from "../../support/in-full";

const stage = setPhoneStage(3);

const press = (page: Page, name: string) => page.getByRole("button", { name }).click();
const IS_FULL = "This phone is full.";

/** A driver's phone that can be filled, on the page of a job. */
async function phoneAt(job: string | undefined) {
  const context = await visitor(await sharedBrowser(), stage.line.url);
  const room = await fillable(context, stage.line.url);
  const page = await driverAt(context);
  await page.goto(`/driver/jobs/${job}`);
  // A press before React is there goes as a plain form, where the phone has no say in what is saved.
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === "yes");
  return { page, room };
}

inFull(
  "on a full phone a step goes to the office at once where there is signal, and is said not to be saved where there is none",
  async () => {
    const { page, room } = await phoneAt(stage.jobs[0]);
    await room.fill(page);
    stage.line.cut = true;
    await press(page, "On my way");
    await page.getByRole("alert").getByText("Nothing could be saved: the phone is full").waitFor();
    await page.getByText(IS_FULL).waitFor();
    await expectSound(page, "a full phone");
    expect(stage.stateOf(stage.jobs[0])).toBe("assigned");
    stage.line.cut = false;
    await press(page, "On my way");
    await page.getByRole("button", { name: "I am there" }).waitFor();
    expect([stage.stateOf(stage.jobs[0]), await onPhone(page, "entries")]).toEqual(["en_route", []]);
    // Without signal it stands where the office has it, though the list of the day could not be written anew.
    await page.waitForFunction(
      // Of this job: another of theirs is on the way already.
      (job) => localStorage.getItem("driver-states")?.includes(`"${job}":"en_route"`),
      stage.jobs[0],
    );
    stage.line.cut = true;
    await page.goto("/driver/dashboard");
    const mine = page.locator("li", { has: page.locator(`a[href*="${stage.jobs[0]}"]`) });
    await mine.getByText("On the way").waitFor();
    stage.line.cut = false;
    // It is said before it is needed, and no longer than it is so.
    await page.goto("/driver/dashboard");
    await page.getByText(IS_FULL).waitFor();
    await room.empty();
    await page.reload();
    await page
      .getByText("Back to all jobs")
      .or(page.getByRole("heading", { name: "My jobs" }))
      .first()
      .waitFor();
    await expect.poll(() => page.getByText(IS_FULL).count()).toBe(0);
  },
);

inFull(
  "on the pages without signal too: with it back, what is pressed goes to the office at once, with its picture",
  async () => {
    const { page, room } = await phoneAt(stage.jobs[2]);
    stage.line.cut = true;
    await page.goto(`/driver/jobs/${stage.jobs[2]}`);
    await press(page, "On my way");
    await press(page, "I am there");
    await page.getByText("Report what you found").click();
    const found = { name: "found.jpg", mimeType: "image/jpeg", buffer: await photograph(320, 240) };
    await page.locator("input[type=file]").last().setInputFiles(found);
    await press(page, "Report it");
    // Of pictures none comes through: what is pressed does not wait for them.
    await page.route("**/driver/journal/photos/**", () => undefined);
    await page.getByLabel("Number on the dumpster").fill("20-802");
    const file = { name: "photo.jpg", mimeType: "image/jpeg", buffer: await photograph() };
    await page.locator("input[type=file]").first().setInputFiles(file);
    await room.fill(page);
    await press(page, "It is set down");
    await page.getByRole("alert").getByText("Nothing could be saved: the phone is full").waitFor();
    // The signal comes back without a word of it: what was pressed before goes first.
    stage.line.cut = false;
    await press(page, "It is set down");
    await page.getByRole("button", { name: "Job done" }).waitFor();
    const photos = count(stage.server, "select count(*) from photos where job_id = ?", stage.jobs[2] ?? "");
    expect([stage.stateOf(stage.jobs[2]), photos]).toEqual(["serviced", 1]);
    expect(new URL(page.url()).pathname).toBe(`/driver/jobs/${stage.jobs[2]}`);
  },
);

inFull("what was saved before the phone was full is sent with its picture, and said to be sent", async () => {
  const { page, room } = await phoneAt(stage.jobs[1]);
  stage.line.cut = true;
  await page.goto(`/driver/jobs/${stage.jobs[1]}`);
  await press(page, "On my way");
  await press(page, "I am there");
  await page.getByLabel("Number on the dumpster").fill("20-801");
  const file = { name: "photo.jpg", mimeType: "image/jpeg", buffer: await photograph() };
  await page.locator("input[type=file]").first().setInputFiles(file);
  await press(page, "It is set down");
  await page.getByText("3 steps and 1 photo saved on this phone, not sent yet").waitFor();
  await room.fill(page);
  stage.line.cut = false;
  await tryNow(page);
  await page.getByText("The signal is back, and everything is sent.").waitFor();
  await page.getByText(/It is set down, .*: sent/).waitFor();
  await expect
    .poll(() => count(stage.server, "select count(*) from photos where job_id = ?", stage.jobs[1] ?? ""))
    .toBe(1);
  expect([stage.stateOf(stage.jobs[1]), await page.getByText("not sent yet").count()]).toEqual(["serviced", 0]);
  // The phone could not write it down: opened again it sends them again, which counts once.
  await page.goto("/driver/dashboard");
  await page.getByText(IS_FULL).waitFor();
  await expect.poll(() => page.getByText("not sent yet").count()).toBe(0);
  expect(count(stage.server, "select count(*) from journal_entries where job_id = ?", stage.jobs[1] ?? "")).toBe(3);
});
