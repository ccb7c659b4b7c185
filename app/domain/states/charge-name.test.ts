import { expect, it } from "vitest";
import { chargeName } from "./labels";

it("says the kind of a charge once", () => {
  expect(chargeName("rental", "1 x 20-yard dumpster")).toBe("Rental: 1 x 20-yard dumpster");
  expect(chargeName("rental", "Rental: 20 yards, General debris, 7 days")).toBe(
    "Rental: 20 yards, General debris, 7 days",
  );
  expect(chargeName("haul", "Haul of the full dumpster: 20 yards")).toBe("Haul of the full dumpster: 20 yards");
  expect(chargeName("extension", "Extra days: 2 more days")).toBe("Extra days: 2 more days");
});
