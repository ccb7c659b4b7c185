import { describe, expect, it } from "vitest";
import { day } from "../kernel/days";
import { monthMark, moveMonth, readReportPeriod, spanWords } from "./period";

const TODAY = day("2026-11-24");
const nothing = { month: null, from: null, to: null };
const ask = (asked: Partial<typeof nothing | Record<string, string>>, today = TODAY) =>
  readReportPeriod({ ...nothing, ...asked }, today);

describe("the time of a report", () => {
  it.each([
    // This month, held against the same days: by nothing, by its name, by its days.
    [{}, "2026-11-01..2026-11-30", "2026-10-01..2026-10-24", "2025-11-01..2025-11-24"],
    [{ month: "2026-11" }, "2026-11-01..2026-11-30", "2026-10-01..2026-10-24", "2025-11-01..2025-11-24"],
    [
      { from: "2026-11-01", to: "2026-11-30" },
      "2026-11-01..2026-11-30",
      "2026-10-01..2026-10-24",
      "2025-11-01..2025-11-24",
    ],
    // Months that are over, whole.
    [{ month: "2026-03" }, "2026-03-01..2026-03-31", "2026-02-01..2026-02-28", "2025-03-01..2025-03-31"],
    [{ month: "2024-02" }, "2024-02-01..2024-02-29", "2024-01-01..2024-01-31", "2023-02-01..2023-02-28"],
    [{ month: "2025-02" }, "2025-02-01..2025-02-28", "2025-01-01..2025-01-31", "2024-02-01..2024-02-29"],
    [{ month: "2026-01" }, "2026-01-01..2026-01-31", "2025-12-01..2025-12-31", "2025-01-01..2025-01-31"],
    // A whole year against the year before: to the same day while it runs.
    [
      { from: "2026-01-01", to: "2026-12-31" },
      "2026-01-01..2026-12-31",
      "2025-01-01..2025-11-24",
      "2025-01-01..2025-11-24",
    ],
    [
      { from: "2025-01-01", to: "2025-12-31" },
      "2025-01-01..2025-12-31",
      "2024-01-01..2024-12-31",
      "2024-01-01..2024-12-31",
    ],
    // Days of one's own, against as many before them.
    [
      { from: "2026-11-02", to: "2026-11-08" },
      "2026-11-02..2026-11-08",
      "2026-10-26..2026-11-01",
      "2025-11-02..2025-11-08",
    ],
    [
      { from: "2024-02-29", to: "2024-02-29" },
      "2024-02-29..2024-02-29",
      "2024-02-28..2024-02-28",
      "2023-02-28..2023-02-28",
    ],
    [
      { from: "2026-11-20", to: "2026-12-10" },
      "2026-11-20..2026-12-10",
      "2026-11-15..2026-11-19",
      "2025-11-20..2025-11-24",
    ],
  ])("of %o is %s, beside %s and %s", (asked, span, before, year) => {
    const read = ask(asked);
    if (!read.ok) throw new Error(JSON.stringify(read.fields));
    const { period } = read;
    const words = [period, period.before, period.year].map(({ from, to }) => `${from}..${to}`);
    expect(words).toEqual([span, before, year]);
  });

  it("that has not begun is told, and one that goes on ends today", () => {
    expect(ask({ month: "2026-12" })).toMatchObject({ ok: true, period: { isToCome: true, isRunning: false } });
    expect(ask({ month: "2026-11" })).toMatchObject({ ok: true, period: { isToCome: false, isRunning: true } });
    expect(ask({ month: "2026-10" })).toMatchObject({ ok: true, period: { isToCome: false, isRunning: false } });
    expect(ask({}, day("2026-11-30"))).toMatchObject({ ok: true, period: { isRunning: false } });
  });

  it("of the 31st that runs is held against the last day of a shorter month", () => {
    const read = ask({ month: "2026-12" }, day("2026-12-30"));
    expect(read).toMatchObject({ ok: true, period: { before: { from: "2026-11-01", to: "2026-11-30" } } });
  });

  it.each([
    [{ month: "2026-13" }, ["month"]],
    [{ month: "November" }, ["month"]],
    [{ month: "0001-01" }, ["month"]],
    [{ from: "2026-11-01" }, ["to"]],
    [{ to: "2026-11-01" }, ["from"]],
    [{ from: "x", to: "2026-02-30" }, ["from", "to"]],
    [{ from: "2026-11-02", to: "2026-11-01" }, ["to"]],
    [{ from: "2025-01-01", to: "2026-01-02" }, ["to"]],
    [{ from: "9999-01-01", to: "9999-01-02" }, ["from", "to"]],
  ])("%o is refused at %o, with what was typed", (asked, fields) => {
    const read = ask(asked);
    if (read.ok) throw new Error("taken");
    expect(Object.keys(read.fields)).toEqual(fields);
    expect(read.values).toMatchObject(asked);
  });

  it("of a leap year fits in whole", () => {
    expect(ask({ from: "2024-01-01", to: "2024-12-31" })).toMatchObject({ ok: true });
  });
});

it("says a time as people do", () => {
  const words = (from: string, to: string) => spanWords({ from: day(from), to: day(to) });
  expect(words("2026-11-01", "2026-11-30")).toBe("November 2026");
  expect(words("2026-11-01", "2026-11-24")).toBe("Nov 1 to Nov 24, 2026");
  expect(words("2026-12-30", "2027-01-02")).toBe("Dec 30, 2026 to Jan 2, 2027");
  expect(words("2026-11-24", "2026-11-24")).toBe("Nov 24, 2026");
  expect([moveMonth("2026-01", -1), moveMonth("2026-12", 1), moveMonth("2026-11", -12)]).toEqual([
    "2025-12",
    "2027-01",
    "2025-11",
  ]);
});

it("a month at the end of a line does not read like a day", () => {
  expect(monthMark("2025-12")).toBe("Dec ’25");
});
