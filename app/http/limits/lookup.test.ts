import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { rateLimits } from "#db/schema/index";
import type { Booking } from "~/domain/booking/order/bookings.server";
import * as manage from "~/routes/manage/manage-booking";
import { openWorld, paidBooking, type TestWorld } from "../../../tests/support/domain";
import { fakeServices, Visitor, type Answer } from "../../../tests/support/visit";

// Each counts up to a cap, request by request.
vi.setConfig({ testTimeout: 30_000 });

let world: TestWorld;
let visitor: Visitor;
let booking: Booking;
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse("2026-12-01T12:00:00Z"), toFake: ["Date"] });
  world = await openWorld({ fleet: { 20: 1 } });
  visitor = new Visitor(fakeServices(world));
  booking = await paidBooking(world);
});
afterEach(() => {
  world.close();
  vi.useRealTimers();
});

function look(from: string, email: string, bookingNumber = booking.booking_number): Promise<Answer> {
  visitor.address = from;
  return visitor.post(manage.action, "/manage-booking", { bookingNumber, email });
}
const wrong = (from: string, bookingNumber?: string) => look(from, "guess@example.com", bookingNumber);
const opens = async (from: string) =>
  (await look(from, "ada@example.com")).location === `/manage-booking?booking=${booking.booking_number}`;
const OWNER = "198.51.100.7";

describe("looking up a booking", () => {
  it("is stopped after ten tries of one connection, and its owner is not locked out by them", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await wrong("203.0.113.1")).status);
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429]);
    expect(await opens("203.0.113.1")).toBe(false);
    expect(await opens(OWNER)).toBe(true);
  });

  it("has one count for all spellings of a number", async () => {
    const [year = "", digits = ""] = booking.booking_number.split("-").slice(1);
    const spellings = [
      booking.booking_number,
      booking.booking_number.toLowerCase(),
      `${year}\u2013${digits}`,
      `#DMP${year}${digits}`,
      `DMP ${year} ${Number(digits)}`,
    ];
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await wrong("203.0.113.1", spellings[i % spellings.length])).status);
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429]);
  });

  it("is stopped after twenty numbers of one connection, and after 40 tries of one number a day", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 22; i++) statuses.push((await wrong("203.0.113.1", `DMP-2026-${i + 100}`)).status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(20);
    let taken = 0;
    for (let hour = 0; hour < 11; hour++) {
      vi.setSystemTime(Date.parse("2026-12-02T00:00:00Z") + hour * 3_600_000);
      for (let i = 0; i < 12; i++) if ((await wrong("203.0.113.2")).status === 400) taken++;
    }
    expect(taken).toBe(40);
  });

  it("by a crowd is slowed: each connection keeps three tries, so that the owner opens it at once and guessing is in vain", async () => {
    for (let i = 0; i < 60; i++) expect((await wrong(`203.0.113.${i}`)).status).toBe(400);
    // From here on the number is crowded.
    const each: number[] = [];
    for (let i = 0; i < 12; i++) each.push((await wrong("203.0.114.1")).status);
    expect(each.filter((status) => status === 400)).toHaveLength(3);
    expect(await opens(OWNER)).toBe(true);
    // Another number is none of the crowd's business.
    expect((await wrong("203.0.115.1", "DMP-2026-000777")).status).toBe(400);
  });

  it("by a crowd does not stop the link in a mail", async () => {
    for (let i = 0; i < 70; i++) await wrong(OWNER.replace(/7$/, String(i % 9)));
    expect((await visitor.get(manage.loader, `/manage-booking?key=${booking.capability}`)).location).toBe(
      `/manage-booking?booking=${booking.booking_number}`,
    );
  });

  it("counts and answers alike for a number that there is and one that there is not", async () => {
    const [known, unknown, nonsense] = [
      await wrong("203.0.113.1"),
      await wrong("203.0.113.2", "DMP-2026-009999"),
      await wrong("203.0.113.3", "nonsense"),
    ];
    const words = [known, unknown, nonsense].map((answer) => (answer.data as { fields: object }).fields);
    expect(new Set(words.map((one) => JSON.stringify(one))).size).toBe(1);
    const counted = world.db.orm
      .select()
      .from(rateLimits)
      .all()
      .map(({ key }) => key.split(":")[0] ?? "")
      .filter((key) => key.startsWith("lookup"));
    const times = (key: string) => counted.filter((one) => one === key).length;
    expect([times("lookup.asker.quarter"), times("lookup.both.quarter"), times("lookup-crowd.target.hour")]).toEqual([
      3, 3, 3,
    ]);
  });
});
