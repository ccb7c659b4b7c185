import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bookingDrafts, bookings, changes, checkouts, invoices, rentalAgreements } from "#db/schema/index";
import { EMPTY_DRAFT, STORED_DRAFT } from "~/domain/booking/draft/data";
import { listUnits } from "~/domain/booking/order/bookings.server";
import { STORED_CHANGE_PRICE, STORED_WISH } from "~/domain/changes/stored-change";
import { STORED_AGREEMENT, STORED_INVOICE } from "~/domain/documents/stored-views";
import { STORED_REQUEST } from "~/domain/payments/stored-request";
import { STORED_PRICE } from "~/domain/pricing/stored-price";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { productFiles } from "../../../tests/support/sources";
import { pricedDays } from "../../../tests/support/changes";
import { stored, UnreadableStored, type Stored } from "./stored";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 3 } });
  const booking = await paidBooking(world);
  for (const { id } of listUnits(world.db.orm, booking.id)) await pricedDays(world, id, 2);
});
afterEach(() => world.close());

const COLUMNS: [table: string, column: string, read: () => unknown, codec: Stored<object>][] = [
  [
    "bookings",
    "price",
    () => world.db.orm.select().from(bookings).get()?.price,
    STORED_PRICE as unknown as Stored<object>,
  ],
  [
    "invoices",
    "view",
    () => world.db.orm.select().from(invoices).get()?.view,
    STORED_INVOICE as unknown as Stored<object>,
  ],
  [
    "rental_agreements",
    "view",
    () => world.db.orm.select().from(rentalAgreements).get()?.view,
    STORED_AGREEMENT as unknown as Stored<object>,
  ],
  [
    "checkouts",
    "request",
    () => world.db.orm.select().from(checkouts).get()?.request,
    STORED_REQUEST as unknown as Stored<object>,
  ],
  ["changes", "wish", () => world.db.orm.select().from(changes).get()?.wish, STORED_WISH as unknown as Stored<object>],
  [
    "changes",
    "price",
    () => world.db.orm.select().from(changes).get()?.price,
    STORED_CHANGE_PRICE as unknown as Stored<object>,
  ],
  [
    "booking_drafts",
    "data",
    () => world.db.orm.select().from(bookingDrafts).get()?.data,
    STORED_DRAFT as unknown as Stored<object>,
  ],
];

describe.each(COLUMNS)("%s.%s", (table, column, read, codec) => {
  const raw = () => world.db.sqlite.prepare(`SELECT ${column} FROM ${table}`).pluck().get() as string;
  const put = (text: string) => world.db.sqlite.prepare(`UPDATE ${table} SET ${column} = ?`).run(text);

  it("is written with its version and read without it", () => {
    const value = read();
    expect(raw()).toMatch(/^\{"v":1,"/);
    expect(value).not.toHaveProperty("v");
    expect(raw()).toBe(JSON.stringify({ v: 1, ...(value as object) }));
    expect(codec.read(codec.write(value as object))).toEqual(value);
  });

  it("of an older row, which has no version, is version 1", () => {
    const value = read();
    put(JSON.stringify(value));
    expect(read()).toEqual(value);
    // In the same order: signed facts are compared as text.
    expect(JSON.stringify(read())).toBe(JSON.stringify(value));
  });

  it("of a version that is not known here is refused, whatever it says", () => {
    const value = read() as object;
    for (const v of [2, 0, -1, 1.5, "constructor", null, {}]) {
      put(JSON.stringify({ ...value, v }));
      expect(read).toThrow(UnreadableStored);
    }
    expect(() => codec.read(JSON.stringify({ v: 2 }))).toThrow(/version 2 is not known here/);
  });

  it("that is something else is refused", () => {
    for (const text of ["{}", "[]", "7", "null", '{"v":1}', '{"v":1,"items":7,"lines":7,"sections":7}']) {
      put(text);
      // Whatever was typed into a draft is read.
      if (table === "booking_drafts") expect(read()).toEqual(EMPTY_DRAFT);
      else expect(read, text).toThrow(UnreadableStored);
    }
    put("{");
    expect(read).toThrow(SyntaxError);
  });
});

it("a shape that changed has a reader for each of its versions, and the newest is written", () => {
  interface Now {
    amounts: number[];
  }
  const codec = stored<Now>("a thing", [
    (value) => ("amount" in value ? { amounts: [Number(value.amount)] } : undefined),
    (value) => ("amounts" in value ? (value as Now) : undefined),
  ]);
  expect(codec.write({ amounts: [1, 2] })).toBe('{"v":2,"amounts":[1,2]}');
  expect(codec.read('{"v":2,"amounts":[1,2]}')).toEqual({ amounts: [1, 2] });
  expect(codec.read('{"v":1,"amount":3}')).toEqual({ amounts: [3] });
  expect(codec.read('{"amount":3}')).toEqual({ amounts: [3] });
  expect(() => codec.read('{"v":1,"amounts":[1]}')).toThrow("a thing: what is stored is none");
});

it("nothing but the column's reader sees the text", () => {
  const ours = productFiles().filter(({ file }) => /^app\/(domain|services|http|routes)\//.test(file));
  // The number of a draft has an index of its own: whoever calls is found by it.
  const lines = ours
    .flatMap(({ file, text }) => text.split("\n").map((line) => ({ file, line })))
    .filter(({ line }) => !line.includes("->> '$.contactInfo.phone' ="));
  const parsing = lines.filter(({ line }) => /JSON\.parse\(/.test(line)).map(({ file }) => file);
  expect(parsing.filter((file) => file.startsWith("app/domain/"))).toEqual(["app/domain/kernel/stored.ts"]);
  // In SQL: the outbox's payload has readers of its own, the ZIP codes are a list; a list that is given with the question
  // is stored by nobody.
  const inSql = lines.filter(({ line }) => /json_\w+\(|->>?\s*'\$/.test(line));
  expect(
    inSql.filter(
      ({ line }) => !/outbox\.payload|serviceAreas\.zip_codes|json_each\(\$\{(P|sql\.placeholder)\(/.test(line),
    ),
  ).toEqual([]);
  const raw = /\b(price|view|request|data)\b[^,;]*(->|json)|json\w*\(\s*(price|view|request|data)\b/i;
  expect(lines.filter(({ line }) => /sql`/.test(line) && raw.test(line))).toEqual([]);
});
