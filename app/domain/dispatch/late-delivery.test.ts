import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { events, invoices, jobs, units } from "#db/schema/index";
import { paidBooking } from "../../../tests/support/domain";
import { pricedDays, openedChange } from "../../../tests/support/changes";
import { confirm, sessionFacts } from "../../../tests/support/domain";
import { driveJob } from "../../../tests/support/driver";
import { setSoundWorld } from "../../../tests/support/sound";
import { getBooking } from "../booking/order/bookings.server";
import { day, type Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { instantAt } from "../kernel/time.server";

const world = setSoundWorld({ fleet: { 20: 2 } });
const unitOf = (id: Id<"booking">) => world.db.orm.select().from(units).where(eq(units.booking_id, id)).get()!;
const pickupOf = (id: Id<"booking">) =>
  world.db.orm
    .select()
    .from(jobs)
    .where(and(eq(jobs.booking_id, id), eq(jobs.kind, "pickup")))
    .get()!;

/** An order for Thursday, December 3, seven days, that comes on another day. */
async function setDownOn(on: Day, extraDays = 0, rentalDays = 7): Promise<Id<"booking">> {
  const { id } = await paidBooking(world, { deliveryDate: "2026-12-03", rentalDays });
  if (extraDays > 0) {
    const change = await pricedDays(world, unitOf(id).id, extraDays);
    await confirm(world, sessionFacts(await openedChange(world, change)));
  }
  world.clock.at = instantAt(on, 9);
  await driveJob(world, id, ["en_route", "arrived", "serviced", "completed"]);
  return id;
}

describe("a dumpster that we set down late", () => {
  it("has all its days: pickup, truck, booking and invoice move along, and the history says so", async () => {
    const id = await setDownOn(day("2026-12-04"));
    expect(unitOf(id)).toMatchObject({ delivery_date: "2026-12-03", pickup_date: "2026-12-11", waived_days: 0 });
    expect(pickupOf(id).day).toBe("2026-12-11");
    expect(getBooking(world.db.orm, id).scheduled_pickup_date).toBe("2026-12-11");
    expect(world.db.orm.select().from(invoices).get()?.view.pickupDay).toBe("2026-12-11");
    const told = world.db.orm.select().from(events).where(eq(events.action, "unit_rescheduled")).all();
    expect(told).toHaveLength(1);
  });

  it("has those that were bought for it, too", async () => {
    const id = await setDownOn(day("2026-12-04"), 2);
    expect(unitOf(id).pickup_date).toBe("2026-12-14");
  });

  it("has those that a closed day had added to it, too", async () => {
    const { id } = await paidBooking(world, { deliveryDate: "2026-12-03", rentalDays: 7 });
    world.db.orm.update(units).set({ waived_days: 1 }).where(eq(units.booking_id, id)).run();
    world.clock.at = instantAt(day("2026-12-04"), 9);
    await driveJob(world, id, ["en_route", "arrived", "serviced", "completed"]);
    expect(unitOf(id).pickup_date).toBe("2026-12-12");
  });

  it("is picked up on the next open day, as its days are counted", async () => {
    // Eleven days from Thursday end on a Monday; from Wednesday the 9th on a Sunday, so on the Monday after it.
    const id = await setDownOn(day("2026-12-09"), 0, 11);
    expect(unitOf(id).pickup_date).toBe("2026-12-21");
  });

  it("that came in time or sooner keeps its day", async () => {
    for (const on of ["2026-12-03", "2026-12-02"]) {
      const id = await setDownOn(day(on));
      expect([unitOf(id).pickup_date, pickupOf(id).day]).toEqual(["2026-12-10", "2026-12-10"]);
    }
  });
});
