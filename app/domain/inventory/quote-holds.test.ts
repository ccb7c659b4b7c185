import { expect, it } from "vitest";
import { day } from "../kernel/days";
import type { Hold } from "./holds.server";
import { isHeldFor } from "./quote-holds.server";

const LINES = [
  { size: 20, quantity: 1 },
  { size: 15, quantity: 2 },
];
const hold = {
  delivery_date: day("2026-12-03"),
  delivery_window: "morning",
  occupied_until: day("2026-12-11"),
  lines: LINES,
} as Hold;
const order = {
  lines: LINES,
  deliveryDate: day("2026-12-03"),
  deliveryWindow: "morning",
  occupiedUntil: day("2026-12-11"),
};

// A payment page that took another order's hold would leave this one's days to somebody else.
it.each([
  ["the same order", {}, true],
  ["its lines in another order", { lines: LINES.toReversed() }, true],
  ["a line in two", { lines: [{ size: 15, quantity: 1 }, ...LINES.slice(0, 1), { size: 15, quantity: 1 }] }, true],
  ["another day", { deliveryDate: day("2026-12-04") }, false],
  ["another window", { deliveryWindow: "afternoon" }, false],
  ["kept longer", { occupiedUntil: day("2026-12-12") }, false],
  ["one more of a size", { lines: [...LINES, { size: 20, quantity: 1 }] }, false],
  ["another size", { lines: [{ size: 25, quantity: 1 }, ...LINES.slice(1)] }, false],
])("a quote's hold is for %s: %s", (_what, changes, isHeld) => {
  expect(isHeldFor(hold, { ...order, ...changes })).toBe(isHeld);
});
