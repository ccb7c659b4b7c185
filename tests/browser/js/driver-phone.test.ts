import type { Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { visitor } from "../../support/browser";
import { driverAt, onPhone, setPhoneStage, tryNow } from "../../support/driver-phone";
import { count, signIn } from "../../support/meanwhile";
import { expectSound, watch } from "../../support/page-checks";
import { photograph } from "../../support/photograph";
import { sharedBrowser } from "../../support/shared";
import { inFull } from "../../support/in-full";

const stage = setPhoneStage(7);

const phone = async () => visitor(await sharedBrowser(), stage.line.url);
const UNSENT = "saved on this phone, not sent yet";
const press = (page: Page, name: string) => page.getByRole("button", { name }).click();

describe("a phone without signal", () => {
  it("opens the day and each job, takes steps and a picture, and sends them when the line is back", async () => {
    const page = await driverAt(await phone());
    stage.line.cut = true;
    await page.goto("/driver/dashboard");
    await page.getByText("No signal: these are your jobs as this phone has them.").waitFor();
    await expectSound(page, "the day without signal");
    await page.locator(`a[href="/driver/jobs/${stage.jobs[0]}"]`).click();
    await press(page, "On my way");
    await press(page, "I am there");
    // Another job's page says so before they leave for it.
    await page.getByRole("link", { name: "Back to all jobs" }).click();
    await page.locator(`a[href="/driver/jobs/${stage.jobs[1]}"]`).click();
    await page.getByText("By what you pressed you are still").waitFor();
    await page.goBack();
    await page.locator(`a[href="/driver/jobs/${stage.jobs[0]}"]`).click();
    await press(page, "It is set down");
    await page.getByRole("alert").getByText("Enter the number that stands on the dumpster.").waitFor();
    await page.getByLabel("Number on the dumpster").fill("20-801");
    const file = { name: "photo.jpg", mimeType: "image/jpeg", buffer: await photograph() };
    await page.locator("input[type=file]").first().setInputFiles(file);
    await press(page, "It is set down");
    await page.getByText(`3 steps and 1 photo ${UNSENT}`).waitFor();
    await expectSound(page, "a job without signal");
    const small = await page.evaluate(() =>
      [...document.querySelectorAll("main a, main button, main summary, main input:not([type=hidden])")]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 56)
        .map((one) => one.outerHTML.slice(0, 80)),
    );
    expect(small, "every target is 56 px high").toEqual([]);
    // Killed and opened again: all of it is still there.
    const again = await page.context().newPage();
    await page.close();
    await again.goto(`/driver/jobs/${stage.jobs[0]}`);
    await again.getByText(`3 steps and 1 photo ${UNSENT}`).waitFor();
    expect([stage.stateOf(stage.jobs[0]), (await onPhone(again, "photos")).length]).toEqual(["assigned", 1]);
    stage.line.cut = false;
    await tryNow(again);
    await again.getByText("The signal is back, and everything is sent.").waitFor();
    await again.getByText(/It is set down, .*: sent/).waitFor();
    expect(stage.stateOf(stage.jobs[0])).toBe("serviced");
    await expect
      .poll(() => count(stage.server, "select count(*) from photos where job_id = ?", stage.jobs[0] ?? ""))
      .toBe(1);
    expect(await onPhone(again, "photos")).toEqual([]);
    await again.getByRole("link", { name: "Open the full page" }).click();
    await again.getByRole("button", { name: "Job done" }).waitFor();
  });

  it("that is signed out meanwhile keeps its steps, and the office sees them with their picture; signed in, they count", async () => {
    const context = await phone();
    const page = await driverAt(context);
    const job = stage.jobs[6];
    await page.goto(`/driver/jobs/${job}`);
    for (const [step, to] of [
      ["On my way", "en_route"],
      ["I am there", "arrived"],
    ] as const) {
      await press(page, step);
      await expect.poll(() => stage.stateOf(job)).toBe(to);
      // The office has it before the phone has the answer: cut off in between it would still count it.
      await page.getByText(new RegExp(`${step}, .*: sent`)).waitFor();
    }
    // The page of the next step is on the phone before the line is cut.
    await page.getByLabel("Number on the dumpster").waitFor();
    stage.line.cut = true;
    await page.getByLabel("Number on the dumpster").fill("20-802");
    const file = { name: "photo.jpg", mimeType: "image/jpeg", buffer: await photograph(900, 600) };
    await page.locator("input[type=file]").first().setInputFiles(file);
    await press(page, "It is set down");
    await page.getByText(`1 step and 1 photo ${UNSENT}`).waitFor();
    const elsewhere = await signIn(stage.server, "driver@example.com", "/driver/auth");
    await elsewhere.post("/auth/sign-out", { from: "driver", everywhere: "on" });
    stage.line.cut = false;
    await tryNow(page);
    await page.getByText("You are signed out; what is saved here stays.").waitFor();
    await expect.poll(() => onPhone(page, "photos")).toEqual([]);
    await page.getByText(`1 step ${UNSENT}`).waitFor();
    expect([stage.stateOf(job), count(stage.server, "select count(*) from held_photos")]).toEqual(["arrived", 1]);
    await page.close();
    await driverAt(context);
    await expect.poll(() => stage.stateOf(job)).toBe("serviced");
    expect(count(stage.server, "select count(*) from photos where job_id = ?", job ?? "")).toBe(1);
  });

  inFull("is shown nothing of the driver before, and sends nothing of theirs; they find it again", async () => {
    const context = await phone();
    const page = await driverAt(context);
    await page.goto(`/driver/jobs/${stage.jobs[1]}`);
    stage.line.loseAnswerOf = null;
    await page.route("**/driver/journal", (route) => route.abort());
    // The page is asked for again after a step.
    const again = page.waitForEvent("load");
    await press(page, "On my way");
    await again;
    await page.getByText(UNSENT).first().waitFor();
    await page.goto("/driver/dashboard");
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.message());
      void (asked.length === 1 ? dialog.dismiss() : dialog.accept());
    });
    const leave = async () => {
      await page.locator(".me summary").click();
      await page.getByRole("button", { name: "Sign out", exact: true }).click();
    };
    await page.getByText(UNSENT).first().waitFor();
    await leave();
    await page.waitForTimeout(300);
    expect(new URL(page.url()).pathname).toBe("/driver/dashboard");
    await page.reload();
    await page.getByText(UNSENT).first().waitFor();
    await leave();
    await page.waitForURL("**/driver/auth**");
    expect(asked[0]).toContain("1 step on this phone");
    await expect.poll(() => onPhone(page, "jobs")).toEqual([]);
    await page.close();

    const other = await driverAt(context, "driver2@example.com");
    await other.waitForTimeout(500);
    expect(await other.getByText(UNSENT).count()).toBe(0);
    expect((await onPhone(other, "entries")).length).toBe(1);
    expect(stage.stateOf(stage.jobs[1])).toBe("assigned");
    await other.locator(".me summary").click();
    await other.getByRole("button", { name: "Sign out", exact: true }).click();
    await other.waitForURL("**/driver/auth**");
    await other.close();

    const back = await driverAt(context);
    await expect.poll(() => stage.stateOf(stage.jobs[1])).toBe("en_route");
    await expect.poll(() => back.getByText(UNSENT).count()).toBe(0);
  });
});

