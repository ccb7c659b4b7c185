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

it("adds the overage up to three tons for every dumpster, itemised", () => {
  const ceiling = mostYouCouldPay(
    {
      total: 80000,
      lines: [
        { size: 20, quantity: 2, material: "general" },
        { size: 15, quantity: 1, material: "heavy" },
      ],
    },
    DEFAULT_SETTINGS,
  );
  expect(ceiling.ceiling).toBe(80000 + 3 * 21000);
  expect(ceiling.items.map((item) => item.amount)).toEqual([42000, 21000]);
  expect(ceiling.items[0]).toEqual({
    label: "Extra weight, 2 × 20-yard dumpster (General debris)",
    detail: "2 × 2 tons above the included 1 ton, $70 overage and $35 landfill fee per ton",
    amount: 42000,
  });
  expect(ceiling.howNotToPay).toHaveLength(4);
  expect(ceiling.howNotToPay.join(" ")).toContain("less than a foot deep");
  expect(ceiling.onlyIf.map((fee) => fee.amount)).toEqual([2500, 15000, 9500, 3500, 100000]);
});

it("says a tip that two lines share once", () => {
  const lines = [
    { size: 20, quantity: 1, material: "concrete" },
    { size: 15, quantity: 1, material: "asphalt" },
  ] as const;
  expect(mostYouCouldPay({ total: 0, lines }, DEFAULT_SETTINGS).howNotToPay).toHaveLength(3);
});

it("adds nothing where everything is included", () => {
  const facts = { ...DEFAULT_SETTINGS, includedTons: 3 };
  expect(mostYouCouldPay({ total: 500, lines: [{ size: 15, quantity: 4, material: "yard" }] }, facts).ceiling).toBe(
    500,
  );
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
