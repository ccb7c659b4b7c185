import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { visitor } from "../../support/browser";
import { hydrated } from "../../support/journey";
import { watch } from "../../support/page-checks";
import { setStage } from "../../support/stage";
import { inFull } from "../../support/in-full";

const stage = setStage();

interface Opened {
  context: BrowserContext;
  page: Page;
  scripts: string[];
  complaints: string[];
}

async function open(
  path: string,
  prepare?: (page: Page) => Promise<unknown>,
  options: Parameters<typeof visitor>[2] = {},
): Promise<Opened> {
  const context = await visitor(stage.browser, stage.server.url, options);
  const page = await context.newPage();
  const opened: Opened = { context, page, scripts: [], complaints: watch(page) };
  page.on("request", (request) => request.resourceType() === "script" && opened.scripts.push(request.url()));
  await prepare?.(page);
  await page.goto(path);
  return opened;
}

/** The themes are folded away in the footer. */
const chooseTheme = async (page: Page, name: string) => {
  const button = page.getByRole("button", { name });
  if (!(await button.isVisible())) await page.getByText("Appearance").click();
  await button.click();
};
const themeOf = (page: Page) =>
  page.evaluate(() => [
    document.documentElement.dataset.theme,
    document.querySelector(".brands [aria-pressed=true]")?.textContent,
  ]);
const focused = (page: Page) =>
  page.evaluate(
    () =>
      document.activeElement?.id ||
      document.activeElement?.getAttribute("aria-label") ||
      document.activeElement?.localName,
  );
const hydrate = async (page: Page) => {
  await page.locator("#zip").focus();
  await hydrated(page);
};

describe("themes", () => {
  /** Whatever theme the page had when its body began: before anything could be painted. */
  const noteFirst = (page: Page) =>
    page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.body) return;
        (window as { firstTheme?: string }).firstTheme = document.documentElement.dataset.theme;
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true });
    });

  it("are chosen before hydration, kept for the session under the specified key, and there before the first paint", async () => {
    const { page, scripts, complaints } = await open("/", noteFirst);
    expect(await themeOf(page)).toEqual(["default", "Default"]);
    await chooseTheme(page, "Corporate");
    expect(await themeOf(page)).toEqual(["corporate", "Corporate"]);
    expect(await page.evaluate(() => sessionStorage.getItem("brand-theme"))).toBe("corporate");
    expect(scripts, "a theme is no reason to hydrate").toEqual([]);
    await page.goto("/book");
    expect(await page.evaluate(() => (window as { firstTheme?: string }).firstTheme)).toBe("corporate");
    await page.goto("/");
    await hydrate(page);
    expect(await themeOf(page)).toEqual(["corporate", "Corporate"]);
    await chooseTheme(page, "Minimal");
    expect(await themeOf(page)).toEqual(["minimal", "Minimal"]);
    expect(complaints).toEqual([]);
  });

  inFull("survive a document that React had to render anew", async () => {
    const { page } = await open("/");
    await chooseTheme(page, "Modern");
    await page.evaluate(() => {
      document.body.prepend(document.createElement("an-extension"));
      (document.querySelector("h1") as HTMLElement).replaceChildren("Otra cosa");
      document.documentElement.id = "the-old-one";
    });
    await hydrate(page);
    expect(await page.evaluate(() => document.documentElement.id), "React made a new document").toBe("");
    expect(await themeOf(page)).toEqual(["modern", "Modern"]);
    expect(
      await page.locator(".contact").evaluate((band) => getComputedStyle(band).backgroundColor),
      "still styled, in this theme",
    ).toBe("rgb(255, 159, 69)");
  });

  inFull("take no unknown id, and do without storage", async () => {
    const odd = await open("/", (page) =>
      page.addInitScript(() => sessionStorage.setItem("brand-theme", 'evil" onload=')),
    );
    expect(await themeOf(odd.page)).toEqual(["default", "Default"]);
    const none = await open("/", (page) =>
      page.addInitScript(() => {
        for (const name of ["sessionStorage", "localStorage"])
          Object.defineProperty(window, name, {
            get() {
              throw new DOMException("denied", "SecurityError");
            },
          });
      }),
    );
    await chooseTheme(none.page, "Modern");
    expect(await themeOf(none.page)).toEqual(["modern", "Modern"]);
    await hydrate(none.page);
    expect(none.complaints).toEqual([]);
  });
});

describe("the line for a lost connection", () => {
  const line = (page: Page) => page.locator("#offline");
  const WORDS = "You're offline. Some features may not be available.";

  it("is said on a page that is never hydrated, and once and right after hydration", async () => {
    const { context, page, scripts, complaints } = await open("/");
    expect(await line(page).textContent()).toBe("");
    // Asked for a second after the load: without a line the browser would complain about that, too.
    await page.evaluate(() => navigator.serviceWorker.ready.then(({ scope }) => scope));
    await context.setOffline(true);
    await page.getByText(WORDS).waitFor();
    expect(await line(page).getAttribute("role")).toBe("status");
    await context.setOffline(false);
    await expect.poll(() => line(page).textContent()).toBe("");
    expect(scripts).toEqual([]);
    await hydrate(page);
    await context.setOffline(true);
    await page.getByText(WORDS).waitFor();
    expect(await page.getByText(WORDS).count()).toBe(1);
    await page.locator("#zip").fill("3280");
    expect(await line(page).textContent()).toBe(WORDS);
    await context.setOffline(false);
    await expect.poll(() => line(page).textContent()).toBe("");
    expect(complaints).toEqual([]);
  });

  it("is there from the beginning, also where the booking goes on", async () => {
    const { page } = await open("/book", (inner) =>
      inner.addInitScript(() => Object.defineProperty(navigator, "onLine", { value: false })),
    );
    expect(await line(page).textContent()).toBe(WORDS);
  });
});

