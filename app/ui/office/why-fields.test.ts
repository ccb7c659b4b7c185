import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const here = fileURLToPath(new URL(".", import.meta.url));
const tags = readdirSync(here)
  // Those two are a driver's pages.
  .filter((file) => file.endsWith(".tsx") && !["DriverOffers.tsx", "DriverSteps.tsx"].includes(file))
  .flatMap((file) =>
    [...readFileSync(here + file, "utf8").matchAll(/<Field\b[^>]*?\/>/gs)].map(([tag]) => ({ file, tag })),
  )
  .filter(({ tag }) => /label="[^"]*\bwhy\b/i.test(tag));

// What may be left out says so in its label; what is missing is said by the page, not by the browser's own bubble.
it("marks every reason that is needed in one way", () => {
  expect(tags.length).toBeGreaterThan(9);
  expect(
    tags.filter(
      ({ tag }) => !tag.includes("(optional)") && (!/\saria-required\b/.test(tag) || /\srequired\b/.test(tag)),
    ),
  ).toEqual([]);
});
