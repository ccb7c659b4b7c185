import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { changes, charges, dumpsters, events, holds, jobs, outbox, units } from "#db/schema/index";
import { askForDays, openedChange, pricedDays } from "../../../tests/support/changes";
import { changeSetting, confirm, paidBooking, sessionFacts, STAFF } from "../../../tests/support/domain";
import { temporaryDriver } from "../../../tests/support/driver";
import { setSoundWorld } from "../../../tests/support/sound";
import { getBooking, listUnits, type Booking, type Unit } from "../booking/order/bookings.server";
import type { DraftData } from "../booking/draft/data";
import { advanceJob } from "../dispatch/advance.server";
import { assignJob, scheduleJob } from "../dispatch/jobs.server";
import { findLiveHold } from "../inventory/holds.server";
import { day } from "../kernel/days";
import { HOUR, instantAt, plus } from "../kernel/time.server";
import { endCheckout, findOpenCheckout, type Checkout } from "../payments/checkouts.server";
import { readLedger } from "../payments/ledger.server";
import { cancelBooking, previewCancellation } from "./cancel.server";
import { expireChanges, getChange, previewChange, withdrawChange } from "./changes.server";
import { rescheduleUnit } from "./reschedule.server";

const world = setSoundWorld({ fleet: { 20: 2 } });

const unitOf = (booking: Booking) => listUnits(world.db.orm, booking.id)[0] as Unit;
/** Seven days from December 3: its pickup is on Thursday, December 10. */
async function rented(changed: Partial<DraftData> = {}): Promise<{ booking: Booking; unit: Unit }> {
  const booking = await paidBooking(world, changed);
  return { booking, unit: unitOf(booking) };
}
const pay = (checkout: Checkout, changed: Parameters<typeof sessionFacts>[1] = {}) =>
  confirm(world, sessionFacts(checkout, changed));
const end = (checkout: Checkout) =>
  world.db.write((tx) => endCheckout(tx, world.deed(), checkout, "expired", "the time to pay ran out"));
const stateOf = (id: Parameters<typeof getChange>[1]) => getChange(world.db.orm, id).state;
const ledger = (booking: Booking) => readLedger(world.db.orm, booking.id);
async function drive(unit: Unit, ...steps: Parameters<typeof advanceJob>[3][]) {
  const driver = await temporaryDriver(world);
  await world.db.write((tx) => {
    const open = and(eq(jobs.unit_id, unit.id), eq(jobs.kind, "delivery"));
    const job = tx.select().from(jobs).where(open).get();
    if (!job) throw new Error("no job");
    scheduleJob(tx, world.deed(STAFF), job.id);
    assignJob(tx, world.deed(STAFF), job.id, driver);
    for (const step of steps) advanceJob(tx, world.deed(STAFF), job.id, step, "gate");
  });
}
/** One of the two breaks. */
const loseOne = () =>
  world.db.write((tx) => {
    const one = tx.select().from(dumpsters).where(eq(dumpsters.location, "yard")).get();
    if (one) tx.update(dumpsters).set({ condition: "damaged" }).where(eq(dumpsters.id, one.id)).run();
  });

