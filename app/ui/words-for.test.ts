import { expect, it } from "vitest";
import { wordsFor } from "./words-for";

it("a table says what stands in it, and nothing else", () => {
  const table = { saved: "Saved." };
  expect(["saved", "__proto__", "constructor", "", null, undefined].map((key) => wordsFor(table, key))).toEqual([
    "Saved.",
    ...Array<undefined>(5).fill(undefined),
  ]);
});
