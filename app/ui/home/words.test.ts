import { expect, it } from "vitest";
import { countiesInWords, daysInWords, inWords } from "./words";

it.each([
  [[], ""],
  [["a"], "a"],
  [["a", "b"], "a and b"],
  [[15, 20, 25], "15, 20 and 25"],
])("lists %o", (parts, words) => {
  expect(inWords(parts)).toBe(words);
});

it.each([
  [[1, 2, 3, 4, 5, 6], "Monday to Saturday"],
  [[6, 5, 4, 3, 2, 1], "Monday to Saturday"],
  [[1, 2, 3, 4, 5, 6, 0], "Monday to Sunday"],
  [[1, 2], "Monday and Tuesday"],
  [[2, 4, 5], "Tuesday, Thursday and Friday"],
  [[6, 0], "Saturday and Sunday"],
  [[3], "Wednesday"],
])("says the days %o", (days, words) => {
  expect(daysInWords(days)).toBe(words);
});

it.each([
  [[], "Central Florida"],
  [["Orange"], "Orange County"],
  [["Orange", "Lake"], "Orange and Lake counties"],
])("says where: %o", (counties, words) => {
  expect(countiesInWords(counties)).toBe(words);
});
