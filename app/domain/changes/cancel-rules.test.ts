import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../settings/defaults";
import { cancellationFee, cancellationTier, customerMayCancel, staffMayCancel, withinOf } from "./cancel-rules";
import { JOB_STATES, UNIT_STATES } from "../states/transitions";

const tiers = DEFAULT_SETTINGS.cancellation;
const HOUR = 3_600_000;

it.each([
  [1000, 0],
  [48, 0],
  [48 - 1 / HOUR, 10],
  [30, 10],
  [24, 10],
  [24 - 1 / HOUR, 20],
  [0, 20],
  [-5, 20],
])("%d hours before the window: %d %%", (hours, percent) => {
  expect(cancellationTier(hours * HOUR, tiers)).toBe(percent);
});

it("takes $40.93 of $409.32 at 30 hours (domain.md, section 3)", () => {
  expect(cancellationFee({ totalPaid: 40932, msToWindowStart: 30 * HOUR, tiers })).toEqual({
    percent: 10,
    fee: 4093,
    refund: 36839,
  });
});

it("keeps the tier of the day of rescheduling as a minimum", () => {
  const input = { totalPaid: 50000, tiers, floorPercent: 10 };
  expect(cancellationFee({ ...input, msToWindowStart: 100 * HOUR })).toEqual({ percent: 10, fee: 5000, refund: 45000 });
  expect(cancellationFee({ ...input, msToWindowStart: 3 * HOUR })).toEqual({ percent: 20, fee: 10000, refund: 40000 });
});

it("is free when we missed the window, floor or not", () => {
  expect(
    cancellationFee({ totalPaid: 50000, msToWindowStart: -6 * HOUR, tiers, floorPercent: 20, missedWindow: true }),
  ).toEqual({ percent: 0, fee: 0, refund: 50000 });
});

it("costs nothing where nothing was paid", () => {
  expect(cancellationFee({ totalPaid: 0, msToWindowStart: 0, tiers })).toEqual({ percent: 20, fee: 0, refund: 0 });
});

it("always splits what was paid into fee and refund, and never rises with more notice", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 5_000_000 }),
      fc.integer({ min: -10 * HOUR, max: 100 * HOUR }),
      fc.integer({ min: 0, max: 50 * HOUR }),
      fc.constantFrom(0, 10, 20),
      (totalPaid, ms, more, floorPercent) => {
        const late = cancellationFee({ totalPaid, msToWindowStart: ms, tiers, floorPercent });
        const early = cancellationFee({ totalPaid, msToWindowStart: ms + more, tiers, floorPercent });
        expect(late.fee + late.refund).toBe(totalPaid);
        expect(Number.isInteger(late.fee) && late.fee >= 0 && late.refund >= 0).toBe(true);
        expect(early.fee).toBeLessThanOrEqual(late.fee);
      },
    ),
    { numRuns: 2000 },
  );
});

describe("who may cancel", () => {
  const before = ["unscheduled", "scheduled", "assigned"];

  it("is everyone until the truck is on its way, staff also after a failed delivery", () => {
    for (const unit of UNIT_STATES) {
      for (const job of JOB_STATES) {
        const may = unit === "reserved" && before.includes(job);
        expect(customerMayCancel(unit, job), `${unit} ${job}`).toBe(may);
        expect(staffMayCancel(unit, job), `${unit} ${job}`).toBe(may || unit === "delivery_failed");
      }
    }
    expect(customerMayCancel("reserved", null)).toBe(true);
    expect(customerMayCancel("delivery_failed", null)).toBe(false);
  });
});

it("takes fees one after the other, and never more than is left of what was paid", () => {
  const fees = [{ fee: 15_000 }, { fee: 15_000 }, { fee: 500 }];
  expect(withinOf(fees, 20_001).map(({ fee }) => fee)).toEqual([15_000, 5_001, 0]);
  expect(withinOf(fees, 40_000)).toEqual(fees);
});
