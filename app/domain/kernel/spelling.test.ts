import { expect, it } from "vitest";
import { isNearSpelling, oneSlipAway, spellingDistance } from "./spelling";

it.each([
  ["", "", 0],
  ["", "ann", 3],
  ["ann", "", 3],
  ["priya", "priya", 0],
  ["prya", "priya", 1],
  ["schulz", "schultz", 1],
  ["gonzales", "gonzalez", 1],
  ["brain", "brian", 1],
  ["ab", "ba", 1],
  ["smiht", "smith", 1],
  ["ca", "abc", 3],
  ["kitten", "sitting", 3],
  ["maria", "mark", 2],
  ["a".repeat(24), "b".repeat(24), 24],
  ["a".repeat(25), "a".repeat(25), Infinity],
  ["ann", "x".repeat(1_000_000), Infinity],
])("from %j to %j are %d slips, either way", (one, other, slips) => {
  expect(spellingDistance(one, other)).toBe(slips);
  expect(spellingDistance(other, one)).toBe(slips);
});

it.each([
  ["prya", "priya", true],
  ["prya", "priyaa", false],
  // Two slips in a word of seven letters, not in one of six.
  ["gonsale", "gonzalez", true],
  ["gonsal", "gonzale", false],
  ["ann", "annabelle", false],
])("%j for %j: %s", (typed, meant, is) => expect(isNearSpelling(typed, meant)).toBe(is));

it("knows every word that is one slip away, and no other", () => {
  const near = oneSlipAway("abca");
  for (const word of ["bca", "abc", "baca", "abac", "zbca", "abcz", "xabca", "abcxa", "abcax"])
    expect(near, word).toContain(word);
  expect(near.filter((word) => spellingDistance("abca", word) !== 1)).toEqual([]);
  expect(new Set(near).size).toBe(near.length);
});
