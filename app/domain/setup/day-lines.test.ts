import { expect, it } from "vitest";
import { daysTrouble, readDayLine, readDayLines } from "./day-lines";

const ROW = ["2026-12-24", "2026-12-25", "2026-12-26"];

it.each([
  "2026-12-24 to 2026-12-26",
  "12/24/2026 - 12/26/2026",
  "12/24/2026–12/26/2026",
  "Dec 24, 2026 through Sat, Dec 26, 2026",
  "Thursday, December 24th 2026 until 26 December 2026 Christmas break",
  "2026-12-24 TO 2026-12-26 Saturday",
])("closes each day from the first to the last: %s", (line) => {
  expect(readDayLine(line)).toEqual(ROW);
});

it("takes the fourth of July in the name of the day on which it is observed", () => {
  expect(readDayLine("7/5/2027 4th of July observed")).toEqual(["2027-07-05"]);
});

it.each([
  "2026-12-24",
  "12-24-2026",
  "2026-12-24 Thursday",
  "12/24/2026 - Christmas Eve",
  "Dec 24, 2026, the day before Christmas",
  // Words that only look like a time, and ordinals that are part of a name.
  "12/24/2026 4th of July observed",
  "Dec 24, 2026 – July 4th (observed)",
  "12/24/2026, our 25th anniversary",
  "12/24/2026 Company party",
  "12/24/2026 Three Kings Day",
  "12/24/2026 Halloween",
  "12/24/2026 July 4th",
  "12/24/2026 Christmas and year's end party",
  "12/24/2026 closed, stock-taking",
])("closes one day, whose name is not kept: %s", (line) => {
  expect(readDayLine(line)).toEqual(["2026-12-24"]);
});

it.each([
  "2026-12-24 half day",
  "12/24/2026 until 12:00",
  "12/24/2026 Morning",
  "12/24/2026 a.m.",
  "12/24/2026 (p.m.)",
  "12/24/2026, open in the afternoon",
  "12/24/2026 mornings",
  "12/24/2026 afternoons",
  "12/24/2026 evenings",
  "12/24/2026 halfday",
  "12/24/2026 half-day",
  "12/24/2026 P. M.",
  "12/24/2026 pm",
  "12/24/2026 ½ day",
  "12/24/2026 Christmas, we close at one",
  "12/24/2026 closing at noon",
  "12/24/2026 closed after twelve",
  "12/24/2026 noontime",
  "12/24/2026 shortened",
  "12/24/2026, 12/25/2026",
  "12/24/2026 and 12/25/2026",
  "12/24/2026 and Christmas Day",
  "12/24/2026 and 25th",
  "12/24/2026 Christmas Eve and Christmas Day",
  "12/24/2026 Christmas Eve & Christmas",
  "11/26/2026 Thanksgiving plus the Friday",
  "12/24/2026, 25th",
  "12/24/2026, 25th of December",
  "12/24/2026 & 25th observed",
  // A year that was mistyped, the wrong way round, half of a day in a row.
  "12/24/2026 to 12/26/2027",
  "12/26/2026 to 12/24/2026",
  "12/24/2026 to 12/26/2026 noon",
  "12/24/2026 to the new year",
])("closes nothing where the line says more than its day, and names it: %s", (line) => {
  expect(readDayLine(line)).toEqual([line]);
  expect(daysTrouble(["2026-12-31", line])).toMatch(
    /^“.*2026.*”: more than a day\. .*12\/24\/2026 to 12\/26\/2026\. All of each is closed; half a day/,
  );
});

it("says both where one line is no day and another says more", () => {
  expect(daysTrouble(["Chrismas", "12/24/2026 half"])).toMatch(/^“Chrismas”: no day .* “12\/24\/2026 half”: more/);
  expect(daysTrouble(["Dec 24 to 26", ...ROW])).toMatch(/^“Dec 24 to 26”: no day that we know\./);
  expect(daysTrouble(ROW)).toBeNull();
});

it("looks through no line that is longer than anybody writes one, and refuses it", () => {
  const note = (long: number) => `12/24/2026 ${"x".repeat(long - "12/24/2026 ".length)}`;
  expect(readDayLine(note(200))).toEqual(["2026-12-24"]);
  expect(readDayLine(note(201))).toEqual([note(201)]);
  const start = performance.now();
  for (const line of [`12/24/2026${" ".repeat(200_000)}x`, "–".repeat(200_000), "1 to ".repeat(40_000)])
    expect(daysTrouble(readDayLine(line))).not.toBeNull();
  expect(performance.now() - start).toBeLessThan(2_000);
});

it("reads a list as long as anybody's, each day once and in order, and none of a longer one", () => {
  const lines = (count: number) => Array.from({ length: count }, (_, i) => (i % 2 ? "12/24/2026" : "Dec 25, 2026"));
  expect(readDayLines(lines(400))).toEqual(["2026-12-24", "2026-12-25"]);
  expect(readDayLines(lines(401))).toBeUndefined();
  const letters = (count: number) => [...lines(10), "– ".repeat((count - 110) / 2)];
  expect(readDayLines(letters(8000))).toHaveLength(3);
  expect(readDayLines(letters(8002))).toBeUndefined();
});
