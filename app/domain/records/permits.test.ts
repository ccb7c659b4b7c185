import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addDays, day, formatDay, type Day } from "../kernel/days";
import { instantAt } from "../kernel/time.server";
import { keepPermit } from "../booking/office/permit.server";
import { listUnits, type Booking } from "../booking/order/bookings.server";
import { rescheduleUnit } from "../changes/reschedule.server";
import { findBookingRecord } from "./office.server";
import { recomputeBooking } from "../booking/order/recompute.server";
import { listTasks } from "./task-queue.server";
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
  // One page of the queue is looked at.
  world.db.sqlite.exec("delete from tasks");
  booking = await paidBooking(world, { placement: "street", deliveryDate: DELIVERY });
});

const keep = (from: string, until: string, of = booking) =>
  world.db.write((tx) =>
    keepPermit(tx, world.deed(STAFF), of.id, { number: "C-1042", from: day(from), until: day(until) }),
  );
/** The queue's tasks about permits. */
const permits = () =>
  listTasks(world.db.orm, world.clock.at, { queue: "all", me: STAFF.id }).rows.filter(({ kind }) => kind === "permit");
const words = () =>
  permits()
    .find(({ at }) => at?.id === booking.booking_number)
    ?.detail.split(" · ")[1];
const pickup = () => booking.scheduled_pickup_date;
const move = (delivery: Day, pickupDate: Day) => {
  const [unit] = listUnits(world.db.orm, booking.id);
  if (!unit) throw new Error("no dumpster");
  const to = { deliveryDate: delivery, window: "morning" as const, pickupDate };
  return world.db.write((tx) => rescheduleUnit(tx, world.deed(STAFF), world.settings(), unit.id, to));
};
/** As every verb that changes a dumpster does it: its booking is worked out anew. */
const moveUnit = (state: string) =>
  world.db.write((tx) => {
    world.db.sqlite.prepare("update units set state = ? where booking_id = ?").run(state, booking.id);
    recomputeBooking(tx, world.deed(STAFF), booking.id);
  });

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
    await moveUnit("delivering");
    expect(await keep("2026-12-02", "2026-12-20")).toEqual({ ok: false, code: "not_covered", delivery: TODAY });
    expect(await keep("2026-12-01", "2026-12-18")).toEqual({ ok: true });
    await moveUnit("on_site");
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
    await moveUnit("on_site");
    expect(words()).toMatch(ends);
    expect(findBookingRecord(world.db.orm, booking.booking_number)?.permitWrong).toMatch(ends);
    // Away: nothing stands there any more.
    await moveUnit("off_site");
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
    const due = permits().map((task) => task.due);
    expect(due).toEqual([...due].sort((a, b) => a - b));
    expect(permits()[0]).toMatchObject({
      at: { id: sooner.booking_number },
      // Three days before the truck comes: cities take days.
      due: instantAt(day("2026-12-02"), 9),
    });
    await moveUnit("cancelled");
    expect(words()).toBeUndefined();
  });

  it("puts a delivery before a pickup that is later, whichever booking begins first", async () => {
    const early = await paidBooking(world, { placement: "street", deliveryDate: "2026-12-05" });
    await keep("2026-12-05", "2026-12-06", early);
    expect(permits().find(({ at }) => at?.id === early.booking_number)?.due).toBe(
      instantAt(addDays(early.scheduled_pickup_date, -3), 9),
    );
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
});
