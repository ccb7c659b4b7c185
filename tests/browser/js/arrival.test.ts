import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { bookAndPay, bookingNumberOn, openDay, throughProject } from "../../support/booking";
import { visitor } from "../../support/browser";
import { TextBrowser } from "../../support/form";
import { hydrated } from "../../support/journey";
import { arrange } from "../../support/meanwhile";
import { watch } from "../../support/page-checks";
import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";

const stage = setStage();
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.slice(0, 60));

inFull("brings eye and focus to the problem of a failed look-up, then to the booking of the next one", async () => {
  const number = bookingNumberOn(
    await bookAndPay(new TextBrowser(stage.server.url), { deliveryDate: openDay(52), email: "look@example.com" }),
  );
  const page = await (await visitor(stage.browser, stage.server.url)).newPage();
  const complaints = watch(page);
  // As from a link that has ended its time: the address stays the same when the booking opens.
  await page.goto(`/manage-booking?booking=${number}`);
  await page.locator("#bookingNumber").focus();
  await hydrated(page);
  await page.locator("#email").fill("other@example.com");
  await page.getByRole("button", { name: "Find my booking" }).click();
  await page.locator(".problems").waitFor();
  expect(await focusedText(page)).toContain("There is a problem");
  await page.locator("#email").fill("look@example.com");
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.getByRole("button", { name: "Find my booking" }).click();
  await page.getByText(`Booking ${number}`).first().waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe("h1");
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect(complaints).toEqual([]);
});

it("brings the price of a swap into view, which comes above its form, and leaves for the card company's page", async () => {
  const text = new TextBrowser(stage.server.url);
  const wish = { deliveryDate: openDay(3), email: "swap@example.com" };
  const number = bookingNumberOn(await bookAndPay(text, wish));
  const of = "(select id from bookings where booking_number = ?)";
  const free = "(select min(id) from dumpsters where size_yards = 20 and location = 'yard')";
  arrange(stage.server, `update units set state = 'on_site', dumpster_id = ${free} where booking_id = ${of}`, number);
  arrange(stage.server, `update jobs set state = 'completed' where kind = 'delivery' and booking_id = ${of}`, number);
  const context = await visitor(stage.browser, stage.server.url);
  await context.addCookies(text.windowCookies);
  const page = await context.newPage();
  const complaints = watch(page);
  await page.goto(`/manage-booking/swap?booking=${number}`);
  await page.locator("#dumpsterSize").focus();
  await hydrated(page);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.getByRole("button", { name: "See the price" }).click();
  await page.getByText("What you pay now").waitFor();
  await expect.poll(() => page.evaluate(() => [document.activeElement?.localName, scrollY])).toEqual(["h1", 0]);
  await page.getByRole("button", { name: /^Pay \$/ }).click();
  await page.locator("[name=cardNumber]").waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/sandbox\/checkout\//);
  expect(complaints).toEqual([]);
});

inFull("shows the chosen day as chosen while somebody chooses, and what the street needs", async () => {
  const text = new TextBrowser(stage.server.url);
  const { url } = await throughProject(text);
  const context = await visitor(stage.browser, stage.server.url);
  await context.addCookies(text.windowCookies);
  const page = await context.newPage();
  await page.goto(url);
  await page.locator("#zip").focus();
  await hydrated(page);
  const days = page.locator("button[name=day]");
  const pressed = () => page.locator("button[name=day][aria-pressed=true]").allTextContents();
  expect(await pressed()).toEqual([]);
  await days.nth(1).click();
  expect(await pressed()).toEqual([await days.nth(1).textContent()]);
  await days.nth(2).click();
  expect(await pressed()).toEqual([await days.nth(2).textContent()]);
  // Typed into the field instead: no offered day is chosen.
  await page.locator("#deliveryDate").fill(openDay(60));
  expect(await pressed()).toEqual([]);
  const needs = page.getByText("needs a permit from the city or county");
  expect(await needs.isVisible()).toBe(false);
  await page.locator("#placement").selectOption("street");
  expect(await needs.isVisible()).toBe(true);
});

inFull("follows nobody's scrolling through the booking with a stripe", async () => {
  const page = await (await visitor(stage.browser, stage.server.url)).newPage();
  const stripe = () =>
    page.evaluate(() => getComputedStyle(document.querySelector(".top") as Element, "::before").content);
  await page.goto("/book");
  expect(await stripe()).toBe("none");
  await page.goto("/about");
  expect(await stripe()).toBe('""');
});
