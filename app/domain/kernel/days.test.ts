import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import { addDays, day, daysBetween, formatDay, parseDay, weekday } from "./days";
import { dayAt, instant, instantAt, minuteOfDay, NEW_YORK } from "./time.server";

const someDay = fc
  .integer({ min: -20_000, max: 60_000 })
  .map((n) => Temporal.PlainDate.from("1970-01-01").add({ days: n }));

describe("calendar days", () => {
  it("are counted as the calendar counts them, over leap years and centuries", () => {
    fc.assert(
      fc.property(someDay, fc.integer({ min: -2_000, max: 2_000 }), (on, count) => {
        const later = on.add({ days: count });
        expect(addDays(day(on.toString()), count)).toBe(later.toString());
        expect(daysBetween(day(on.toString()), day(later.toString()))).toBe(count);
        expect(weekday(day(on.toString()))).toBe(on.dayOfWeek % 7);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    "2026-02-29",
    "9999-12-31",
    "1000-01-01",
    "2026-13-01",
    "0026-11-22",
    "2026-1-2",
    "2026-11-22T00:00",
    "",
    "November 22",
  ])("refuse %j", (text) => {
    expect(parseDay(text)).toBeNull();
  });

  it("are said as people say them", () => {
    expect([
      formatDay(day("2026-12-01")),
      formatDay(day("2026-12-01"), { year: true }),
      formatDay(day("2026-12-01"), { short: true }),
    ]).toEqual(["Tuesday, December 1", "Tuesday, December 1, 2026", "Tue, Dec 1"]);
  });
});

describe("New York's clock", () => {
  it("gives the day and the minute of any instant, on either side of every clock change", () => {
    const anyTime = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) });
    const aroundChanges = fc
      .constantFrom("2026-03-08T07:00:00Z", "2026-11-01T06:00:00Z")
      .chain((at) => fc.integer({ min: -7_200_000, max: 7_200_000 }).map((ms) => Date.parse(at) + ms));
    fc.assert(
      fc.property(fc.oneof(anyTime, aroundChanges), (ms) => {
        const there = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(NEW_YORK);
        expect([dayAt(instant(ms)), minuteOfDay(instant(ms))]).toEqual([
          there.toPlainDate().toString(),
          there.hour * 60 + there.minute,
        ]);
      }),
      { numRuns: 1_000 },
    );
  });

  it("knows that a day of a clock change is not 24 hours", () => {
    expect([daysHours("2026-03-08"), daysHours("2026-11-01"), daysHours("2026-11-22")]).toEqual([23, 25, 24]);
  });

  it("knows each minute of a day from the others, asked again too", () => {
    const at = (minute: number) => instantAt(day("2026-11-22"), 9, minute) - instantAt(day("2026-11-22"), 9);
    expect([at(0), at(30), at(45), at(30)]).toEqual([0, 1_800_000, 2_700_000, 1_800_000]);
  });
});

function daysHours(on: string): number {
  return (instantAt(addDays(day(on), 1), 0) - instantAt(day(on), 0)) / 3_600_000;
}
