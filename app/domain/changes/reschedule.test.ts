import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { dumpsters, events, files, invoices, jobs, outbox, units } from "#db/schema/index";
import { setSoundWorld } from "../../../tests/support/sound";
import { draftData, paidBooking, STAFF } from "../../../tests/support/domain";
import { temporaryDriver } from "../../../tests/support/driver";
import { getBooking, listUnits, type Booking, type Unit } from "../booking/order/bookings.server";
import { advanceJob } from "../dispatch/advance.server";
import { assignJob, scheduleJob } from "../dispatch/jobs.server";
import { findInvoice, keepInvoicePdf } from "../documents/invoices.server";
import { countAvailable } from "../inventory/availability.server";
import { day } from "../kernel/days";
import type { Actor } from "../kernel/deed";
import { instantAt } from "../kernel/time.server";
import { previewCancellation } from "./cancel.server";
import { renewKeptDays } from "./keep-longer.server";
import { rescheduleUnit, type NewDates, type RescheduleResult } from "./reschedule.server";

const world = setSoundWorld({ fleet: { 20: 2 } });

const first = (booking: Booking) => listUnits(world.db.orm, booking.id)[0] as Unit;
const LATER: NewDates = { deliveryDate: day("2026-12-08"), window: "afternoon", pickupDate: day("2026-12-15") };
const move = (unit: Unit, to: Partial<NewDates> = {}, by?: Actor): Promise<RescheduleResult> =>
  world.db.write((tx) => rescheduleUnit(tx, world.deed(by), world.settings(), unit.id, { ...LATER, ...to }));
const jobsOf = (unit: Unit) =>
  world.db.orm
    .select({ kind: jobs.kind, state: jobs.state, day: jobs.day, window: jobs.delivery_window, attempt: jobs.attempt })
    .from(jobs)
    .where(eq(jobs.unit_id, unit.id))
    .all();
async function drive(unit: Unit, kind: "delivery" | "pickup", ...steps: Parameters<typeof advanceJob>[3][]) {
  const driver = await temporaryDriver(world);
  await world.db.write((tx) => {
    const job = tx
      .select()
      .from(jobs)
      .where(and(eq(jobs.unit_id, unit.id), eq(jobs.kind, kind)))
      .orderBy(jobs.attempt)
      .all()
      .at(-1);
    if (!job) throw new Error("no job");
    scheduleJob(tx, world.deed(STAFF), job.id);
    assignJob(tx, world.deed(STAFF), job.id, driver);
    for (const step of steps)
      expect(advanceJob(tx, world.deed(STAFF), job.id, step, "gate")).toMatchObject({ ok: true });
  });
}

