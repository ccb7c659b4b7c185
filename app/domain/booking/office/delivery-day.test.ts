import { afterAll, beforeAll, expect, it } from "vitest";
import type { Db } from "#db/client.server";
import { temporaryDatabase } from "../../../../tests/support/copies";
import { insertBooking, testDeed } from "../../../../tests/support/rows";
import { addDays, day } from "../../kernel/days";
import { instant } from "../../kernel/time.server";
import { listBookings, type BookingFilter } from "./search.server";

let db: Db;
let close: () => void;
const deed = testDeed();
const ON = day("2026-12-10");

beforeAll(async () => {
  ({ db, close } = await temporaryDatabase());
  await db.write((tx) => {
    for (let i = 0; i < 240; i++)
      insertBooking(tx, deed, {
        // Several share one instant.
        created_at: instant(deed.now + Math.floor(i / 7) * 1000),
        scheduled_delivery_date: i % 2 === 0 ? ON : addDays(ON, 1),
        status: i % 3 === 0 ? "confirmed" : "on_site",
        email: `customer${i}@example.com`,
        last_name: i % 10 === 0 ? "Quince" : "Lee",
        address: "123 Main Street",
      });
  });
});
afterAll(() => close());

const found = (filter: BookingFilter) => {
  const pages = [listBookings(db.orm, { day: ON, ...filter })];
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
    pages.push(listBookings(db.orm, { day: ON, ...filter, after: next }));
  return pages.map(({ rows }) => rows.map((row) => row.number));
};
const scan = (where: string) =>
  db.sqlite
    .prepare(
      `select booking_number from bookings where scheduled_delivery_date = '${ON}' and ${where} order by created_at desc, id desc`,
    )
    .pluck()
    .all();

it("lists a delivery day newest first, in pages that have each once, by status and words as well", () => {
  const all = found({});
  expect(all.map((rows) => rows.length)).toEqual([50, 50, 20]);
  expect(all.flat()).toEqual(scan("1"));
  expect(found({ status: "confirmed" }).flat()).toEqual(scan("status = 'confirmed'"));
  expect(found({ search: "quince" }).flat()).toEqual(scan("last_name = 'Quince'"));
  expect(found({ search: "main st quince", status: "confirmed" }).flat()).toEqual(
    scan("last_name = 'Quince' and status = 'confirmed'"),
  );
  expect(found({ search: "main" }).map((rows) => rows.length)).toEqual([50, 50, 20]);
  expect(found({ search: "quince nobody" })).toEqual([[]]);
  expect(found({ day: addDays(ON, 5) })).toEqual([[]]);
  expect(found({ after: "rubbish" }).flat()).toEqual(scan("1"));
});

it("is one stretch of an index, whatever is asked besides, and needs no sorting", () => {
  const plan = db.sqlite
    .prepare(
      `explain query plan select id from bookings where scheduled_delivery_date = '${ON}' and created_at <= 9 and (created_at < 9 or (created_at = 9 and id < 'x')) and (null is null or status = 'x') order by created_at desc, id desc limit 51`,
    )
    .all() as { detail: string }[];
  expect(plan.map(({ detail }) => detail)).toEqual([
    "SEARCH bookings USING INDEX bookings_delivery (scheduled_delivery_date=? AND created_at<?)",
  ]);
});
