import { expect, it } from "vitest";
import { keptTexts } from "./kept";

it("keeps as many as it may, and lets the oldest go", () => {
  const kept = keptTexts<number>(2);
  for (const [name, made] of [
    ["a", 1],
    ["b", 2],
    ["c", 3],
  ] as const)
    kept.set(name, made);
  expect([kept.get("a"), kept.get("b"), kept.get("c")]).toEqual([undefined, 2, 3]);
});