describe("moving a dumpster's dates", () => {
  it("takes along its jobs, days, window, the booking, the calendar and the invoice", async () => {
    const booking = await paidBooking(world);
    const unit = first(booking);
    await drive(unit, "delivery");
    expect(await move(unit)).toMatchObject({
      ok: true,
      unit: { delivery_date: "2026-12-08", occupied_until: "2026-12-16" },
    });
    expect(jobsOf(unit)).toEqual([
      // The driver may be elsewhere on that day; its place in the schedule stays.
      { kind: "delivery", state: "scheduled", day: "2026-12-08", window: "afternoon", attempt: 1 },
      { kind: "pickup", state: "unscheduled", day: "2026-12-15", window: "anytime", attempt: 1 },
    ]);
    expect(getBooking(world.db.orm, booking.id)).toMatchObject({
      scheduled_delivery_date: "2026-12-08",
      delivery_time_window: "afternoon",
      scheduled_pickup_date: "2026-12-15",
      calendar_sequence: 1,
      status: "confirmed",
    });
    expect(findInvoice(world.db.orm, booking.id)?.view).toMatchObject({
      deliveryDay: "2026-12-08",
      windowLabel: "Afternoon (12PM - 5PM)",
      pickupDay: "2026-12-15",
    });
    expect(world.db.orm.select().from(events).where(eq(events.action, "unit_rescheduled")).all()).toMatchObject([
      {
        subject_id: unit.id,
        data: { unit_number: 1, was: { delivery: "2026-12-03" }, is: { delivery: "2026-12-08" } },
      },
    ]);
    expect(
      countAvailable(world.db.orm, 20, { start: day("2026-12-03"), end: day("2026-12-04") }, day("2026-12-01")),
    ).toBe(2);
  });

  it("moves one of several, and the booking's dates are those of the first delivery and the last pickup", async () => {
    const booking = await paidBooking(world, { cart: draftData().cart.map((line) => ({ ...line, quantity: 2 })) });
    await move(first(booking));
    expect(getBooking(world.db.orm, booking.id)).toMatchObject({
      scheduled_delivery_date: "2026-12-03",
      delivery_time_window: "morning",
      scheduled_pickup_date: "2026-12-15",
    });
  });

  it("makes the invoice's paper anew: the former one opens no more, and one that was being printed is not kept", async () => {
    const booking = await paidBooking(world);
    const before = findInvoice(world.db.orm, booking.id);
    if (!before) throw new Error("no invoice");
    const made = { path: "x", sha256: "y", bytes: 1 };
    await world.db.write((tx) => keepInvoicePdf(tx, world.deed(), before, made));
    await move(first(booking));
    expect(world.db.orm.select({ revoked: files.revoked_at }).from(files).all()).toEqual([{ revoked: world.clock.at }]);
    expect(world.db.orm.select({ url: invoices.pdf_url }).from(invoices).all()).toEqual([{ url: null }]);
    expect(world.db.orm.select().from(outbox).where(eq(outbox.kind, "document.invoice")).all()).toHaveLength(2);
    await expect(world.db.write((tx) => keepInvoicePdf(tx, world.deed(), before, made))).rejects.toThrow("changed");
  });

  it("opens the next attempt after a delivery that failed", async () => {
    const unit = first(await paidBooking(world));
    world.clock.at = instantAt(day("2026-12-03"), 9);
    await drive(unit, "delivery", "en_route", "attempted");
    expect(await move({ ...unit })).toMatchObject({ ok: true, unit: { state: "reserved" } });
    expect(jobsOf(unit).filter(({ kind }) => kind === "delivery")).toMatchObject([
      { state: "attempted", attempt: 1 },
      { state: "unscheduled", attempt: 2, day: "2026-12-08" },
    ]);
  });

  it("moves the pickup alone while the dumpster stands, and no delivery then", async () => {
    const unit = first(await paidBooking(world));
    world.clock.at = instantAt(day("2026-12-03"), 9);
    await drive(unit, "delivery", "en_route", "arrived", "serviced", "completed");
    const stay = { deliveryDate: unit.delivery_date, window: "morning" as const };
    expect(await move(unit)).toEqual({ ok: false, code: "not_movable" });
    expect(await move(unit, { ...stay, pickupDate: unit.pickup_date })).toEqual({ ok: false, code: "same" });
    expect(await move(unit, { ...stay, pickupDate: day("2026-12-02") })).toMatchObject({ code: "bad_day" });
    expect(await move(unit, stay)).toMatchObject({ ok: true, unit: { pickup_date: "2026-12-15" } });
  });

  it("looks for room from today on, beside its own days, and in its own window it needs none", async () => {
    const unit = first(await paidBooking(world));
    const other = first(
      await paidBooking(world, { contactInfo: draftData({}).contactInfo, deliveryDate: "2026-12-03" }),
    );
    // Both dumpsters are out from the 3rd to the 10th: its own stands in nobody's way, the other one's does not move.
    expect(await move(unit, { deliveryDate: day("2026-12-04"), pickupDate: day("2026-12-10") })).toMatchObject({
      ok: true,
    });
    for (let taken = 0; taken < world.settings().windowCapacity; taken++)
      world.db.sqlite.exec(
        "INSERT INTO delivery_window_days VALUES ('2026-12-04', 'afternoon', 1), ('2026-12-03', 'morning', 1) ON CONFLICT DO UPDATE SET taken = taken + 1",
      );
    const moved = { deliveryDate: day("2026-12-04"), pickupDate: day("2026-12-11") };
    // Its own window is full with it already; any other of the day is asked about, and the same one of another day.
    expect(await move(unit, moved)).toMatchObject({ ok: true, unit: { pickup_date: "2026-12-11" } });
    world.db.sqlite.exec("UPDATE delivery_window_days SET taken = 99 WHERE delivery_window = 'morning'");
    world.db.sqlite.exec(
      "INSERT INTO delivery_window_days VALUES ('2026-12-04', 'morning', 99), ('2026-12-05', 'afternoon', 99)",
    );
    expect(await move(unit, { ...moved, window: "morning" })).toEqual({ ok: false, code: "window_full" });
    expect(await move(unit, { ...moved, deliveryDate: day("2026-12-05") })).toEqual({ ok: false, code: "window_full" });
    world.db.sqlite.exec(
      "DELETE FROM delivery_window_days; INSERT INTO delivery_window_days VALUES ('2026-12-04', 'afternoon', 1), ('2026-12-03', 'morning', 1)",
    );
    expect(other.state).toBe("reserved");
  });

  it("keeps a dumpster that is out past its day where it is, whoever else waits for one", async () => {
    const unit = first(await paidBooking(world));
    world.clock.at = instantAt(day("2026-12-03"), 9);
    await drive(unit, "delivery", "en_route", "arrived", "serviced", "completed");
    // Today is its last own day and the next; the other dumpster is promised to somebody else for both.
    await paidBooking(world, { deliveryDate: "2026-12-11", rentalDays: 7 });
    const stay = { deliveryDate: unit.delivery_date, window: "morning" as const };
    world.clock.at = instantAt(day("2026-12-11"), 9);
    expect(await move(unit, { ...stay, pickupDate: day("2026-12-12") })).toMatchObject({ ok: true });
    world.clock.at = instantAt(day("2026-12-13"), 9);
    expect(await move(unit, { ...stay, pickupDate: day("2026-12-14") })).toMatchObject({ ok: true });
  });

  it("moves the pickup that was asked for or failed, and none of a dumpster that is gone", async () => {
    const unit = first(await paidBooking(world));
    const stay = { deliveryDate: unit.delivery_date, window: "morning" as const };
    const asState = (state: Unit["state"], pickupDate: string) => {
      world.db.orm.update(units).set({ state }).where(eq(units.id, unit.id)).run();
      return move(unit, { ...stay, pickupDate: day(pickupDate) });
    };
    expect(await asState("pickup_requested", "2026-12-16")).toMatchObject({ ok: true });
    expect(await asState("pickup_failed", "2026-12-17")).toMatchObject({ ok: true });
    expect(await asState("off_site", "2026-12-18")).toEqual({ ok: false, code: "not_movable" });
    expect(await asState("settled", "2026-12-18")).toEqual({ ok: false, code: "not_movable" });
    await asState("reserved", "2026-12-15");
    await expect(move({ id: "unt_none" } as unknown as Unit)).rejects.toThrow("no unit");
  });

  it("takes it back on the day it comes, and opens a failed delivery again on the same day", async () => {
    const unit = first(await paidBooking(world));
    expect(await move(unit, { pickupDate: LATER.deliveryDate })).toMatchObject({ ok: true });
    expect(await move(unit, { pickupDate: day("2026-12-07") })).toMatchObject({ ok: false, code: "bad_day" });
    world.clock.at = instantAt(day("2026-12-08"), 9);
    await drive(unit, "delivery", "en_route", "attempted");
    expect(await move(unit, { pickupDate: LATER.deliveryDate })).toMatchObject({
      ok: true,
      unit: { state: "reserved" },
    });
  });

  it("refuses closed days, begun windows, full windows and days without a dumpster, and changes nothing", async () => {
    const unit = first(await paidBooking(world));
    await paidBooking(world, {
      deliveryDate: "2026-12-08",
      cart: draftData().cart.map((line) => ({ ...line, quantity: 2 })),
    }).catch(() => null);
    const before = [unit, world.db.orm.select().from(jobs).all()];
    expect(await move(unit, { deliveryDate: day("2026-12-06") })).toMatchObject({ code: "bad_day" });
    world.clock.at = instantAt(day("2026-12-02"), 9);
    expect(await move(unit, { deliveryDate: day("2026-12-02"), window: "morning" })).toMatchObject({
      code: "bad_window",
    });
    await world.db.write((tx) => tx.update(dumpsters).set({ location: "shop" }).run());
    expect(await move(unit)).toEqual({ ok: false, code: "sold_out", availableCount: 0 });
    await world.db.write((tx) => tx.update(dumpsters).set({ location: "yard" }).run());
    for (let taken = 0; taken < world.settings().windowCapacity; taken++)
      world.db.sqlite.exec(
        "INSERT INTO delivery_window_days VALUES ('2026-12-08', 'afternoon', 1) ON CONFLICT DO UPDATE SET taken = taken + 1",
      );
    expect(await move(unit)).toEqual({ ok: false, code: "window_full" });
    world.db.sqlite.exec("DELETE FROM delivery_window_days WHERE delivery_window = 'afternoon'");
    expect([first({ id: unit.booking_id } as Booking), world.db.orm.select().from(jobs).all()]).toEqual(before);
  });
});

