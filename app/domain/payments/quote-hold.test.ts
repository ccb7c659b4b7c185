import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changeSetting, draftData, openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { prepareQuote } from "../booking/order/place.server";
import { getBooking } from "../booking/order/bookings.server";
import { holdPrepared } from "../booking/order/prepared.server";
import { cancelBooking } from "../changes/cancel.server";
import { countAvailable } from "../inventory/availability.server";
import { findLiveHold } from "../inventory/holds.server";
import { endQuoteHolds } from "../inventory/quote-holds.server";
import { day } from "../kernel/days";
import { DAY, dayAt, HOUR, plus } from "../kernel/time.server";
import { endCheckout, openCheckout } from "./checkouts.server";

// Domain.md 4.25: a quote's hold lasts until the quote ends, outside the e-mail cap, within a share of each size.
let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 5, 15: 4 } });
});
afterEach(() => world.close());

const prepare = (quantity = 1, changes: object = {}) =>
  world.db.write((tx) => {
    const cart = [{ dumpsterSize: 20, quantity, materialCategory: "general" }];
    const contactInfo = { ...draftData().contactInfo, firstName: `Ada ${Math.random()}` };
    const deed = world.deed(STAFF);
    const data = draftData({ cart, contactInfo, ...changes });
    const { booking } = prepareQuote(tx, deed, world.settings(), data, plus(world.clock.at, DAY));
    return { booking, held: holdPrepared(tx, deed, world.settings(), booking) };
  });
const free = (on = "2026-12-03") =>
  countAvailable(world.db.orm, 20, { start: day(on), end: day("2026-12-05") }, dayAt(world.clock.at));
const checkout = (id: Awaited<ReturnType<typeof prepare>>["booking"]["id"]) =>
  world.db.write((tx) =>
    openCheckout(tx, world.deed(), world.settings(), getBooking(tx, id), { success: () => "s", cancel: "c" }),
  );

describe("the share of a size that quotes may hold", () => {
  it("is half of the usable ones, rounded up, however many orders of one address they are", async () => {
    await changeSetting(world, "maxHoldsPerEmail", 1);
    expect([(await prepare()).held.ok, (await prepare(2)).held.ok]).toEqual([true, true]);
    expect((await prepare()).held).toEqual({ ok: false, code: "share", size: 20 });
    expect(free()).toBe(2);
    // Other days, and another size, have a share of their own.
    expect((await prepare(3, { deliveryDate: "2026-12-21" })).held.ok).toBe(true);
    expect((await prepare(1, { cart: [{ dumpsterSize: 15, quantity: 2, materialCategory: "general" }] })).held.ok).toBe(
      true,
    );
  });

  it("is a setting", async () => {
    await changeSetting(world, "quoteHoldPercent", 0);
    expect((await prepare()).held).toEqual({ ok: false, code: "share", size: 20 });
    await changeSetting(world, "quoteHoldPercent", 100);
    expect((await prepare(5)).held.ok).toBe(true);
    expect((await prepare()).held.ok).toBe(false);
  });
});

describe("a quote's hold", () => {
  it("is the payment page's, and stays when that is left", async () => {
    const { booking } = await prepare(5 - 2);
    const before = findLiveHold(world.db.orm, booking.id)?.id;
    const opened = await checkout(booking.id);
    if (!opened.ok) throw new Error(opened.code);
    expect([opened.checkout.hold_id, free()]).toEqual([before, 2]);
    await world.db.write((tx) => endCheckout(tx, world.deed(), opened.checkout, "expired", "left"));
    expect([findLiveHold(world.db.orm, booking.id)?.id, free()]).toEqual([before, 2]);
    world.clock.at = plus(world.clock.at, DAY + HOUR);
    const late = await checkout(booking.id);
    if (!late.ok) throw new Error(late.code);
    // Being paid at the moment when the price ends: not taken away, and given back when that is left.
    await endQuoteHolds(world.db, world.deed());
    expect(free()).toBe(2);
    await world.db.write((tx) => endCheckout(tx, world.deed(), late.checkout, "expired", "left"));
    expect([findLiveHold(world.db.orm, booking.id), free()]).toEqual([undefined, 5]);
  });

  it("is another one for another order", async () => {
    const { booking } = await prepare(1);
    world.db.sqlite.prepare("update bookings set scheduled_delivery_date = '2026-12-04' where id = ?").run(booking.id);
    const opened = await checkout(booking.id);
    expect(opened.ok && findLiveHold(world.db.orm, booking.id)).toMatchObject({
      for_quote: false,
      delivery_date: "2026-12-04",
    });
    expect(free("2026-12-03")).toBe(4);
  });

  it("ends with the price, and with the booking", async () => {
    const [ended, cancelled] = [(await prepare()).booking, (await prepare()).booking];
    await world.db.write((tx) => cancelBooking(tx, world.deed(STAFF), world.settings(), cancelled.id, null, 0));
    expect(free()).toBe(4);
    await endQuoteHolds(world.db, world.deed());
    expect(free()).toBe(4);
    world.clock.at = plus(world.clock.at, DAY + 1);
    await endQuoteHolds(world.db, world.deed());
    expect([findLiveHold(world.db.orm, ended.id), free()]).toEqual([undefined, 5]);
  });
});
