import { expect, it } from "vitest";
import { withSign } from "../kernel/text";
import { chargeName } from "./labels";

it("says the kind of a charge once", () => {
  expect(chargeName("rental", "1 x 20-yard dumpster")).toBe("Rental: 1 × 20-yard dumpster");
  expect(chargeName("rental", "Rental: 20 yards, General debris, 7 days")).toBe(
    "Rental: 20 yards, General debris, 7 days",
  );
  expect(chargeName("haul", "Haul of the full dumpster: 20 yards")).toBe("Haul of the full dumpster: 20 yards");
  expect(chargeName("extension", "Extra days: 2 more days")).toBe("Extra days: 2 more days");
});

it("has the sign outside the thank-you page, and leaves other words", () => {
  expect(withSign("2 x 15-yard dumpster (Concrete), 1 x 20-yard dumpster (Mix x 2)")).toBe(
    "2 × 15-yard dumpster (Concrete), 1 × 20-yard dumpster (Mix x 2)",
  );
});
