import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { jobs, units } from "#db/schema/index";
import { advanceJob } from "../dispatch/advance.server";
import { assignJob, scheduleJob } from "../dispatch/jobs.server";
import { temporaryDriver } from "../../../tests/support/driver";
import { day } from "../kernel/days";
import { HOUR, instantAt, plus, type Instant } from "../kernel/time.server";
import { readLedger } from "../payments/ledger.server";
import { confirm, CUSTOMER, openWorld, openedCheckout, paidBooking, sessionFacts, signedBooking, STAFF, type TestWorld } from "../../../tests/support/domain";
import { expectedCounts, listContradictions, storedCounts } from "../../../tests/support/invariants";
import { getBooking, listUnits, type Booking } from "./bookings.server";
import { cancelBooking, previewCancellation } from "./cancel.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 15: 3, 20: 3 } });
});
afterEach(() => {
  expect(storedCounts(world.db.orm)).toEqual(expectedCounts(world.db.orm));
  expect(listContradictions(world.db.orm)).toEqual([]);
  world.close();
});

const TWO_LINES = [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" }, { dumpsterSize: 15, quantity: 1, materialCategory: "concrete" }];
const preview = (booking: Booking, now: Instant, unitId: string | null = null, by: "customer" | "staff" = "customer") =>
  previewCancellation(world.db.orm, world.settings(), booking.id, unitId as never, now, by);
const cancel = (booking: Booking, now: Instant, fee: number, unitId: string | null = null, by = CUSTOMER) =>
  world.db.write((tx) => cancelBooking(tx, world.deed(by, now), world.settings(), booking.id, unitId as never, fee));

describe("the fee goes by the hours to the window", () => {
  // Thursday December 3, 2026; 20 yards for 7 days: $409.32.
  it.each([
    ["morning", 48 * HOUR, 0, 0], ["morning", 48 * HOUR - 1, 10, 4093], ["morning", 30 * HOUR, 10, 4093], ["morning", 24 * HOUR, 10, 4093], ["morning", 24 * HOUR - 1, 20, 8186],
    ["afternoon", 48 * HOUR, 0, 0], ["anytime", 24 * HOUR, 10, 4093], ["morning", 0, 20, 8186], ["morning", -4 * HOUR + 1, 20, 8186], ["morning", -4 * HOUR, 0, 0], ["anytime", -9 * HOUR, 0, 0],
  ])("%s, %i ms before", async (window, before, percent, fee) => {
    const booking = await paidBooking(world, { deliveryTime: window });
    const now = plus(instantAt(day("2026-12-03"), window === "afternoon" ? 12 : 8), -before);
    expect(preview(booking, now)).toMatchObject({ ok: true, percent, fee, refund: 40932 - fee, paid: 40932 });
    expect(await cancel(booking, now, fee)).toEqual({ ok: true, fee, refund: 40932 - fee });
    expect(readLedger(world.db.orm, booking.id).refunded).toBe(40932 - fee);
  });

  // Clocks go back on November 1, 2026 and forward on March 14, 2027: two calendar days before are 49 and 47 hours.
  it.each([
    ["2026-11-02", "2026-10-31", 8, 0], ["2026-11-02", "2026-10-31", 9, 0], ["2026-11-02", "2026-10-31", 10, 10], ["2026-11-02", "2026-11-01", 8, 10],
    ["2027-03-15", "2027-03-13", 8, 10], ["2027-03-15", "2027-03-13", 7, 0], ["2027-03-15", "2027-03-14", 8, 10], ["2027-03-15", "2027-03-14", 9, 20],
  ])("delivery %s, cancelled %s at %i: %i %%", async (delivery, on, hour, percent) => {
    world.clock.at = instantAt(day(delivery.startsWith("2026") ? "2026-10-20" : "2027-03-01"), 9);
    const booking = await paidBooking(world, { deliveryDate: delivery });
    expect(preview(booking, instantAt(day(on), hour))).toMatchObject({ percent });
  });
});

describe("cancelling", () => {
  it("by unit takes its share, and the last one cancels the booking", async () => {
    const booking = await paidBooking(world, { cart: TWO_LINES });
    const before = instantAt(day("2026-12-02"), 2);
    let back = 0;
    for (const unit of listUnits(world.db.orm, booking.id)) {
      const shown = preview(booking, before, unit.id);
      if (!shown.ok) throw new Error(shown.code);
      expect(shown).toMatchObject({ percent: 10, paid: unit.share });
      expect(await cancel(booking, before, shown.fee, unit.id)).toMatchObject({ ok: true });
      back += shown.refund;
    }
    expect(getBooking(world.db.orm, booking.id)).toMatchObject({ status: "cancelled", cancelled_at: before });
    expect(readLedger(world.db.orm, booking.id).refunded).toBe(back);
    expect(storedCounts(world.db.orm)).toEqual({ days: {}, windows: {} });
    expect(preview(booking, before)).toEqual({ ok: false, code: "nothing_to_cancel" });
  });

  it("refuses another fee than was shown, and a unit of another booking", async () => {
    const booking = await paidBooking(world);
    const other = await paidBooking(world);
    const now = instantAt(day("2026-12-02"), 2);
    expect(await cancel(booking, now, 0)).toEqual({ ok: false, code: "changed" });
    expect(await cancel(booking, now, 4093, listUnits(world.db.orm, other.id)[0]?.id)).toEqual({ ok: false, code: "nothing_to_cancel" });
  });

  it("costs nothing before the payment, and never takes the whole booking for one unit", async () => {
    const booking = await signedBooking(world);
    expect(await cancel(booking, world.clock.at, 0, "unt_anything")).toEqual({ ok: false, code: "nothing_to_cancel" });
    expect(await cancel(booking, world.clock.at, 0)).toEqual({ ok: true, fee: 0, refund: 0 });
    expect(getBooking(world.db.orm, booking.id).status).toBe("cancelled");
  });

  it("does not touch the money of a payment that was returned already", async () => {
    const booking = await signedBooking(world);
    const wrong = await openedCheckout(world, booking);
    await confirm(world, sessionFacts(wrong, { amountTotal: 1_000 }));
    await confirm(world, sessionFacts(await openedCheckout(world, booking)));
    const shown = preview(booking, world.clock.at);
    if (!shown.ok) throw new Error(shown.code);
    await cancel(booking, world.clock.at, shown.fee);
    expect(readLedger(world.db.orm, booking.id)).toMatchObject({ paid: 41_932, refunded: 1_000 + shown.refund });
  });

  it("is too late once a truck is on its way; the office may after a failed delivery", async () => {
    const booking = await paidBooking(world);
    const [delivery] = world.db.orm.select().from(jobs).where(eq(jobs.kind, "delivery")).all();
    if (!delivery) throw new Error("no job");
    const driver = await temporaryDriver(world);
    const at = instantAt(day("2026-12-03"), 9);
    await world.db.write((tx) => {
      scheduleJob(tx, world.deed(STAFF), delivery.id);
      assignJob(tx, world.deed(STAFF), delivery.id, driver);
      advanceJob(tx, world.deed(STAFF, at), delivery.id, "en_route");
    });
    expect(preview(booking, at)).toEqual({ ok: false, code: "too_late" });
    expect(preview(booking, at, null, "staff")).toEqual({ ok: false, code: "too_late" });
    await world.db.write((tx) => advanceJob(tx, world.deed(STAFF, at), delivery.id, "attempted", "locked gate"));
    expect(world.db.orm.select().from(units).get()?.state).toBe("delivery_failed");
    expect(preview(booking, at)).toEqual({ ok: false, code: "too_late" });
    // We came: the end of the window does not make it free.
    const evening = instantAt(day("2026-12-03"), 20);
    expect(preview(booking, evening, null, "staff")).toMatchObject({ ok: true, percent: 20 });
    expect(await cancel(booking, evening, 8186, null, STAFF)).toMatchObject({ ok: true });
    expect(storedCounts(world.db.orm)).toEqual({ days: {}, windows: {} });
  });
});
