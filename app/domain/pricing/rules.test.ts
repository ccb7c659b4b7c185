import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyConfig, anyLine, anyOrder, SIZES } from "../../../tests/support/prices";
import { FULL } from "../../../tests/support/paths";
import { DEFAULT_SETTINGS } from "../settings/defaults";
import { MATERIALS } from "./materials";
import { toQuoteJson } from "./rules-json";
import { checkLine, needsConsultation, priceOrder, pricingConfig, readChosen, splitCents, unitShares } from "./rules";
import { chosenOf, MATERIAL_IDS, type OrderLine, type PricingConfig, type PricingContext } from "./types";

const config = pricingConfig(DEFAULT_SETTINGS, DEFAULT_SETTINGS.prices);
const line = (change: Partial<OrderLine> = {}): OrderLine => ({
  size: 20,
  quantity: 1,
  material: "general",
  rentalDays: 7,
  ...change,
});
const price = (
  lines: OrderLine[],
  context: PricingContext = "new",
  change: Partial<PricingConfig> = {},
  areaDeliveryFee = 0,
) => priceOrder({ lines, context, areaDeliveryFee }, { ...config, ...change });

describe("the examples of domain.md, section 3", () => {
  it.each([
    ["20 yards, 7 days", [line()], "new", 40932],
    ["20 yards, 14 days", [line({ rentalDays: 14 })], "new", 59832],
    ["20 yards, 7 days, swap", [line()], "existing_haul", 51192],
    ["metal costs nothing", [line({ material: "metal" })], "new", 0],
  ] as const)("%s", (_name, lines, context, total) => {
    expect(price([...lines], context).total).toBe(total);
  });

  it("shows the extension as a field of its own", () => {
    expect(price([line({ rentalDays: 14 })])).toMatchObject({
      subtotal: 37900,
      extension: 17500,
      tax: 4432,
      total: 59832,
    });
  });
});

describe("one dumpster of each material, 15 yards, 7 days", () => {
  // Worked by hand from the table in the specification, section 9: unit price, credit, line total in cents.
  it.each([
    ["general", 32900, 0, 32900],
    ["heavy", 42770, 0, 42770],
    ["yard", 26320, 3290, 23030],
    ["concrete", 39480, 6580, 32900],
    ["roofing", 46060, 0, 48560],
    ["clean_fill", 19740, 9870, 9870],
    ["wood", 29610, 4935, 24675],
    ["metal", 16450, 26320, 0],
    ["mixed_construction", 36190, 1645, 34545],
    ["furniture", 32900, 3290, 31110],
    ["asphalt", 42770, 8225, 34545],
    ["electronics", 65800, 0, 73300],
    ["special", 49350, 0, 54350],
  ] as const)("%s", (material, unitPrice, credit, total) => {
    const [item] = price([line({ size: 15, material })]).items;
    expect(item).toMatchObject({
      unit_price: unitPrice,
      recycling_credit: credit,
      line_total: total,
      disposal_fee_adjustment: unitPrice - 32900,
    });
  });
});

it("charges the handling fee once per line, the credit per dumpster", () => {
  const result = price([line({ material: "furniture", quantity: 3 })]);
  expect(result).toMatchObject({
    subtotal: 3 * 37900 + 1500 - 11370,
    special_handling_fees: 1500,
    recycling_credits: 11370,
    disposal_fees: 0,
    totalUnits: 3,
  });
});

it.each([
  [1, 1],
  [7, 1],
  [8, 2],
  [14, 2],
  [15, 3],
  [30, 5],
])("%d days are %d expected hauls", (rentalDays, hauls) => {
  const result = price([line({ rentalDays, quantity: 2 })]);
  expect(result.items[0]).toMatchObject({
    expected_hauls: hauls,
    haul_fee_per_empty: 9500,
    estimated_haul_cost: hauls * 19000,
  });
  expect(result).toMatchObject({ haulFee: 0, estimatedHaulFees: hauls * 19000 });
});