describe("the tier that held when a customer moved it", () => {
  const percentNow = (booking: Booking) => {
    const preview = previewCancellation(world.db.orm, world.settings(), booking.id, null, world.clock.at);
    return preview.ok ? preview.percent : preview.code;
  };
  const CUSTOMER: Actor = { kind: "customer", label: "Ada Tester" };

  it.each<[string, Actor, string, number]>([
    ["stays as a minimum", CUSTOMER, "2026-12-02T20:00", 20],
    ["is none two days ahead", CUSTOMER, "2026-12-01T07:00", 0],
    ["does not stay when the office moves it", STAFF, "2026-12-02T20:00", 0],
  ])("%s", async (_, by, when, percent) => {
    const booking = await paidBooking(world);
    const [on = "", time = ""] = when.split("T");
    world.clock.at = instantAt(day(on), Number(time.slice(0, 2)));
    expect(await move(first(booking), {}, by)).toMatchObject({ ok: true });
    expect(percentNow(booking)).toBe(percent);
    world.clock.at = instantAt(day("2026-12-08"), 18);
    // We have not come by the end of the new window: free, whatever the floor.
    expect(percentNow(booking)).toBe(0);
  });

  it("belongs to each dumpster: their fees sum up", async () => {
    const booking = await paidBooking(world, { cart: draftData().cart.map((line) => ({ ...line, quantity: 2 })) });
    world.clock.at = instantAt(day("2026-12-02"), 7);
    await move(first(booking), {}, STAFF);
    expect(previewCancellation(world.db.orm, world.settings(), booking.id, null, world.clock.at)).toMatchObject({
      paid: 81864,
      fee: 4093,
      fees: [
        { kind: "cancellation_fee", percent: 0, of: 40932, fee: 0 },
        { kind: "cancellation_fee", percent: 10, of: 40932, fee: 4093 },
      ],
    });
  });
});

