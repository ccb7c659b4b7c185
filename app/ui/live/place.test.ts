import { expect, it } from "vitest";
import { eventOf, isKnown } from "./place";

it.each([
  ["12.34", "12.34", true],
  ["12.34", "13.34", true],
  ["12.34", "11.99", false],
  ["12.35", "99.34", false],
  ["9.1", "10.1", true],
])("what happened up to %s is known to who knows %s: %s", (place, known, wanted) => {
  expect(isKnown(place, known)).toBe(wanted);
});

it("reads the last event of a place, and none without one", () => {
  expect([eventOf("12.34"), eventOf(null)]).toEqual([12, 0]);
});
