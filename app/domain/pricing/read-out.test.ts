import { expect, it } from "vitest";
import { readOut } from "./read-out";

it.each([
  [40932, 1, 1, "$409.32, one ton included, $105 for each ton more"],
  [81864, 2, 1, "$818.64, one ton included in each, $105 for each ton more"],
  [40932, 1, 2, "$409.32, two tons included, $105 for each ton more"],
  [40932, 1, 1.5, "$409.32, 1.5 tons included, $105 for each ton more"],
])("what is read out to a caller: %i cents, %i dumpsters, %f tons", (total, units, includedTons, said) => {
  expect(readOut({ total, units, includedTons, perTonMore: 10500 })).toBe(said);
});
