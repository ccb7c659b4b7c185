import { afterAll, beforeAll, expect, it } from "vitest";
import { openWorld, type TestWorld } from "../../../tests/support/domain";
import { insertBooking, testDeed } from "../../../tests/support/rows";
import { findByNumber } from "./find-number.server";
import { findAnything } from "./find.server";
import { listBookings } from "../booking/office/search.server";
import { listForOffice } from "./booking-list.server";
import { findInsteadOfCustomers, findNearBookings } from "./find-near.server";

let db: TestWorld["db"];
let close: () => void;
beforeAll(async () => {
  ({ db, close } = await openWorld({ fleet: { 20: 2 } }));
  const deed = testDeed();
  await db.write((tx) => {
    for (let i = 0; i < 33; i++) insertBooking(tx, deed, { last_name: `Number${i}`, address: "32 Oak Street" });
  });
});
afterAll(() => close());

const bookings = (typed: string) =>
  findAnything(db.orm, typed).flatMap((hit) => (hit.kind === "booking" ? [hit.number] : [hit.kind]));

it("finds a booking by its number without the year, as people say it", () => {
  for (const typed of ["DMP32", "dmp 32", "Dmp-000032"]) {
    expect([typed, bookings(typed), findByNumber(db.orm, typed)]).toEqual([
      typed,
      ["DMP-2026-000032"],
      "DMP-2026-000032",
    ]);
    expect(listBookings(db.orm, { search: typed }).rows.map(({ number }) => number)).toEqual(["DMP-2026-000032"]);
  }
  expect([bookings("DMP99"), findByNumber(db.orm, "DMP99")]).toEqual([[], null]);
  // The beginning of all of this year, and a number as well: that one alone.
  expect(bookings("dmp20")).toEqual(["DMP-2026-000020"]);
});

it("finds by the word before a number what it is of, and by digits alone the booking first", () => {
  for (const typed of [
    "order 32",
    "Booking #32",
    "booking no. 32",
    "booking 2026-32",
    "order DMP-2026-000032",
    "booking 00032",
  ])
    expect([typed, bookings(typed), findByNumber(db.orm, typed)]).toEqual([
      typed,
      ["DMP-2026-000032"],
      "DMP-2026-000032",
    ]);
  expect(listBookings(db.orm, { search: "order 32" }).rows.map(({ number }) => number)).toEqual(["DMP-2026-000032"]);
  expect(bookings("00032")).toEqual(["DMP-2026-000032"]);
  // All of them live at 32 Oak Street.
  const [first, ...rest] = bookings("32");
  const others = rest.filter((one) => one.startsWith("DMP"));
  expect([first, others.length, others.includes("DMP-2026-000032")]).toEqual(["DMP-2026-000032", 7, false]);
});

it("shows those of all years where several have the number, and opens none by itself", () => {
  db.sqlite.exec(
    "update bookings set booking_number = 'DMP-2025-000031' where booking_number = 'DMP-2026-000001'; update bookings set booking_number = 'DMP-2024-000001' where booking_number = 'DMP-2026-000002'",
  );
  expect([bookings("DMP31"), findByNumber(db.orm, "DMP31")]).toEqual([["DMP-2026-000031", "DMP-2025-000031"], null]);
});

it("finds a dumpster by its number with and without its hyphen", () => {
  db.sqlite.exec("update dumpsters set number = 'A-31 07' where number = (select min(number) from dumpsters)");
  const found = (typed: string) =>
    findAnything(db.orm, typed).flatMap((hit) => (hit.kind === "dumpster" ? [hit.number] : []));
  for (const typed of ["A-31 07", "a3107", "A 31-07", "a-31"])
    expect([typed, found(typed)]).toEqual([typed, ["A-31 07"]]);
  for (const typed of ["dumpster A-3107", "Dumpster no. a31"])
    expect([typed, found(typed)]).toEqual([typed, ["A-31 07"]]);
  expect(found("A3199")).toEqual([]);
  // As it is said, without its zero, first; then what begins so.
  for (const number of ["C2-10", "C2-01"])
    db.sqlite.exec(`update dumpsters set number = '${number}' where number = (select min(number) from dumpsters)`);
  expect([found("c2-1"), found("C2 1"), found("dumpster C2-1"), found("c21")]).toEqual([
    ["C2-01", "C2-10"],
    ["C2-01", "C2-10"],
    ["C2-01", "C2-10"],
    ["C2-10"],
  ]);
});

it("shows in the list what the search finds of bookings, with the filters beside it, each once and with its pages", () => {
  const list = (search: string, filter = {}) =>
    listForOffice(db.orm, { search, ...filter }).rows.map(({ number }) => number);
  for (const typed of ["00033", "#33", "dmp 33", "order 33"])
    expect([typed, list(typed)]).toEqual([typed, ["DMP-2026-000033"]]);
  // Two years have it.
  expect(list("DMP31")).toEqual(["DMP-2026-000031", "DMP-2025-000031"]);
  expect([list("00033", { status: "cancelled" }), list("00033", { day: "2020-01-01" })]).toEqual([[], []]);
  // All of them live at 32 Oak Street; the booking of that number is the first of all of them, and only once.
  expect(list("32")[0]).toBe("DMP-2026-000032");
  expect([list("32").length, new Set(list("32")).size]).toEqual([33, 33]);
  expect(list("32", { after: "s20" }).length).toBeLessThan(20);
  expect(list("32", { after: "s20" })).not.toContain("DMP-2026-000032");
});

it("shows in the list the booking of a dumpster or an invoice that is said, and offers what is no booking", () => {
  db.sqlite.exec(
    "update dumpsters set number = 'B-77' where number = (select max(number) from dumpsters); update units set dumpster_id = (select id from dumpsters where number = 'B-77') where booking_id = (select id from bookings where booking_number = 'DMP-2026-000005')",
  );
  const list = (search: string) => listForOffice(db.orm, { search }).rows.map(({ number }) => number);
  expect([list("dumpster B77"), list("Dumpster no. b-77")]).toEqual([["DMP-2026-000005"], ["DMP-2026-000005"]]);
  const instead = (filter: Parameters<typeof findNearBookings>[1]) =>
    findNearBookings(db.orm, filter).map(({ kind }) => kind);
  expect(instead({ search: "B77" })).toEqual(["dumpster"]);
  expect(instead({ search: "B77", status: "cancelled" })).toEqual([]);
  expect(findInsteadOfCustomers(db.orm, "00033").map(({ kind }) => kind)).toEqual(["booking"]);
});
