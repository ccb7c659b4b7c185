import { expect, it } from "vitest";
import { endedSentence } from "./ended-sentence";

it.each([
  ["Storm warning", "Storm warning."],
  ["Storm.", "Storm."],
  ["Really?", "Really?"],
  ["Wait…", "Wait…"],
])("ends %j as %j", (typed, sentence) => {
  expect(endedSentence(typed)).toBe(sentence);
});
