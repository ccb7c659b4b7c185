import { expect, it } from "vitest";
import type { Day } from "~/domain/kernel/days";
import { openDay, scheduleFields } from "../../support/booking";
import { DESK, visitor } from "../../support/browser";
import { TextBrowser } from "../../support/form";
import { arrange, localPath, pathOf, signIn } from "../../support/meanwhile";
import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";

const stage = setStage();

/** An order of the office: who made it, its page, and the caller's link. */
async function prepare(email: string, deliveryDate: Day) {
  const staff = await signIn(stage.server, "staff@example.com");
  const form = (await staff.open("/crm/bookings/new")).form("deliveryDate");
  const saved = await form.fill({ ...scheduleFields({ email, deliveryDate }), dumpsterSize: "20" }).submit("save");
  return { staff, saved, link: localPath(saved.root.querySelector("#prepared-link")?.getAttribute("value") ?? "") };
}

// A page that is taken over late gets data that are newer than what stands in it: it was still made from the older ones.
it("what the office wrote before the caller touched their page is told, and not overwritten", async () => {
  const { staff, saved, link } = await prepare("late@example.com", openDay(40));
  const page = await (await visitor(stage.browser, stage.server.url)).newPage();
  await page.goto(`${link}?change=schedule`);
  await (
    await staff.open(pathOf(saved))
  )
    .form("deliveryDate")
    .fill({ address: "1 Office Road", city: "Maitland" })
    .submit("save");

  await page.locator("[name=address]").fill("7 Caller Street");
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === "yes");
  await page.getByRole("status").getByText("street address: 123 Main Street → 1 Office Road").waitFor();
  expect(await page.locator("[name=address]").inputValue()).toBe("7 Caller Street");
  await page.getByRole("button", { name: "Continue to the agreement" }).click();
  await page.getByRole("heading", { name: "Our office changed this order at the same moment" }).waitFor();
  await page.getByRole("group", { name: "Street address: which stays?" }).getByText("1 Office Road").click();
  await page.getByRole("button", { name: "Continue to the agreement" }).click();
  await page.waitForURL("**/book/agreement**");
  const put = (await staff.open(pathOf(saved))).form("deliveryDate").values();
  expect([put.get("address"), put.get("city")]).toEqual(["1 Office Road", "Maitland"]);
});

it("what the office puts right while the caller reads the agreement is told there, and nothing of theirs is touched", async () => {
  const { staff, saved, link } = await prepare("reader@example.com", openDay(43));
  const page = await (await visitor(stage.browser, stage.server.url)).newPage();
  await page.goto(link);
  await page.locator("[name=signatureName]").fill("Ada T");
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === "yes");
  const put = (await staff.open(pathOf(saved))).form("deliveryDate");
  await put.fill({ address: "5 Office Road", gateCode: "7391" }).submit("save");
  // As somebody who looks at it again; it asks by itself too, now and then.
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  const told = page.getByRole("status").filter({ hasText: "Our office has just changed this order." });
  await told.getByText("street address: 123 Main Street → 5 Office Road").waitFor();
  expect(await page.locator("main").innerText()).not.toMatch(/gate code|7391/);
  expect(await page.locator("[name=signatureName]").inputValue()).toBe("Ada T");
  await told.getByRole("link", { name: "Show it as it is now" }).click();
  await page.getByText("5 Office Road").first().waitFor();
  expect(await told.count()).toBe(0);
});

it.each([
  ["address", "1 Office Road", "7 Caller Street"],
  ["rentalDays", "10", "14"],
])(
  "what the caller has marked to type over in %s is still marked when the office's words take its place",
  async (name, theirs, mine) => {
    const { staff, saved, link } = await prepare(`marked-${name.toLowerCase()}@example.com`, openDay(40));
    const page = await (await visitor(stage.browser, stage.server.url)).newPage();
    await page.goto(`${link}?change=schedule`);
    await (
      await staff.open(pathOf(saved))
    )
      .form("deliveryDate")
      .fill({ [name]: theirs })
      .submit("save");
    const field = page.locator(`[name=${name}]`);
    await field.selectText();
    await page.waitForFunction(() => document.documentElement.dataset.hydrated === "yes");
    expect(await field.inputValue()).toBe(theirs);
    await page.keyboard.type(mine);
    expect(await field.inputValue()).toBe(mine);
  },
);

inFull(
  "an order's page and its record say by themselves that the price has ended, without a word from anybody",
  async () => {
    const staff = await signIn(stage.server, "staff@example.com");
    const fields = scheduleFields({ email: "ends@example.com", deliveryDate: openDay(41) });
    const form = (await staff.open("/crm/bookings/new")).form("deliveryDate").fill({ ...fields, dumpsterSize: "20" });
    const address = pathOf(await form.submit("save"));
    const number = address.split("/").at(-2) ?? "";
    const context = await visitor(stage.browser, stage.server.url, { viewport: DESK });
    await context.addCookies(staff.windowCookies);
    const pages = await Promise.all(
      [address, address.replace(/\/order$/, "")].map(async (path) => {
        const page = await context.newPage();
        await page.goto(path);
        return page;
      }),
    );
    const soon = Date.now() + 6_000;
    arrange(stage.server, "update bookings set quote_expires_at = ? where booking_number = ?", soon, number);
    for (const page of pages) {
      await page.reload();
      await page.waitForFunction(() => document.documentElement.dataset.hydrated === "yes");
      expect(await page.getByText("and is over").count()).toBe(0);
    }
    for (const page of pages) {
      // A page that nobody looks at reads itself when somebody does.
      await page.bringToFront();
      await page.getByText("and is over").first().waitFor();
    }
  },
);

it("the caller's steps tick on while the office has a correction half typed; a refusal stays, with a word that there is more", async () => {
  const { staff, saved, link } = await prepare("ticks@example.com", openDay(44));
  const context = await visitor(stage.browser, stage.server.url, { viewport: DESK });
  await context.addCookies(staff.windowCookies);
  const office = await context.newPage();
  await office.goto(pathOf(saved));
  await office.locator(".live[data-live=open]").waitFor();
  await office.locator("[name=address]").fill("3 Office Road");
  const caller = new TextBrowser(stage.server.url);
  await (await caller.open(`${link}?change=schedule`)).form("address").fill({ address: "2 Caller Street" }).submit();
  const put = office.getByText("street address: 123 Main Street → 2 Caller Street");
  await put.waitFor();
  expect(await office.locator("[name=address]").inputValue()).toBe("3 Office Road");
  await office.getByRole("button", { name: "Save what is put right" }).click();
  await office.getByText("Street address: which stays?").waitFor();
  const agreement = await caller.open(link);
  await agreement.form("signatureName").fill({ signatureName: "Bo Lee", agree: "on" }).submit("continue");
  await office.getByText("What this page shows has changed meanwhile.").waitFor();
  expect(await office.getByText("Street address: which stays?").isVisible()).toBe(true);
  expect(await office.locator("[name=address]").inputValue()).toBe("3 Office Road");
});
