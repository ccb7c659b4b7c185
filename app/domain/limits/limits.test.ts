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
  for (let i = 0; i < 3; i++) expect(await countTry(db, "look-up:a", 3, 60, start + 15_000)).toBe(0);
  expect(await countTry(db, "look-up:a", 3, 60, start + 15_000)).toBe(45);
  expect(await countTry(db, "look-up:a", 3, 60, start + 59_999)).toBe(1);
});

it("starts anew with the next window and counts each key alone", async () => {
  expect(await countTry(db, "look-up:a", 1, 60, start)).toBe(0);
  expect(await countTry(db, "look-up:a", 1, 60, start)).toBe(60);
  expect(await countTry(db, "look-up:b", 1, 60, start)).toBe(0);
  expect(await countTry(db, "look-up:a", 1, 60, start + MINUTE)).toBe(0);
});

it("counts exactly, also for two processes that try at once", async () => {
  const other = openDatabase(join(folder, "test.sqlite"));
  const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => countTry(i % 2 ? db : other, "pay", 7, 60, start)));
  other.close();
  expect(answers.filter((wait) => wait === 0)).toHaveLength(7);
});
