import Database from "better-sqlite3";
import type { BrowserContext, Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openDay, scheduleFields, throughProject } from "../../support/booking";
import { visitor } from "../../support/browser";
import { TextBrowser } from "../../support/form";
import { hydrated } from "../../support/journey";
import { signIn } from "../../support/meanwhile";
import { firstOf } from "../../support/paths";
import { expectSound, typedOn, watch } from "../../support/page-checks";
import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";

const stage = setStage();
const FIELDS = [
  "zip",
  "address",
  "city",
  "firstName",
  "lastName",
  "phone",
  "email",
  "specialInstructions",
  "deliveryTime",
  "smsConsent",
];
const NOTE = 'Left of the oak.\nGate "47"';

const html = (status: number) => (route: Route) =>
  route.fulfill({ status, contentType: "text/html", body: `<html><h1>${status}</h1></html>` });
const posts = (answer: (route: Route) => Promise<void>) => (route: Route) =>
  route.request().method() === "POST" ? answer(route) : route.continue();
const summary = (page: Page) => page.locator(".problems");
const DATA = /\.data(\?|$)/;

type Answer = (route: Route) => Promise<void>;

/** A page whose data requests `between.answer` answers in the server's place, from the moment on that it is set. */
interface Interceptable {
  page: Page;
  between: { answer?: Answer };
}

/**
 * The interception stands before the page is opened: one that begins later misses a request of a busy page now and
 * then.
 */
async function openPage(context: BrowserContext): Promise<Interceptable> {
  const page = await context.newPage();
  const between: Interceptable["between"] = {};
  await page.route(DATA, (route) => (between.answer ? between.answer(route) : route.continue()));
  return { page, between };
}

/** The day-and-place step, filled in (most of it saved before, by plain form), typed on and hydrated. */
async function filledIn(): Promise<Interceptable> {
  const text = new TextBrowser(stage.server.url);
  const step = await (
    await throughProject(text)
  )
    .form("address")
    .fill(scheduleFields({ deliveryDate: openDay(44) }))
    .submit("update");
  const context = await visitor(stage.browser, stage.server.url);
  await context.addCookies(text.windowCookies);
  const { page, between } = await openPage(context);
  await page.goto(step.url);
  await page.locator("#specialInstructions").fill(NOTE);
  await hydrated(page);
  return { page, between };
}

const send = (page: Page) => page.getByRole("button", { name: "Continue to the agreement" }).click();