describe("the price of more days", () => {
  it.each([
    [{}, 1, 2500, "2026-12-11"],
    [{}, 3, 7500, "2026-12-14"], // December 13 is a Sunday: one day more, without charge
    // Its three days ended on a Sunday: the pickup is on Monday, December 7.
    [{ rentalDays: 3 }, 4, 0, "2026-12-11"],
    [{ rentalDays: 3 }, 5, 2500, "2026-12-12"],
  ] as const)("%o and %i days more cost %i cents and tax", async (order, days, cents, to) => {
    const { unit } = await rented(order);
    const preview = previewChange(world.db.orm, world.settings(), unit.id, { kind: "extension", days }, world.clock.at);
    const tax = cents * 0.08;
    expect(preview).toMatchObject({ ok: true, wish: { to }, price: { tax, total: cents + tax } });
  });

  it("counts the days that were bought before for this very dumpster", async () => {
    const cart = [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" }];
    const { booking, unit } = await rented({ rentalDays: 3, cart });
    await pricedDays(world, unit.id, 4);
    expect(await pricedDays(world, listUnits(world.db.orm, booking.id)[1]?.id ?? unit.id, 4)).toMatchObject({
      total: 0,
    });
    expect(await pricedDays(world, unit.id, 1)).toMatchObject({ total: 2700, wish: { from: "2026-12-11" } });
  });

  it.each([0, -1, 1.5, 31, Number.NaN])("is refused for %s days", async (days) => {
    const { unit } = await rented();
    expect(await askForDays(world, unit.id, days)).toMatchObject({ ok: false, code: "bad_days" });
  });

  it("is what was shown, or nothing is asked for", async () => {
    const { unit } = await rented();
    const shown = await pricedDays(world, unit.id, 2);
    await world.db.write((tx) => withdrawChange(tx, world.deed(), shown.id, "test"));
    await changeSetting(world, "extensionPerDay", 3000);
    expect(await askForDays(world, unit.id, 2, shown.total)).toEqual({
      ok: false,
      code: "price_changed",
      total: 6480,
    });
  });
});

describe("more days that are paid", () => {
  it("move the pickup with its job and days, and are charged out of their own payment", async () => {
    const { booking, unit } = await rented();
    const change = await pricedDays(world, unit.id, 2);
    const checkout = await openedChange(world, change);
    expect(checkout).toMatchObject({ change_id: change.id, amount: 5400, booking_id: booking.id });
    expect(checkout.request.lines.map(({ name, amount }) => [name, amount])).toEqual([
      ["Extra days", 5000],
      ["Tax (8%)", 400],
    ]);
    // It is not the order's: nobody is asked to pay that once more.
    expect(findOpenCheckout(world.db.orm, booking.id)).toBeNull();
    expect(findLiveHold(world.db.orm, booking.id)).toBeUndefined();

    expect(await pay(checkout)).toMatchObject({ ok: true, outcome: "confirmed", already: false });
    expect(await pay(checkout)).toMatchObject({ ok: true, outcome: "confirmed", already: true });
    expect(stateOf(change.id)).toBe("applied");
    expect(unitOf(booking)).toMatchObject({ pickup_date: "2026-12-12", occupied_until: "2026-12-13" });
    expect(getBooking(world.db.orm, booking.id)).toMatchObject({ scheduled_pickup_date: "2026-12-12" });
    expect(world.db.orm.select().from(jobs).where(eq(jobs.kind, "pickup")).get()?.day).toBe("2026-12-12");
    expect(world.db.orm.select().from(charges).where(eq(charges.kind, "extension")).all()).toMatchObject([
      {
        unit_id: unit.id,
        change_id: change.id,
        amount: 5000,
        tax: 400,
        state: "succeeded",
        description: "Extra days: 2 more days, pickup Saturday, December 12",
      },
    ]);
    expect(ledger(booking)).toMatchObject({ owed: 0, refunded: 0, paid: booking.total_amount + 5400 });
    const told = world.db.orm.select().from(events).where(eq(events.subject_id, change.id)).all();
    expect(told.map(({ action, to_state }) => [action, to_state])).toEqual([
      ["change_asked", "priced"],
      ["change_moved", "applied"],
    ]);
  });

  it("cost nothing up to the included days, and are done at once", async () => {
    const { booking, unit } = await rented({ rentalDays: 3 });
    const change = await pricedDays(world, unit.id, 4);
    expect(change).toMatchObject({ state: "applied", total: 0 });
    expect(unitOf(booking).pickup_date).toBe("2026-12-11");
    expect(ledger(booking).charges).toHaveLength(1);
  });

  it("are held while they are being paid, from the day on which the dumpster would be free", async () => {
    const { unit } = await rented();
    await loseOne();
    await openedChange(world, await pricedDays(world, unit.id, 2));
    expect(world.db.orm.select().from(holds).where(eq(holds.state, "live")).all()).toMatchObject([
      { delivery_date: "2026-12-11", occupied_until: "2026-12-13", delivery_window: null },
    ]);
    await expect(paidBooking(world, { deliveryDate: "2026-12-12" })).rejects.toThrow("sold_out");
  });

  it("are honoured though a dumpster broke while they were held", async () => {
    const { booking, unit } = await rented();
    await paidBooking(world, { deliveryDate: "2026-12-08", contactInfo: other });
    const checkout = await openedChange(world, await pricedDays(world, unit.id, 2));
    await loseOne();
    expect(await pay(checkout)).toMatchObject({ outcome: "confirmed" });
    expect(unitOf(booking).pickup_date).toBe("2026-12-12");
  });

  it("are sold to somebody whose dumpster is past its day, also when every other one is out", async () => {
    const { booking, unit } = await rented();
    await drive(unit, "en_route", "arrived", "serviced", "completed");
    await loseOne();
    world.clock.at = instantAt(day("2026-12-14"), 9);
    expect(await askForDays(world, unit.id, 2)).toMatchObject({ ok: false, code: "bad_days" });
    const change = await pricedDays(world, unit.id, 6);
    expect(await pay(await openedChange(world, change))).toMatchObject({ outcome: "confirmed" });
    expect(unitOf(booking)).toMatchObject({ pickup_date: "2026-12-16", occupied_until: "2026-12-17" });
  });

  it("are refused where nothing is left", async () => {
    const { unit } = await rented();
    await paidBooking(world, { deliveryDate: "2026-12-11", contactInfo: other });
    await loseOne();
    expect(await askForDays(world, unit.id, 1, 2700)).toEqual({ ok: false, code: "sold_out", availableCount: 0 });
    expect(world.db.orm.select().from(changes).all()).toEqual([]);
  });
});

const other = { firstName: "B", lastName: "B", phone: "(407) 555-0134", email: "b@example.com" };

describe("one open change for a dumpster", () => {
  it("is the same for the same wish, and another one has to wait until it is withdrawn", async () => {
    const { unit } = await rented();
    const first = await pricedDays(world, unit.id, 2);
    expect(await askForDays(world, unit.id, 2)).toMatchObject({ ok: true, change: { id: first.id } });
    expect(await askForDays(world, unit.id, 3)).toMatchObject({ code: "another_open", change: { id: first.id } });
    await openedChange(world, first);
    await expect(openedChange(world, first)).rejects.toThrow(/UNIQUE/);
    await world.db.write((tx) => withdrawChange(tx, world.deed(), first.id, "other days"));
    expect(stateOf(first.id)).toBe("withdrawn");
    expect(await askForDays(world, unit.id, 3)).toMatchObject({ ok: true, change: { total: 8100 } });
  });

  it("ends with its price: by the house, or by the next one", async () => {
    const { unit } = await rented();
    const first = await pricedDays(world, unit.id, 2);
    world.clock.at = plus(world.clock.at, HOUR);
    await expect(openedChange(world, first)).rejects.toThrow("not_open");
    const second = await pricedDays(world, unit.id, 3);
    expect([stateOf(first.id), stateOf(second.id)]).toEqual(["expired", "priced"]);
    const open = await openedChange(world, second);
    world.clock.at = plus(world.clock.at, HOUR);
    await expireChanges(world.db, world.deed());
    expect(stateOf(second.id)).toBe("priced");
    await end(open);
    await expireChanges(world.db, world.deed());
    expect(stateOf(second.id)).toBe("expired");
  });
});

describe("money for a change", () => {
  async function late() {
    const { booking, unit } = await rented();
    const change = await pricedDays(world, unit.id, 2);
    const checkout = await openedChange(world, change);
    await end(checkout);
    return { booking, unit, change, checkout };
  }
  const before = (booking: Booking) => ({
    booking: getBooking(world.db.orm, booking.id),
    units: world.db.orm.select().from(units).all(),
    charges: ledger(booking).charges,
    jobs: world.db.orm.select().from(jobs).all(),
  });
  const refunds = (booking: Booking) => ledger(booking).refunds.map(({ amount, reason }) => [amount, reason]);

  it("that came late is for the days while they are free", async () => {
    const { booking, change, checkout } = await late();
    expect(await pay(checkout)).toMatchObject({ outcome: "confirmed" });
    expect([stateOf(change.id), unitOf(booking).pickup_date]).toEqual(["applied", "2026-12-12"]);
  });

  it("that came when the days are gone goes back alone", async () => {
    const { booking, change, checkout } = await late();
    await paidBooking(world, { deliveryDate: "2026-12-11", contactInfo: other });
    await loseOne();
    const stood = before(booking);
    expect(await pay(checkout)).toMatchObject({ outcome: "refunded_refused" });
    expect(before(booking)).toEqual(stood);
    expect(refunds(booking)).toEqual([[5400, "refunded_refused"]]);
    expect(getChange(world.db.orm, change.id)).toMatchObject({ state: "refused", end_reason: "sold_out" });
    expect(world.db.orm.select().from(outbox).where(eq(outbox.kind, "mail.late-payment")).all()).toHaveLength(1);
  });

  it("for days after another pickup day goes back: they were priced by the former one", async () => {
    const { booking, unit, change } = await late();
    const checkout = await openedChange(world, change);
    const to = { deliveryDate: unit.delivery_date, window: "morning" as const, pickupDate: day("2026-12-11") };
    await world.db.write((tx) => rescheduleUnit(tx, world.deed(STAFF), world.settings(), unit.id, to));
    expect(await pay(checkout)).toMatchObject({ outcome: "refunded_refused" });
    expect(getChange(world.db.orm, change.id)).toMatchObject({ state: "refused", end_reason: "changed" });
    expect(unitOf(booking).pickup_date).toBe("2026-12-11");
    // Others can have the days at once, not when the hold's time has run out.
    expect(world.db.orm.select().from(holds).where(eq(holds.state, "live")).all()).toEqual([]);
  });

  it("that comes a second time goes back, from whichever page", async () => {
    const { booking, change, checkout } = await late();
    const second = await openedChange(world, change);
    expect(await pay(second)).toMatchObject({ outcome: "confirmed" });
    expect(await pay(checkout)).toMatchObject({ outcome: "refunded_duplicate" });
    expect(refunds(booking)).toEqual([[5400, "refunded_duplicate"]]);
    expect(unitOf(booking).pickup_date).toBe("2026-12-12");
  });

  it("by an older page ends the newer one, whose days it takes", async () => {
    const { booking, change, checkout } = await late();
    const newer = await openedChange(world, change);
    await loseOne();
    expect(await pay(checkout)).toMatchObject({ outcome: "confirmed" });
    expect(await pay(newer)).toMatchObject({ outcome: "refunded_duplicate" });
    expect(refunds(booking)).toEqual([[5400, "refunded_duplicate"]]);
    expect(world.db.orm.select().from(outbox).where(eq(outbox.kind, "stripe.expire")).all()).toHaveLength(1);
  });

  it("of another amount goes back, and the change can still be paid", async () => {
    const { booking, unit } = await rented();
    const change = await pricedDays(world, unit.id, 2);
    const checkout = await openedChange(world, change);
    expect(await pay(checkout, { amountTotal: 100 })).toMatchObject({ outcome: "refunded_wrong_amount" });
    expect(refunds(booking)).toEqual([[100, "refunded_wrong_amount"]]);
    expect(await pay(await openedChange(world, change))).toMatchObject({ outcome: "confirmed" });
  });

  it("whose dumpster was cancelled meanwhile goes back", async () => {
    const { booking, unit } = await rented({ deliveryDate: "2026-12-05" });
    const change = await pricedDays(world, unit.id, 2);
    const checkout = await openedChange(world, change);
    await world.db.write((tx) => {
      const shown = previewCancellation(tx, world.settings(), booking.id, null, world.clock.at);
      cancelBooking(tx, world.deed(), world.settings(), booking.id, null, shown.ok ? shown.fee : -1);
    });
    expect(stateOf(change.id)).toBe("withdrawn");
    expect(world.db.orm.select().from(holds).where(eq(holds.state, "live")).all()).toEqual([]);
    expect(await pay(checkout)).toMatchObject({ outcome: "refunded_refused" });
    expect(refunds(booking)).toEqual([
      [booking.total_amount, "cancellation"],
      [5400, "refunded_refused"],
    ]);
  });
});

describe("cancelling what more days were bought for", () => {
  it("gives them back like the rental, with its fee of both", async () => {
    const { booking, unit } = await rented();
    await pay(await openedChange(world, await pricedDays(world, unit.id, 2)));
    world.clock.at = instantAt(day("2026-12-02"), 2);
    const shown = previewCancellation(world.db.orm, world.settings(), booking.id, null, world.clock.at);
    const paid = booking.total_amount + 5400;
    const fee = Math.round(paid / 10);
    expect(shown).toMatchObject({ ok: true, percent: 10, paid, fee, refund: paid - fee });
    await world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), booking.id, null, fee));
    expect(ledger(booking)).toMatchObject({ owed: 0, credited: paid, refunded: paid - fee });
  });

  it("of one of two takes that one's days alone", async () => {
    const { booking, unit } = await rented({
      deliveryDate: "2026-12-05",
      cart: [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" }],
    });
    await pay(await openedChange(world, await pricedDays(world, unit.id, 2)));
    const second = listUnits(world.db.orm, booking.id)[1] as Unit;
    for (const one of [second, unit]) {
      const shown = previewCancellation(world.db.orm, world.settings(), booking.id, one.id, world.clock.at);
      expect(shown).toMatchObject({ paid: one.share + (one.id === unit.id ? 5400 : 0), fee: 0 });
      await world.db.write((tx) => cancelBooking(tx, world.deed(), world.settings(), booking.id, one.id, 0));
    }
    expect(ledger(booking)).toMatchObject({ owed: 0, refunded: booking.total_amount + 5400 });
    expect(getBooking(world.db.orm, booking.id).status).toBe("cancelled");
  });
});

it("cannot be bought once the pickup is asked for, or after the delivery failed", async () => {
  const { unit } = await rented();
  for (const state of ["pickup_requested", "collecting", "off_site", "delivery_failed", "delivering"] as const) {
    world.db.orm.update(units).set({ state }).where(eq(units.id, unit.id)).run();
    expect(await askForDays(world, unit.id, 2)).toEqual({ ok: false, code: "not_movable" });
  }
  world.db.orm.update(units).set({ state: "reserved" }).where(eq(units.id, unit.id)).run();
});
