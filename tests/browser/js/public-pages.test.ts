import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { axeFindings, contrastFindings, sidewaysScroll } from "../../support/axe";
import { DESK, PHONE } from "../../support/browser";
import { firstOf, FULL } from "../../support/paths";
import { watch } from "../../support/page-checks";
import { LOOKED_AT } from "../../support/public-pages";
import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";

const THEMES = ["corporate", "modern", "minimal"];
const SCHEMES = ["light", "dark"] as const;
const NARROWEST = 320;
const TABS = 15;

const stage = setStage();
let page: Page;
beforeAll(async () => {
  // Without motion, so that no colour is read while it fades into another.
  const context = await stage.browser.newContext({
    baseURL: stage.server.url,
    viewport: PHONE,
    reducedMotion: "reduce",
    locale: "en-US",
  });
  page = await context.newPage();
});

/** Whether there was something to open. */
const openAll = () =>
  page.evaluate(() => {
    const closed = document.querySelectorAll<HTMLDetailsElement>("details:not([open])");
    closed.forEach((details) => (details.open = true));
    return closed.length > 0;
  });

/** `theme` as the theme switch sets it; "" is the default one. */
const wear = (theme: string) =>
  page.evaluate(
    (id) => (id ? (document.documentElement.dataset.theme = id) : delete document.documentElement.dataset.theme),
    theme,
  );

// One visit per page: everything else is changed in place.
describe.each(LOOKED_AT)("$path", ({ path, status, isVariant }) => {
  it("has nothing for axe to find, in every theme and scheme, menus and answers closed and open", async () => {
    const complaints = watch(page);
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: "light", forcedColors: "none" });
    expect((await page.goto(path))?.status()).toBe(status);
    const found = (await axeFindings(page)).map((line) => `closed: ${line}`);
    if (await openAll()) found.push(...(await axeFindings(page)).map((line) => `open: ${line}`));
    for (const colorScheme of isVariant ? [] : SCHEMES) {
      await page.emulateMedia({ colorScheme });
      for (const theme of ["", ...(FULL ? THEMES : [])]) {
        // As it stood when all was looked at, its contrast too.
        if (colorScheme === "light" && theme === "") continue;
        await wear(theme);
        found.push(...(await contrastFindings(page)).map((line) => `${colorScheme}, ${theme || "default"}: ${line}`));
      }
    }
    await wear("");
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
    page.removeAllListeners();
  });

  inFull("prints on white, also with background graphics", async () => {
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    const grounds = await page.evaluate(() =>
      ["html", "body"].map((name) => getComputedStyle(document.querySelector(name) as Element).backgroundColor),
    );
    const found = await contrastFindings(page);
    await page.emulateMedia({ media: "screen", colorScheme: "light" });
    expect(grounds).toEqual(["rgba(0, 0, 0, 0)", "rgba(0, 0, 0, 0)"]);
    expect(found).toEqual([]);
  });

  it("fits into 320 px, with text twice as large, and in forced colours", async () => {
    const found: string[] = [];
    const look = async (name: string) => {
      const { by, from } = await sidewaysScroll(page);
      if (by > 0) found.push(`${name}: ${by} px too wide, ${from.join(" ")}`);
    };
    for (const width of [NARROWEST, DESK.width]) {
      await page.setViewportSize({ width, height: PHONE.height });
      await look(`${width} px`);
    }
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    for (const width of [PHONE.width, DESK.width]) {
      await page.setViewportSize({ width, height: PHONE.height });
      await look(`200 % text at ${width} px`);
    }
    expect(await clippedText(), "words cut off by 200 % text").toEqual([]);
    await page.evaluate(() => (document.documentElement.style.fontSize = ""));
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ forcedColors: "active" });
    await look("forced colours");
    await page.emulateMedia({ forcedColors: "none" });
    expect(found).toEqual([]);
  });
});

it.each(firstOf(2, ["/", "/book", "/manage-booking", "/services/residential"]))(
  "shows where the keyboard is on %s, in forced colours too",
  async (path) => {
    for (const forcedColors of ["none", "active"] as const) {
      await page.emulateMedia({ forcedColors });
      await page.goto(path);
      const unseen: (string | null)[] = [];
      for (let i = 0; i < TABS; i++) {
        await page.keyboard.press("Tab");
        unseen.push(await focusUnseen(forcedColors === "active"));
      }
      expect(unseen.filter(Boolean), `${path}, forced colours ${forcedColors}`).toEqual([]);
    }
    await page.emulateMedia({ forcedColors: "none" });
  },
);

/** Words that their own box cuts off; what is hidden for everyone but screen readers is meant to be. */
function clippedText(): Promise<string[]> {
  return page.evaluate(() => {
    const cut = [...document.body.querySelectorAll<HTMLElement>("*")].filter((element) => {
      const { overflowX, overflowY, position, clipPath } = getComputedStyle(element);
      const hides =
        /hidden|clip/.test(overflowX + overflowY) &&
        element.textContent?.trim() &&
        !(position === "absolute" && (clipPath !== "none" || element.offsetWidth <= 1));
      return (
        hides &&
        element.clientHeight > 0 &&
        (element.scrollHeight > element.clientHeight + 2 || element.scrollWidth > element.clientWidth + 2)
      );
    });
    return cut.map((element) => element.outerHTML.slice(0, 120));
  });
}

/**
 * The focused element when nothing shows that it is focused; null when something does. Shadows and fills are gone in
 * forced colours.
 */
function focusUnseen(forced: boolean): Promise<string | null> {
  return page.evaluate((outlineOnly) => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const shown = [element, element.closest("label"), element.nextElementSibling].some((part) => {
      if (!part) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(part);
      return (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) || (!outlineOnly && boxShadow !== "none");
    });
    return shown ? null : element.outerHTML.slice(0, 120);
  }, forced);
}
