import { expect, it } from "vitest";
import { day } from "~/domain/kernel/days";
import { rendered, wordsIn } from "../../../tests/support/rendered";
import { barOf, leastWords, WeeksOfSize } from "./YardWeeks";
import { ShortageNotice } from "./YardTable";

it("a day that we are closed is gray, however many are promised on it", () => {
  const bars = [true, false].flatMap((isOpen) => [1, 2, 3].map((taken) => barOf({ taken, isOpen }, 2)));
  expect(bars).toEqual(["some", "full", "over", "shut", "shut", "shut"]);
});

it("says of the day with the fewest what its figure says", () => {
  const on = day("2026-12-26");
  expect([1, 2, 3, 4].map((taken) => leastWords({ day: on, taken }, 2))).toEqual([
    "At the least 1 is left, on Saturday, December 26.",
    "None is left on Saturday, December 26.",
    "1 is missing on Saturday, December 26.",
    "2 are missing on Saturday, December 26.",
  ]);
  expect([1, 2].map((more) => leastWords({ day: on, taken: 2 }, 2, more))).toEqual([
    "None is left on Saturday, December 26 and 1 more day.",
    "None is left on Saturday, December 26 and 2 more days.",
  ]);
});

it("draws and says of eight weeks the day on which the most are missing, and a closed day gray", async () => {
  const days = [
    { day: day("2026-12-24"), taken: 3, free: 0, isOpen: true },
    { day: day("2026-12-25"), taken: 3, free: 0, isOpen: false },
    { day: day("2026-12-26"), taken: 4, free: 0, isOpen: true },
  ];
  const html = await rendered(WeeksOfSize, { size: 20, usable: 2, days });
  expect(wordsIn(html)).toContain("2 can be used now. 2 are missing on Saturday, December 26.");
  expect([...html.matchAll(/<rect class="(over|full|some|shut)"/g)].map(([, bar]) => bar)).toEqual([
    "over",
    "shut",
    "over",
  ]);
});

it("names the bookings of later days that are short too, apart from those of the first", async () => {
  const short = { size: 25, day: day("2026-12-26"), missing: 2, bookings: ["DMP-2026-000122", "DMP-2026-000120"] };
  const said = async (later: { until: ReturnType<typeof day>; bookings: string[] } | null) =>
    wordsIn((await rendered(ShortageNotice, { shortages: [{ ...short, later }] })).replace(/<script[^]*/, ""))
      .replaceAll(" ,", ",")
      .replaceAll(" .", ".");
  const first =
    "2 25-yard dumpsters are missing on Saturday, December 26. Still to be delivered by then: DMP-2026-000122, DMP-2026-000120.";
  expect((await said(null)).trim()).toBe(first);
  expect((await said({ until: day("2027-01-05"), bookings: ["DMP-2026-000124"] })).trim()).toBe(
    `${first} Too few also for what comes until Tuesday, January 5: DMP-2026-000124.`,
  );
});
