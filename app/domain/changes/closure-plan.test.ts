import { expect, it } from "vitest";
import { addDays, day } from "../kernel/days";
import { DEFAULT_SETTINGS } from "../settings/defaults";
import { planPlaces, type Displaced } from "./closure-plan";

const ON = day("2026-12-03");
it("the one that a swap brings takes room for the days that are paid for, from its new day on", () => {
  const closed = { day: ON, part: "day", reason: "Storm" } as const;
  const settings = { ...DEFAULT_SETTINGS, holidays: [ON] };
  const ctx = { settings, today: addDays(ON, -2), minuteNow: 600 } as never;
  const stands = { window: "anytime", deliveryWindow: "anytime", last: null, mayKeepIt: false } as const;
  const swap: Displaced = {
    ...{ ...stands, jobId: "swap", unitId: "full", kind: "swap", size: 20, delivery: addDays(ON, -5), pickup: ON },
    until: addDays(ON, 1),
    empty: {
      unitId: "empty",
      size: 10,
      delivery: ON,
      window: "anytime",
      pickup: day("2026-12-10"),
      until: day("2026-12-11"),
    },
  };
  const next: Displaced = {
    ...{
      ...stands,
      jobId: "next",
      unitId: "next",
      kind: "delivery",
      size: 10,
      delivery: ON,
      pickup: day("2026-12-10"),
    },
    ...{ until: day("2026-12-11"), empty: null },
  };
  // One of ten yards is all there is: the next order waits until what the swap brings is back, and turned round.
  const stock = new Map([
    [20, { owned: 1, taken: new Map() }],
    [10, { owned: 1, taken: new Map([3, 4, 5, 6, 7, 8, 9, 10].map((on) => [addDays(ON, on - 3), 2])) }],
  ]);
  const pickupOn = (unitId: string, delivery: ReturnType<typeof day>) => addDays(delivery, unitId === "full" ? 1 : 7);
  const places = planPlaces([swap, next], ctx, { windowsTaken: () => 0, stock, pickupOn }, closed);
  expect([places.get("swap")?.day, places.get("next")?.day]).toEqual(["2026-12-04", "2026-12-12"]);
});
