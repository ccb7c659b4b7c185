import { expect, it } from "vitest";
import { isKeptJob } from "./kept";

it.each([
  ["pickup", true, "on_site", true],
  ["pickup", true, "reserved", true],
  ["pickup", true, "pickup_requested", false],
  ["pickup", true, "pickup_failed", false],
  ["pickup", false, "on_site", false],
  // Their trucks come, whoever may keep it.
  ["delivery", true, "reserved", false],
  ["swap", true, "on_site", false],
  ["dump_and_return", true, "on_site", false],
] as const)(
  "a %s, where it may be kept: %s, of a dumpster %s: kept until asked for %s",
  (kind, mayKeep, unit, isKept) => {
    expect(isKeptJob({ kind, mayKeep, unit })).toBe(isKept);
  },
);