it("takes the area's delivery fee when it is above 0, and taxes it", () => {
  expect(price([line()], "new", { deliveryFee: 2000 }, 5000)).toMatchObject({
    deliveryFee: 5000,
    tax: 3432,
    total: 46332,
  });
  expect(price([line()], "new", { deliveryFee: 2000 }).deliveryFee).toBe(2000);
});

it("rounds the discount once and shares it out to the cent", () => {
  const result = price([line(), line({ size: 15 }), line({ size: 25 })], "new", { discountPercent: 3.33 });
  expect(result.discount).toBe(3820); // 114,700 × 3.33 % = 3,819.51
  expect(result.items.map((item) => item.discount_amount)).toEqual([1262, 1096, 1462]);
});

it("costs nothing without a line", () => {
  expect(price([], "new", { deliveryFee: 2000 })).toMatchObject({ total: 0, deliveryFee: 0, totalUnits: 0, items: [] });
});

it("takes of a line what was chosen for the order, and nothing that it came with", () => {
  const typed = { ...line({ rentalDays: 9 }), zip: "32801", smsConsent: true };
  expect(chosenOf(typed)).toEqual({ rentalDays: 9 });
  expect(checkLine(typed, [20])).toEqual({ ok: true, line: line({ rentalDays: 9 }) });
});

describe("readChosen", () => {
  it.each([
    ["14", 14],
    [" 14 ", 14],
    [14, 14],
    ["30", 30],
    ["31", 9],
    ["0", 9],
    ["1.5", 9],
    ["", 9],
    ["soon", 9],
    [undefined, 9],
  ])("takes %j as %i days", (typed, rentalDays) => {
    expect(readChosen(() => typed, 30, 9).rentalDays).toBe(rentalDays);
  });
});

describe("checkLine", () => {
  it.each([
    [{ size: 30 }, "unknown_size", "dumpsterSize"],
    [{ material: "lava" }, "unknown_material", "materialCategory"],
    [{ material: "toString" }, "unknown_material", "materialCategory"],
    [{ material: "heavy", size: 20 }, "too_large_for_material", "dumpsterSize"],
    [{ quantity: 0 }, "bad_quantity", "quantity"],
    [{ quantity: 6 }, "bad_quantity", "quantity"],
    [{ quantity: 1.5 }, "bad_quantity", "quantity"],
    [{ quantity: Number.NaN }, "bad_quantity", "quantity"],
    [{ rentalDays: 31 }, "bad_rental_days", "rentalDays"],
    [{ rentalDays: 0 }, "bad_rental_days", "rentalDays"],
  ])("refuses %o", (change, code, field) => {
    expect(checkLine({ ...line(), ...change }, SIZES)).toMatchObject({ ok: false, code, field });
  });

  it("takes heavy debris at 15 yards only, all else up to 25", () => {
    for (const material of MATERIAL_IDS) {
      for (const size of SIZES)
        expect(checkLine(line({ material, size }), SIZES).ok).toBe(material !== "heavy" || size === 15);
    }
  });

  it("is the gate of priceOrder, which leaves the upper limits to the form", () => {
    expect(() => price([line({ material: "heavy", size: 20 })])).toThrow(RangeError);
    expect(() => price([line({ quantity: -1 })])).toThrow(RangeError);
    expect(price([line({ quantity: 12, rentalDays: 45 })]).totalUnits).toBe(12);
  });
});

it("wants a call for electronics and special waste", () => {
  const consulted = MATERIAL_IDS.filter((material) => needsConsultation([{ material }]));
  expect(consulted).toEqual(["electronics", "special"]);
});

it("answers the API in dollars", () => {
  const json = toQuoteJson(price([line({ material: "wood", rentalDays: 9 })]));
  expect(json).toMatchObject({ subtotal: 284.25, extension: 50, tax: 26.74, total: 360.99, totalUnits: 1 });
  expect(json.items[0]).toMatchObject({
    size: 20,
    quantity: 1,
    material: "wood",
    rentalDays: 9,
    unit_price: 341.1,
    recycling_credit: 56.85,
    expected_hauls: 2,
    haul_fee_per_empty: 95,
    estimated_haul_cost: 190,
    extension: 50,
  });
  expect(JSON.parse(JSON.stringify(json))).toEqual(json);
});

