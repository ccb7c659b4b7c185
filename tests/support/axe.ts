import type axe from "axe-core";
import type { AxeResults, RunOptions } from "axe-core";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { FULL } from "./paths";

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The package's own short form: the one its module has is 1.3 MB, sent to each page and read by it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds on the page as it stands, a line per rule with its elements. */
export function axeFindings(page: Page): Promise<string[]> {
  return look(page, { runOnly: { type: "tag", values: STANDARDS } });
}

/** Contrast alone, for a page that axe has seen in other colours: nothing else can have changed. */
export function contrastFindings(page: Page): Promise<string[]> {
  return look(page, { runOnly: { type: "rule", values: ["color-contrast"] } });
}

/**
 * One call in the page itself, and nothing told of what passed: a third of the time that `@axe-core/playwright` takes.
 */
async function look(page: Page, options: RunOptions): Promise<string[]> {
  return lookOnce(page, options).catch(async (error: unknown) => {
    // A page that follows its truck has just read itself anew.
    if (!String(error).includes("Execution context was destroyed")) throw error;
    await page.waitForLoadState();
    return lookOnce(page, options);
  });
}

async function lookOnce(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    (wanted) =>
      (window as unknown as { axe: typeof axe }).axe
        // A frame holds somebody else's document: a mail as it was sent, in the sandbox's inbox.
        .run({ exclude: ["iframe"] }, wanted)
        .then(({ violations }) => ({ violations })),
    { ...options, resultTypes: ["violations"] as RunOptions["resultTypes"], preload: FULL },
  );
  return linesOf(violations);
}

function linesOf(violations: AxeResults["violations"]): string[] {
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 5)
        .map((node) => `${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`)
        .join(" | ")}`,
  );
}

/** By how many pixels the page is wider than its window, 0 when it fits; with the elements that stick out. */
export function sidewaysScroll(page: Page): Promise<{ by: number; from: string[] }> {
  return page.evaluate(() => {
    const by = Math.max(0, document.documentElement.scrollWidth - innerWidth);
    const wide =
      by === 0
        ? []
        : [...document.body.querySelectorAll("*")].filter(
            (element) => element.getBoundingClientRect().right > innerWidth + 1 && !element.closest("svg *"),
          );
    return { by, from: wide.slice(-4).map((element) => element.outerHTML.slice(0, 120)) };
  });
}
