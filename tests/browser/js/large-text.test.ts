import type { Page } from "playwright-core";
import { expect } from "vitest";
import { sidewaysScroll } from "../../support/axe";
import { openDay, payWith, scheduleFields, throughProject } from "../../support/booking";
import { DESK, visitor } from "../../support/browser";
import { TextBrowser } from "../../support/form";
import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";

// Its order would take the shared server's dumpsters.
const stage = setStage({ own: { env: { RATE_LIMITS: "off" } } });

const NARROWEST = 320;

/** What is wrong with the page while its letters are twice as large: it scrolls sideways, or a word stands a letter a line. */
async function troubles(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
    document.querySelectorAll("details").forEach((one) => (one.open = true));
  });
  const found: string[] = [];
  for (const width of [NARROWEST, DESK.width]) {
    await page.setViewportSize({ width, height: 740 });
    const { by, from } = await sidewaysScroll(page);
    if (by > 0) found.push(`${width} px: ${by} px too wide, ${from.join(" ")}`);
    const squeezed = await page
      .locator("dt, th, dd, td")
      .evaluateAll((cells) =>
        cells
          .filter(
            (cell) => cell.checkVisibility() && cell.getBoundingClientRect().width < 90 && cell.scrollHeight > 200,
          )
          .map((cell) => cell.textContent),
      );
    found.push(...squeezed.map((words) => `${width} px: “${words}” in a column of letters`));
  }
  return found;
}

/** WCAG 2.2, 1.4.4 and 1.4.10 together: the steps of a booking and the pages after it, whose facts stand in two columns. */
inFull(
  "with letters twice as large, on the narrowest phone and on a desk, nothing of a booking is cut or sticks out",
  async () => {
    const buyer = new TextBrowser(stage.server.url);
    const context = await visitor(stage.browser, stage.server.url, { scripts: false });
    const page = await context.newPage();
    const found: Record<string, string[]> = {};
    const look = async (address: string) => {
      await context.addCookies(buyer.windowCookies);
      expect((await page.goto(address))?.status(), address).toBe(200);
      const name = new URL(address).pathname;
      expect(new URL(page.url()).pathname).toBe(name);
      const wrong = await troubles(page);
      if (wrong.length > 0) found[name] = wrong;
    };

    const schedule = await throughProject(buyer);
    await look(schedule.url);
    await page.getByRole("button", { name: "Continue to the agreement" }).click();
    await page.locator(".problems").waitFor();
    expect(await troubles(page), "the schedule, refused").toEqual([]);
    const agreement = await schedule
      .form("address")
      .fill({
        ...scheduleFields({ deliveryDate: openDay(30), email: "large.letters@construction-and-sons.example.com" }),
        placement: "street",
      })
      .submit("continue");
    await look(agreement.url);
    const review = await agreement
      .form("signatureName")
      .fill({ signatureName: "Ada Tester", agree: "on" })
      .submit("continue");
    await look(review.url);
    const paid = await payWith(await review.form("cardConsent").fill({ cardConsent: "on" }).submit("continue"));
    await look(paid.url);
    const managed = await paid.follow("Manage your booking");
    await look(managed.url);
    for (const name of ["/extend", "/card", "/cancel"])
      await look(managed.url.replace("/manage-booking", `/manage-booking${name}`));
    expect(found).toEqual({});
  },
);