describe("Alt+1, Alt+2, Alt+3", () => {
  it("go to the main content, the navigation and the search, with no other key down", async () => {
    const { page, scripts } = await open("/");
    await page.keyboard.press("Alt+Digit1");
    expect(await focused(page)).toBe("main");
    await page.keyboard.press("Alt+Digit2");
    expect(await focused(page)).toBe("Main");
    for (const keys of ["Control+Alt+Digit1", "Alt+Shift+Digit1", "Digit1", "Alt+Digit4", "Alt+KeyA"])
      await page.keyboard.press(keys);
    expect(await focused(page)).toBe("Main");
    expect(scripts).toEqual([]);
    await page.keyboard.press("Alt+Digit3");
    expect(await focused(page)).toBe("zip");
    await hydrated(page);
    await page.keyboard.press("Alt+Digit1");
    expect(await focused(page)).toBe("main");
  });

  inFull("find the search from another page, and leave a booking alone", async () => {
    const { page } = await open("/about");
    await page.keyboard.press("Alt+Digit3");
    await page.waitForURL("**/#zip");
    await expect.poll(() => focused(page)).toBe("zip");
    await page.goto("/book");
    await page.keyboard.press("Alt+Digit2");
    expect(await focused(page)).toBe("Steps of your booking");
    await page.keyboard.press("Alt+Digit3");
    await page.waitForTimeout(100);
    expect(new URL(page.url()).pathname).toBe("/book");
  });

  inFull("take no other key away", async () => {
    const { page } = await open("/");
    const stopped = await page.evaluate(() =>
      ["KeyA", "Digit4", "Tab", "Escape", "ArrowLeft"].map(
        (code) =>
          !document.body.dispatchEvent(
            new KeyboardEvent("keydown", { code, key: code, altKey: true, bubbles: true, cancelable: true }),
          ),
      ),
    );
    expect(stopped).toEqual([false, false, false, false, false]);
  });
});

describe("scrolling", () => {
  const states = (page: Page) =>
    page.evaluate(() => {
      const [top, float] = [document.querySelector(".top"), document.querySelector(".float")];
      if (!top || !float) throw new Error("no frame");
      const bar = getComputedStyle(top, "::before").scale;
      return {
        lifted: !/^none|rgba\(0, 0, 0, 0\)/.test(getComputedStyle(top).boxShadow),
        progress: Number.parseFloat(bar === "none" ? "1" : bar),
        float: getComputedStyle(float).visibility,
      };
    });
  const to = async (page: Page, y: number) => {
    await page.evaluate(async (where) => {
      scrollTo(0, where);
      // The first frame tells of the scrolling, the later ones show what came of it.
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
    }, y);
    return states(page);
  };

  async function expectStates(page: Page): Promise<void> {
    expect(await to(page, 0)).toEqual({ lifted: false, progress: 0, float: "hidden" });
    expect(await to(page, 8)).toMatchObject({ lifted: false });
    expect(await to(page, 12)).toMatchObject({ lifted: true, float: "hidden" });
    expect(await to(page, 490)).toMatchObject({ float: "hidden" });
    const after = await to(page, 510);
    expect(after.float).toBe("visible");
    expect(after.progress).toBeGreaterThan(0);
    expect((await to(page, 99_999)).progress).toBeCloseTo(1, 1);
    expect(await to(page, 0)).toEqual({ lifted: false, progress: 0, float: "hidden" });
  }

  it("lifts the header after 10 px, shows the way through the page and, after 500 px, the contact button, by style alone", async () => {
    const { page, scripts } = await open("/");
    await expectStates(page);
    expect(scripts).toEqual([]);
  });

  inFull("does so by a small script where the browser has no scroll-driven animations", async () => {
    const { page, complaints } = await open("/", async (inner) => {
      await inner.addInitScript(() => {
        CSS.supports = () => false;
        // And the style sheet believes it too.
        addEventListener("DOMContentLoaded", () => {
          for (const sheet of document.styleSheets) dropSupports(sheet);
          function dropSupports(group: { cssRules: CSSRuleList; deleteRule(at: number): void }): void {
            for (let i = group.cssRules.length - 1; i >= 0; i--) {
              const rule = group.cssRules[i];
              if (rule instanceof CSSSupportsRule && rule.conditionText.includes("animation-timeline"))
                group.deleteRule(i);
              else if (rule instanceof CSSGroupingRule) dropSupports(rule);
            }
          }
        });
      });
    });
    await page.waitForFunction(
      () => document.querySelector<HTMLElement>(".top")?.style.getPropertyValue("--progress") !== "",
    );
    await expectStates(page);
    await hydrate(page);
    await expectStates(page);
    expect(complaints).toEqual([]);
  });
});

it("brings the focus to the summary of a refused form where the browser does not follow autofocus", async () => {
  const { page, scripts } = await open("/manage-booking");
  await page.route("**/manage-booking**", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(/ autofocus=""/gi, "") });
  });
  await page.getByRole("button", { name: "Find my booking" }).press("Enter");
  await page.getByText("There is a problem").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe("problems");
  expect(await page.locator("[autofocus]").count()).toBe(0);
  expect(scripts, "no script was asked for").toEqual([]);
});
