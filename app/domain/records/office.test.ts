import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Db } from "#db/client.server";
import { temporaryDatabase } from "../../../tests/support/copies";
import { insertBooking, testDeed } from "../../../tests/support/rows";
import { instant } from "../kernel/time.server";
import { findBookingRecord } from "./office.server";
import { readBookingNumber, searchWords } from "../booking/office/search-words";
import { LIST_PAGE, listBookings } from "../booking/office/search.server";
import type { BookingStatus } from "../states/transitions";

let db: Db;
let close: () => void;
const deed = testDeed();
const COUNT = 130;

beforeAll(async () => {
  ({ db, close } = await temporaryDatabase());
  await db.write((tx) => {
    for (let i = 0; i < COUNT; i++) {
      // Several share one instant: the cursor must not lose or repeat them.
      const created_at = instant(deed.now + Math.floor(i / 7) * 1000);
      insertBooking(tx, deed, {
        created_at,
        status: i % 3 === 0 ? "confirmed" : "on_site",
        email: `customer${i}@example.com`,
        first_name: i === 42 ? "Zoë" : "Pat",
        last_name: i === 42 ? "O'Neill-Smith" : "Lee",
        phone: i === 42 ? "(321) 555-0199" : "(407) 555-0133",
        address: i === 43 ? "77 Lake Eola Drive" : "123 Main Street",
      });
    }
  });
});
afterAll(() => close());

const numbers = (search: string, status?: "confirmed") =>
  listBookings(db.orm, { search, status }).rows.map((row) => row.number);

