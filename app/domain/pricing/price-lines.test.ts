import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyConfig, anyOrder } from "../../../tests/support/prices";
import { percentText } from "../kernel/money";
import { DEFAULT_SETTINGS } from "../settings/defaults";
import { chargedLines, priceLines, sumLines, sumsOf } from "./price-lines";
import { totalsJson } from "./rules-json";
import { priceOrder, pricingConfig } from "./rules";

const runs = { numRuns: 2000 };
const sumOf = (lines: readonly { cents: number }[]) => lines.reduce((sum, line) => sum + line.cents, 0);

describe("the lines of a price", () => {
  it("sum to its total, in every shape", () => {
    fc.assert(
      fc.property(anyOrder, anyConfig, (order, config) => {
        const price = priceOrder(order, config);
        const lines = priceLines(price, config.taxRate);
        expect(sumOf(lines)).toBe(price.total);
        const charged = chargedLines(price, config.taxRate);
        expect(sumOf(charged)).toBe(price.total);
        expect(Math.min(0, ...charged.map(({ cents }) => cents))).toBe(0);
        const sums = sumLines(sumsOf(price), percentText(config.taxRate));
        expect(sums.at(-1)).toEqual({ code: "total", label: "Total", cents: price.total });
        expect(sumOf(sums.slice(0, -1))).toBe(price.total);
        // What is added has one name and one place, whoever shows it.
        const added = lines.filter(({ code }) => code !== "dumpster");
        expect(sums.slice(1, -1)).toEqual(added);
        expect(sumOf(lines.filter(({ code }) => code === "dumpster"))).toBe(price.subtotal);
      }),
      runs,
    );
  });

  it("stand in one order by one name", () => {
    const config = { ...pricingConfig(DEFAULT_SETTINGS, DEFAULT_SETTINGS.prices), discountPercent: 10 };
    const price = priceOrder(
      {
        lines: [
          { size: 20, quantity: 2, material: "general", rentalDays: 9 },
          { size: 15, quantity: 1, material: "roofing", rentalDays: 9 },
        ],
        context: "existing_haul",
        areaDeliveryFee: 2500,
      },
      config,
    );
    expect(priceLines(price, config.taxRate).map(({ label, cents }) => [label, cents])).toEqual([
      ["2 × 20-yard dumpster, General debris", 75800],
      ["1 × 15-yard dumpster, Roofing", 48560],
      ["Discount", -12436],
      ["Delivery fee", 2500],
      ["Extra days", 15000],
      ["Haul of the full dumpster", 57000],
      ["Tax (8%)", 14914],
    ]);
    expect(sumLines(price, "8%")[0]).toEqual({ code: "subtotal", label: "Subtotal", cents: 124360 });
  });

  it("leave out what is nothing, and read a price that is older than a fee", () => {
    const price = priceOrder(
      { lines: [{ size: 20, quantity: 1, material: "metal", rentalDays: 7 }], context: "new", areaDeliveryFee: 0 },
      pricingConfig(DEFAULT_SETTINGS, DEFAULT_SETTINGS.prices),
    );
    expect(sumLines(price, "8%").map(({ label }) => label)).toEqual(["Subtotal", "Tax (8%)", "Total"]);
    const { haulFee: _, ...older } = sumsOf(price);
    expect(sumLines(older as typeof price, "8%")).toEqual(sumLines(price, "8%"));
  });

  it("are the function's totals, which sum as well", () => {
    fc.assert(
      fc.property(anyOrder, anyConfig, (order, config) => {
        const price = priceOrder({ ...order, context: "new" }, config);
        const { total, discount = 0, ...others } = totalsJson(price);
        expect(Object.values(others).reduce((sum, cents) => sum + cents, 0) - discount).toBe(total);
        expect(Object.keys(others)).toEqual(["subtotal", "delivery_fee", "extension", "tax"]);
      }),
    );
  });
});
