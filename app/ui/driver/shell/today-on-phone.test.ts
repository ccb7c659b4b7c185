import { expect, it } from "vitest";
import { day } from "~/domain/kernel/days";
import { instantAt } from "~/domain/kernel/time.server";
import { todayOnPhone } from "./today-on-phone";

const readAt = instantAt(day("2026-11-26"), 19);
it.each([
  ["the same evening", "2026-11-26", 23, "2026-12-26"],
  ["after midnight", "2026-11-27", 0, "2026-12-27"],
  ["two mornings later", "2026-11-28", 6, "2026-12-28"],
  ["on a clock that was put back", "2026-11-20", 6, "2026-12-26"],
] as const)("%s", (_when, on, hour, is) => {
  expect(todayOnPhone({ today: day("2026-12-26"), readAt }, instantAt(day(on), hour))).toBe(is);
});
