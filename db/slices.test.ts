import { afterEach, beforeEach, expect, it } from "vitest";
import { temporaryDatabase } from "../tests/support/copies";
import type { Db } from "./client.server";
import { inSlices, SLICE_MS } from "./slices.server";

let db: Db;
let close: () => void;
beforeEach(async () => ({ db, close } = await temporaryDatabase()));
afterEach(() => close());

/** Work that takes so long for each row, on whatever machine. */
function busy(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until;);
}

it("makes slices as large as fit, each a transaction of its own, and lets others in between", async () => {
  const asked: number[] = [];
  let left = 200;
  let turns = 0;
  let going = true;
  const others = (async () => {
    for (; going; turns++) await new Promise((resolve) => setImmediate(resolve));
  })();
  const done = await inSlices(
    db,
    (_, most) => {
      expect(db.sqlite.inTransaction).toBe(true);
      asked.push(most);
      const now = Math.min(most, left);
      busy(now * 0.25);
      left -= now;
      return now;
    },
    { roundMs: 60_000 },
  );
  going = false;
  await others;
  expect(done).toMatchObject({ handled: 200, finished: true });
  // A row takes at least a quarter of a millisecond, so more than ten of them can never have fitted into half a slice.
  expect(Math.max(...asked)).toBeLessThanOrEqual((SLICE_MS / 2) * 4);
  expect(asked.length).toBeGreaterThanOrEqual(20);
  expect(turns).toBeGreaterThanOrEqual(asked.length - 1);
});

it("grows while slices are short", async () => {
  const asked: number[] = [];
  await inSlices(db, (_, most) => (asked.push(most), asked.length < 40 ? most : 0));
  expect(Math.max(...asked)).toBeGreaterThan((asked[0] ?? 0) * 4);
});

it("leaves the rest to the next round", async () => {
  const done = await inSlices(db, (_, most) => (busy(3), most), { roundMs: 20 });
  expect(done.finished).toBe(false);
  expect(done.handled).toBeGreaterThan(0);
});

it("keeps what earlier slices did when a later one fails", async () => {
  db.sqlite.exec("CREATE TABLE done (slice integer)");
  let slice = 0;
  const failing = inSlices(db, (_, most) => {
    db.sqlite.prepare("INSERT INTO done VALUES (?)").run(++slice);
    if (slice === 3) throw new Error("disk");
    return most;
  });
  await expect(failing).rejects.toThrow("disk");
  expect(db.sqlite.prepare("SELECT slice FROM done").pluck().all()).toEqual([1, 2]);
});
