import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";

import { toast, withDialog } from "../../support/additional-dialog";
import { axeFindings, sidewaysScroll } from "../../support/axe";
import { openDay } from "../../support/booking";
import { DESK, PHONE } from "../../support/browser";
import { arrange, count } from "../../support/meanwhile";
import { expectSound } from "../../support/page-checks";
import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";

const stage = setStage();

const { afterPayment, askedFor } = withDialog(stage);
const enabledSizes = (dialog: Locator) =>
  dialog
    .locator("option:not(:disabled)")
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));

describe("the dialog for an additional dumpster", () => {
  inFull("opens on the click, is closed by Escape and by Cancel, and gives the focus back", async () => {
    const { page, link, dialog, number, errors } = await afterPayment(46);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.resourceType()));
    await link.click();
    await dialog.waitFor();
    // Its code comes with the click.
    expect(requests).toContain("script");
    expect(await dialog.innerText()).toContain(`This request is associated with your existing booking ${number}.`);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(new URL(page.url()).pathname).toBe("/payment-success");
    expect(errors).toEqual([]);
  });

  inFull("is asked for once by two clicks", async () => {
    const { page, link, dialog } = await afterPayment(45);
    let asked = 0;
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/another.json?*", async (route) => {
      asked++;
      await held;
      await route.continue();
    });
    await link.dblclick();
    await expect.poll(() => asked).toBeGreaterThan(0);
    answer();
    await dialog.waitFor();
    expect(asked).toBe(1);
  });

  it("shows the price while one chooses, clamps the numbers, and keeps heavy debris to 15 yards", async () => {
    const { link, dialog, total, proceed, context, number } = await afterPayment(47);
    await link.click();
    const shows = (price: string) => expect.poll(() => total.innerText()).toBe(price);
    await shows("$409.32");
    await dialog.getByLabel("Size").selectOption("25");
    await shows("$474.12");
    await dialog.getByLabel("Quantity").fill("9");
    await shows("$2,370.60");
    await dialog.getByLabel("Rental days").fill("8");
    await shows("$2,505.60");
    expect(await dialog.locator(".sum").innerText()).toContain("Extra days");
    expect(await enabledSizes(dialog)).toEqual(["15", "20", "25"]);
    await dialog.getByLabel(/^Heavy/).check();
    expect(await dialog.getByLabel("Size").inputValue()).toBe("15");
    expect(await enabledSizes(dialog)).toEqual(["15"]);
    await dialog.getByLabel("Quantity").fill("");
    await dialog.getByLabel("Rental days").fill("0");
    await shows("$461.92");
    // What had to be changed is said first; not even a double click orders it unseen.
    await proceed.dblclick();
    expect(await dialog.getByRole("alert").innerText()).toMatch(
      /1 to 5 dumpsters. We set it to 1.*1 to 30 days. We set it to 1/s,
    );
    expect([
      await dialog.getByLabel("Quantity").inputValue(),
      await dialog.getByLabel("Rental days").inputValue(),
    ]).toEqual(["1", "1"]);
    expect([context.pages().length, askedFor(number)]).toEqual([1, 0]);
    await dialog.getByLabel("General", { exact: true }).check();
    expect(await enabledSizes(dialog)).toEqual(["15", "20", "25"]);
  });

  it("opens the checkout in a new tab, closes, and says so; once for two clicks", async () => {
    const { page, context, link, dialog, proceed, number, errors } = await afterPayment(48);
    await link.click();
    await dialog.getByLabel("Size").selectOption("15");
    const opened = context.waitForEvent("page");
    await proceed.dblclick();
    const tab = await opened;
    await tab.waitForURL(/\/sign-agreement\//);
    expect(await tab.locator("main").innerText()).toContain("$355.32");
    await dialog.waitFor({ state: "detached" });
    await toast(page, "Checkout Opened").waitFor();
    expect(await toast(page, "Checkout Opened").innerText()).toContain(
      "Complete payment in the new tab to confirm your additional dumpster.",
    );
    expect(context.pages()).toHaveLength(2);
    expect(askedFor(number)).toBe(1);
    expect(errors).toEqual([]);
  });

  inFull("gives a link where the browser opens no tab, and says that it works while it does", async () => {
    const { page, link, dialog, proceed } = await afterPayment(49);
    await page.evaluate(() => (window.open = () => null));
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/create-payment-session", async (route) => {
      await held;
      await route.continue();
    });
    await link.click();
    await proceed.click();
    await dialog.getByRole("button", { name: "Processing..." }).waitFor();
    answer();
    const checkout = dialog.getByRole("alert").getByRole("link", { name: "Open the checkout" });
    await checkout.waitFor();
    expect(await checkout.getAttribute("href")).toMatch(/\/sign-agreement\/[\w-]+$/);
    expect(await proceed.isVisible()).toBe(true);
  });

  inFull("says in the dialog and by a toast how many there are, when there are too few", async () => {
    const { page, link, dialog, proceed, number, errors } = await afterPayment(50);
    const left = count(
      stage.server,
      "select count(*) from dumpsters where size_yards = 25 and condition in ('ok', 'needs_cleaning')",
    );
    arrange(
      stage.server,
      "insert into inventory_days (size_yards, day, taken) values (25, ?, ?) on conflict do update set taken = excluded.taken",
      openDay(50),
      left - 1,
    );
    await link.click();
    await dialog.getByLabel("Size").selectOption("25");
    await dialog.getByLabel("Quantity").fill("2");
    await proceed.click();
    const words = "Only 1 unit(s) available for 25 yard right now. Please reduce quantity or try later.";
    await toast(page, "Not Enough Inventory").waitFor();
    expect(await toast(page, "Not Enough Inventory").innerText()).toContain(words);
    expect(await dialog.getByRole("alert").innerText()).toMatch(
      new RegExp(`^Not Enough Inventory\\s+${words.replace(/[().]/g, "\\$&")}$`),
    );
    expect(askedFor(number)).toBe(0);
    // Above the dialog, not below its shade; and back in its place afterwards.
    const area = page.locator("section[aria-label^=Messages]");
    await expect.poll(() => area.evaluate((element) => element.matches(":popover-open"))).toBe(true);
    await dialog.getByLabel("Quantity").fill("1");
    expect(await dialog.getByRole("alert").count()).toBe(0);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => area.getAttribute("popover")).toBeNull();
    expect(errors).toEqual([]);
  });

  inFull("shows a price that has changed, and takes it when that is agreed to", async () => {
    const { page, context, link, dialog, total, proceed } = await afterPayment(51);
    await link.click();
    await dialog.waitFor();
    arrange(stage.server, "update pricing_matrix set base_price = 39900 where size_yards = 20");
    try {
      await proceed.click();
      await toast(page, "Unable to start payment").waitFor();
      expect(await dialog.getByRole("alert").innerText()).toContain(
        "The price has changed. Please look at the new one.",
      );
      expect(await total.innerText()).toBe("$430.92");
      const opened = context.waitForEvent("page");
      await proceed.click();
      const tab = await opened;
      await tab.waitForURL(/\/sign-agreement\//);
      expect(await tab.locator("main").innerText()).toContain("$430.92");
    } finally {
      arrange(stage.server, "update pricing_matrix set base_price = 37900 where size_yards = 20");
    }
  });

  inFull("gives way to the page where it cannot be had", async () => {
    const { page, link, dialog, number } = await afterPayment(63);
    await page.route("**/another.json?*", (route) => route.abort());
    await link.click();
    await page.waitForURL(`**/manage-booking/another?booking=${number}`);
    await page.getByRole("heading", { level: 1, name: "Request an additional dumpster" }).waitFor();
    expect(await dialog.count()).toBe(0);
  });

  inFull.each([PHONE, DESK])("has nothing for axe to find and fits at $width px", async (viewport) => {
    const { page, link, dialog } = await afterPayment(viewport === PHONE ? 78 : 79, viewport);
    await link.click();
    await dialog.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toEqual({ by: 0, from: [] });
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  });
});

