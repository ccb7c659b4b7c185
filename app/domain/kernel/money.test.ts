import { expect, it } from "vitest";
import { formatCents, formatPrice } from "./money";

const BY_INTL = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

it.each([0, 1, 9, 10, 99, 100, 40_932, 99_999, 100_000, 123_456_789, 100_000_000_000])(
  "writes %d cents as Intl does, with a real minus sign below zero",
  (cents) => {
    expect(formatCents(cents)).toBe(BY_INTL.format(cents / 100));
    if (cents > 0) expect(formatCents(-cents)).toBe(`−${BY_INTL.format(cents / 100)}`);
  },
);

it("leaves cents out of a price that has none", () => {
  expect([100_000, 32_950, 32_905].map(formatPrice)).toEqual(["$1,000", "$329.50", "$329.05"]);
});
