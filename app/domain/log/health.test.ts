import { describe, expect, it } from "vitest";
import { durationText, sizeText, summariseHealth, type HealthFacts, type HealthState } from "./health";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const GB = 1024 ** 3;

const WELL: HealthFacts = {
  database: {
    readMs: 0.1,
    writeMs: 0.2,
    bytes: 2_000_000,
    freeBytes: 40 * GB,
    kind: "live",
    migration: "0004_x",
    contentVersion: "abc",
  },
  work: { waiting: 2, dead: 0, overdueMs: 900 },
  webhook: { type: "checkout.session.completed", agoMs: 3 * HOUR },
  reconciler: { agoMs: 11_000 },
  pdf: { state: "asleep", made: 4 },
  services: [
    { name: "Stripe", sandbox: false, detail: "live key" },
    { name: "Email", sandbox: true },
  ],
  prices: [],
  zips: { claimed: 100, active: 119 },
  process: { upMs: 26 * HOUR, memoryBytes: 150_000_000, build: "0123456789ab", node: "20.19.0", pid: 1 },
  log: { errors: 0, warnings: 3, byModule: [], unexpected: 0 },
};

type Changes = { [K in keyof HealthFacts]?: HealthFacts[K] | Partial<HealthFacts[K]> };

function report(changes: Changes = {}) {
  const facts = Object.fromEntries(
    Object.entries(WELL).map(([key, value]) => {
      const change = changes[key as keyof HealthFacts];
      const part =
        change === undefined
          ? value
          : Array.isArray(value) || change === null || value === null
            ? change
            : { ...value, ...change };
      return [key, part];
    }),
  ) as unknown as HealthFacts;
  const made = summariseHealth(facts);
  const lines = made.groups.flatMap((group) => group.lines);
  return { ...made, line: (name: string) => lines.find((line) => line.name === name) };
}

describe("the health report", () => {
  it("says that all is well", () => {
    const { state, summary, line } = report();
    expect([state, summary]).toEqual(["good", "All is well."]);
    expect(line("Stripe")).toEqual({ name: "Stripe", value: "Real, live key", state: "note" });
    expect(line("Email")?.value).toBe("Sandbox");
    expect(line("Last webhook")?.value).toBe("checkout.session.completed, 3 hours ago");
    expect(line("Waiting")?.value).toBe("2, the oldest is due for 0 seconds");
  });

  it.each<[string, Changes, string, HealthState]>([
    ["a slow answer", { database: { readMs: 60 } }, "Answers", "look"],
    ["a database that cannot be written", { database: { writeMs: null } }, "Can be written", "broken"],
    ["little room on the disk", { database: { freeBytes: GB } }, "Free disk", "look"],
    ["a full disk", { database: { freeBytes: 0.1 * GB } }, "Free disk", "broken"],
    ["work that waits", { work: { overdueMs: 6 * MINUTE } }, "Waiting", "look"],
    ["work that nobody does", { work: { overdueMs: 2 * HOUR } }, "Waiting", "broken"],
    ["work that was given up", { work: { dead: 1 } }, "Given up", "broken"],
    ["a reconciler that failed", { reconciler: { agoMs: 1000, error: "x" } }, "Reconciler", "look"],
    ["a reconciler that stands still", { reconciler: { agoMs: HOUR } }, "Reconciler", "broken"],
    ["a reconciler that never ran", { reconciler: null }, "Reconciler", "broken"],
    ["a PDF browser that does not work", { pdf: { state: "failed" } }, "PDF browser", "look"],
    ["prices that differ", { prices: ["20 yards: one is $379, the other $380"] }, "Prices", "look"],
    ["a claim above the truth", { zips: { claimed: 197 } }, "ZIP codes", "look"],
    ["logged errors", { log: { errors: 2, byModule: ["payments: 2"] } }, "Errors in the last hour", "look"],
    ["unexpected errors", { log: { unexpected: 1 } }, "Errors in the last hour", "look"],
    ["much memory", { process: { memoryBytes: 2 * GB } }, "Memory", "look"],
  ])("tells of %s", (_, changes, name, state) => {
    const made = report(changes);
    expect(made.line(name)?.state).toBe(state);
    expect(made.state).toBe(state);
    expect(made.summary).toBe(`${state === "broken" ? "Broken" : "To look at"}: ${name}.`);
  });

  it("names what is broken before what is to be looked at", () => {
    expect(report({ work: { dead: 2 }, zips: { claimed: 197 } })).toMatchObject({
      state: "broken",
      summary: "Broken: Given up. To look at: ZIP codes.",
    });
  });

  it("gives a young process time for its first run", () => {
    expect(report({ reconciler: null, process: { upMs: 5_000 } }).state).toBe("good");
  });
});

it.each([
  [0, "0 seconds"],
  [-5_000, "0 seconds"],
  [1_999, "1 second"],
  [119_999, "119 seconds"],
  [120_000, "2 minutes"],
  [2 * HOUR, "2 hours"],
  [47 * HOUR, "47 hours"],
  [48 * HOUR, "2 days"],
])("writes %i ms as %s", (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

it.each([
  [512, "0.5 KB"],
  [20_480, "20 KB"],
  [3.5 * 1024 ** 2, "3.5 MB"],
  [75 * GB, "75 GB"],
])("writes %d bytes as %s", (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