inFull("with signal a step is done at once, and asked for again where it is wrong", async () => {
  const page = await driverAt(await phone());
  const complaints = watch(page);
  await page.goto(`/driver/jobs/${stage.jobs[2]}`);
  await press(page, "On my way");
  await press(page, "I am there");
  await press(page, "It is set down");
  await page.getByRole("alert").getByText("Enter the number that stands on the dumpster.").waitFor();
  await page.getByLabel("Number on the dumpster").fill("20-802");
  await press(page, "It is set down");
  await press(page, "Job done");
  await page.waitForURL("**/driver/dashboard");
  expect(stage.stateOf(stage.jobs[2])).toBe("completed");
  expect(complaints).toEqual([]);
});

describe("a step that is pressed before the page's scripts are there", () => {
  /** Pressed as soon as its button is there; each script then as the test says. */
  const early = async (job: string | undefined, comes: (script: Route) => Promise<void>) => {
    const context = await visitor(await sharedBrowser(), stage.server.url, { serviceWorkers: "block" });
    await context.addCookies((await signIn(stage.server, "driver@example.com", "/driver/auth")).windowCookies);
    const page = await context.newPage();
    const posted: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posted.push(new URL(request.url()).pathname));
    await page.route("**/assets/*.js", comes);
    await page.goto(`/driver/jobs/${job}`, { waitUntil: "commit" });
    await press(page, "On my way");
    await page.getByRole("button", { name: "I am there" }).waitFor();
    return { page, posted };
  };

  inFull("waits for them, and is kept on the phone before it is sent", async () => {
    const { page, posted } = await early(stage.jobs[4], async (script) => {
      await new Promise((done) => setTimeout(done, 300));
      await script.continue();
    });
    expect((await onPhone(page, "entries")).map(({ step }) => step)).toEqual(["en_route"]);
    await expect.poll(() => stage.stateOf(stage.jobs[4])).toBe("en_route");
    expect(posted.filter((path) => path !== "/driver/journal")).toEqual([]);
  });

  inFull("goes as a plain form where they do not come", async () => {
    const { posted } = await early(stage.jobs[5], (script) => script.abort());
    expect([stage.stateOf(stage.jobs[5]), posted]).toEqual(["en_route", [`/driver/jobs/${stage.jobs[5]}`]]);
  });
});

