import { describe, expect, it } from "vitest";
import { liesAhead, notBefore, stepTime } from "./entries";

const MINUTE = 60_000;
/** The wall says 1,000 minutes; domain time is a day ahead, as the sandbox's clock may be. */
const WALL = 1_000 * MINUTE;
const NOW = WALL + 24 * 60 * MINUTE;

describe("a step's time", () => {
  it.each([
    ["a phone whose clock is right", { at: -30, sentAt: 0 }, { done: -30, isCorrected: false }],
    ["one that is four minutes fast", { at: -26, sentAt: 4 }, { done: -30, isCorrected: false }],
    ["one that is an hour fast", { at: 30, sentAt: 60 }, { done: -30, isCorrected: true }],
    ["one that is a day slow", { at: -30 - 1440, sentAt: -1440 }, { done: -30, isCorrected: true }],
    ["a step after it was sent", { at: 10, sentAt: 0 }, { done: 0, isCorrected: true }],
    ["a step of before there were phones", { at: -1e9, sentAt: 0 }, { done: -31 * 24 * 60, isCorrected: true }],
    ["a clock that no date can show", { at: -1e300, sentAt: 1e300 }, { done: -31 * 24 * 60, isCorrected: true }],
  ])("%s", (_name, { at, sentAt }, { done, isCorrected }) => {
    const clocks = { sentAt: WALL + sentAt * MINUTE, wall: WALL, now: NOW };
    expect(stepTime(WALL + at * MINUTE, clocks)).toEqual({ doneAt: NOW + done * MINUTE, isCorrected });
  });

  it("is never before the step before it, which is said beyond five minutes", () => {
    const mine = { doneAt: NOW, isCorrected: false };
    expect(notBefore(mine, null)).toEqual(mine);
    expect(notBefore(mine, NOW - 1)).toEqual(mine);
    expect(notBefore(mine, NOW + 5 * MINUTE)).toEqual({ doneAt: NOW + 5 * MINUTE, isCorrected: false });
    expect(notBefore(mine, NOW + 6 * MINUTE)).toEqual({ doneAt: NOW + 6 * MINUTE, isCorrected: true });
    expect(notBefore({ ...mine, isCorrected: true }, null).isCorrected).toBe(true);
  });
});

it.each([
  ["delivery", "assigned", "arrived", true],
  ["delivery", "assigned", "completed", true],
  ["delivery", "assigned", "ticketed", false],
  ["pickup", "serviced", "ticketed", true],
  ["pickup", "serviced", "arrived", false],
  ["delivery", "arrived", "arrived", false],
  ["delivery", "cancelled", "arrived", false],
  ["delivery", "attempted", "arrived", false],
] as const)("of a %s that is %s, %s lies ahead: %s", (kind, from, to, expected) => {
  expect(liesAhead(kind, from, to)).toBe(expected);
});
