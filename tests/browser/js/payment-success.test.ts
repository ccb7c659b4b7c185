import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { axeFindings } from "../../support/axe";
import { bookAndPay, bookingNumberOn, openDay, payWith, toCheckout } from "../../support/booking";
import { DESK, PHONE, visitor } from "../../support/browser";
import { TextBrowser } from "../../support/form";

import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";

const stage = setStage();

/** Errors of the console: refused styles and scripts show there. A page that is a refusal (404) is no error of ours. */
function watch(page: Page): string[] {
  const found: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) found.push(message.text());
  });
  page.on("pageerror", (error) => found.push(error.message));
  return found;
}

const toast = (page: Page, title: string) => page.locator("[data-sonner-toast]", { hasText: title });

describe("the payment page's return, with scripts", () => {
  it("waits, notices the payment by itself, says so once, and makes the invoice", async () => {
    const payer = new TextBrowser(stage.server.url);
    const checkout = await toCheckout(payer, { email: "waiting@example.com", deliveryDate: openDay(43) });
    const sessionId = checkout.url.split("/").at(-1)?.split("?")[0] ?? "";
    const context = await visitor(stage.browser, stage.server.url);
    const page = await context.newPage();
    const errors = watch(page);
    await page.goto(`/payment-success?session_id=${sessionId}`);
    await toast(page, "Payment Pending").waitFor();
    const area = page.locator("[data-sonner-toaster]");
    expect(await area.getAttribute("data-x-position")).toBe("right");
    expect(await area.getAttribute("data-y-position")).toBe("bottom");

    const opened = context.waitForEvent("page");
    await payWith(checkout);
    await page.getByRole("heading", { name: "Thank you!" }).waitFor();
    await toast(page, "Payment Successful!").waitFor({ state: "attached" });
    await opened;
    await toast(page, "Invoice Generated").waitFor({ state: "attached" });
    await page.getByRole("link", { name: "Download Invoice (PDF)" }).waitFor();

    await page.getByRole("button", { name: "Email Invoice" }).click();
    await page.getByRole("status").filter({ hasText: "Email Sent" }).waitFor();
    await page.reload();
    await page.waitForTimeout(700);
    expect(await toast(page, "Payment Successful!").count()).toBe(0);
    expect(errors).toEqual([]);
  });

  inFull("says by a toast too that there is no session", async () => {
    const page = await (await visitor(stage.browser, stage.server.url)).newPage();
    const errors = watch(page);
    await page.goto("/payment-success");
    await toast(page, "No Payment Session").waitFor();
    expect(await toast(page, "No Payment Session").innerText()).toContain(
      "No payment session found. Please try making a booking again.",
    );
    expect(await page.locator("main .lead").innerText()).toBe(
      "No payment session found. Please try making a booking again.",
    );
    expect(errors).toEqual([]);
    // Whoever goes on by Tab while it stands gets past it. (Under the mouse it stays.)
    await toast(page, "No Payment Session").hover();
    await page.locator("main a").last().focus();
    for (let presses = 0; presses < 5; presses++) await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("footer, [data-sonner-toaster]")?.tagName)).toBe(
      "FOOTER",
    );
  });

  // A width at a time, and axe in one call: both widths with a second page for every look took 48 of the 60 s on a busy
  // machine.
  inFull.each([PHONE, DESK])("has nothing for axe to find, in any state, at $width px", async (viewport) => {
    const payer = new TextBrowser(stage.server.url);
    const paid = await bookAndPay(payer, { email: "axe@example.com", quantity: "2", deliveryDate: openDay(45) });
    const number = bookingNumberOn(paid);
    const paths = [
      paid.url.replace(stage.server.url, ""),
      "/payment-success",
      "/payment-success?session_id=cs_test_unknown12345",
      `/manage-booking?booking=${number}`,
      `/manage-booking/cancel?booking=${number}`,
      `/manage-booking/another?booking=${number}`,
      "/booking-confirmation?booking=none",
      "/sandbox",
      "/sandbox/inbox",
      "/sandbox/inbox/1",
      "/sandbox/clock",
      "/files/none",
    ];
    // A toast in the middle of its fade has no contrast yet.
    const page = await (
      await visitor(stage.browser, stage.server.url, { viewport, reducedMotion: "reduce" })
    ).newPage();
    for (const path of paths) {
      await page.goto(path);
      expect(await axeFindings(page), path).toEqual([]);
      expect(
        await page.evaluate("document.documentElement.scrollWidth - innerWidth"),
        `${path} is too wide`,
      ).toBeLessThanOrEqual(0);
    }
  });
});
