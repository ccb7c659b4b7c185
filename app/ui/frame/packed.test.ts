import { expect, it } from "vitest";
import { pack, unpack, type Shape } from "./packed";

interface Yard {
  name: string;
  open: boolean;
  days: number[];
  sizes: { yards: number; words: string[] }[];
  prices: Record<15 | 20, number>;
}
const SHAPE: Shape<Yard> = {
  name: true,
  open: true,
  days: true,
  sizes: [{ yards: true, words: true }],
  prices: { 15: true, 20: true },
};
const yard: Yard = {
  name: '"Sun" & </script>',
  open: false,
  days: [1, 2],
  sizes: [
    { yards: 15, words: ["a", "b"] },
    { yards: 20, words: [] },
  ],
  prices: { 15: 1, 20: 2 },
};

it("gives back what went in, without naming a key", () => {
  const text = pack(yard, SHAPE);
  expect(unpack<Yard>(text, SHAPE)).toEqual(yard);
  expect(text).not.toMatch(/name|yards|prices/);
});

it("does not depend on the order of an object's keys", () => {
  const { name, ...rest } = yard;
  expect(pack({ ...rest, name }, SHAPE)).toBe(pack(yard, SHAPE));
});
