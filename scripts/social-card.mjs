import { readFileSync, statSync, writeFileSync } from "node:fs";
import { withBrowser } from "./bench/browser.mjs";

/**
 * Draws the picture that a link to the site shows in messages and social networks: docs/pictures/social-card.svg is the
 * source, public/social-card.png what is served. Run again after a change of the drawing:
 *
 *     node --import tsx scripts/social-card.mjs
 */
const SOURCE = new URL("../docs/pictures/social-card.svg", import.meta.url);
const RESULT = new URL("../public/social-card.png", import.meta.url);
const MOST_BYTES = 100_000;

await withBrowser(async (browser) => {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${readFileSync(SOURCE, "utf8")}`);
  writeFileSync(RESULT, await page.screenshot({ type: "png" }));
});

const { size } = statSync(RESULT);
console.log(`public/social-card.png: ${size} bytes`);
if (size > MOST_BYTES) process.exitCode = 1;
