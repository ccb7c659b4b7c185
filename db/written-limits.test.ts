import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { temporaryDatabase } from "../tests/support/copies";
import type { Db } from "./client.server";
import { meta } from "./schema/index";
import { writtenLimit } from "./written-limits.server";

let db: Db;
let close: () => void;
beforeEach(async () => {
  ({ db, close } = await temporaryDatabase());
  await db.write((tx) =>
    tx
      .insert(meta)
      .values(["a", "b", "c"].map((key) => ({ key, value: "" })))
      .run(),
  );
});
afterEach(() => close());

it("writes a limit into the statement, where binding it has SQLite plan it anew at each call", async () => {
  const query = db.orm.select({ key: meta.key }).from(meta).orderBy(meta.key).limit(2);
  expect(query.toSQL()).toMatchObject({ sql: expect.stringMatching(/ limit 2$/) as string, params: [] });
  expect(query.all()).toHaveLength(2);
  await db.write((tx) =>
    expect(tx.select().from(meta).limit(1).toSQL()).toMatchObject({
      sql: expect.stringMatching(/ limit 1$/) as string,
      params: [],
    }),
  );
});

it("leaves what is asked with another number each time, and what is no number, as it was", () => {
  const asked = db.orm.select({ key: meta.key }).from(meta).limit(sql.placeholder("most")).prepare();
  expect([asked.all({ most: 1 }).length, asked.all({ most: 2 }).length]).toEqual([1, 2]);
  expect(db.orm.select().from(meta).limit(-1).toSQL().sql).not.toContain("limit");
  for (const most of [-1, 1.5, NaN]) expect(() => writtenLimit(most)).toThrow("a limit of");
});
