import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../settings/defaults";
import { needsConsultation, priceOrder, pricingConfig, unitShares } from "./rules";
import { STORED_PRICE } from "./stored-price";
import { MATERIAL_IDS, type OrderLine, type PricingContext } from "./types";

const config = pricingConfig(DEFAULT_SETTINGS, DEFAULT_SETTINGS.prices);
const price = (lines: OrderLine[], context: PricingContext) =>
  priceOrder({ lines, context, areaDeliveryFee: 0 }, config);
const line = (size: number, material: OrderLine["material"], quantity: number, rentalDays: number): OrderLine => ({
  size,
  material,
  quantity,
  rentalDays,
});

describe("a dumpster's share of an order", () => {
  it.each([
    ["of two kinds", "new", [line(20, "general", 2, 7), line(15, "roofing", 1, 7)]],
    ["with extra days on one line", "new", [line(20, "general", 3, 14), line(25, "yard", 1, 7)]],
    ["with a recycling credit on one line", "new", [line(15, "metal", 1, 20), line(20, "general", 2, 7)]],
    ["with the haul of the full dumpsters", "existing_haul", [line(20, "general", 1, 7), line(25, "roofing", 2, 7)]],
  ] as const)("%s is what its line costs alone, to a cent", (_, context, lines) => {
    const alone = lines.flatMap((one) =>
      Array.from({ length: one.quantity }, () => price([one], context).total / one.quantity),
    );
    const shares = unitShares(price([...lines], context));
    expect(shares.length).toBe(alone.length);
    for (const [i, share] of shares.entries())
      expect(Math.abs(share - (alone[i] ?? 0)), JSON.stringify({ shares, alone })).toBeLessThan(2);
  });
});

it("of a price that was stored before there were some amounts is the same, as if they were 0", () => {
  const now = price([line(15, "general", 1, 7), line(25, "general", 1, 7)], "new");
  const then = { ...now, items: now.items.map(({ extension: _, estimated_haul_cost: __, ...item }) => item) };
  const read = STORED_PRICE.read(JSON.stringify(then));
  expect(unitShares(read)).toEqual(unitShares(now));
  expect(new Set(unitShares(read)).size).toBe(2);
});

it("an order is talked about first when one of its lines has to be", () => {
  const special = MATERIAL_IDS.find((material) => needsConsultation([{ material }]));
  expect(special).toBeDefined();
  expect(needsConsultation([{ material: "general" }, { material: special ?? "general" }])).toBe(true);
  expect(needsConsultation([{ material: "general" }, { material: "roofing" }])).toBe(false);
});
