import { expect, it } from "vitest";
import { answers, FRESH_MS, MOST_AT_ONCE, ringGroups, type RingAgent } from "./rings";

const NOW = 1_000_000;
const agent = (id: string, changes: Partial<RingAgent> = {}): RingAgent => ({
  id,
  isAvailable: true,
  ringGroup: 1,
  isReady: true,
  seenAt: NOW - 1_000,
  silentAt: null,
  isOnCall: false,
  ...changes,
});

it.each([
  ["is there", {}, true],
  ["has switched it off", { isAvailable: false }, false],
  ["has a device that is not registered", { isReady: false }, false],
  ["talks to somebody else", { isOnCall: true }, false],
  ["was heard of just in time", { seenAt: NOW - FRESH_MS }, true],
  ["was not heard of for too long: a laptop sleeps", { seenAt: NOW - FRESH_MS - 1 }, false],
  ["was silent when it was rung, and has not been heard since", { silentAt: NOW - 500 }, false],
  ["was silent, and has been heard since", { silentAt: NOW - 5_000 }, true],
])("an agent who %s", (_, changes, expected) => {
  expect(answers(agent("a", changes), NOW)).toBe(expected);
});

it("are rung by their groups, those who were silent last behind the others, ten at most", () => {
  const silentAt = NOW - 5_000;
  const crowd = Array.from({ length: MOST_AT_ONCE + 1 }, (_, i) => agent(`c${i}`, { ringGroup: 2 }));
  expect(ringGroups([agent("late", { silentAt }), ...crowd, agent("a"), agent("b")], NOW)).toEqual([
    ["a", "b"],
    ["late"],
    crowd.slice(0, MOST_AT_ONCE).map(({ id }) => id),
    [crowd.at(-1)?.id],
  ]);
  expect(ringGroups([agent("off", { isAvailable: false })], NOW)).toEqual([]);
});
