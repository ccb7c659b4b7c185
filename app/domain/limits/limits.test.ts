import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Db, openDatabase } from "#db/client.server";
import { rateLimits } from "#db/schema/index";
import { temporaryDatabase } from "../../../tests/support/copies";
import { countTries, countTriesIn, forgetOldTries, forgetTries, secondsToWait, type Try } from "./limits.server";

let db: Db;
let close: () => void;
beforeEach(async () => {
  ({ db, close } = await temporaryDatabase());
});
afterEach(() => close());

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** 7 am in New York; the day of a cap began at midnight UTC. */
const noon = Date.parse("2026-12-01T12:00:00Z");
const rows = () => db.orm.select().from(rateLimits).all();
const many = async (count: number, one: Try, now = noon) => {
  const answers: number[] = [];
  for (let i = 0; i < count; i++) answers.push(await countTries(db, [one], now));
  return answers;
};

describe("a cap", () => {
  it("lets its number through and then says how long to wait", async () => {
    const lead: Try = { name: "lead", asker: "a", target: "4075550133" };
    expect(await many(5, lead, noon + 15_000)).toEqual([0, 0, 0, 0, 0]);
    expect(await countTries(db, [lead], noon + 15_000)).toBe(3_585);
    expect(await countTries(db, [lead], noon + HOUR - 1)).toBe(1);
    expect(await countTries(db, [lead], noon + HOUR)).toBe(0);
  });

  it("counts by the day too: 24 hours from midnight UTC", async () => {
    const lead = (hour: number): Promise<number> =>
      countTries(db, [{ name: "lead", asker: "a", target: "1" }], noon + hour * HOUR);
    const answers: number[] = [];
    for (let i = 0; i < 9; i++) answers.push(await lead(i));
    expect(answers).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 4 * 3_600]);
    expect(await lead(12)).toBe(0);
  });

  it("counts the asker over all targets, and a target over all askers, each alone", async () => {
    expect(await many(5, { name: "lead", asker: "a", target: "1" })).not.toContain(3_600);
    expect(await many(6, { name: "lead", asker: "a", target: "2" })).toEqual([0, 0, 0, 0, 0, 3_600]);
    expect(await many(1, { name: "lead", asker: "a", target: "3" })).toEqual([3_600]);
    expect(await many(5, { name: "lead", asker: "b", target: "1" })).toEqual([0, 0, 0, 0, 0]);
    for (const asker of ["c", "d"]) await many(5, { name: "lead", asker, target: "1" });
    expect(await many(1, { name: "lead", asker: "e", target: "1" })).toEqual([3_600]);
    expect(await many(1, { name: "lead", asker: "e", target: "3" })).toEqual([0]);
  });

  it("counts nothing when one of its windows refuses, nor when another cap beside it does", async () => {
    await many(5, { name: "lead", asker: "b", target: "1" });
    const before = rows();
    expect(await many(4, { name: "lead", asker: "b", target: "1" })).toEqual([3_600, 3_600, 3_600, 3_600]);
    expect(rows()).toEqual(before);
    expect(
      await db.write((tx) =>
        countTriesIn(
          tx,
          [
            { name: "mail-resume", target: "x" },
            { name: "lead", asker: "b", target: "1" },
          ],
          noon,
        ),
      ),
    ).toBe(3_600);
    expect(rows()).toEqual(before);
  });

  it("counts a heavy try for as many as it weighs; one that alone is too heavy passes where nothing was counted", async () => {
    const hold = (weight: number, asker = "a", target = asker) =>
      countTries(db, [{ name: "hold", asker, target, weight }], noon);
    expect([await hold(20), await hold(6), await hold(5), await hold(1)]).toEqual([0, 3_600, 0, 3_600]);
    expect([await hold(30, "b"), await hold(1, "b")]).toEqual([0, 3_600]);
  });

  it("counts exactly, also for two processes that try at once", async () => {
    const other = openDatabase(db.sqlite.name);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        countTries(i % 2 ? db : other, [{ name: "lead", asker: "a", target: String(i) }], noon),
      ),
    );
    other.close();
    expect(answers.filter((wait) => wait === 0)).toHaveLength(10);
  });

  it("can be asked without counting, for what counts only where it succeeds", async () => {
    const lead: Try = { name: "lead", asker: "a", target: "1" };
    const asked = () => db.write((tx) => secondsToWait(tx, [lead], noon));
    for (let i = 0; i < 20; i++) expect(await asked()).toBe(0);
    expect(rows()).toEqual([]);
    await many(5, lead);
    expect(await asked()).toBe(3_600);
    expect(await countTries(db, [lead], noon)).toBe(3_600);
  });

  it("says the longest wait, where several are full", async () => {
    await many(5, { name: "lead", asker: "a", target: "1" });
    for (let hour = 1; hour < 3; hour++) await many(5, { name: "lead", asker: "a", target: "1" }, noon + hour * HOUR);
    // The hour's cap is full for its rest, the day's until midnight UTC, ten hours on.
    expect(await countTries(db, [{ name: "lead", asker: "a", target: "1" }], noon + 2 * HOUR)).toBe(10 * 3_600);
  });

  it("keeps no address and no number of anybody", async () => {
    await countTries(db, [{ name: "lead", asker: "203.0.113.9", target: "4075550133" }], noon);
    expect(JSON.stringify(rows())).not.toMatch(/203\.0\.113|555/);
  });

  it("does not take a try that leaves open whom it counts", async () => {
    await expect(countTries(db, [{ name: "lead", asker: "a" }], noon)).rejects.toThrow(/target/);
    await expect(countTries(db, [{ name: "lead", target: "1" }], noon)).rejects.toThrow(/asker/);
  });
});

describe("old counts", () => {
  const fill = (count: number, age: number) =>
    db.write((tx) => {
      for (let i = 0; i < count; i++)
        tx.insert(rateLimits)
          .values({ key: `old ${age} ${i}`, window_start: noon - age, hits: 1 })
          .run();
    });

  it("are forgotten in slices, never what still counts", async () => {
    await fill(10, 3 * DAY);
    await fill(2, 1.9 * DAY);
    expect(await db.write((tx) => forgetTries(tx, 4, noon))).toBe(4);
    expect(await db.write((tx) => forgetTries(tx, 100, noon))).toBe(6);
    expect(rows()).toHaveLength(2);
  });

  it("are all forgotten by the housekeeping, however many there are", async () => {
    await fill(700, 3 * DAY);
    await fill(2, 1.9 * DAY);
    await forgetOldTries(db, noon);
    expect(rows()).toHaveLength(2);
  });

  it("go faster than new ones come, however many connections there are", async () => {
    await fill(300, 3 * DAY);
    for (let i = 0; i < 100; i++) await countTries(db, [{ name: "draft", asker: `net ${i}` }], noon);
    expect(rows()).toHaveLength(200);
  });
});
