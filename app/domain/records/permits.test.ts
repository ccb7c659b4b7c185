import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { addDays, day, formatDay, type Day } from "../kernel/days";
import { keepPermit } from "../booking/office/permit.server";
import { listUnits, type Booking } from "../booking/order/bookings.server";
import { rescheduleUnit } from "../changes/reschedule.server";
import { findBookingRecord } from "./office.server";
import { listPermitsToGet } from "./permits.server";
import {
  changeSetting,
  openWorld,
  paidBooking,
  signedBooking,
  STAFF,
  TODAY,
  type TestWorld,
} from "../../../tests/support/domain";

// Decision 0040: the office gets the street's permit. A list that forgets a booking sends a driver to be refused.

let world: TestWorld;
let booking: Booking;
const DELIVERY = day("2026-12-08");
beforeAll(async () => {
  world = await openWorld({ fleet: { 20: 30 } });
  await changeSetting(world, "windowCapacity", 100);
});
afterAll(() => world.close());
beforeEach(async () => {
  booking = await paidBooking(world, { placement: "street", deliveryDate: DELIVERY });
});

const keep = (from: string, until: string, of = booking) =>
  world.db.write((tx) =>
    keepPermit(tx, world.deed(STAFF), of.id, { number: "C-1042", from: day(from), until: day(until) }),
  );
const words = () => listPermitsToGet(world.db.orm).find(({ number }) => number === booking.booking_number)?.words;
const pickup = () => booking.scheduled_pickup_date;
const move = (delivery: Day, pickupDate: Day) => {
  const [unit] = listUnits(world.db.orm, booking.id);
  if (!unit) throw new Error("no dumpster");
  const to = { deliveryDate: delivery, window: "morning" as const, pickupDate };
  return world.db.write((tx) => rescheduleUnit(tx, world.deed(STAFF), world.settings(), unit.id, to));
};
const moveUnit = (state: string) =>
  world.db.sqlite.prepare("update units set state = ? where booking_id = ?").run(state, booking.id);
const moveStatus = (status: string) =>
  world.db.sqlite.prepare("update bookings set status = ? where id = ?").run(status, booking.id);

