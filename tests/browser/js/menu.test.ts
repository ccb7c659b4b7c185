import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { DESK, visitor } from "../../support/browser";
import { setStage } from "../../support/stage";

const stage = setStage({ env: { RATE_LIMITS: "off" } });

async function open(path: string, options: Parameters<typeof visitor>[2] = {}): Promise<Page> {
  const page = await (await visitor(stage.browser, stage.server.url, options)).newPage();
  await page.goto(path);
  return page;
}

describe("the menu", () => {
  it.each([["phone", undefined, "Menu", "About"], ["desk", DESK, "Services", "Commercial"]])("on a %s opens without scripts, and closes by Escape and elsewhere", async (_, viewport, button, link) => {
    const page = await open("/", { scripts: false, ...(viewport && { viewport }) });
    const inside = page.locator("header").getByRole("link", { name: link });
    expect(await inside.isVisible()).toBe(false);
    await page.getByRole("button", { name: button }).focus();
    await page.keyboard.press("Enter");
    expect(await inside.isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    expect(await inside.isVisible()).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(button);
    await page.keyboard.press("Enter");
    await page.mouse.click(20, 400);
    expect(await inside.isVisible()).toBe(false);
  });

  // The specification's mobile breakpoint is 768 px; a bar for scrolling takes 15 px of that on many desks.
  it.each([768, 800, 959, 960, 1024])("is a row of unbroken words at %i px", async (width) => {
    const page = await open("/about", { viewport: { width, height: 700 } });
    await page.evaluate(() => (document.body.style.marginRight = "15px"));
    const row = await page.evaluate(() => {
      const boxes = [".logo", "#menu > li > :not(ul)"].flatMap((which) => [...document.querySelectorAll(which)]).map((element) => element.getBoundingClientRect());
      return { tops: new Set(boxes.map(({ top, height }) => Math.round(top + height / 2))).size, heights: [...new Set(boxes.map(({ height }) => Math.round(height)))], wider: document.documentElement.scrollWidth - innerWidth };
    });
    expect(row).toEqual({ tops: 1, heights: [44], wider: 0 });
    expect(await page.locator("header").getByRole("link", { name: "Call (407) 555-0142" }).isVisible()).toBe(true);
    await page.getByRole("button", { name: "Services" }).click();
    const list = await page.locator("#services").boundingBox();
    expect(list && list.x >= 0 && list.x + list.width <= width).toBe(true);
  });

  it("breaks into rows where text is twice as large, and nothing is cut off", async () => {
    const page = await open("/about", { viewport: { width: 768, height: 700 } });
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    for (const name of ["Home", "Driver Portal"]) expect(await page.locator("header").getByRole("link", { name }).isVisible()).toBe(true);
  });

  it("closes when the focus leaves it, so that it covers nothing", async () => {
    const page = await open("/");
    const inside = page.locator("header").getByRole("link", { name: "About" });
    await page.getByRole("button", { name: "Menu" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await inside.isVisible()).toBe(true);
    for (let tabs = 0; tabs < 12 && (await page.evaluate(() => document.activeElement?.closest("header") !== null)); tabs++) await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
    expect(await inside.isVisible()).toBe(false);
  });
});
