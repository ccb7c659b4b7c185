import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { bookAndPay, bookingNumberOn, openDay } from "../../support/booking";
import { visitor } from "../../support/browser";
import { TextBrowser } from "../../support/form";
import { hydrated } from "../../support/journey";
import { arrange, signIn } from "../../support/meanwhile";
import { watch } from "../../support/page-checks";
import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";

// The office's pages are changed without a document being loaded, so Back is ours to do as a browser does it.
const stage = setStage();
let number: string;
beforeAll(async () => {
  number = bookingNumberOn(await bookAndPay(new TextBrowser(stage.server.url), { deliveryDate: openDay(44) }));
});

async function office(path: string): Promise<Page> {
  const context = await visitor(stage.browser, stage.server.url, { viewport: { width: 1280, height: 500 } });
  await context.addCookies((await signIn(stage.server, "staff@example.com")).windowCookies);
  const page = await context.newPage();
  await page.goto(path);
  await hydrated(page);
  // As long as it stands there, no document was loaded.
  await page.evaluate(() => void (document.body.dataset["same"] = "yes"));
  return page;
}
const isSame = (page: Page) => page.evaluate(() => document.body.dataset["same"]);
const room = (page: Page, name: string) => page.getByRole("navigation", { name: "CRM" }).getByRole("link", { name });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

it("finds what was half typed and never sent, in the form where it stood, and not what was sent", async () => {
  const page = await office(`/crm/bookings/${number}/edit`);
  const complaints = watch(page);
  const [notes, phone] = [page.locator("[name=specialInstructions]"), page.locator("[name=phone]")];
  await notes.fill("Half typed, by the gate");
  await room(page, "Customers").click();
  await heading(page, "Customers");
  await page.goBack();
  await expect.poll(() => notes.inputValue()).toBe("Half typed, by the gate");
  await phone.fill("(407) 555-0188");
  await room(page, "Bookings").click();
  await heading(page, "Bookings");
  await page.goBack();
  await expect.poll(() => phone.inputValue()).toBe("(407) 555-0188");
  expect(await notes.inputValue()).toBe("Half typed, by the gate");

  await page.locator("main button[value=save]").click();
  await page.waitForURL(`**/crm/bookings/${number}`);
  // Somebody else puts it right meanwhile: what was sent is not typed over it.
  arrange(stage.server, "update bookings set special_instructions = 'Gate 12' where booking_number = ?", number);
  await page.goBack();
  await expect.poll(() => notes.inputValue()).toBe("Gate 12");
  expect(await isSame(page)).toBe("yes");
  expect(complaints).toEqual([]);
});

inFull(
  "shows a list as it is now, by the filter that stands in its address and its fields, where it was scrolled to",
  async () => {
    const page = await office("/crm/bookings");
    const [status, words] = [page.locator("#status"), page.locator("#q")];
    const rows = page.locator("table.bookings tbody tr");
    await status.selectOption("confirmed");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.waitForURL("**status=confirmed**");
    await words.fill("no-such-name");
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.getByText("No booking fits.").waitFor();
    await page.goBack();
    await rows.first().waitFor();
    expect([await status.inputValue(), await words.inputValue()]).toEqual(["confirmed", ""]);
    await page.goBack();
    await expect.poll(() => status.inputValue()).toBe("");

    await rows.getByText(number).waitFor();
    const last = rows.last();
    await last.scrollIntoViewIfNeeded();
    const at = await page.evaluate(() => scrollY);
    expect(at).toBeGreaterThan(50);
    const opened = (await last.locator("a").innerText()).trim();
    await last.locator("a").click();
    await heading(page, opened);
    expect(await page.evaluate(() => [scrollY, document.activeElement?.id])).toEqual([0, "main"]);
    expect(await page.locator("#announcer").textContent()).toContain(opened);
    arrange(stage.server, "update bookings set last_name = 'Meanwhile' where booking_number = ?", number);
    await page.goBack();
    await rows.filter({ hasText: "Meanwhile" }).waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(at);
    expect(await isSame(page)).toBe("yes");
  },
);
