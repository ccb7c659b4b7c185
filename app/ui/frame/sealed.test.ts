import { expect, it } from "vitest";
import { seal, unseal } from "./sealed";

it("gives back what was sealed, quotes of both kinds and all", () => {
  const view = { note: `the "blue" gate, Ana's`, lines: [{ size: 20, none: null }], "it's": '\\"' };
  expect(unseal(seal(view))).toEqual(view);
  expect(seal({ a: "b" })).toBe("{'a':'b'}");
});
