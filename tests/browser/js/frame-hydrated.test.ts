import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openDay, throughAgreement, throughProject, throughSchedule } from "../../support/booking";
import { DESK, PHONE, visitor } from "../../support/browser";
import { TextBrowser } from "../../support/form";
import { hydrated } from "../../support/journey";
import { watch } from "../../support/page-checks";
import { firstOf } from "../../support/paths";
import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";

const stage = setStage();

/** The agreement's page; `hold` keeps the answers to its navigations back until what it gives is called. */
async function atAgreement(): Promise<{ page: Page; hold(): () => void }> {
  const context = await visitor(stage.browser, stage.server.url);
  const text = new TextBrowser(stage.server.url);
  const step = await throughSchedule(text, { deliveryDate: openDay(43) });
  await context.addCookies(text.windowCookies);
  const page = await context.newPage();
  let line = Promise.resolve();
  await page.route(/\.data(\?|$)/, async (route) => {
    await line;
    await route.continue();
  });
  await page.goto(step.url);
  return {
    page,
    hold() {
      let release: () => void = () => undefined;
      line = new Promise((resolve) => (release = resolve));
      return () => release();
    },
  };
}

describe("a client navigation", () => {
  it("goes to the top, with the focus in the main content and the new title said, but not at the first load", async () => {
    const { page, hold } = await atAgreement();
    const complaints = watch(page);
    await page.locator("#signatureName").fill("Ada Tester");
    await hydrated(page);
    const said = page.locator("#announcer");
    expect(await said.textContent()).toBe("");
    await page.locator("#agree").check();
    let goOn = hold();
    await page.getByRole("button", { name: "Sign and continue to payment" }).click();
    const bar = page.locator("#loading div");
    await expect
      .poll(() => bar.evaluate((element) => element.getBoundingClientRect().width), { message: "the bar grows" })
      .toBeGreaterThan(10);
    goOn();
    await page.getByRole("heading", { name: "Check and pay" }).waitFor();
    await expect.poll(() => page.locator("#loading").innerHTML()).toBe("");
    await expect.poll(() => page.evaluate(() => [scrollY, document.activeElement?.id])).toEqual([0, "main"]);
    await expect.poll(() => said.textContent()).toBe(await page.title());
    expect(await said.getAttribute("aria-live")).toBe("polite");

    goOn = hold();
    await page.evaluate(() => history.back());
    const dots = page.locator("#loading p").filter({ hasText: "Loading" });
    await dots.waitFor();
    expect(await dots.evaluate((element) => element.getBoundingClientRect().height)).toBeGreaterThanOrEqual(400);
    expect(await dots.locator("animate").count()).toBe(3);
    goOn();
    await page.getByRole("heading", { name: "Rental agreement" }).waitFor();
    // Resting for those who asked for less motion.
    await page.emulateMedia({ reducedMotion: "reduce" });
    goOn = hold();
    await page.evaluate(() => history.forward());
    await dots.locator("circle").first().waitFor();
    expect(await dots.locator("animate").count()).toBe(0);
    goOn();
    await page.getByRole("heading", { name: "Check and pay" }).waitFor();
    expect(complaints).toEqual([]);
  });
});

describe("React taking over", () => {
  const places = () =>
    [
      ...document.querySelectorAll<HTMLElement>(
        "main input:not([type=hidden]), main select, main textarea, main button, main summary, footer",
      ),
    ]
      .filter((one) => one.offsetParent && getComputedStyle(one).visibility !== "hidden")
      .map((one) => ({
        name: `${one.tagName} ${one.id || one.textContent.trim()}`,
        one,
        y: one.getBoundingClientRect().y + scrollY,
      }));

  it.each(firstOf(1, ["schedule", "/", "payment", "/book", "agreement", "/manage-booking"]))(
    "moves nothing on %s under the finger that asked for it",
    async (place) => {
      const text = new TextBrowser(stage.server.url);
      const wish = { deliveryDate: openDay(42) };
      const step = { schedule: throughProject, agreement: throughSchedule, payment: throughAgreement }[place];
      const address = step ? (await step(text, wish)).url : place;
      // Wide screens have the price beside the form, where the steps have one.
      for (const viewport of /book|schedule/.test(place) ? [PHONE, DESK] : [PHONE]) {
        const context = await visitor(stage.browser, stage.server.url, { viewport });
        await context.addCookies(text.windowCookies);
        const page = await context.newPage();
        await page.goto(address);
        await page.evaluate(`window.before = (${String(places)})()`);
        await page
          .locator("main input:not([type=hidden])")
          .first()
          .evaluate((field) => field.focus({ preventScroll: true }));
        await page.waitForFunction(() => document.documentElement.dataset.hydrated === "yes");
        await page.waitForTimeout(200);
        const moved = await page.evaluate(() =>
          (window as unknown as { before: { name: string; one: HTMLElement; y: number }[] }).before
            .filter(({ one, y }) => one.isConnected && Math.abs(one.getBoundingClientRect().y + scrollY - y) > 1)
            .map(({ name }) => name),
        );
        expect(moved, `${viewport.width} px`).toEqual([]);
        await context.close();
      }
    },
  );
});

describe("a component that throws in the browser", () => {
  /** The page's own file, with its component put in the place of one that fails. */
  async function broken(path: string, file: RegExp): Promise<{ page: Page; logged: string[] }> {
    const page = await (await visitor(stage.browser, stage.server.url)).newPage();
    const logged: string[] = [];
    page.on("console", (message) => message.type() === "error" && logged.push(message.text()));
    await page.route(file, async (route) => {
      const answer = await route.fetch();
      const text = await answer.text();
      const name = /([\w$]+) as default/.exec(text)?.[1];
      if (!name) throw new Error("no component in this file");
      await route.fulfill({
        response: answer,
        body: `${text}\n${name}=function(){throw new Error("broken on purpose")};`,
      });
    });
    await page.goto(path);
    await page.locator("main input:not([type=hidden])").first().focus();
    await page.getByRole("heading", { name: "Something went wrong" }).waitFor();
    return { page, logged };
  }

  it("leaves the frame around the specified words, is logged, and Refresh Page loads the page anew", async () => {
    const { page, logged } = await broken("/manage-booking", /\/assets\/manage-booking-.*\.js/);
    await page.getByText("We encountered an unexpected error. Please try refreshing the page.").waitFor();
    expect(await page.locator("header nav, footer").count()).toBe(2);
    await expect
      .poll(() => logged.filter((line) => line.includes("render failure")).join())
      .toContain("broken on purpose");
    await page.unroute(/\/assets\/manage-booking-.*\.js/);
    await Promise.all([page.waitForEvent("load"), page.getByRole("link", { name: "Refresh Page" }).click()]);
    await page.locator("main form").first().waitFor();
  });

  inFull("in the frame itself is answered by a styled page with a way home", async () => {
    const { page } = await broken("/", /\/assets\/layout-.*\.js/);
    const home = page.getByRole("link", { name: "Home", exact: true });
    expect(await home.getAttribute("href")).toBe("/");
    expect(
      await page
        .locator(".button")
        .first()
        .evaluate((button) => getComputedStyle(button).backgroundColor),
    ).not.toBe("rgba(0, 0, 0, 0)");
    expect(await page.locator("main h1").count()).toBe(1);
  });
});