describe("the page for an additional dumpster", () => {
  inFull("shows what the server had to change in the fields too, and goes on at the next press", async () => {
    const { page, number, errors } = await afterPayment(81);
    await page.goto(`/manage-booking/another?booking=${number}`);
    await page.getByLabel("Quantity").focus();
    await page.waitForFunction(() => document.documentElement.dataset.hydrated === "yes");
    await page.getByLabel("Quantity").fill("7");
    await page.getByLabel("Rental days").fill("99");
    const proceed = page.getByRole("button", { name: "Proceed to Payment" });
    await proceed.click();
    await page.locator(".problems").waitFor();
    await expect
      .poll(() => Promise.all(["Quantity", "Rental days"].map((label) => page.getByLabel(label).inputValue())))
      .toEqual(["5", "30"]);
    expect(await page.locator(".total dd").innerText()).toBe("$5,151.60");
    expect(errors).toEqual([]);
    await page.getByLabel("Quantity").fill("1");
    await proceed.click();
    await page.waitForURL(/\/sign-agreement\//);
  });

  inFull("is sound, prices live once it is taken over, and nothing moves then", async () => {
    const { page, number, context, errors } = await afterPayment(80);
    await page.goto(`/manage-booking/another?booking=${number}`);
    const places = () =>
      page
        .locator("main :is(input, select, button, .total), .actions a")
        .evaluateAll((all) =>
          all
            .filter((one) => one.textContent !== "Update price")
            .map((one) => JSON.stringify(one.getBoundingClientRect())),
        );
    const before = await places();
    await page.getByLabel("Size").focus();
    await page.waitForFunction(() => document.documentElement.dataset.hydrated === "yes");
    await page.getByText("The price follows what you choose.").waitFor();
    expect(await places()).toEqual(before);
    await page.getByLabel(/^Heavy/).check();
    await expect.poll(() => page.locator(".total dd").innerText()).toBe("$461.92");
    expect(await page.getByLabel("Size").inputValue()).toBe("15");
    await expectSound(page, "another");
    await page.getByRole("button", { name: "Proceed to Payment" }).click();
    await page.waitForURL(/\/sign-agreement\//);
    expect(context.pages()).toHaveLength(1);
    expect(errors).toEqual([]);
  });
});