describe("a dumpster that may be kept longer", () => {
  it("is promised to nobody for three days more, anew on each day that it is out past its own", async () => {
    const unit = first(await paidBooking(world, { flexibleExtension: true }));
    expect([unit.pickup_date, unit.occupied_until]).toEqual(["2026-12-10", "2026-12-14"]);
    world.clock.at = instantAt(day("2026-12-03"), 9);
    await drive(unit, "delivery", "en_route", "arrived", "serviced", "completed");
    const until = async (today: string) => {
      await renewKeptDays(world.db, world.settings(), instantAt(day(today), 6));
      return world.db.orm.select({ until: units.occupied_until }).from(units).get()?.until;
    };
    expect(await until("2026-12-10")).toBe("2026-12-14");
    expect(await until("2026-12-11")).toBe("2026-12-15");
    expect(await until("2026-12-20")).toBe("2026-12-24");
  });

  it("is left alone when it may not be kept", async () => {
    const unit = first(await paidBooking(world));
    world.clock.at = instantAt(day("2026-12-03"), 9);
    await drive(unit, "delivery", "en_route", "arrived", "serviced", "completed");
    await renewKeptDays(world.db, world.settings(), instantAt(day("2026-12-20"), 6));
    expect(first({ id: unit.booking_id } as Booking).occupied_until).toBe("2026-12-11");
  });
});
