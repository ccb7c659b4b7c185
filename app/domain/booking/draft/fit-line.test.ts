import { describe, expect, it } from "vitest";
import { SIZES } from "../../../../tests/support/prices";
import { MATERIAL_IDS } from "../../pricing/types";
import { checkLine } from "../../pricing/rules";
import { fitLine } from "./fit-line";

const LIMITS = { maxQuantityPerLine: 5 };
const ASKED = { dumpsterSize: 20 as number | null, materialCategory: "general", quantity: 1 };
const fit = (asked: Partial<typeof ASKED>) => fitLine({ ...ASKED, ...asked }, LIMITS, SIZES);

describe("the line that was asked for", () => {
  it("is taken as it is where it can be had, and always gives one that can", () => {
    for (const size of SIZES) {
      for (const material of MATERIAL_IDS) {
        const fitted = fit({ dumpsterSize: size, materialCategory: material });
        const possible = checkLine({ size, material, quantity: 1, rentalDays: 7 }, SIZES).ok;
        expect([fitted.material, Object.keys(fitted.notes)]).toEqual([material, possible ? [] : ["dumpsterSize"]]);
        expect(
          checkLine({ size: fitted.size ?? 0, material, quantity: fitted.quantity, rentalDays: 7 }, SIZES).ok,
        ).toBe(true);
        if (possible) expect(fitted.size).toBe(size);
      }
    }
  });

  it("keeps the material without a size, and says nothing: no size was asked for", () => {
    expect(fit({ dumpsterSize: null, materialCategory: "roofing" })).toEqual({
      size: null,
      material: "roofing",
      quantity: 1,
      notes: {},
    });
  });

  it("keeps the material and gives the size that it may fill, saying so", () => {
    expect(fit({ dumpsterSize: 25, materialCategory: "heavy", quantity: 2 })).toEqual({
      size: 15,
      material: "heavy",
      quantity: 2,
      notes: { dumpsterSize: "Heavy debris goes in the 15-yard dumpster only. We chose 15 yards instead of 25." },
    });
  });

  it("takes each field by itself: what is unknown is said and drops nothing else", () => {
    expect(fit({ dumpsterSize: 30, materialCategory: "roofing" })).toMatchObject({
      size: null,
      material: "roofing",
      notes: { dumpsterSize: expect.stringContaining("Choose 15, 20 or 25 yards.") as string },
    });
    const odd = fit({ materialCategory: "constructor", quantity: 9 });
    expect(odd).toMatchObject({ size: 20, material: "general", quantity: 5 });
    expect(odd.notes).toEqual({
      materialCategory: expect.stringContaining("General debris") as string,
      quantity: expect.stringContaining("we set it to 5") as string,
    });
  });

  it.each([
    [-1, 1],
    [0, 1],
    [2.5, 2],
    [Number.POSITIVE_INFINITY, 5],
    [Number.NaN, 1],
  ])("clamps a quantity of %s to %s", (quantity, taken) => {
    expect(fit({ quantity })).toMatchObject({ quantity: taken, notes: { quantity: expect.any(String) as string } });
  });
});