inFull("what was found without signal waits on the phone, and is the office's when the line is back", async () => {
  const page = await driverAt(await phone());
  await page.goto(`/driver/jobs/${stage.jobs[3]}`);
  await press(page, "On my way");
  await press(page, "I am there");
  await page.getByText(/I am there, .*: sent/).waitFor();
  stage.line.cut = true;
  await page.goto(`/driver/jobs/${stage.jobs[3]}`);
  await page.getByText("Report what you found").click();
  await press(page, "Report it");
  await page.getByRole("alert").getByText("Choose what you found, or take a photo of it.").waitFor();
  await page.getByLabel("It needs cleaning").check();
  const file = { name: "photo.jpg", mimeType: "image/jpeg", buffer: await photograph(310, 200) };
  await page.locator("form", { hasText: "Report it" }).locator("input[type=file]").setInputFiles(file);
  await press(page, "Report it");
  await page.getByText(`1 step and 1 photo ${UNSENT}`).waitFor();
  await page.getByText(/What you found, .*saved on this phone/).waitFor();
  expect(await page.getByLabel("It needs cleaning").isChecked()).toBe(false);
  await expectSound(page, "a report without signal");
  stage.line.cut = false;
  await tryNow(page);
  await expect
    .poll(() => count(stage.server, "select cleaning from job_reports where job_id = ?", stage.jobs[3] ?? ""))
    .toBe(1);
  await expect
    .poll(() =>
      count(stage.server, "select count(*) from photos where step = 'report' and job_id = ?", stage.jobs[3] ?? ""),
    )
    .toBe(1);
  expect(stage.stateOf(stage.jobs[3])).toBe("arrived");
});

it("the pages without signal are no more than 110 kB of script and style together", async () => {
  const answer = await fetch(`${stage.server.url}/driver/offline`, { headers: { "Accept-Encoding": "br" } });
  expect(Number(answer.headers.get("Content-Length"))).toBeLessThanOrEqual(110_000);
});
