import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { events, inventoryDays, invoices, jobs, units } from "#db/schema/index";
import { paidBooking } from "../../../tests/support/domain";
import { pricedDays, openedChange } from "../../../tests/support/changes";
import { confirm, sessionFacts, STAFF } from "../../../tests/support/domain";
import { driveJob } from "../../../tests/support/driver";
import { setSoundWorld } from "../../../tests/support/sound";
import { getBooking } from "../booking/order/bookings.server";
import { paidUntil } from "../booking/order/paid-stay.server";
import { moveJobTo } from "../changes/move-job.server";
import { offerPickup } from "../changes/pickup-request.server";
import { day, type Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { instantAt } from "../kernel/time.server";
import { readSettings } from "../settings/settings.server";

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

  it("that came in time keeps its day", async () => {
    const id = await setDownOn(day("2026-12-03"));
    expect([unitOf(id).pickup_date, pickupOf(id).day]).toEqual(["2026-12-10", "2026-12-10"]);
  });
});

describe("a dumpster that we set down sooner than we promised", () => {
  const takenOn = (of: string) =>
    world.db.orm
      .select()
      .from(inventoryDays)
      .where(eq(inventoryDays.size_yards, 20))
      .all()
      .flatMap(({ day, taken }) => (day < of && taken > 0 ? `${day} ${taken}` : []));

  it("is out from that day, for the yard, the board and its customer, and stays as long as it was told, at no charge", async () => {
    const id = await setDownOn(day("2026-12-01"));
    expect(unitOf(id)).toMatchObject({ delivery_date: "2026-12-01", pickup_date: "2026-12-10", waived_days: 2 });
    expect(takenOn("2026-12-04")).toEqual(["2026-12-01 1", "2026-12-02 1", "2026-12-03 1"]);
    const { scheduled_delivery_date, scheduled_pickup_date } = getBooking(world.db.orm, id);
    expect([scheduled_delivery_date, scheduled_pickup_date]).toEqual(["2026-12-01", "2026-12-10"]);
    const delivery = and(eq(jobs.booking_id, id), eq(jobs.kind, "delivery"));
    expect(world.db.orm.select().from(jobs).where(delivery).get()).toMatchObject({ day: "2026-12-01", position: null });
    expect(pickupOf(id).day).toBe("2026-12-10");
    expect(world.db.orm.select().from(invoices).get()?.view.deliveryDay).toBe("2026-12-01");
    const booking = getBooking(world.db.orm, id);
    expect(paidUntil(world.db.orm, readSettings(world.db.orm), booking, unitOf(id)).lastFree).toBe("2026-12-10");
  });

  it("gives up the days that were paid for, not those that we gave", async () => {
    const id = await setDownOn(day("2026-12-01"));
    const settings = readSettings(world.db.orm);
    const ask = () => offerPickup(world.db.orm, settings, unitOf(id).id, world.clock.at, { early: true });
    expect(ask()).toMatchObject({ unused: 9, givenUp: 7 });
    world.clock.at = instantAt(day("2026-12-07"), 9);
    expect(ask()).toMatchObject({ unused: 3, givenUp: 1 });
    world.clock.at = instantAt(day("2026-12-09"), 9);
    expect(ask()).toMatchObject({ unused: 1, givenUp: 0 });
  });

  it("has the days that were bought for it, and can be collected by the office before the promised day", async () => {
    const id = await setDownOn(day("2026-12-01"), 2);
    expect(unitOf(id)).toMatchObject({ delivery_date: "2026-12-01", pickup_date: "2026-12-12" });
    const booking = getBooking(world.db.orm, id);
    const settings = readSettings(world.db.orm);
    expect(paidUntil(world.db.orm, settings, booking, unitOf(id)).lastFree).toBe("2026-12-12");
    const moved = await world.db.write((tx) =>
      moveJobTo(tx, world.deed(STAFF), settings, pickupOf(id).id, { day: day("2026-12-02"), window: "anytime" }),
    );
    expect(moved).toMatchObject({ ok: true });
  });
});
