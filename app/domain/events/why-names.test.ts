import { expect, it } from "vitest";
import type { ChangeRefusal } from "../changes/kind";
import { describeWhy, WHY } from "./why-words";

/** A sentence as the last thing of a call, or as what `why` is. */
const SENTENCE =
  /\b(?:move(?:Booking|Unit|Job|Change)|releaseHold|(?:close|end)Checkout|withdraw(?:ChangesOf|Change|Balance|Extra|Errands)|cancel(?:Pickups|UnitJobs)|approveRefund)\([^;{]*(?:\{[^{}]*\}[^;{]*)?"[A-Za-z]+ [^"]*"|\bwhy = (?!z\.)[^;\n]*"[a-z]+ [^"]*"/g;

it("why something moved or ended is a name, never words: those are made when it is shown", () => {
  const sources = import.meta.glob<string>(
    ["../../{domain,services,routes}/**/*.{ts,tsx}", "!**/*.test.ts", "!**/templates*"],
    { query: "?raw", import: "default", eager: true },
  );
  expect(Object.keys(sources).length).toBeGreaterThan(500);
  expect(
    Object.entries(sources).flatMap(([file, code]) => [...code.matchAll(SENTENCE)].map(([call]) => `${file}: ${call}`)),
  ).toEqual([]);
});

it("each refusal of a change that was paid for has its words, and what somebody typed stays", () => {
  const refusals = WHY satisfies Record<ChangeRefusal["code"], string>;
  expect(describeWhy("another_job")).toBe(refusals.another_job);
  expect(describeWhy("refunded_duplicate")).toBe("paid a second time");
  expect([describeWhy("The dog is out"), describeWhy("constructor"), describeWhy(null)]).toEqual([
    "The dog is out",
    "constructor",
    null,
  ]);
});