describe("the street permits to get", () => {
  it("has a booking without a permit, until one covers its days", async () => {
    expect(words()).toBe("The permit is missing, delivery is on Tuesday, December 8: no truck leaves.");
    expect(await keep("2026-12-08", pickup())).toEqual({ ok: true });
    expect(words()).toBeUndefined();
    expect(findBookingRecord(world.db.orm, booking.booking_number)?.permitWrong).toBeNull();
  });

  it.each([
    ["2026-12-09", "2026-12-20"],
    ["2026-12-01", "2026-12-07"],
  ])(
    "refuses a permit from %s to %s, which does not cover the delivery, and keeps nothing of it",
    async (from, until) => {
      expect(await keep(from, until)).toEqual({ ok: false, code: "not_covered", delivery: DELIVERY });
      expect(findBookingRecord(world.db.orm, booking.booking_number)?.booking.permit_number).toBeNull();
      expect(words()).toContain("The permit is missing");
    },
  );

  it("refuses it where no permit is needed: the customer would read of one", async () => {
    const driveway = await paidBooking(world, { placement: "driveway", deliveryDate: DELIVERY });
    expect(await keep("2026-12-08", "2026-12-20", driveway)).toEqual({ ok: false, code: "not_on_street" });
    expect(findBookingRecord(world.db.orm, driveway.booking_number)?.booking.permit_number).toBeNull();
  });

  it("refuses one that does not hold today while the truck is on its way: nobody would be told of it", async () => {
    await keep("2026-12-01", "2026-12-20");
    moveUnit("delivering");
    expect(await keep("2026-12-02", "2026-12-20")).toEqual({ ok: false, code: "not_covered", delivery: TODAY });
    expect(await keep("2026-12-01", "2026-12-18")).toEqual({ ok: true });
    moveUnit("on_site");
    expect(await keep("2026-12-02", "2026-12-20")).toEqual({ ok: true });
  });

  it("refuses it before the booking is paid as well", async () => {
    const quoted = await signedBooking(world, { placement: "street", deliveryDate: DELIVERY });
    expect(await keep("2026-12-09", "2026-12-20", quoted)).toMatchObject({ ok: false, code: "not_covered" });
  });

  it("keeps a permit that ends before the pickup, and goes on saying so", async () => {
    expect(await keep("2026-12-08", "2026-12-11")).toEqual({ ok: true });
    const ends = /^The permit ends on Friday, December 11, pickup is on \w+, December 1\d\.$/;
    expect(words()).toMatch(ends);
    moveUnit("on_site");
    moveStatus("on_site");
    expect(words()).toMatch(ends);
    expect(findBookingRecord(world.db.orm, booking.booking_number)?.permitWrong).toMatch(ends);
    // Away: nothing stands there any more.
    moveUnit("off_site");
    expect(words()).toBeUndefined();
  });

  it("lists it again when the delivery is moved off the permit's days", async () => {
    await keep("2026-12-08", pickup());
    expect((await move(day("2026-12-10"), addDays(pickup(), 2))).ok).toBe(true);
    expect(words()).toMatch(/^The permit ends on .*, pickup is on /);
    expect((await move(day("2026-12-07"), pickup())).ok).toBe(true);
    expect(words()).toBe(
      "The permit begins on Tuesday, December 8, delivery is on Monday, December 7: no truck leaves.",
    );
  });

  it("has nothing of a cancelled booking, and the most urgent day first", async () => {
    const sooner = await paidBooking(world, { placement: "street", deliveryDate: "2026-12-05" });
    const days = listPermitsToGet(world.db.orm).map((row) => row.day);
    expect(days).toEqual([...days].sort());
    expect(listPermitsToGet(world.db.orm)[0]?.number).toBe(sooner.booking_number);
    moveUnit("cancelled");
    moveStatus("cancelled");
    expect(words()).toBeUndefined();
  });

  it("puts a delivery before a pickup that is later, whichever booking begins first", async () => {
    const early = await paidBooking(world, { placement: "street", deliveryDate: "2026-12-05" });
    await keep("2026-12-05", "2026-12-06", early);
    const days = new Map(listPermitsToGet(world.db.orm).map((row) => [row.number, row.day]));
    expect(days.get(early.booking_number)).toBe(early.scheduled_pickup_date);
    expect([...days.values()]).toEqual([...days.values()].sort());
  });

  it("names the last pickup of several dumpsters: one permit has to cover them all", async () => {
    booking = await paidBooking(world, {
      placement: "street",
      deliveryDate: DELIVERY,
      cart: [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" }],
    });
    const last = addDays(pickup(), 5);
    expect((await move(DELIVERY, last)).ok).toBe(true);
    await keep("2026-12-08", "2026-12-11");
    expect(words()).toContain(`pickup is on ${formatDay(last)}`);
  });

  it("is kept once, also when the button is pressed twice", async () => {
    await Promise.all([keep("2026-12-08", "2026-12-20"), keep("2026-12-08", "2026-12-20")]);
    const kept = findBookingRecord(world.db.orm, booking.booking_number)?.timeline.filter(
      ({ action }) => action === "permit_kept",
    );
    expect(kept).toHaveLength(1);
  });

  it("is one stretch of an index of bookings under way", () => {
    const prepare = vi.spyOn(world.db.sqlite, "prepare");
    listPermitsToGet(world.db.orm);
    const query = prepare.mock.calls.map(([sql]) => sql).find((sql) => sql.includes('"placement" = ')) ?? "";
    prepare.mockRestore();
    const plan = world.db.sqlite.prepare(`explain query plan ${query}`).all() as { detail: string }[];
    expect(plan.map(({ detail }) => detail)).toEqual(["SEARCH bookings USING INDEX bookings_on_street (placement=?)"]);
  });
});