async function expectKept(page: Page, words: string, typed: Awaited<ReturnType<typeof typedOn>>): Promise<void> {
  await summary(page).filter({ hasText: words }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe("problems");
  expect(await typedOn(page, FIELDS)).toEqual(typed);
  expect(await page.title()).toMatch(/^Error: /);
}

describe("a hydrated form that gets no answer of ours", () => {
  const ways: [string, (route: Route) => Promise<void>, string][] = [
    ["lost on the way", (route: Route) => route.abort("connectionreset"), "cannot tell whether"],
    [
      "our answer cut off",
      (route: Route) => route.fulfill({ contentType: "text/x-script", body: '[{"_1":2},"da' }),
      "cannot tell whether",
    ],
    ["a proxy's 502", html(502), "error 502"],
    ["somebody else's page", html(200), "cannot tell whether"],
  ];
  it.each(firstOf(1, ways))("keeps page and text: %s; and goes on when it is sent again", async (_, answer, words) => {
    const { page, between } = await filledIn();
    const typed = await typedOn(page, FIELDS);
    expect(typed["specialInstructions"]).toBe(NOTE);
    between.answer = posts(answer);
    for (const again of [1, 2]) {
      await page.locator("#address").focus();
      await send(page);
      await expectKept(page, words, typed);
      expect(page.url(), `try ${again}`).toContain("/book/schedule");
    }
    between.answer = undefined;
    await send(page);
    await page.getByRole("heading", { name: "Rental agreement" }).first().waitFor();
    await expect.poll(() => page.title()).not.toContain("Error");
  });

  inFull("says that nothing was sent where the browser knows that it is offline", async () => {
    const { page } = await filledIn();
    const typed = await typedOn(page, FIELDS);
    await page.context().setOffline(true);
    await send(page);
    await expectKept(page, "nothing was sent", typed);
    await expectSound(page, "js-unanswered");
    await page.context().setOffline(false);
    await send(page);
    await page.getByRole("heading", { name: "Rental agreement" }).first().waitFor();
  });

  inFull("keeps page and text while our own database is busy", { timeout: 40_000 }, async () => {
    const { page } = await filledIn();
    const typed = await typedOn(page, FIELDS);
    const other = new Database(`${stage.server.dataDir}/roll-off.sqlite`, { timeout: 5_000 });
    other.exec("BEGIN IMMEDIATE");
    await send(page);
    await summary(page).filter({ hasText: "very busy" }).waitFor({ timeout: 20_000 });
    other.exec("COMMIT");
    other.close();
    // What the workers wanted to write meanwhile found it busy too, and says so.
    for (const line of stage.server.takeErrors()) expect(line).toContain('"name":"DatabaseBusyError"');
    await expectKept(page, "very busy", typed);
    await send(page);
    await page.getByRole("heading", { name: "Rental agreement" }).first().waitFor();
  });

  inFull("keeps what a page without script had refused before", async () => {
    const { page, between } = await openPage(await visitor(stage.browser, stage.server.url));
    await page.goto("/manage-booking");
    // Sent before anything was taken over, as with scripts off; then the connection goes.
    await page.evaluate(() => {
      for (const [name, value] of [
        ["bookingNumber", "DMP-2026-000000"],
        ["email", "nobody"],
      ] as const)
        (document.getElementsByName(name)[0] as HTMLInputElement).value = value;
      (document.querySelector("main form") as HTMLFormElement).submit();
    });
    await summary(page).waitFor();
    const complaints = watch(page);
    const title = await page.title();
    expect(title).toMatch(/^Error: [^:]+$/);
    await page.locator("main input[name=email]").focus();
    await page.waitForFunction(() => document.documentElement.dataset.hydrated === "yes");
    await expect.poll(() => page.title()).toBe(title);
    expect(complaints, "React finds the page that it expects").toEqual([]);
    between.answer = (route) => route.abort();
    await page.keyboard.press("Enter");
    await summary(page).filter({ hasText: "could not reach" }).waitFor();
    expect(await typedOn(page, ["bookingNumber", "email"])).toEqual({
      bookingNumber: "DMP-2026-000000",
      email: "nobody",
    });
  });

  inFull("says so in the office too, on the page of a request", async () => {
    const { cookies } = await signIn(stage.server, "staff@example.com");
    const context = await visitor(stage.browser, stage.server.url);
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: stage.server.url })));
    const { page, between } = await openPage(context);
    await page.goto("/crm/overview");
    await page.goto((await page.locator("a[href*='/leads/']").first().getAttribute("href")) ?? "");
    await page.waitForFunction(() => document.documentElement.dataset.hydrated === "yes");
    between.answer = posts(html(502));
    await page.getByRole("button", { name: "Called" }).click();
    await summary(page).filter({ hasText: "error 502" }).waitFor();
  });

  inFull("holds for the first step too, whose order is read anew after each refusal", async () => {
    const { page, between } = await openPage(await visitor(stage.browser, stage.server.url));
    await page.goto("/book");
    await page.locator("[name=projectType][value=renovation]").check();
    await page.locator("[name=dumpsterSize][value='20']").check();
    await hydrated(page);
    between.answer = (route) => route.abort();
    await page.getByRole("button", { name: "Continue to day and place" }).click();
    await summary(page).filter({ hasText: "could not reach" }).waitFor();
    expect(await typedOn(page, ["projectType", "dumpsterSize"])).toEqual({
      projectType: "renovation",
      dumpsterSize: "20",
    });
    between.answer = undefined;
    await page.getByRole("button", { name: "Continue to day and place" }).click();
    await page.getByRole("heading", { name: "Day and place" }).waitFor();
  });
});
