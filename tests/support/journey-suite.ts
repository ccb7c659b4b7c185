import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { PHONE } from "./browser";
import { journey, travel } from "./journey";
import { expectSound, watch } from "./page-checks";
import { setStage } from "./stage";

/**
 * The same journey in one browser tab, 360 px wide, from the home page to the refund; once with and once without
 * scripts.
 */
export function describeJourney(scripts: boolean): void {
  const stage = setStage();
  let page: Page;
  let complaints: string[];
  let number = "";
  let stuck = "";
  const open = (): Promise<BrowserContext> =>
    stage.browser.newContext({
      baseURL: stage.server.url,
      viewport: PHONE,
      javaScriptEnabled: scripts,
      locale: "en-US",
      timezoneId: "America/New_York",
      reducedMotion: "reduce",
    });

  beforeAll(async () => {
    page = await (await open()).newPage();
    page.setDefaultTimeout(10_000);
    complaints = watch(page);
    await page.goto("/");
  });

  describe(`from the ZIP to the refund, scripts ${scripts ? "on" : "off"}`, () => {
    it.each(journey(scripts))("$name", async (stop) => {
      expect(stuck, "an earlier stop failed").toBe("");
      stuck = stop.name;
      await travel(page, stop, scripts);
      stuck = "";
    });

    it("gives the documents as PDF files", async () => {
      number = /DMP-\d{4}-\d{6}/.exec(await page.locator("main").innerText())?.[0] ?? "";
      const links = await page
        .locator('a[href*="/files/"]')
        .evaluateAll((found) => found.map((link) => link.getAttribute("href") ?? ""));
      expect(links.length).toBeGreaterThanOrEqual(2);
      for (const link of new Set(links.filter((href) => !href.endsWith("/print")))) {
        const answer = await page.request.get(link);
        expect([link, answer.status(), (await answer.body()).subarray(0, 5).toString()]).toEqual([link, 200, "%PDF-"]);
      }
    });

    it("is found again elsewhere by number and email address, and cancelled with the refund said before", async () => {
      page = await (await open()).newPage();
      page.setDefaultTimeout(10_000);
      const elsewhere = watch(page);
      await page.goto("/manage-booking");
      const stops = [
        {
          name: "lookup-refused",
          fill: { bookingNumber: number, email: "someone@example.com" },
          press: "Find my booking",
          to: "/manage-booking",
          see: ["There is a problem"],
        },
        {
          name: "looked-up",
          fill: { bookingNumber: number.toLowerCase(), email: "ZOE@example.com" },
          press: "Find my booking",
          to: "/manage-booking",
          see: ["Confirmed for ", "Winter Park", "$598.32"],
        },
        {
          name: "cancel",
          press: "Cancel the booking",
          to: "/manage-booking/cancel",
          see: ["Cancel this booking?", "Cancellation fee (0%)", "$598.32"],
        },
        {
          name: "cancelled",
          press: "Cancel and refund $598.32",
          to: "/manage-booking",
          see: ["We have sent you an email about it.", "$598.32"],
        },
      ];
      for (const stop of stops) await travel(page, stop, scripts);
      expect(elsewhere).toEqual([]);
    });

    it("had nothing to complain about in the console, hydration included", () => expect(complaints).toEqual([]));
    it("looks right on the sandbox's and the found pages", () => expectSound(page, `${scripts ? "js" : "nojs"}-end`));
  });
}
