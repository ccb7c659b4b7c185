import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { bookings, events, inventoryDays, invoices, jobs, units } from "#db/schema/index";
import { paidBooking } from "../../../tests/support/domain";
import { pricedDays, openedChange } from "../../../tests/support/changes";
import { confirm, sessionFacts, STAFF } from "../../../tests/support/domain";
import { driveJob, temporaryDriver } from "../../../tests/support/driver";
import { errandOn, openTasks, planByOffice } from "../../../tests/support/errands";
import { setSoundWorld } from "../../../tests/support/sound";
import { getBooking } from "../booking/order/bookings.server";
import { paidUntil } from "../booking/order/paid-stay.server";
import { previewChange } from "../changes/changes.server";
import { moveJobTo } from "../changes/move-job.server";
import { offerPickup } from "../changes/pickup-request.server";
import { day, type Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { instantAt } from "../kernel/time.server";
import { advanceJob } from "./advance.server";
import { assignJob, getJob, scheduleJob } from "./jobs.server";
import { readSettings } from "../settings/settings.server";

const world = setSoundWorld({ fleet: { 20: 2 } });
const unitOf = (id: Id<"booking">) => world.db.orm.select().from(units).where(eq(units.booking_id, id)).get()!;
const jobOf = (kind: "delivery" | "pickup") => (id: Id<"booking">) =>
  world.db.orm
    .select()
    .from(jobs)
    .where(and(eq(jobs.booking_id, id), eq(jobs.kind, kind)))
    .get()!;
const [deliveryOf, pickupOf] = [jobOf("delivery"), jobOf("pickup")];

/** An order for Thursday, December 3, seven days, that comes on another day. */
async function setDownOn(on: Day, extraDays = 0, rentalDays = 7): Promise<Id<"booking">> {
  const { id } = await paidBooking(world, { deliveryDate: "2026-12-03", rentalDays });
  if (extraDays > 0) {
    const change = await pricedDays(world, unitOf(id).id, extraDays);
    await confirm(world, sessionFacts(await openedChange(world, change)));
  }
  world.clock.at = instantAt(on, 9);
  world.db.orm.update(jobs).set({ position: 3 }).where(eq(jobs.booking_id, id)).run();
  await driveJob(world, id, ["en_route", "arrived", "serviced", "completed"]);
  return id;
}

describe("a dumpster that we set down late", () => {
  it("has all its days: pickup, truck, booking and invoice move along, and the history says so", async () => {
    const id = await setDownOn(day("2026-12-04"));
    expect(unitOf(id)).toMatchObject({ delivery_date: "2026-12-03", pickup_date: "2026-12-11", waived_days: 0 });
    expect([pickupOf(id).day, deliveryOf(id).day]).toEqual(["2026-12-11", "2026-12-03"]);
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

const other = (n: number) => ({
  contactInfo: { firstName: "A", lastName: "B", phone: "(407) 555-0133", email: `${n}@example.com` },
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
    const stay = {
      delivery_date: "2026-12-01",
      promised_date: "2026-12-03",
      pickup_date: "2026-12-10",
      waived_days: 0,
    };
    expect(unitOf(id)).toMatchObject(stay);
    expect(takenOn("2026-12-04")).toEqual(["2026-12-01 1", "2026-12-02 1", "2026-12-03 1"]);
    const { scheduled_delivery_date, scheduled_pickup_date } = getBooking(world.db.orm, id);
    expect([scheduled_delivery_date, scheduled_pickup_date]).toEqual(["2026-12-01", "2026-12-10"]);
    expect(deliveryOf(id)).toMatchObject({ day: "2026-12-01", position: null });
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
    expect(ask()).toMatchObject({ unused: 3, givenUp: 3 });
    world.clock.at = instantAt(day("2026-12-09"), 9);
    expect(ask()).toMatchObject({ unused: 1, givenUp: 1 });
  });

  it("is sold no day that was told as paid, though its pickup was moved meanwhile, and keeps it until asked for all of them", async () => {
    const id = await setDownOn(day("2026-12-01"));
    const settings = readSettings(world.db.orm);
    const move = (to: Day) =>
      world.db.write((tx) =>
        moveJobTo(tx, world.deed(STAFF), settings, pickupOf(id).id, { day: to, window: "anytime" }),
      );
    expect(await move(day("2026-12-07"))).toMatchObject({ ok: true });
    expect(paidUntil(world.db.orm, settings, getBooking(world.db.orm, id), unitOf(id)).lastFree).toBe("2026-12-10");
    // Not beyond the day on which it is collected now.
    const asked = offerPickup(world.db.orm, settings, unitOf(id).id, world.clock.at, { early: true });
    expect(asked).toMatchObject({ unused: 6, givenUp: 6 });
    const wish = { kind: "extension", days: 3 } as const;
    const seen = previewChange(world.db.orm, settings, unitOf(id).id, wish, world.clock.at);
    expect(seen).toMatchObject({ ok: true, price: { total: 0 } });
    world.db.orm.update(bookings).set({ flexible_extension: true }).run();
    expect(await move(day("2026-12-04"))).toMatchObject({ ok: false, code: "bad_day" });
  });

  it("has the days whose checkout was open when it came", async () => {
    const { id } = await paidBooking(world, { deliveryDate: "2026-12-03", rentalDays: 7 });
    const checkout = await openedChange(world, await pricedDays(world, unitOf(id).id, 2));
    world.clock.at = instantAt(day("2026-12-01"), 9);
    await driveJob(world, id, ["en_route", "arrived", "serviced", "completed"]);
    await confirm(world, sessionFacts(checkout));
    expect(unitOf(id).pickup_date).toBe("2026-12-12");
    expect(paidUntil(world.db.orm, readSettings(world.db.orm), getBooking(world.db.orm, id), unitOf(id)).lastFree).toBe(
      "2026-12-12",
    );
  });

  it("with a swap takes the other's place from that day, and nobody is short by it", async () => {
    const id = await setDownOn(day("2026-12-03"));
    const swap = await planByOffice(world, unitOf(id).id, errandOn("swap", "2026-12-09"));
    world.clock.at = instantAt(day("2026-12-04"), 9);
    const driver = await temporaryDriver(world);
    await world.db.write((tx) => {
      if (swap.state === "unscheduled") scheduleJob(tx, world.deed(STAFF), swap.id);
      assignJob(tx, world.deed(STAFF), swap.id, driver);
      for (const to of ["en_route", "arrived", "serviced"] as const)
        expect(advanceJob(tx, world.deed(STAFF), swap.id, to)).toMatchObject({ ok: true });
    });
    expect(takenOn("2026-12-07")).toEqual(["2026-12-03 1", "2026-12-04 2", "2026-12-05 1", "2026-12-06 1"]);
    expect(openTasks(world)).not.toContain("shortage");
    expect(getJob(world.db.orm, swap.id).day).toBe("2026-12-04");
  });

  it("where another is promised all of them meanwhile, somebody is told", async () => {
    const first = await paidBooking(world, { deliveryDate: "2026-12-10", rentalDays: 7 });
    await paidBooking(world, { deliveryDate: "2026-12-01", rentalDays: 7, ...other(1) });
    await paidBooking(world, { deliveryDate: "2026-12-02", rentalDays: 7, ...other(2) });
    expect(openTasks(world)).not.toContain("shortage");
    await driveJob(world, first.id, ["en_route", "arrived", "serviced"]);
    expect(openTasks(world)).toContain("shortage");
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
