import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openDay, scheduleFields, throughAgreement, throughProject } from "../../support/booking";
import { DESK, visitor } from "../../support/browser";
import { TextBrowser } from "../../support/form";
import { signIn } from "../../support/meanwhile";
import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";
import { firstOf } from "../../support/paths";

const stage = setStage();

const isTaken = (page: Page) => page.waitForFunction(() => document.documentElement.dataset.hydrated === "yes");
const pathOf = (url: string) => new URL(url).pathname;

describe.each(
  firstOf<[string, boolean]>(1, [
    ["with scripts", true],
    ["without scripts", false],
  ]),
)("Back, %s", (_, scripts) => {
  it("keeps what was typed and never sent, and what was sent", async () => {
    const mine = new TextBrowser(stage.server.url);
    const schedule = await throughProject(mine);
    const context = await visitor(stage.browser, stage.server.url, { scripts });
    await context.addCookies(mine.windowCookies);
    const page = await context.newPage();
    await page.goto(schedule.url);
    await page.fill("[name=address]", "77 Typed Street");
    await page.goto("/about");
    await page.goBack();
    expect(await page.inputValue("[name=address]")).toBe("77 Typed Street");

    for (const [name, value] of Object.entries(scheduleFields({ deliveryDate: openDay(50) }))) {
      if (name === "deliveryTime") await page.check(`[name=deliveryTime][value=${value}]`);
      else await page.fill(`[name=${name}]`, value);
    }
    await page.getByRole("button", { name: "Continue to the agreement" }).click();
    await page.waitForURL(/\/book\/agreement/);
    await page.fill("[name=signatureName]", "Ada Half");
    await page.goto("/about");
    await page.goBack();
    // Not stored, and still as it was typed.
    expect(await page.inputValue("[name=signatureName]")).toBe("Ada Half");
    await page.goto("/about");
    await page.goto(schedule.url);
    expect(await page.inputValue("[name=firstName]")).toBe("Ada");
  });

  inFull("shows nothing of a draft any more after signing out of its booking", async () => {
    const mine = new TextBrowser(stage.server.url);
    const review = await throughAgreement(mine, { email: `back-${scripts}@example.com`, deliveryDate: openDay(52) });
    const number = /DMP-\d{4}-\d{6}/.exec(review.text)?.[0] ?? "";
    const context = await visitor(stage.browser, stage.server.url, { scripts });
    await context.addCookies(mine.windowCookies);
    const page = await context.newPage();
    await page.goto(review.url);
    expect(await page.textContent("body")).toContain("123 Main Street");
    await page.goto(review.url.replace("/book/payment", "/book/schedule"));
    await page.goto(`/manage-booking?booking=${number}`);
    await page.getByRole("button", { name: "Sign out of this booking" }).click();
    await page.waitForURL(/signed=out/);
    for (let steps = 1; steps <= 3; steps++) {
      await page.goBack();
      expect([pathOf(page.url()), (await page.content()).includes("123 Main Street")]).toEqual([
        steps === 1 ? "/manage-booking" : "/book/expired",
        false,
      ]);
    }
  });
});

inFull("Back without scripts shows a refused form with everything typed, not the browser's error page", async () => {
  const mine = new TextBrowser(stage.server.url);
  const review = await throughAgreement(mine, { email: "refused-back@example.com", deliveryDate: openDay(54) });
  const context = await visitor(stage.browser, stage.server.url, { scripts: false });
  await context.addCookies(mine.windowCookies);
  const page = await context.newPage();
  await page.goto(review.url.replace("/book/payment", "/book/agreement"));
  await page.fill("[name=signatureName]", "Ada Untick");
  await page
    .getByRole("button", { name: /continue|sign/i })
    .last()
    .click();
  await page.waitForSelector("[role=alert]");
  await page.goto("/about");
  await page.goBack();
  expect(await page.inputValue("[name=signatureName]")).toBe("Ada Untick");
});

inFull("Back in the office finds what was half typed, and nothing of what was sent", async () => {
  const context = await visitor(stage.browser, stage.server.url, { viewport: DESK });
  await context.addCookies((await signIn(stage.server, "staff@example.com")).windowCookies);
  const page = await context.newPage();
  await page.goto("/crm/customers");
  await isTaken(page);
  await page.locator("tbody a").first().click();
  const note = page.locator("[name=note]");
  // The address changes before the page is shown: until then it is still the customer's own, with what was typed in it.
  const isAtBookings = () => page.getByRole("heading", { level: 1, name: "Bookings" }).waitFor();
  await note.fill("Half typed");
  await page.getByText("Change the record").click();
  await page.locator("[name=kind]").selectOption("company");
  await page.locator("nav[aria-label=CRM]").getByText("Bookings").click();
  await isAtBookings();
  await page.goBack();
  await note.waitFor();
  await expect.poll(() => note.inputValue()).toBe("Half typed");
  expect(await page.locator("[name=kind]").inputValue()).toBe("company");
  expect(await page.locator("[name=kind]").isVisible()).toBe(true);
  await page.getByRole("button", { name: "Keep the note" }).click();
  await page.locator("blockquote").getByText("Half typed").waitFor();
  await page.locator("nav[aria-label=CRM]").getByText("Bookings").click();
  await isAtBookings();
  await page.goBack();
  await note.waitFor();
  expect(await note.inputValue()).toBe("");
});

inFull.each([
  ["before the scripts came", false],
  ["after them", true],
])(
  "Back to a document in the office shows what the browser put back %s, though it stood in something closed",
  async (_, late) => {
    const context = await visitor(stage.browser, stage.server.url, { viewport: DESK });
    await context.addCookies((await signIn(stage.server, "staff@example.com")).windowCookies);
    const page = await context.newPage();
    await page.goto("/crm/customers");
    await page.goto((await page.locator("tbody a").first().getAttribute("href")) ?? "");
    await isTaken(page);
    await page.getByText("Change the record").click();
    await page.locator("[name=kind]").selectOption("company");
    await page.goto("/about");
    let release = () => {};
    if (late) {
      // The page is not shown as loaded before this picture is there.
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route("**/late.png", async (route) => {
        await held;
        await route.abort();
      });
      await page.addInitScript(() => addEventListener("DOMContentLoaded", () => (new Image().src = "/late.png")));
    }
    await page.goBack({ waitUntil: "commit" });
    await isTaken(page);
    // What a busy browser does: it puts the value back where React has been already, into what it has closed.
    if (late)
      await page.locator("[name=kind]").evaluate((field: HTMLSelectElement) => {
        field.value = "company";
        field.closest("details")?.removeAttribute("open");
      });
    release();
    await page.locator("[name=kind]").waitFor();
    expect(await page.locator("[name=kind]").inputValue()).toBe("company");
    // Kept for the next Back too, though nothing was typed since the scripts came.
    await page.locator("nav[aria-label=CRM]").getByText("Bookings").click();
    await page.waitForURL("**/crm/bookings");
    await page.goBack();
    await page.locator("[name=kind]").waitFor();
    expect(await page.locator("[name=kind]").inputValue()).toBe("company");
  },
);
