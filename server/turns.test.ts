import { expect, it } from "vitest";
import { turns } from "./turns";

const loopTurn = () => new Promise((resolve) => setImmediate(resolve));

it("lets one request work in each turn of the loop, in the order in which they came", async () => {
  const turn = turns();
  const seen: string[] = [];
  for (const name of ["a", "b", "c"]) void turn.take().then((mine) => seen.push(`${name} ${mine}`));
  expect([turn.waiting, seen]).toEqual([3, []]);
  const after: string[][] = [];
  for (let i = 0; i < 4; i++) {
    await loopTurn();
    after.push([...seen]);
  }
  // The first of ours was asked for before our own look at the loop, so that each look sees one more.
  expect(after).toEqual([["a true"], ["a true", "b true"], ["a true", "b true", "c true"], ["a true", "b true", "c true"]]);
  expect(turn.waiting).toBe(0);
});

it("turns away at once who would wait behind too many, and nobody when they are gone", async () => {
  const turn = turns(2);
  const first = [turn.take(), turn.take()];
  expect(await turn.take()).toBe(false);
  expect(await Promise.all(first)).toEqual([true, true]);
  expect(await turn.take()).toBe(true);
});

it("goes on after a request that failed in its turn", async () => {
  const turn = turns();
  const failed = turn.take().then(() => { throw new Error("a fault"); });
  const next = turn.take();
  await expect(failed).rejects.toThrow("a fault");
  expect(await next).toBe(true);
});
