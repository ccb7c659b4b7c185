import fc from "fast-check";
import { expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../settings/defaults";
import { hundredthsOfTon, mostYouCouldPay, tons, weightOverage } from "./ceiling";

it.each([
  [0, 0],
  [100, 0],
  [101, 105],
  [237, 14385],
  [300, 21000],
  [412, 32760],
])("%d hundredths of a ton cost %d cents more", (tonHundredths, amount) => {
  expect(weightOverage(tonHundredths, DEFAULT_SETTINGS)).toBe(amount);
});

it.each([
  [4740, 237],
  [4749, 237],
  [4750, 238],
  [2000, 100],
  [2009, 100],
  [2010, 101],
  [0, 0],
])("%d pounds are %d hundredths", (pounds, hundredths) => {
  expect(hundredthsOfTon(pounds)).toBe(hundredths);
});

it("adds the overage up to three tons for every dumpster", () => {
  expect(mostYouCouldPay({ total: 80000, lines: [{ quantity: 2 }, { quantity: 1 }] }, DEFAULT_SETTINGS)).toEqual({
    total: 80000,
    extra: 63000,
    ceiling: 143000,
  });
});

it("adds nothing where everything is included", () => {
  const facts = { ...DEFAULT_SETTINGS, includedTons: 3 };
  expect(mostYouCouldPay({ total: 500, lines: [{ quantity: 4 }] }, facts).ceiling).toBe(500);
});

it("never bills less for more weight", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 0, max: 4_000 }), (pounds, more) => {
      const less = weightOverage(hundredthsOfTon(pounds), DEFAULT_SETTINGS);
      const full = weightOverage(hundredthsOfTon(pounds + more), DEFAULT_SETTINGS);
      expect(full).toBeGreaterThanOrEqual(less);
      expect(Number.isInteger(full)).toBe(true);
    }),
  );
});

it.each([
  [1, "1 ton"],
  [3, "3 tons"],
  [2.5, "2.5 tons"],
  [0.1 + 0.2, "0.3 tons"],
])("writes %d as %s", (count, text) => {
  expect(tons(count)).toBe(text);
});
