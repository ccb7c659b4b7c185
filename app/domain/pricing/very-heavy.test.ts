import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../settings/defaults";
import { besideGeneral, priceOfOne } from "./material-price";
import { pricingConfig } from "./rules";
import { fittingAdvice } from "./size-advice";
import { MATERIAL_IDS, type MaterialId } from "./types";
import { MATERIALS } from "./materials";
import { heavyFill, heavyWords } from "./very-heavy";
import { DUMPSTER_SIZES, PROJECT_TYPES } from "./waste-types";

const FLOOR = { size: 15, width_feet: 7, length_feet: 16 };
const config = pricingConfig(DEFAULT_SETTINGS, { 15: 32900, 20: 37900, 25: 43900 });

describe("how little three tons are", () => {
  it.each<[MaterialId, number, number]>([
    // 6,000 pounds: concrete at 150 pounds a cubic foot is 40 cubic feet; loose at 100, 60 on 112 square feet.
    ["concrete", 1.5, 6],
    ["asphalt", 1.5, 6],
    ["clean_fill", 2, 8],
    ["heavy", 2, 7],
  ])("%s: %d cubic yards, %d inches", (material, cubicYards, inches) => {
    expect(heavyFill(material, 3, FLOOR)).toEqual({ cubicYards, inches });
    expect(heavyWords(material, DEFAULT_SETTINGS, FLOOR)).toContain(
      `about ${cubicYards} cubic yards, or ${inches} inches deep on the floor of a 15-yard dumpster`,
    );
  });

  it("follows the weight that we lift, and says nothing of what fills a dumpster first", () => {
    expect(heavyFill("concrete", 6, FLOOR)).toEqual({ cubicYards: 3, inches: 12 });
    expect(heavyWords("concrete", { includedTons: 2, maxTons: 5 }, FLOOR)).toMatch(/^5 tons of concrete .* 2 tons\.$/);
    expect(MATERIAL_IDS.filter((id) => heavyFill(id, 3, FLOOR) !== null)).toEqual([
      "heavy",
      "concrete",
      "clean_fill",
      "asphalt",
    ]);
    expect(heavyWords("general", DEFAULT_SETTINGS, FLOOR)).toBeNull();
  });
});

describe("the best fit", () => {
  const best = (project: number, material: MaterialId) =>
    fittingAdvice(PROJECT_TYPES[project]!, DUMPSTER_SIZES, material).map(({ row }) => row.size);

  it("is the smallest for what is very heavy, whatever the project", () => {
    for (const material of MATERIAL_IDS)
      for (const project of PROJECT_TYPES.keys())
        if (MATERIALS[material].isVeryHeavy) expect(best(project, material)[0], `${material} ${project}`).toBe(15);
    expect(best(2, "general")).toEqual([25, 20, 15]);
  });

  it("is never a size that the material cannot have", () => {
    for (const project of PROJECT_TYPES.keys()) expect(best(project, "heavy")).toEqual([15]);
  });
});

describe("what a material makes of the price", () => {
  it.each<[MaterialId, number, number | null, string]>([
    ["general", 20, 37900, "Same price"],
    ["concrete", 20, 37900, "Same price"],
    ["roofing", 20, 55560, "$176.60 more"],
    ["yard", 20, 26530, "$113.70 less"],
    ["furniture", 15, 31110, "$17.90 less"],
    ["metal", 25, 0, "$439 less"],
    ["heavy", 15, 42770, "$98.70 more"],
    // It goes at 15 yards only: the difference there.
    ["heavy", 25, null, "$98.70 more"],
  ])("%s in %d yards", (material, size, price, words) => {
    expect(priceOfOne(size, material, config)).toBe(price);
    expect(besideGeneral(material, size, config)).toBe(words);
  });

  it("is the smallest difference while no size is chosen", () => {
    expect(besideGeneral("roofing", null, config)).toBe("from $156.60 more");
    expect(besideGeneral("concrete", null, config)).toBe("Same price");
    expect(priceOfOne(40, "general", config)).toBeNull();
  });
});
