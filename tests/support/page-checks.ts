import { mkdirSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import { axeFindings } from "./axe";
import { DESK, PHONE } from "./browser";
import { ARTIFACTS } from "./paths";

const NARROWEST = 320;

/**
 * What the page complains about: console errors and warnings, uncaught errors. The browser's own line for a 4xx is
 * none.
 */
export function watch(page: Page): string[] {
  const found: string[] = [];
  page.on("console", (message) => {
    if (message.text().startsWith("Failed to load resource")) return;
    if (/error|warning/.test(message.type())) found.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => found.push(`${page.url()}: ${error.message}`));
  return found;
}

/**
 * What every page in every state owes everybody: nothing for axe to find, no sideways scrolling at 320, 360 and 1280
 * px, no word broken at 360 px, headings in order, a name for each control. With SHOTS=1 it leaves pictures in the artifacts folder.
 */
export async function expectSound(page: Page, name: string, { axe = true } = {}): Promise<void> {
  for (const width of [NARROWEST, PHONE.width, DESK.width]) {
    await page.setViewportSize({ width, height: PHONE.height });
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wider, `${name} scrolls sideways at ${width} px`).toBeLessThanOrEqual(0);
    if (width === PHONE.width) expect(await brokenWords(page), `${name} breaks words at ${width} px`).toEqual([]);
    if (process.env.SHOTS && width !== NARROWEST) await shoot(page, `${name}-${width}`);
  }
  await page.setViewportSize(PHONE);
  // As somebody comes to it: scrolled, the header lies over some control, and which one hangs on the visitor's font.
  // What matters then is the focus (journey.ts).
  await page.evaluate(() => scrollTo(0, 0));
  if (axe) expect(await axeFindings(await withTimers(page)), `axe on ${name}`).toEqual([]);
  const { levels, nameless } = await page.evaluate(readOutline);
  expect(
    levels.filter((level) => level === 1),
    `${name} has one h1`,
  ).toEqual([1]);
  expect(jumps(levels), `headings of ${name}: ${levels.join(" ")}`).toEqual([]);
  expect(nameless, `controls without a label on ${name}`).toEqual([]);
}

const mirrors = new WeakMap<Browser, Page>();

/**
 * axe waits on timers, which never fire where scripts are off: then it looks at a copy of the document in a page that
 * has them.
 */
async function withTimers(page: Page): Promise<Page> {
  if (await page.evaluate(() => matchMedia("(scripting: enabled)").matches)) return page;
  const browser = page.context().browser();
  if (!browser) return page;
  let copy = mirrors.get(browser);
  if (!copy || copy.isClosed()) copy = await (await browser.newContext({ viewport: PHONE, bypassCSP: true })).newPage();
  mirrors.set(browser, copy);
  await copy.setContent((await withSheets(page)).replaceAll(/<script\b[^>]*>[^]*?<\/script>/g, ""));
  return copy;
}

/** The document with its linked sheets written into it: a copy without an address may not fetch them. */
async function withSheets(page: Page): Promise<string> {
  let html = await page.content();
  for (const [link, href] of html.matchAll(/<link\b(?=[^>]*rel="stylesheet")[^>]*href="([^"]+)"[^>]*>/g)) {
    const css = await (await page.request.get(new URL(href ?? "", page.url()).href)).text();
    html = html.replace(link, () => `<style>${css}</style>`);
  }
  return html;
}

async function shoot(page: Page, name: string): Promise<void> {
  mkdirSync(`${ARTIFACTS}/shots`, { recursive: true });
  await page.screenshot({ path: `${ARTIFACTS}/shots/${name}.png`, fullPage: true });
}

function jumps(levels: number[]): string[] {
  return levels.flatMap((level, i) =>
    i > 0 && level > (levels[i - 1] ?? 0) + 1 ? [`h${levels[i - 1]} to h${level}`] : [],
  );
}

/**
 * The words and hours ("8AM to 12PM") that stand on two lines, and in forms the sizes ("15-yard"). What is too long for a line of its own may (a name
 * without end), and what is typed in fields is the browser's.
 */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (!parent?.checkVisibility() || parent.closest("script, style, template, .unseen, .break-all")) continue;
      const words = parent.closest("form")
        ? /\d+-yard|\d+[AP]M (?:-|to) \d+[AP]M|(?<!\p{L})\p{L}{2,18}(?!\p{L})/gu
        : /\d+[AP]M (?:-|to) \d+[AP]M|(?<!\p{L})\p{L}{2,18}(?!\p{L})/gu;
      // An address breaks where it has to, and a code in it has letters that are no word.
      const text = (node.textContent ?? "").replaceAll(/\S+:\/\/\S+/g, (address) => " ".repeat(address.length));
      for (const { index, 0: word } of text.matchAll(words)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
        if (new Set(boxes.map((box) => Math.round(box.top))).size > 1) found.push(word);
      }
    }
    return found;
  });
}

/** Runs in the page. The alert of a refused form stands before the h1 by contract, so it is left out. */
function readOutline() {
  const seen = (element: Element) => element.getClientRects().length > 0;
  const headings = [...document.querySelectorAll("h1,h2,h3,h4,h5,h6")].filter(
    (heading) => seen(heading) && !heading.closest("[role=alert]"),
  );
  const controls = [
    ...document.querySelectorAll<HTMLInputElement>("input:not([type=hidden],[type=submit]),select,textarea"),
  ].filter(seen);
  return {
    levels: headings.map((heading) => Number(heading.tagName[1])),
    nameless: controls
      .filter((control) => ![...(control.labels ?? [])].some((label) => label.textContent?.trim()))
      .map((control) => control.outerHTML),
  };
}

/** What the controls with these names hold now; a group of boxes or cards gives the chosen values. */
export function typedOn(page: Page, names: string[]): Promise<Record<string, string>> {
  return page.evaluate((wanted) => {
    const read = (name: string) => {
      const controls = [...document.querySelectorAll<HTMLInputElement>(`[name="${name}"]:not([type=hidden])`)];
      const chosen = controls.filter((control) => !/^(radio|checkbox)$/.test(control.type) || control.checked);
      return chosen.map((control) => control.value).join(",");
    };
    return Object.fromEntries(wanted.map((name) => [name, read(name)]));
  }, names);
}

/**
 * The links of the error summary: field → words. Each must lead to a control (or group) with the same words beside it.
 */
export async function problemsOn(page: Page): Promise<Record<string, string>> {
  const { listed, beside, first } = await page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>(".problems li a")];
    const listed = links.map((link) => [link.hash.slice(1), link.textContent ?? ""] as const);
    const beside = links.map((link) => {
      const target = document.getElementById(link.hash.slice(1));
      return (
        target
          ?.closest(".bad")
          ?.querySelector(".wrong")
          ?.textContent?.includes(link.textContent ?? "") ?? false
      );
    });
    const main = document.querySelector("main");
    const summary = document.querySelector(".problems");
    const shown = [...(main?.querySelectorAll("h1,h2,p,label,legend") ?? [])].find(
      (element) => element.getClientRects().length > 0,
    );
    return { listed, beside, first: summary?.getAttribute("role") === "alert" && summary.contains(shown ?? null) };
  });
  expect(first, "the summary is an alert and comes first in the main content").toBe(true);
  expect(
    beside.every(Boolean),
    `the same words stand beside each field: ${JSON.stringify(listed)} ${beside.join()}`,
  ).toBe(true);
  return Object.fromEntries(listed);
}
