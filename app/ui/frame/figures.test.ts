import { expect, it } from "vitest";
import { clockWords } from "./figures";

it.each([
  [720, "noon"],
  [660, "11 AM"],
  [810, "1:30 PM"],
  [0, "12 AM"],
])("%i minutes after midnight are %s", (minute, words) => {
  expect(clockWords(minute)).toBe(words);
});
