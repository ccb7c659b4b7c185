import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Db } from "#db/client.server";
import { insertBooking, temporaryDatabase, testDeed, TODAY } from "../dispatch/fixture.server";
import { instant } from "../kernel/time.server";
import { keepLead, moveLead } from "../leads/leads.server";
import { findBookingRecord, getOverview } from "./crm-read.server";
import { LIST_PAGE, listBookings, matchWords, readBookingNumber } from "./search.server";

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
        created_at, status: i % 3 === 0 ? "confirmed" : "on_site", email: `customer${i}@example.com`, first_name: i === 42 ? "Zoë" : "Pat", last_name: i === 42 ? "O'Neill-Smith" : "Lee",
        phone: i === 42 ? "(321) 555-0199" : "(407) 555-0133", address: i === 43 ? "77 Lake Eola Drive" : "123 Main Street",
      });
    }
  });
});
afterAll(() => close());

const numbers = (search: string, status?: "confirmed") => listBookings(db.orm, { search, status }).rows.map((row) => row.number);

describe("the list of bookings", () => {
  it.each([[{}], [{ status: "on_site" as const }], [{ search: "pat" }], [{ search: "main", status: "confirmed" as const }]])("pages through %j, newest first, each once", (filter) => {
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

  it("finds by number, bare sequence, name, email, phone and address", () => {
    for (const search of ["DMP-2026-000043", "dmp 2026 43", "zoe", "ZOË o'neill", "smith", "customer42@example.com", "customer42@ex", "(321) 555-0199", "3215550199", "5550199", "+1 321 555 0199"]) {
      expect(numbers(search), search).toEqual(["DMP-2026-000043"]);
    }
    expect(numbers("eola")).toEqual(["DMP-2026-000044"]);
    expect(numbers("43")).toContain("DMP-2026-000043");
    expect(numbers("zoe", "confirmed")).toEqual(["DMP-2026-000043"]);
    expect(numbers("nobody at all")).toEqual([]);
  });

  it("follows a change of name", () => {
    db.sqlite.prepare("update bookings set last_name = 'Quintero' where booking_number = 'DMP-2026-000050'").run();
    expect(numbers("quint")).toEqual(["DMP-2026-000050"]);
    expect(numbers("lee")).not.toContain("DMP-2026-000050");
  });

  it("takes anything typed without an error", () => {
    fc.assert(fc.property(fc.string({ maxLength: 60, unit: "grapheme" }), fc.string({ maxLength: 20 }), (search, after) => {
      expect(() => listBookings(db.orm, { search, after })).not.toThrow();
    }), { numRuns: 500 });
    for (const search of ['"', "a OR b", "NEAR(", "name:x", "*", "-", "col : *", "' or 1=1 --"]) expect(() => numbers(search)).not.toThrow();
    expect(matchWords("  ")).toBeNull();
    expect(readBookingNumber("DMP-2026-1234567")).toBeNull();
  });

  it("never scans: every list stands on an index", () => {
    const plan = (query: string) => (db.sqlite.prepare(`explain query plan ${query}`).all() as { detail: string }[]).map((row) => row.detail).join("; ");
    const plans = [
      plan("select id from bookings order by created_at desc, id desc limit 51"),
      plan("select id from bookings where created_at <= 5 and (created_at < 5 or (created_at = 5 and id < 'x')) order by created_at desc, id desc limit 51"),
      plan("select id from bookings where status = 'on_site' and created_at <= 5 order by created_at desc, id desc limit 51"),
      plan("select id from outbox where state = 'dead' order by created_at desc limit 20"),
      plan("select id from refunds where state in ('failed','requires_action') order by updated_at desc limit 20"),
      plan("select id from leads where state = 'new' order by created_at limit 30"),
      plan("select count(*) from jobs where day = '2026-12-01' and kind = 'delivery' and state <> 'cancelled'"),
      plan("select id from jobs where driver_id = 'd' and day < '2026-12-01' and state in ('assigned','en_route','arrived','serviced','to_disposal','at_disposal','ticketed','returned')"),
    ];
    for (const detail of plans) expect(detail).toMatch(/USING (COVERING )?INDEX/);
    for (const detail of plans.slice(1)) expect(detail).not.toMatch(/SCAN \w+(?! USING INDEX)($|;)/);
  });
});

describe("the record and the overview", () => {
  it("bring everything of a booking together", () => {
    const record = findBookingRecord(db.orm, "DMP-2026-000043");
    expect(record?.booking.last_name).toBe("O'Neill-Smith");
    expect(record?.units).toHaveLength(1);
    expect(findBookingRecord(db.orm, "DMP-2026-999999")).toBeNull();
  });

  it("show leads until they are closed", async () => {
    const lead = await db.write((tx) => keepLead(tx, deed, { kind: "consultation", name: "Kim Roe", phone: "(407) 555-0150", email: "kim@example.com", zip: "32801", message: "Old monitors" }));
    expect(getOverview(db.orm, deed.now)).toMatchObject({ today: TODAY, figures: { waitingLeads: 1, sold: COUNT }, leads: [{ name: "Kim Roe" }], failedWork: [], refunds: [] });
    expect(await db.write((tx) => moveLead(tx, deed, lead.id, "contacted"))).toEqual({ ok: true });
    expect(await db.write((tx) => moveLead(tx, deed, lead.id, "closed"))).toEqual({ ok: true });
    expect(await db.write((tx) => moveLead(tx, deed, lead.id, "new"))).toEqual({ ok: false, code: "not_allowed" });
    expect(await db.write((tx) => moveLead(tx, deed, "led_none", "closed"))).toEqual({ ok: false, code: "unknown" });
    expect(getOverview(db.orm, deed.now).leads).toEqual([]);
  });
});
