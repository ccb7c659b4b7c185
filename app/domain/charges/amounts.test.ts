import { describe, expect, it } from "vitest";
import { addDays, day } from "../kernel/days";
import { priceOrder, pricingConfig } from "../pricing/rules";
import type { MaterialId } from "../pricing/types";
import { DEFAULT_SETTINGS } from "../settings/defaults";
import {
  amountOf,
  daysOver,
  dearerBy,
  hundredthsOfTon,
  materialOver,
  orderedAs,
  weightOver,
  type Stay,
} from "./amounts";
import { arithmeticLines, chargeTitle } from "./words";

const terms = DEFAULT_SETTINGS;

describe("weight", () => {
  // domain.md, section 3: 2.37 t → $143.85; half a hundredth is rounded up.
  it.each([
    [2000, 0, null],
    [2009, 0, null],
    [2010, 0, 105],
    [4740, 0, 14_385],
    [6000, 0, 21_000],
    // The included ton was used up, whole or in part, by the load before.
    [2000, 100, 10_500],
    [2000, 40, 4_200],
    [2000, 250, 10_500],
  ])("%s pounds after %s hundredths cost %s cents", (pounds, before, cents) => {
    const over = weightOver(pounds, before, terms);
    expect(over && amountOf(over)).toBe(cents);
  });

  it("is flagged above the most that we lift, and only there", () => {
    expect(hundredthsOfTon(6009)).toBe(300);
    expect([6009, 6010].map((pounds) => weightOver(pounds, 0, terms)?.tooHeavy)).toEqual([false, true]);
  });

  it("is told step by step", () => {
    const basis = weightOver(4740, 0, terms);
    expect(chargeTitle({ kind: "weight_overage", basis, description: "" })).toBe("Extra weight: 1.37 tons");
    expect(arithmeticLines({ amount: 14_385, tax: 0, basis })).toEqual([
      "2.37 tons − 1 ton included = 1.37 tons",
      "1.37 tons × ($70 + $35 landfill fee) = $143.85",
    ]);
  });
});

describe("days", () => {
  const stay = (changes: Partial<Stay> = {}): Stay => ({
    setDownOn: day("2026-12-03"),
    paidDays: 7,
    waivedDays: 0,
    soldUntil: null,
    ended: { on: day("2026-12-14"), by: "asked" },
    ...changes,
  });
  // Set down on Thursday the 3rd for 7 days: free until Thursday the 10th.
  it.each([
    ["on the last free day", { ended: { on: day("2026-12-10"), by: "asked" } }, null],
    ["a day later", { ended: { on: day("2026-12-11"), by: "asked" } }, 2_500],
    ["four days later", {}, 10_000],
    ["with days that we added", { waivedDays: 2 }, 5_000],
    ["with more days bought", { paidDays: 9, soldUntil: day("2026-12-12") }, 5_000],
    ["with bought days that end later, over a closed day", { soldUntil: day("2026-12-14") }, null],
    // The 13th is a Sunday: the pickup would have been on Monday the 14th.
    ["where the due day is closed", { paidDays: 10 }, null],
  ] as [string, Partial<Stay>, number | null][])("%s", (_, changes, cents) => {
    const over = daysOver(stay(changes), terms, terms);
    expect(over && amountOf(over)).toBe(cents);
  });

  it("are counted in days, not in 24 hours, over the change of the clock", () => {
    const over = daysOver(
      stay({ setDownOn: day("2026-10-26"), ended: { on: addDays(day("2026-11-02"), 2), by: "asked" } }),
      terms,
      terms,
    );
    expect(over?.days).toBe(2);
    expect(arithmeticLines({ amount: 5_000, tax: 400, basis: over })).toEqual([
      "Paid until Monday, November 2. You asked for the pickup on Wednesday, November 4",
      "2 days × $25 = $50.00",
      "$50.00 + $4.00 tax = $54.00",
    ]);
  });
});

describe("another material than the one ordered", () => {
  const ordered = (material: MaterialId, quantity = 1, discountPercent = 0) => {
    const config = { ...pricingConfig(terms, { 20: 37_900 }), discountPercent };
    const line = { size: 20, quantity, material, rentalDays: 7 };
    const order = priceOrder({ lines: [line], context: "new", areaDeliveryFee: 0 }, config);
    return orderedAs(order.items[0]!, order);
  };
  const over = (from: MaterialId, to: MaterialId, ...rest: [number?, number?]) => {
    const found = materialOver(ordered(from, ...rest), to, terms);
    return found && amountOf(found);
  };

  it("costs what the load would have cost more, by the price as it was", () => {
    // Roofing: 379 × 1.4 + 25 = 555.60.
    expect(over("general", "roofing")).toBe(55_560 - 37_900);
    // Of two dumpsters one is another: its own part of the line.
    expect(over("general", "roofing", 2)).toBe(55_560 - 37_900);
    expect(over("general", "roofing", 1, 10)).toBe(50_004 - 34_110);
  });

  it("costs nothing where it is the same, or cheaper", () => {
    expect(over("general", "general")).toBeNull();
    expect(over("roofing", "general")).toBeNull();
    expect(over("general", "metal")).toBeNull();
  });

  it("takes the base price as it was ordered, whatever the size costs today", () => {
    expect(ordered("concrete", 3).basePrice).toBe(37_900);
  });
});

it("a known material's difference is of the whole line, taxed as the order is: at its own rate, or not by a certificate", () => {
  const config = pricingConfig(terms, { 20: 37_900 });
  const lines = [{ size: 20, quantity: 2, material: "general" as const, rentalDays: 7 }];
  const price = priceOrder({ lines, context: "new", areaDeliveryFee: 0 }, config);
  const of = (changes: object) => dearerBy(price.items[0]!, { ...price, ...changes }, ["roofing", "general"], terms);
  const [each] = of({}).map(({ cents }) => cents / 2);
  expect(each).toBeGreaterThan(0);
  const taxed = (rate: number) => [
    { material: "roofing", cents: each! * 2, withTax: (each! + Math.round(each! * rate)) * 2 },
  ];
  expect(of({})).toEqual(taxed(terms.taxRate));
  expect(of({ taxRate: 0.05 })).toEqual(taxed(0.05));
  expect(of({ exempt: "85-8012345678C-1" })).toEqual(taxed(0));
});
