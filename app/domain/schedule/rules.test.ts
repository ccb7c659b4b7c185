import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, day, daysBetween, weekday } from "../kernel/days";
import { DEFAULT_SETTINGS } from "../settings/defaults";
import {
  deliveryDayProblem,
  deliveryTimeLabel,
  endedToday,
  firstDeliveryDay,
  freeExtraDays,
  isOpenDay,
  nextOpenDay,
  occupiedUntil,
  offeredWindows,
  pickupDay,
  windowHours,
  windowProblem,
  type ScheduleContext,
} from "./rules";

const at = (today: string, time: string, change: Partial<ScheduleContext["settings"]> = {}): ScheduleContext => {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return { today: day(today), minuteNow: hour * 60 + minute, settings: { ...DEFAULT_SETTINGS, ...change } };
};

describe("a day that can be delivered", () => {
  // Saturday, November 21, 2026; Thanksgiving is Thursday the 26th.
  const saturday = at("2026-11-21", "09:00");

  it.each([
    ["2026-11-21", null],
    ["2026-11-20", "Friday, November 20 has passed. The first day we can deliver is Saturday, November 21."],
    ["2026-11-22", "We do not deliver on Sundays. The next day we deliver is Monday, November 23."],
    [
      "2026-11-26",
      "We are closed on Thursday, November 26, a holiday. The next day we deliver is Friday, November 27.",
    ],
    [
      "2027-01-01",
      "We are closed on Friday, January 1, 2027, a holiday. The next day we deliver is Saturday, January 2, 2027.",
    ],
    ["2027-02-19", null],
    ["2027-02-20", "You can book up to 90 days ahead. Choose a day up to Friday, February 19, 2027, or call us."],
  ])("%s: %s", (on, problem) => {
    expect(deliveryDayProblem(day(on), saturday)).toBe(problem);
  });

  it.each([
    ["2026-11-20", "11:59", "2026-11-20"],
    ["2026-11-20", "12:00", "2026-11-21"],
    ["2026-11-21", "12:00", "2026-11-23"],
    ["2026-11-22", "08:00", "2026-11-23"],
    ["2026-11-25", "15:00", "2026-11-27"],
    ["2026-12-31", "13:00", "2027-01-02"],
  ])("on %s at %s the first is %s", (today, time, first) => {
    expect(firstDeliveryDay(at(today, time))).toBe(first);
  });

  it("closes today at the cut-off, and says when instead", () => {
    expect(deliveryDayProblem(day("2026-11-21"), at("2026-11-21", "12:00"))).toBe(
      "It is too late to deliver today. The first day we can deliver is Monday, November 23.",
    );
    expect(deliveryDayProblem(day("2026-11-22"), at("2026-11-22", "23:59"))).toContain("Sundays");
  });

  it("closes today when no window is left, however late the cut-off is set", () => {
    const late = { sameDayCutoffMinute: 15 * 60 };
    expect(deliveryDayProblem(day("2026-11-20"), at("2026-11-20", "11:59", late))).toBeNull();
    expect(deliveryDayProblem(day("2026-11-20"), at("2026-11-20", "12:00", late))).toContain("too late");
  });

  it("fails loudly when nothing is ever open", () => {
    expect(() => nextOpenDay(day("2026-11-20"), { deliveryWeekdays: [], holidays: [] })).toThrow();
  });
});

