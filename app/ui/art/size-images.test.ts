import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { dimensionsText } from "~/domain/pricing/size-advice";
import { DUMPSTER_SIZES } from "~/domain/pricing/waste-types";
import { letters } from "./lettering";

// Drawn by scripts/draw-images.tsx and committed.
it.each(DUMPSTER_SIZES.map((row) => [row.image_path, row] as const))(
  "%s is there, of the right size, with its own colours and nothing from elsewhere",
  (path, row) => {
    const svg = readFileSync(`public${path}`, "utf8");
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox=/);
    expect(svg).toContain(`<title id="title">${row.size}-yard dumpster, ${dimensionsText(row)}`);
    expect(svg, "drawn, not written").not.toContain("<text");
    expect(svg).toContain(letters(`${row.height_feet} ft`));
    expect(svg).not.toMatch(/var\(|color-mix|light-dark|@import|url\(|href="(?!#)|<script/);
  },
);
