import AxeBuilder from "@axe-core/playwright";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe finds on the page as it stands, a line per rule with its elements. */
export async function axeFindings(page: Page): Promise<string[]> {
  // One injected call; the other mode opens a second page for every look. It leaves axe behind, for contrastFindings.
  // A frame holds somebody else's document: a mail as it was sent, in the sandbox's inbox.
  return linesOf(await new AxeBuilder({ page }).setLegacyMode(true).withTags(STANDARDS).exclude("iframe").analyze());
}

/** Contrast alone, for a page that axe has seen in other colours: nothing else can have changed. */
export async function contrastFindings(page: Page): Promise<string[]> {
  const options: RunOptions = { runOnly: { type: "rule", values: ["color-contrast"] }, resultTypes: ["violations"] };
  return linesOf(
    await page.evaluate(
      (wanted) => (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run(wanted),
      options,
    ),
  );
}

function linesOf({ violations }: AxeResults): string[] {
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
