import { expect, it } from "vitest";
import { asSentence } from "./sentence";

it.each([
  ["Storm warning", "Storm warning."],
  ["Storm.", "Storm."],
  ["Really?", "Really?"],
  ["Wait…", "Wait…"],
])("ends %j as %j", (typed, sentence) => {
  expect(asSentence(typed)).toBe(sentence);
});