describe("windows", () => {
  it("have the specification's labels; any other value is shown as is", () => {
    expect(["morning", "afternoon", "anytime", "dusk", "toString"].map(deliveryTimeLabel)).toEqual([
      "Morning (8AM - 12PM)",
      "Afternoon (12PM - 5PM)",
      "Anytime (8AM - 5PM)",
      "dusk",
      "toString",
    ]);
    expect([
      windowHours("morning").startHour,
      windowHours("afternoon").startHour,
      windowHours("anytime").startHour,
      windowHours("?").startHour,
    ]).toEqual([8, 12, 8, 8]);
  });

  it.each([
    ["07:59", ["morning", "afternoon", "anytime"]],
    ["08:00", ["afternoon"]],
    ["11:59", ["afternoon"]],
    ["12:00", []],
  ])("of today at %s are %o", (time, offered) => {
    expect(offeredWindows(day("2026-11-20"), at("2026-11-20", time))).toEqual(offered);
    expect(offeredWindows(day("2026-11-21"), at("2026-11-20", time))).toHaveLength(3);
  });

  it.each([
    ["morning", "2026-11-20", "11:59", null],
    ["morning", "2026-11-20", "12:00", "12PM"],
    ["afternoon", "2026-11-20", "16:59", null],
    ["anytime", "2026-11-20", "17:00", "5PM"],
    ["dusk", "2026-11-20", "23:59", "5PM"],
    ["morning", "2026-11-19", "23:59", null],
    ["morning", "2026-11-21", "23:59", null],
  ])("the %s of %s has ended on November 20 at %s: %s", (window, on, time, ended) => {
    expect(endedToday(window, day(on), at("2026-11-20", time))).toBe(ended);
  });

  it("that are full are not offered", () => {
    expect(
      offeredWindows(day("2026-11-23"), at("2026-11-20", "09:00"), {
        taken: { morning: 6, afternoon: 5 },
        capacity: 6,
      }),
    ).toEqual(["afternoon", "anytime"]);
  });

  it("that have begun say what to choose instead", () => {
    const nine = at("2026-11-20", "09:00");
    expect(windowProblem("morning", day("2026-11-20"), nine)).toBe(
      "Morning (8AM - 12PM) has already begun today. Choose Afternoon (12PM - 5PM).",
    );
    expect(windowProblem("anytime", day("2026-11-20"), at("2026-11-20", "13:00"))).toContain("Choose another day.");
    expect(windowProblem("afternoon", day("2026-11-20"), nine)).toBeNull();
    expect(windowProblem("night", day("2026-11-23"), nine)).toBe(
      "Choose a delivery time: morning, afternoon or anytime.",
    );
  });
});

describe("the pickup", () => {
  it.each([
    ["2026-11-23", 7, "2026-11-30", 0],
    ["2026-11-21", 8, "2026-11-30", 1], // Sunday
    ["2026-11-19", 7, "2026-11-27", 1], // Thanksgiving
    ["2026-12-24", 8, "2027-01-02", 1], // New Year's Day
    ["2027-06-26", 8, "2027-07-06", 2], // Sunday, then the day off for July 4
    ["2026-10-30", 7, "2026-11-06", 0], // over the end of summer time
  ])("of %s after %d days is %s", (delivery, days, pickup, free) => {
    expect(pickupDay(day(delivery), days, DEFAULT_SETTINGS)).toBe(pickup);
    expect(freeExtraDays(day(delivery), days, DEFAULT_SETTINGS)).toBe(free);
    expect(occupiedUntil(day(pickup), false, { flexibleExtensionDays: 3 })).toBe(addDays(day(pickup), 1));
    expect(occupiedUntil(day(pickup), true, { flexibleExtensionDays: 3 })).toBe(addDays(day(pickup), 4));
  });

  it("is always open, never early, and at most three days late", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 1, max: 30 }), (ahead, rentalDays) => {
        const delivery = addDays(day("2026-01-01"), ahead);
        const pickup = pickupDay(delivery, rentalDays, DEFAULT_SETTINGS);
        expect(isOpenDay(pickup, DEFAULT_SETTINGS)).toBe(true);
        const late = daysBetween(addDays(delivery, rentalDays), pickup);
        expect(late >= 0 && late <= 3).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

it("offers a window on every day that it offers, and no day that is closed", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 900 }),
      fc.integer({ min: 0, max: 1439 }),
      fc.integer({ min: 0, max: 1440 }),
      fc.integer({ min: -3, max: 95 }),
      (start, minuteNow, cutoff, ahead) => {
        const ctx: ScheduleContext = {
          today: addDays(day("2026-01-01"), start),
          minuteNow,
          settings: { ...DEFAULT_SETTINGS, sameDayCutoffMinute: cutoff },
        };
        expect(deliveryDayProblem(firstDeliveryDay(ctx), ctx)).toBeNull();
        const on = addDays(ctx.today, ahead);
        if (deliveryDayProblem(on, ctx) !== null) return;
        expect(offeredWindows(on, ctx).length).toBeGreaterThan(0);
        expect(weekday(on)).not.toBe(0);
        expect(on >= firstDeliveryDay(ctx)).toBe(true);
      },
    ),
    { numRuns: 2000 },
  );
});
