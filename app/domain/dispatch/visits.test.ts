import { expect, it } from "vitest";
import type { Instant } from "../kernel/time.server";
import { endOfWait, hasWaited } from "./visits.server";

const at = (minutes: number) => (1_800_000_000_000 + minutes * 60_000) as Instant;
const said = (answer: "clearing" | "another_day" | null, answered: number | null, minutes: number | null) => ({
  waits_until: at(15),
  answer,
  answered_at: answered === null ? null : at(answered),
  minutes,
});

// A truck that leaves before has no fee for the trip; one that could be held for ever would stand there all day.
it.each([
  ["nobody answered", said(null, null, null), 15],
  ["clearing it takes less than was to be waited", said("clearing", 2, 5), 15],
  ["clearing it takes longer", said("clearing", 10, 20), 30],
  ["it is said when the time is over already: from its end", said("clearing", 40, 10), 25],
  ["they want another day after all", said("another_day", 3, null), 15],
])("a driver waits, where %s", (_what, visit, minutes) => {
  expect(endOfWait(visit)).toBe(at(minutes));
  expect([hasWaited(visit, at(minutes - 1)), hasWaited(visit, at(minutes))]).toEqual([false, true]);
});
