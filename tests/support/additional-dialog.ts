import type { BrowserContext, Locator, Page } from "playwright-core";
import { bookAndPay, bookingNumberOn, openDay } from "./booking";
import { DESK, visitor } from "./browser";
import { TextBrowser } from "./form";
import { count } from "./meanwhile";
import { watch } from "./page-checks";
import type { Stage } from "./stage";

export interface OpenDialog {
  page: Page;
  context: BrowserContext;
  number: string;
  link: Locator;
  dialog: Locator;
  total: Locator;
  proceed: Locator;
  errors: string[];
}

export const toast = (page: Page, title: string) => page.locator("[data-sonner-toast]", { hasText: title });

/** How a test comes to the dialog for an additional dumpster, and how often one was asked for. */
export function withDialog(stage: Stage) {
  const askedFor = (number: string) =>
    count(
      stage.server,
      "select count(*) from events where action = 'additional_asked' and booking_id = (select id from bookings where booking_number = ?)",
      number,
    );

  /** The page after a payment, taken over by scripts; each booking on a day of its own. */
  async function afterPayment(days: number, viewport = DESK): Promise<OpenDialog> {
    const payer = new TextBrowser(stage.server.url);
    const paid = await bookAndPay(payer, { email: `dialog-${days}@example.com`, deliveryDate: openDay(days) });
    const context = await visitor(stage.browser, stage.server.url, { viewport, reducedMotion: "reduce" });
    await context.addCookies(payer.windowCookies);
    const page = await context.newPage();
    // The invoice's own new tab is another test's matter.
    const { searchParams } = new URL(paid.url);
    await page.addInitScript((key) => sessionStorage.setItem(key, "1"), `paid:${searchParams.get("session_id")}`);
    const errors = watch(page);
    await page.goto(paid.url);
    await page.waitForFunction(() => document.documentElement.dataset.hydrated === "yes");
    const dialog = page.getByRole("dialog", { name: "Request an additional dumpster" });
    return {
      page,
      context,
      number: bookingNumberOn(paid),
      link: page.getByRole("link", { name: "Need another dumpster?" }),
      dialog,
      errors,
      total: dialog.locator(".sum .total dd"),
      proceed: dialog.getByRole("button", { name: "Proceed to Payment" }),
    };
  }

  return { afterPayment, askedFor };
}
