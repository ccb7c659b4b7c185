import { expect, it } from "vitest";
import { SIZES } from "../../../tests/support/prices";
import { NOT_ENOUGH, notEnoughText } from "../inventory/words";
import { addDays, day } from "../kernel/days";
import { pricingConfig } from "../pricing/rules";
import { DEFAULT_SETTINGS } from "../settings/defaults";
import { mayHaveAnother, priceAdditional, readAdditional } from "./additional-rules";

const LIMITS = { maxQuantityPerLine: 5, maxRentalDays: 30, includedDays: 7 };
const TYPED = { size: "20", quantity: "1", material: "general", rentalDays: "7" };
const read = (typed: Partial<Record<keyof typeof TYPED, string | null>>) =>
  readAdditional((field) => ({ ...TYPED, ...typed })[field], LIMITS, SIZES);

it("takes what fits as it was typed", () => {
  expect(read({ size: "25", quantity: " 3 ", rentalDays: "30" })).toEqual({
    line: { size: 25, quantity: 3, material: "general", rentalDays: 30 },
    changed: {},
  });
});

// Specification, section 5.
it.each([
  ["0", 1],
  ["-4", 1],
  ["6", 5],
  ["1e9", 5],
  ["Infinity", 5],
  ["two", 1],
  ["", 1],
  ["NaN", 1],
  ["2.9", 2],
])("makes a quantity of %j to %i, and says so", (quantity, want) => {
  const wish = read({ quantity });
  expect(wish.line.quantity).toBe(want);
  expect(wish.changed).toEqual({
    quantity: expect.stringContaining(`1 to 5 dumpsters. We set it to ${want}.`) as string,
  });
});

it.each([
  ["0", 1],
  ["31", 30],
  ["400", 30],
  ["-1", 1],
  ["", 7],
  ["a week", 7],
])("makes %j rental days to %i, and says so", (rentalDays, want) => {
  const wish = read({ rentalDays });
  expect(wish.line.rentalDays).toBe(want);
  expect(Object.keys(wish.changed)).toEqual(["rentalDays"]);
});

it("keeps heavy debris to 15 yards", () => {
  expect(read({ material: "heavy", size: "15" }).changed).toEqual({});
  const wish = read({ material: "heavy", size: "25" });
  expect(wish.line).toMatchObject({ size: 15, material: "heavy" });
  expect(wish.changed.size).toContain(
    "Heavy debris goes in the 15-yard dumpster only. We chose 15 yards instead of 25.",
  );
});

it("asks again for what it does not offer, and fills in what was not sent", () => {
  expect(Object.keys(read({ size: "30", material: "concrete" }).changed).sort()).toEqual(["material", "size"]);
  expect(readAdditional(() => null, LIMITS, SIZES)).toEqual({
    line: { size: 15, quantity: 1, material: "general", rentalDays: 7 },
    changed: {},
  });
});

it("is priced like a new dumpster, with the area's fee and the days beyond the included ones", () => {
  const config = pricingConfig(DEFAULT_SETTINGS, DEFAULT_SETTINGS.prices);
  const price = priceAdditional(
    { size: 20, quantity: 2, material: "general", rentalDays: 10 },
    { config, areaDeliveryFee: 2500 },
  );
  expect(price).toMatchObject({
    subtotal: 75800,
    deliveryFee: 2500,
    extension: 15000,
    haulFee: 0,
    tax: 7464,
    total: 100764,
  });
});

it("says it in the specification's words", () => {
  expect([NOT_ENOUGH, notEnoughText({ availableCount: 2, size: 20 })]).toEqual([
    "Not Enough Inventory",
    "Only 2 unit(s) available for 20 yard right now. Please reduce quantity or try later.",
  ]);
});

it("goes with a booking that is paid and not long over", () => {
  const pickup = day("2026-12-10");
  const asked = (changes: Partial<Parameters<typeof mayHaveAnother>[0]>, today = pickup) =>
    mayHaveAnother({ status: "confirmed", paid_at: 1, scheduled_pickup_date: pickup, ...changes }, today);
  expect([asked({}), asked({}, addDays(pickup, 300)), asked({ status: "completed" }, addDays(pickup, 30))]).toEqual([
    true,
    true,
    true,
  ]);
  expect([
    asked({ paid_at: null }),
    asked({ status: "cancelled" }),
    asked({ status: "completed" }, addDays(pickup, 31)),
  ]).toEqual([false, false, false]);
});
