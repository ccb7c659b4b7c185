import { expect, it } from "vitest";
import { turns } from "./turns";

const loopTurn = () => new Promise((resolve) => setImmediate(resolve));

it("lets one request work in each turn of the loop, in the order in which they came", async () => {
  const turn = turns();
  const seen: string[] = [];
  for (const name of ["a", "b", "c"]) void turn.take("one").then((mine) => seen.push(`${name} ${mine}`));
  expect([turn.waiting, seen]).toEqual([3, []]);
  const after: string[][] = [];
  for (let i = 0; i < 4; i++) {
    await loopTurn();
    after.push([...seen]);
  }
  // The first of ours was asked for before our own look at the loop, so that each look sees one more.
  expect(after).toEqual([
    ["a true"],
    ["a true", "b true"],
    ["a true", "b true", "c true"],
    ["a true", "b true", "c true"],
  ]);
  expect(turn.waiting).toBe(0);
});

it("gives each sender their turn, however many of another's wait", async () => {
  const turn = turns();
  const seen: string[] = [];
  const ask = (sender: string, times: number) =>
    Array.from({ length: times }, () => turn.take(sender).then(() => seen.push(sender)));
  const all = [...ask("greedy", 200), ...ask("ada", 2), ...ask("ben", 1)];
  await Promise.all(all);
  expect(seen.slice(0, 5)).toEqual(["greedy", "ada", "ben", "greedy", "ada"]);
  expect(seen).toHaveLength(203);
  expect(turn.waiting).toBe(0);
});

it("turns away at once whose own line is too long, never who comes for the first time", async () => {
  const turn = turns(8);
  const greedy = Array.from({ length: 6 }, () => turn.take("greedy"));
  const ada = turn.take("ada");
  // Half of the places for one alone, a third of them for each of two.
  expect(await Promise.all([greedy[4], greedy[5]])).toEqual([false, false]);
  expect(await ada).toBe(true);
  expect(await Promise.all(greedy.slice(0, 4))).toEqual([true, true, true, true]);
  expect(await turn.take("greedy")).toBe(true);
});

it("goes on after a request that failed in its turn", async () => {
  const turn = turns();
  const failed = turn.take("one").then(() => {
    throw new Error("a fault");
  });
  const next = turn.take("one");
  await expect(failed).rejects.toThrow("a fault");
  expect(await next).toBe(true);
});
