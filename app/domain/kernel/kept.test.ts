import { expect, it } from "vitest";
import { keptFor, keptTexts } from "./kept";

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

it("makes once what is made of something frozen, and anew what is made of something that can change", () => {
  let times = 0;
  const count = keptFor(({ of }: { of: string }) => `${of} ${++times}`);
  const frozen = Object.freeze({ of: "frozen" });
  expect([count(frozen), count(frozen), count(Object.freeze({ of: "frozen" }))]).toEqual([
    "frozen 1",
    "frozen 1",
    "frozen 2",
  ]);
  const loose = { of: "loose" };
  expect(count(loose)).toBe("loose 3");
  loose.of = "changed";
  expect(count(loose)).toBe("changed 4");
});