// At full length beside the faults it takes longer than a test usually may.
describe("for any order", { timeout: 300_000 }, () => {
  const runs = { numRuns: FULL ? 100_000 : 300 };

  it("is integer cents, never below 0, and its parts sum", () => {
    fc.assert(
      fc.property(anyOrder, anyConfig, (order, any) => {
        const result = priceOrder(order, any);
        const { items, ...amounts } = result;
        const sum = (pick: (item: (typeof items)[number]) => number) =>
          items.reduce((all, item) => all + pick(item), 0);
        for (const [name, amount] of Object.entries(amounts)) {
          expect(Number.isSafeInteger(amount), name).toBe(true);
          if (name !== "disposal_fees") expect(amount, name).toBeGreaterThanOrEqual(0);
        }
        for (const item of items) {
          for (const value of Object.values(item))
            expect(typeof value === "string" || Number.isSafeInteger(value)).toBe(true);
          expect(item.line_total).toBeGreaterThanOrEqual(0);
          expect(item.discount_amount).toBeGreaterThanOrEqual(0);
          expect(item.discount_amount).toBeLessThanOrEqual(item.line_total);
        }
        expect(sum((item) => item.line_total)).toBe(result.subtotal);
        expect(sum((item) => item.discount_amount)).toBe(result.discount);
        expect(sum((item) => item.extension)).toBe(result.extension);
        expect(result.total).toBe(
          result.subtotal - result.discount + result.deliveryFee + result.extension + result.haulFee + result.tax,
        );
        expect(JSON.parse(JSON.stringify(result))).toEqual(result);
        const shares = unitShares(result);
        expect(shares.length).toBe(result.totalUnits);
        expect(shares.reduce((a, b) => a + b, 0)).toBe(items.length > 0 ? result.total : 0);
        expect(Math.min(0, ...shares)).toBe(0);
      }),
      runs,
    );
  });

  it("does not depend on the order of the lines", () => {
    fc.assert(
      fc.property(anyOrder, anyConfig, (order, any) => {
        const { items: _a, ...forward } = priceOrder(order, any);
        const { items: _b, ...backward } = priceOrder({ ...order, lines: order.lines.toReversed() }, any);
        expect(backward).toEqual(forward);
      }),
      runs,
    );
  });

  it("never gets cheaper by one more dumpster of a material without a credit", () => {
    fc.assert(
      fc.property(anyOrder, anyLine, anyConfig, (order, extra, any) => {
        fc.pre(MATERIALS[extra.material].recyclingCreditRate === 0);
        const before = priceOrder({ ...order, lines: [...order.lines, extra] }, any);
        const after = priceOrder(
          { ...order, lines: [...order.lines, { ...extra, quantity: extra.quantity + 1 }] },
          any,
        );
        expect(after.total).toBeGreaterThanOrEqual(before.total);
      }),
      runs,
    );
  });

  it("answers dollars that turn back into the same cents", () => {
    fc.assert(
      fc.property(anyOrder, anyConfig, (order, any) => {
        const result = priceOrder(order, any);
        const json = toQuoteJson(result);
        expect(Math.round(json.total * 100)).toBe(result.total);
        expect(String(json.total)).toMatch(/^\d+(\.\d{1,2})?$/);
      }),
      runs,
    );
  });
});

describe("splitCents", () => {
  it.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [5, [0, 0], [3, 2]],
    [7, [0, 3, 0], [0, 7, 0]],
    [0, [1, 2], [0, 0]],
    [9, [], []],
  ])("%d over %o", (amount, weights, parts) => {
    expect(splitCents(amount, weights)).toEqual(parts);
  });
});
