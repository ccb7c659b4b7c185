import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { jobs, units } from "#db/schema/index";
import { CUSTOMER, paidBooking, STAFF } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { listUnits, type Booking, type Unit } from "../booking/order/bookings.server";
import { day } from "../kernel/days";
import type { DeliveryWindowId } from "../schedule/rules";
import { chooseDay } from "./choose-day.server";
import { findFormerDay } from "./former-day.server";
import { moveJobTo } from "./move-job.server";
import { rescheduleUnit } from "./reschedule.server";

const world = setSoundWorld({ fleet: { 20: 1 } });

const unitOf = ({ id }: Booking) => listUnits(world.db.orm, id)[0] as Unit;
const former = ({ id }: Booking) => findFormerDay(world.db.orm, world.settings(), id, world.clock.at);
/** Nine days from a Friday end on a Sunday: the pickup is on the Monday. */
const order = () => paidBooking(world, { deliveryDate: "2026-12-04", rentalDays: 9 });
const choose = (booking: Booking, to: string, window: DeliveryWindowId = "morning") =>
  world.db.write((tx) =>
    chooseDay(tx, world.deed(CUSTOMER), world.settings(), unitOf(booking).id, { day: day(to), window, seen: null }),
  );
const DATES = { delivery_date: "2026-12-04", delivery_window: "morning", pickup_date: "2026-12-14" };

describe("a day that a customer has just chosen", () => {
  it("is put back with the pickup that it had, however often", async () => {
    const booking = await order();
    expect([unitOf(booking), former(booking)]).toMatchObject([DATES, null]);
    for (const other of ["2026-12-03", "2026-12-08", "2026-12-02"]) {
      await choose(booking, other);
      const back = former(booking);
      expect(back).toMatchObject({ day: "2026-12-04", window: "morning" });
      await choose(booking, back?.day ?? "", back?.window);
      expect(unitOf(booking)).toMatchObject(DATES);
    }
  });

  it("by the office, too: the days that are paid for are not moved by a Sunday between", async () => {
    const booking = await order();
    const mine = and(eq(jobs.booking_id, booking.id), eq(jobs.kind, "delivery"));
    const delivery = world.db.orm.select().from(jobs).where(mine).get()!;
    for (const to of ["2026-12-03", "2026-12-04"])
      await world.db.write((tx) =>
        moveJobTo(tx, world.deed(STAFF), world.settings(), delivery.id, { day: day(to), window: "morning" }),
      );
    expect(unitOf(booking)).toMatchObject(DATES);
  });

  it("is not offered back when its room is gone, nor when the office has moved it since", async () => {
    const booking = await order();
    await choose(booking, "2027-01-05");
    expect(former(booking)).toMatchObject({ day: "2026-12-04" });
    // The only dumpster of its size is somebody else's on those days now.
    await paidBooking(world, { deliveryDate: "2026-12-07" });
    expect(former(booking)).toBeNull();
    const to = { deliveryDate: day("2027-01-12"), window: "morning", pickupDate: day("2027-01-21") } as const;
    await world.db.write((tx) => rescheduleUnit(tx, world.deed(STAFF), world.settings(), unitOf(booking).id, to));
    expect(former(booking)).toBeNull();
    await choose(booking, "2027-01-13");
    expect(former(booking)).toMatchObject({ day: "2027-01-12" });
    // It stands otherwise than it was moved to, whoever did it.
    const stands = (delivery_window: string) =>
      world.db.orm.update(units).set({ delivery_window }).where(eq(units.booking_id, booking.id)).run();
    stands("afternoon");
    expect(former(booking)).toBeNull();
    stands("morning");
  });
});

it("a pickup that stands on another day than what is paid for stays as many days behind its delivery", async () => {
  const booking = await order();
  const to = { deliveryDate: day("2026-12-04"), window: "morning", pickupDate: day("2026-12-17") } as const;
  await world.db.write((tx) => rescheduleUnit(tx, world.deed(STAFF), world.settings(), unitOf(booking).id, to));
  await choose(booking, "2026-12-08");
  expect(unitOf(booking)).toMatchObject({ delivery_date: "2026-12-08", pickup_date: "2026-12-21" });
});