describe("the list of bookings", () => {
  it.each([
    [{}],
    [{ status: "on_site" as const }],
    [{ search: "pat" }],
    [{ search: "main", status: "confirmed" as const }],
  ])("pages through %j, newest first, each once", (filter) => {
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page = listBookings(db.orm, { ...filter, after });
      expect(page.rows.length).toBeLessThanOrEqual(LIST_PAGE);
      seen.push(...page.rows.map((row) => row.number));
      after = page.next;
    } while (after);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(40);
    if (!("status" in filter) && !("search" in filter)) expect(seen).toHaveLength(COUNT);
  });

  it.each([
    [{ search: "pat" }],
    [{ search: "pat main" }],
    [{ search: "pat main", status: "confirmed" as const }],
    [{ search: "zoe eola" }],
  ])(
    "looks for %j without patience: each page says how far back it looked, and all together have all, each once",
    (filter) => {
      const pages = (patience: number) => {
        const found = [listBookings(db.orm, filter, { patience, stretch: 7 })];
        for (let next = found[0]?.next; next; next = found.at(-1)?.next)
          found.push(listBookings(db.orm, { ...filter, after: next }, { patience, stretch: 7 }));
        return found;
      };
      const [whole, hurried] = [pages(Infinity), pages(0)];
      const found = (some: typeof whole) => some.flatMap(({ rows }) => rows.map((row) => row.number));
      expect(found(hurried)).toEqual(found(whole));
      expect(whole.map((page) => page.lookedBackTo).filter(Boolean)).toEqual([]);
      // One word is one list, which is never cut short.
      expect(hurried.filter((page) => page.lookedBackTo !== null).length > 10).toBe(filter.search.includes(" "));
      expect(hurried.at(-1)).toMatchObject({ next: null, lookedBackTo: null });
    },
  );

  it("has less than a millisecond of patience by itself", () => {
    let now = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 0.3));
    const page = listBookings(db.orm, { search: "zoe eola" }, { stretch: 1 });
    clock.mockRestore();
    expect(page.lookedBackTo).not.toBeNull();
  });

  it("finds by number, bare sequence, name, email, phone and address", () => {
    for (const search of [
      "DMP-2026-000043",
      "dmp 2026 43",
      "2026-000043",
      "dmp-2026-00004 zoe",
      "zoe (321) 555-0199",
      "0199",
      "CUSTOMER42@example.com",
      "zoe",
      "ZOË o'neill",
      "smith",
      "customer42@example.com",
      "customer42@ex",
      "(321) 555-0199",
      "3215550199",
      "5550199",
      "+1 321 555 0199",
    ]) {
      expect(numbers(search), search).toEqual(["DMP-2026-000043"]);
    }
    expect(numbers("eola")).toEqual(["DMP-2026-000044"]);
    expect(numbers("43")).toContain("DMP-2026-000043");
    expect(numbers("zoe", "confirmed")).toEqual(["DMP-2026-000043"]);
    expect(numbers("nobody at all")).toEqual([]);
  });

  it("finds a milestone of the index by its own words only", async () => {
    db.sqlite.exec("update sqlite_sequence set seq = 32766 where name = 'booking_search_keys'");
    const [, milestone] = await db.write((tx) =>
      ["Before", "Milestone", "After"].map((last_name) =>
        insertBooking(tx, deed, { last_name, status: "quoted", email: `${last_name}@example.com` }),
      ),
    );
    const status = "quoted" as const;
    for (const filter of [{}, { status }]) {
      const found = (search: string) =>
        listBookings(db.orm, { search, ...filter }, { stretch: 2 }).rows.map((row) => row.number);
      expect(found("pat milestone")).toEqual([milestone?.booking_number]);
      expect(found("nobody milestone")).toEqual([]);
      expect(found("before after")).toEqual([]);
      expect(found("milestone")).toEqual([milestone?.booking_number]);
      expect(found("\ue000 milestone")).toEqual([milestone?.booking_number]);
    }
    db.sqlite.exec("update bookings set last_name = 'Moved', status = 'cancelled' where last_name = 'Milestone'");
    expect(listBookings(db.orm, { search: "nobody milestone" }).rows).toEqual([]);
    expect(listBookings(db.orm, { search: "pat moved", status: "cancelled" }).rows).toHaveLength(1);
    db.sqlite.pragma("foreign_keys = OFF");
    db.sqlite.exec("delete from bookings where id in (select booking_id from booking_search_keys where id > 32766)");
    db.sqlite.pragma("foreign_keys = ON");
  });

  it("finds a street by either spelling of its kind, with and without a status", () => {
    expect(numbers("77 eola dr")).toEqual(["DMP-2026-000044"]);
    expect(numbers("77 eola drive")).toEqual(["DMP-2026-000044"]);
    db.sqlite
      .prepare("update bookings set address = '77 Lake Eola Rd.' where booking_number = 'DMP-2026-000043'")
      .run();
    for (const search of ["77 eola road", "Eola ROAD", "77 eola rd"]) {
      expect(numbers(search), search).toEqual(["DMP-2026-000043"]);
      expect(numbers(search, "confirmed"), search).toEqual(["DMP-2026-000043"]);
    }
    db.sqlite.prepare("update bookings set address = '77 Eola Road' where booking_number = 'DMP-2026-000043'").run();
    expect(numbers("77 eola rd")).toEqual(["DMP-2026-000043"]);
    expect(numbers("rd")).toEqual(["DMP-2026-000043"]);
  });

  it("follows a change of name", () => {
    db.sqlite.prepare("update bookings set last_name = 'Quintero' where booking_number = 'DMP-2026-000050'").run();
    expect(numbers("quint")).toEqual(["DMP-2026-000050"]);
    expect(numbers("lee")).not.toContain("DMP-2026-000050");
  });

  it("follows a change of status, and counts each", () => {
    const inStatus = (status: BookingStatus, search: string) =>
      listBookings(db.orm, { status, search }).rows.map((row) => row.number);
    const counted = () =>
      db.sqlite.prepare("select status, bookings from booking_statuses where bookings > 0 order by status").raw().all();
    const real = () =>
      db.sqlite.prepare("select status, count(*) from bookings group by status order by status").raw().all();
    expect(counted()).toEqual(real());
    expect(inStatus("cancelled", "main")).toEqual([]);
    db.sqlite
      .prepare(
        "update bookings set status = 'cancelled', last_name = 'Ortega' where booking_number = 'DMP-2026-000060'",
      )
      .run();
    expect(inStatus("cancelled", "main")).toEqual(["DMP-2026-000060"]);
    expect(inStatus("cancelled", "ortega")).toEqual(["DMP-2026-000060"]);
    expect([
      ...inStatus("on_site", "ortega"),
      ...inStatus("confirmed", "ortega"),
      ...inStatus("quoted", "main"),
    ]).toEqual([]);
    expect(counted()).toEqual(real());
    db.sqlite.pragma("foreign_keys = OFF");
    db.sqlite.prepare("delete from bookings where booking_number = 'DMP-2026-000060'").run();
    db.sqlite.pragma("foreign_keys = ON");
    expect([...inStatus("cancelled", "main"), ...numbers("ortega")]).toEqual([]);
    expect(counted()).toEqual(real());
  });

  it("takes anything typed without an error", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60, unit: "grapheme" }), fc.string({ maxLength: 20 }), (search, after) => {
        expect(() => listBookings(db.orm, { search, after })).not.toThrow();
      }),
      { numRuns: 500 },
    );
    for (const search of ['"', "a OR b", "NEAR(", "name:x", "*", "-", "col : *", "' or 1=1 --"])
      expect(() => numbers(search)).not.toThrow();
    expect(searchWords("  ")).toEqual([]);
    expect(readBookingNumber("DMP-2026-1234567")).toBeNull();
  });

  it("never scans: every list stands on an index", () => {
    const plan = (query: string) =>
      (db.sqlite.prepare(`explain query plan ${query}`).all() as { detail: string }[])
        .map((row) => row.detail)
        .join("; ");
    const plans = [
      plan("select id from bookings order by created_at desc, id desc limit 51"),
      plan(
        "select id from bookings where created_at <= 5 and (created_at < 5 or (created_at = 5 and id < 'x')) order by created_at desc, id desc limit 51",
      ),
      plan(
        "select id from bookings where status = 'on_site' and created_at <= 5 order by created_at desc, id desc limit 51",
      ),
      plan("select id from outbox where state = 'dead' order by created_at desc limit 20"),
      plan("select id from refunds where state in ('failed','requires_action') order by updated_at desc limit 20"),
      plan("select id from leads where state = 'new' order by created_at limit 30"),
      plan("select count(*) from jobs where day = '2026-12-01' and kind = 'delivery' and state <> 'cancelled'"),
      plan(
        "select id from jobs where driver_id = 'd' and day < '2026-12-01' and state in ('assigned','en_route','arrived','serviced','to_disposal','at_disposal','ticketed','returned')",
      ),
    ];
    for (const detail of plans) expect(detail).toMatch(/USING (COVERING )?INDEX/);
    for (const detail of plans.slice(1)) expect(detail).not.toMatch(/SCAN \w+(?! USING INDEX)($|;)/);
  });
});

