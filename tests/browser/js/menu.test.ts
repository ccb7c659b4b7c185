import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { firstOf } from "../../support/paths";
import { axeFindings } from "../../support/axe";
import { DESK, PHONE, visitor } from "../../support/browser";
import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";

/** The specification's mobile breakpoint. */
const BREAKPOINT = 768;
const STEP = 16;
/** The part of the row's room that may be empty where the row comes: fonts differ in more than their digits. */
const SPARE = 0.15;

const stage = setStage();

async function open(path: string, options: Parameters<typeof visitor>[2] = {}): Promise<Page> {
  const page = await (await visitor(stage.browser, stage.server.url, options)).newPage();
  await page.goto(path);
  return page;
}

describe("the menu", () => {
  it.each([
    ["phone", undefined, "Menu", "About"],
    ["desk", DESK, "Services", "Commercial"],
  ])("on a %s opens without scripts, and closes by Escape and elsewhere", async (_, viewport, button, link) => {
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

  inFull(
    "is one line at every width, in whatever font: a row of unbroken words where they fit, else the button",
    async () => {
      const page = await open("/about", { viewport: DESK });
      // A bar for scrolling takes 15 px on many desks.
      await page.evaluate(() => (document.body.style.marginRight = "15px"));
      const seen: ({ width: number } & MenuLine)[] = [];
      for (let width = BREAKPOINT; width <= DESK.width; width += STEP) {
        await page.setViewportSize({ width, height: 700 });
        seen.push({ width, ...(await page.evaluate(readLine)) });
      }
      expect(
        seen.filter(
          ({ lines, heights, wider, missing }) =>
            lines !== 1 || heights.some((height) => height !== 44) || wider > 0 || missing.length > 0,
        ),
      ).toEqual([]);
      const kinds = ["button", "row", "row with number"] as const;
      for (const [i, kind] of kinds.entries()) {
        const first = seen.find((one) => kinds.indexOf(one.kind) >= i);
        // Where it comes, it just fits; what a phone's window is by specification is 767 px and less.
        if (kind !== "button" && first && first.width > BREAKPOINT)
          expect(first.unused, `${kind} from ${first.width} px`).toBeLessThan(SPARE);
      }
      expect(
        seen.map(({ kind }) => kinds.indexOf(kind)),
        "more of it the more room there is",
      ).toEqual(seen.map(({ kind }) => kinds.indexOf(kind)).sort());
      expect(seen.at(-1)?.kind, "on a desk").not.toBe("button");
      await page.getByRole("button", { name: "Services" }).click();
      const list = await page.locator("#services").boundingBox();
      expect(list && list.x >= 0 && list.x + list.width <= DESK.width).toBe(true);
      expect(await axeFindings(page), "the open list").toEqual([]);
    },
  );

  const narrow: [string, number, string][] = [
    ["360 px with text twice as large", PHONE.width, "200%"],
    ["767 px", BREAKPOINT - 1, "100%"],
    ["768 px with text twice as large", BREAKPOINT, "200%"],
  ];
  it.each(firstOf(1, narrow))("is behind the button at %s, and nothing is cut off", async (_, width, fontSize) => {
    const page = await open("/about", { viewport: { width, height: 700 } });
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), fontSize);
    await page.getByRole("button", { name: "Menu" }).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    for (const name of ["Home", "Residential", "Driver Portal", "Call (407) 555-0142"]) {
      const link = page.locator("header").getByRole("link", { name });
      await link.scrollIntoViewIfNeeded();
      const box = await link.boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= width, name).toBe(true);
    }
    expect(await axeFindings(page), "the open list").toEqual([]);
  });

  inFull("closes when the focus leaves it, so that it covers nothing", async () => {
    const page = await open("/");
    const inside = page.locator("header").getByRole("link", { name: "About" });
    await page.getByRole("button", { name: "Menu" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await inside.isVisible()).toBe(true);
    for (
      let tabs = 0;
      tabs < 12 && (await page.evaluate(() => document.activeElement?.closest("header") !== null));
      tabs++
    )
      await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
    expect(await inside.isVisible()).toBe(false);
  });
});

interface MenuLine {
  kind: "button" | "row" | "row with number";
  lines: number;
  heights: number[];
  wider: number;
  missing: string[];
  unused: number;
}

/** Runs in the page. */
function readLine(): MenuLine {
  const all = (which: string) => [...document.querySelectorAll<HTMLElement>(which)];
  const isRow = !all("nav > .opens")[0]?.checkVisibility();
  const items = all(isRow ? "#menu > li > :not(ul)" : "nav > .opens");
  const boxes = [...all(".logo"), ...items].map((element) => element.getBoundingClientRect());
  const used = (boxes.at(-1)?.right ?? 0) - (boxes[1]?.left ?? 0);
  const room = all(".top nav")[0]?.clientWidth ?? 0;
  const hasNumber = (all(".nav .button span")[0]?.offsetWidth ?? 0) > 1;
  return {
    kind: !isRow ? "button" : hasNumber ? "row with number" : "row",
    lines: new Set(boxes.map(({ top, height }) => Math.round(top + height / 2))).size,
    heights: [...new Set(boxes.map(({ height }) => Math.round(height)))],
    wider: document.documentElement.scrollWidth - innerWidth,
    missing: items.filter((item) => !item.checkVisibility()).map((item) => item.innerText),
    unused: (room - used) / room,
  };
}
