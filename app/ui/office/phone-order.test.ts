import { expect, it } from "vitest";
import { day } from "~/domain/kernel/days";
import { answeredMeanwhile, blanksOf, dayProblemOf, unpricedWords, type OrderAnswers } from "./phone-order";

const SUNDAY = "2026-12-06";
const MONDAY = day("2026-12-07");
const windows = { morning: "open", afternoon: "open", anytime: "open" } as const;
const answers = (on: string, changes: Partial<OrderAnswers> = {}): OrderAnswers => ({
  caller: null,
  exempt: null,
  account: null,
  email: null,
  days: [],
  day: { on, problem: on === SUNDAY ? "We do not deliver on Sundays." : null },
  ...changes,
});
const refused = (fields: Record<string, string>, values: Record<string, string>) => ({
  ok: false as const,
  fields,
  values,
});
const over = (
  problem: Parameters<typeof answeredMeanwhile>[0],
  typed: Record<string, string>,
  now = answers(typed["deliveryDate"] ?? ""),
  first = answers(SUNDAY),
) =>
  answeredMeanwhile(problem, typed, {
    answers: now,
    first,
    places: { 32801: { city: "", county: "", fee: 0, least: 0 } },
  });

it("a refused day is over once another one is answered, not before", () => {
  const problem = refused({ deliveryDate: "Sundays", lastName: "Enter" }, { deliveryDate: SUNDAY });
  expect(over(problem, { deliveryDate: MONDAY })).toEqual(["deliveryDate"]);
  expect(over(problem, { deliveryDate: MONDAY }, answers(SUNDAY))).toEqual([]);
  expect(over(problem, { deliveryDate: SUNDAY })).toEqual([]);
  expect(over(problem, { deliveryDate: "" }, answers("", { day: null }))).toEqual([]);
});

it("the same day is over once it has room, and stays where something else was wrong with it", () => {
  const problem = refused({ deliveryDate: "Only 1 unit(s)" }, { deliveryDate: MONDAY });
  const free = answers(MONDAY, { days: [{ day: MONDAY, label: "", offered: true, windows }] });
  expect(over(problem, { deliveryDate: MONDAY }, free, answers(MONDAY))).toEqual(["deliveryDate"]);
  expect(over(problem, { deliveryDate: MONDAY }, free, free)).toEqual([]);
});

it("the rental's days and the ZIP are over once they can be", () => {
  const problem = refused({ rentalDays: "1 to 30", zip: "Not served" }, { rentalDays: "99", zip: "90210" });
  expect(over(problem, { rentalDays: "7", zip: "32801" })).toEqual(["rentalDays", "zip"]);
  expect(over(problem, { rentalDays: "98", zip: "3280" })).toEqual([]);
  expect(over(problem, { rentalDays: "", zip: "90210" })).toEqual([]);
});

it("what two wrote at once stays a question", () => {
  const problem = { ...refused({ deliveryDate: "The customer wrote" }, { deliveryDate: SUNDAY }), whose: [] };
  expect(over(problem, { deliveryDate: MONDAY })).toEqual([]);
});

it("an answer about another day says nothing of this one", () => {
  expect(dayProblemOf({ deliveryDate: SUNDAY }, answers(SUNDAY))).toBe("We do not deliver on Sundays.");
  expect(dayProblemOf({ deliveryDate: MONDAY }, answers(SUNDAY))).toBeNull();
});

const KAY = { firstName: "Kay", zip: "34746", address: "1 Lake Dr", city: "Kissimmee", projectType: "other" };

it("the place of a known caller is filled in whole or not at all", () => {
  const place = (typed: Record<string, string>) =>
    Object.keys(blanksOf(typed, {}, KAY)).filter((name) => name !== "firstName" && name !== "projectType");
  expect(place({})).toEqual(["zip", "address", "city"]);
  expect(place({ zip: "32801", city: "Orlando" })).toEqual([]);
  expect(place({ zip: "3474" })).toEqual([]);
  expect(place({ address: "9 Oak St" })).toEqual([]);
  expect(place({ city: "Orlando" })).toEqual([]);
  // What agrees is completed.
  expect(place({ zip: "34746-1234", city: "kissimmee" })).toEqual(["address"]);
  // The rest does not depend on it.
  expect(blanksOf({ zip: "32801" }, {}, KAY)).toEqual({ firstName: "Kay", projectType: "other" });
});

it("what has no price says which size fits the material, of several lines by the line's number", () => {
  const said = (values: Record<string, string | string[]>) =>
    unpricedWords(values, { prices: { 15: 1, 20: 1 } } as never);
  const heavy = "Heavy debris goes in the 15-yard dumpster only. Choose 15 yards, or another material.";
  expect(said({ dumpsterSize: "", materialCategory: "heavy" })).toBe("Choose a size.");
  expect(said({ dumpsterSize: "20", materialCategory: "heavy" })).toBe(heavy);
  expect(said({ dumpsterSize: ["15", "20"], materialCategory: ["heavy", "heavy"] })).toBe(`Line 2: ${heavy}`);
  expect(said({ dumpsterSize: "20", quantity: "9" })).toMatch(/from 1 to 5/);
});