describe("the record", () => {
  it("brings everything of a booking together", () => {
    const record = findBookingRecord(db.orm, "DMP-2026-000043");
    expect(record?.booking.last_name).toBe("O'Neill-Smith");
    expect(record?.units).toHaveLength(1);
    expect(record?.phone).toEqual({ text: "(321) 555-0199", href: "tel:+13215550199" });
    expect(findBookingRecord(db.orm, "DMP-2026-999999")).toBeNull();
  });

  it("says what of several dumpsters is cancelled, and what is still to be sent", async () => {
    const booking = await db.write((tx) =>
      insertBooking(tx, deed, {
        unitCount: 3,
        total_units: 3,
        booking_number: "DMP-2026-000900",
        status: "confirmed",
        email: "three@example.com",
      }),
    );
    const row = () => listBookings(db.orm, { search: "three@example.com" }).rows[0];
    expect(row()).toMatchObject({ units: 3, cancelled: 0 });
    db.sqlite.prepare("update units set state = 'cancelled' where booking_id = ? and unit_number = 2").run(booking.id);
    expect(row()).toMatchObject({ units: 3, cancelled: 1 });
    await db.write((tx) => {
      for (const kind of ["mail.sign-request", "pdf.agreement"])
        tx.run(
          sql`insert into outbox (id, kind, cause, booking_id, payload, state, attempts, run_at, created_at) values (${kind}, ${kind}, ${kind}, ${booking.id}, '{}', 'waiting', 0, 0, 0)`,
        );
    });
    expect(findBookingRecord(db.orm, booking.booking_number)?.toBeSent).toBe(1);
    db.sqlite.prepare("delete from outbox").run();
    db.sqlite.prepare("update bookings set paid_at = null where id = ?").run(booking.id);
  });
});
