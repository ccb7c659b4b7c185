import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../settings/defaults";
import { priceOfOne, priceWords } from "./material-price";
import { pricingConfig } from "./rules";
import { adviceFor, fittingAdvice } from "./size-advice";
import { MATERIAL_IDS, type MaterialId } from "./types";
import { MATERIALS } from "./materials";
import { heavyFill, heavyWords } from "./very-heavy";
import { DUMPSTER_SIZES, PROJECT_TYPES } from "./waste-types";

const FLOOR = { size: 15, width_feet: 7, length_feet: 16 };
const POUNDS_LOOSE = { concrete: 100, asphalt: 97, clean_fill: 80, heavy: 84 };
const config = pricingConfig(DEFAULT_SETTINGS, { 15: 32900, 20: 37900, 25: 43900 });

describe("how little three tons are", () => {
  it.each<[MaterialId, number, number]>([
    // 6,000 pounds: broken concrete at 100 pounds a cubic foot is 60 cubic feet, on 112 square feet.
    ["concrete", 2.2, 6],
    ["asphalt", 2.3, 6],
    ["clean_fill", 2.8, 8],
    ["heavy", 2.6, 7],
  ])("%s: %d cubic yards, %d inches", (material, cubicYards, inches) => {
    expect(heavyFill(material, 3, FLOOR)).toEqual({ cubicYards, inches });
    expect(heavyWords(material, DEFAULT_SETTINGS, FLOOR)).toContain(
      `fill about ${cubicYards} cubic yards of a dumpster: ${inches} inches deep on the floor of the 15-yard one.`,
    );
  });

  it("says one thing: the depth is the volume on the floor, whatever the weight and the dumpster", () => {
    for (const material of ["concrete", "asphalt", "clean_fill", "heavy"] as const)
      for (const weight of [1, 2, 2.5, 3, 5, 10])
        for (const floor of [FLOOR, { width_feet: 8, length_feet: 22 }]) {
          const { cubicYards, inches } = heavyFill(material, weight, floor)!;
          const deep = ((cubicYards * 27) / (floor.width_feet * floor.length_feet)) * 12;
          expect(inches, `${weight} tons of ${material}`).toBe(Math.floor(deep));
          expect(cubicYards * 27).toBeCloseTo((weight * 2000) / POUNDS_LOOSE[material], -1);
        }
  });

  it("follows the weight that we lift, and says nothing of what fills a dumpster first", () => {
    expect(heavyFill("concrete", 6, FLOOR)).toEqual({ cubicYards: 4.4, inches: 12 });
    expect(heavyWords("concrete", { includedTons: 2, maxTons: 5 }, FLOOR)).toMatch(
      /^5 tons of broken concrete .* 2 tons\.$/,
    );
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

  it("of a roof is the size that is recommended for one, whatever the project, where it is offered", () => {
    for (const [at, project] of PROJECT_TYPES.entries()) {
      expect(best(at, "roofing")).toEqual([20, 15, 25]);
      expect(fittingAdvice(project, DUMPSTER_SIZES, "roofing").map(({ reason }) => reason)).toEqual([
        expect.stringMatching(/^Fits a roof/),
        "",
        "",
      ]);
      const others = DUMPSTER_SIZES.filter(({ size }) => size !== 20);
      expect(fittingAdvice(project, others, "roofing")).toEqual(adviceFor(project, others));
    }
    expect(DUMPSTER_SIZES.find(({ size }) => size === 20)?.recommended_for.join()).toContain("Roof");
  });

  it("is never a size that the material cannot have", () => {
    for (const project of PROJECT_TYPES.keys()) expect(best(project, "heavy")).toEqual([15]);
  });
});

describe("what a material makes of the price", () => {
  it.each<[MaterialId, number, number | null, string]>([
    ["general", 20, 37900, "$379"],
    ["concrete", 20, 37900, "$379"],
    ["roofing", 20, 55560, "$555.60"],
    ["yard", 20, 26530, "$265.30"],
    ["metal", 25, 0, "No charge"],
    ["heavy", 15, 42770, "$427.70"],
    // It goes at 15 yards only, and is said so, not measured against another size.
    ["heavy", 20, null, "$427.70 in 15 yards"],
  ])("%s in %d yards", (material, size, price, words) => {
    expect(priceOfOne(size, material, config)).toBe(price);
    expect(priceWords(material, size, config)).toBe(words);
  });

  it("is the least while no size is chosen", () => {
    expect(priceWords("roofing", null, config)).toBe("from $485.60");
    expect(priceWords("general", null, config)).toBe("from $329");
    expect(priceWords("heavy", null, config)).toBe("$427.70 in 15 yards");
    expect(priceWords("metal", null, config)).toBe("No charge");
    expect(priceOfOne(40, "general", config)).toBeNull();
  });
});
