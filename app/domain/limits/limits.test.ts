import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Db, openDatabase } from "#db/client.server";
import { migrate } from "#db/migrate.server";
import { countTry } from "./limits.server";

let folder: string;
let db: Db;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "limits-"));
  db = openDatabase(join(folder, "test.sqlite"));
  await migrate(db);
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

const MINUTE = 60_000;
const start = Math.floor(Date.parse("2026-12-01T12:00:00Z") / MINUTE) * MINUTE;

it("lets the allowed number through and then says how long to wait", async () => {
  for (let i = 0; i < 3; i++) expect(await countTry(db, "look-up:a", { max: 3, windowSeconds: 60, now: start + 15_000 })).toBe(0);
  expect(await countTry(db, "look-up:a", { max: 3, windowSeconds: 60, now: start + 15_000 })).toBe(45);
  expect(await countTry(db, "look-up:a", { max: 3, windowSeconds: 60, now: start + 59_999 })).toBe(1);
});

it("counts a heavy try for as many as it weighs, never beyond the limit", async () => {
  const hold = (weight: number) => countTry(db, "hold", { max: 10, windowSeconds: 60, weight, now: start });
  expect([await hold(4), await hold(7), await hold(6), await hold(1)]).toEqual([0, 60, 0, 60]);
});

it("lets one through that alone weighs more than the limit, where nothing was counted yet", async () => {
  const hold = (weight: number, key: string) => countTry(db, key, { max: 10, windowSeconds: 60, weight, now: start });
  expect([await hold(30, "a"), await hold(1, "a"), await hold(1, "b"), await hold(30, "b")]).toEqual([0, 60, 0, 60]);
});

it("starts anew with the next window and counts each key alone", async () => {
  expect(await countTry(db, "look-up:a", { max: 1, windowSeconds: 60, now: start })).toBe(0);
  expect(await countTry(db, "look-up:a", { max: 1, windowSeconds: 60, now: start })).toBe(60);
  expect(await countTry(db, "look-up:b", { max: 1, windowSeconds: 60, now: start })).toBe(0);
  expect(await countTry(db, "look-up:a", { max: 1, windowSeconds: 60, now: start + MINUTE })).toBe(0);
});

it("counts exactly, also for two processes that try at once", async () => {
  const other = openDatabase(join(folder, "test.sqlite"));
  const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => countTry(i % 2 ? db : other, "pay", { max: 7, windowSeconds: 60, now: start })));
  other.close();
  expect(answers.filter((wait) => wait === 0)).toHaveLength(7);
});
