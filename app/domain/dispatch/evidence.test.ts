import { expect, it } from "vitest";
import { evidenceOf, evidenceWords, type EvidenceGap } from "./evidence";
import { isEmptyReport, mayReport, ALL_PROHIBITED, reportWords, type Report } from "./report-rules";
import { ticketQuestion } from "./ticket-question";

it.each<[number | null, string, number, EvidenceGap[]]>([
  [1, "Nobody lets us in", 1, []],
  [0, "Nobody lets us in", 4, []],
  [1, "Nobody lets us in", 0, ["photo"]],
  [null, "Nobody lets us in", 1, ["arrival"]],
  [1, " ", 1, ["reason"]],
  [null, "", 0, ["arrival", "reason", "photo"]],
])("an attempt with arrival %s, reason %j and %i photos lacks %j", (arrivedAt, reason, photos, missing) => {
  const found = { arrivedAt, reason, photos, isTaken: false, isEarly: false };
  expect(evidenceOf(found)).toEqual({ complete: missing.length === 0, missing });
});

it("an attempt for what our own truck had taken is nobody else's fault, however well it is recorded", () => {
  const found = { arrivedAt: 1, reason: "Nothing is there", photos: 2, isTaken: true, isEarly: false };
  expect(evidenceOf(found)).toEqual({ complete: false, missing: ["taken"] });
});

it("a truck that has left before the promised time is owed nothing for it", () => {
  const found = { arrivedAt: 1, reason: "Nobody lets us in", photos: 2, isTaken: false, isEarly: true };
  expect(evidenceOf(found)).toEqual({ complete: false, missing: ["early"] });
  expect(evidenceWords(["early"])).toBe(
    "Evidence thin: it left before the promised time began. The fee for the trip is waived",
  );
});

it("is told with what follows from it", () => {
  expect(evidenceWords([])).toBe("Evidence complete: arrival, reason and photo");
  expect(evidenceWords(["arrival", "photo"])).toBe(
    "Evidence thin: no time of arrival, no photo. The fee for the trip is waived",
  );
});

it.each<[number, number, string, string | null]>([
  [4_000, 20, "general", null],
  [6_000, 20, "general", null],
  [6_001, 20, "general", "6,001 pounds is over the 3 tons that are allowed, and the office is told"],
  [10_001, 20, "general", "a lot for 20 yards of general debris"],
  [30_000, 15, "concrete", "over the 3 tons"],
  [39_001, 15, "concrete", "a lot"],
  [100, 15, "general", null],
  [99, 15, "general", "very little"],
  [22_501, 15, "a material of tomorrow", "a lot"],
])("%i pounds in %i yards of %s: %s", (net, size, material, words) => {
  const question = ticketQuestion(net, { size, material, mostPounds: 6_000 });
  expect(question === null ? null : question.includes(words ?? "never") || question).toBe(words === null ? null : true);
});

it("what a phone read before the office's limit came along is asked about by its size alone", () => {
  expect(ticketQuestion(10_000, { size: 20, material: "general" })).toBeNull();
  expect(ticketQuestion(10_001, { size: 20, material: "general" })).toContain("a lot");
});

const NOTHING: Report = {
  material: null,
  prohibited: null,
  prohibited_count: null,
  cleaning: false,
  moved: false,
  overloaded: false,
  second_number: null,
};
it.each<[Partial<Report>, string]>([
  [{ material: "concrete" }, "in it: Concrete"],
  [{ prohibited: "mattresses", prohibited_count: 3 }, "3 × Mattresses"],
  [{ cleaning: true, moved: true }, "needs cleaning; moved or tampered with"],
  [{ overloaded: true, second_number: "20-11" }, "overloaded; second number 20-11"],
])("a report of %j is told, and is not empty", (said, words) => {
  expect([reportWords({ ...NOTHING, ...said }), isEmptyReport({ ...NOTHING, ...said })]).toEqual([words, false]);
});

it("reports of nothing are none, and are made from the arrival until the job is done", () => {
  expect([isEmptyReport(NOTHING), reportWords(NOTHING)]).toEqual([true, ""]);
  const states = ["assigned", "en_route", "arrived", "serviced", "returned", "completed", "attempted"] as const;
  expect(states.filter(mayReport)).toEqual(["arrived", "serviced", "returned"]);
  expect(ALL_PROHIBITED).toContain("CRT_monitors");
  expect(new Set(ALL_PROHIBITED).size).toBe(ALL_PROHIBITED.length);
});
