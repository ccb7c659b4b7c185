import { expect, it } from "vitest";
import { instantAt } from "./time.server";
import { day } from "./days";
import { formatInstant, formatWhen } from "./moments";
import { formatEnd } from "./full-dates";

it.each([
  ["2026-11-30", 0, "through November 29, 2026", "through Nov 29"],
  // The day before is one of 25 hours, one of another year, one of 23 hours.
  ["2026-11-02", 0, "through November 1, 2026", "through Nov 1"],
  ["2027-01-01", 0, "through December 31, 2026", "through Dec 31"],
  ["2027-03-15", 0, "through March 14, 2027", "through Mar 14"],
  ["2026-11-30", 12, "until November 30, 2026, 12:00 pm", "until Nov 30, 12:00 pm"],
  ["2026-11-30", 8, "until November 30, 2026, 8:00 am", "until Nov 30, 8:00 am"],
] as const)("what ends on %s at %i is good %s", (on, hour, long, short) => {
  const at = instantAt(day(on), hour);
  expect([formatEnd(at), formatEnd(at, { short: true })]).toEqual([long, short]);
});

it("what ends in another year than the one it is said in says its own, also in short", () => {
  const end = instantAt(day("2027-01-02"), 0);
  const shortIn = (at: number, thisYear: string) => formatEnd(at, { short: true, thisYear });
  expect(shortIn(end, "2026")).toBe("through Jan 1, 2027");
  expect(shortIn(end, "2027")).toBe("through Jan 1");
  // The last evening of a year is told by its own.
  expect(shortIn(instantAt(day("2027-01-01"), 0), "2026")).toBe("through Dec 31");
  expect(shortIn(instantAt(day("2027-01-04"), 9), "2026")).toBe("until Jan 4, 2027, 9:00 am");
});

it("one minute to or after midnight is a time", () => {
  const midnight = instantAt(day("2026-11-30"), 0);
  expect(formatEnd(midnight - 60_000)).toBe("until November 29, 2026, 11:59 pm");
  expect(formatEnd(midnight + 60_000)).toBe("until November 30, 2026, 12:01 am");
});

it("a moment is told in full and in short", () => {
  const at = instantAt(day("2026-12-01"), 15, 42);
  expect([formatInstant(at), formatWhen(at), formatWhen(at, { year: true })]).toEqual([
    "December 1, 2026, 3:42 pm",
    "Dec 1, 3:42 pm",
    "Dec 1, 2026, 3:42 pm",
  ]);
});
