import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changeSetting, draftData, openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { prepareQuote } from "../booking/order/place.server";
import { getBooking } from "../booking/order/bookings.server";
import { holdPrepared } from "../booking/order/prepared.server";
import { cancelBooking } from "../changes/cancel.server";
import { listTimeline } from "../events/events.server";
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
const ADDRESSES = { success: () => "s", cancel: "c" };
const checkout = (id: Awaited<ReturnType<typeof prepare>>["booking"]["id"]) =>
  world.db.write((tx) => openCheckout(tx, world.deed(), world.settings(), getBooking(tx, id), ADDRESSES));

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

  it("is that of the order's own days: the day on which one ends is another's", async () => {
    // Thursday 3rd, a week, free again on Friday 11th.
    expect((await prepare(3)).held.ok).toBe(true);
    expect((await prepare(1, { deliveryDate: "2026-12-10" })).held).toMatchObject({ code: "share" });
    expect((await prepare(3, { deliveryDate: "2026-12-11" })).held.ok).toBe(true);
    expect((await prepare(1, { deliveryDate: "2026-12-02", rentalDays: 1 })).held).toMatchObject({ code: "share" });
    expect((await prepare(3, { deliveryDate: "2026-12-01", rentalDays: 1 })).held.ok).toBe(true);
  });

  it("is no promise: what others have taken cannot be held, and is said", async () => {
    await changeSetting(world, "quoteHoldPercent", 100);
    await prepare(4);
    world.db.sqlite.prepare("update holds set for_quote = 0").run();
    const { booking, held } = await prepare(2);
    expect(held).toEqual({ ok: false, code: "sold_out", size: 20, availableCount: 1 });
    expect(findLiveHold(world.db.orm, booking.id)).toBeUndefined();
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

  it.each<[string, string, object]>([
    ["day", "scheduled_delivery_date = '2026-12-04'", { delivery_date: "2026-12-04" }],
    ["window", "delivery_time_window = 'afternoon'", { delivery_window: "afternoon" }],
    ["pickup", "scheduled_pickup_date = '2026-12-14'", { occupied_until: "2026-12-15" }],
    ["quantity", "price = json_set(price, '$.items[0].quantity', 2)", { lines: [{ size: 20, quantity: 2 }] }],
    ["size", "price = json_set(price, '$.items[0].size', 15)", { lines: [{ size: 15, quantity: 1 }] }],
  ])("is another one for another order: the %s", async (_, set, held) => {
    const { booking } = await prepare(1);
    world.db.sqlite.prepare(`update bookings set ${set} where id = ?`).run(booking.id);
    // Its sums are another test's matter.
    const open = world.db.write((tx) => {
      const opened = openCheckout(tx, world.deed(), world.settings(), getBooking(tx, booking.id), ADDRESSES);
      return opened.ok && findLiveHold(tx, booking.id);
    });
    expect(await open).toMatchObject({ for_quote: false, ...held });
  });

  it("is the same for the same order, however its lines are divided", async () => {
    const twenty = { dumpsterSize: 20, quantity: 1, materialCategory: "general" };
    const fifteen = { ...twenty, dumpsterSize: 15 };
    const { booking } = await prepare(1, { cart: [twenty, fifteen, { ...twenty, materialCategory: "wood" }] });
    const before = findLiveHold(world.db.orm, booking.id);
    world.db.sqlite
      .prepare("update holds set lines = ? where id = ?")
      .run(
        JSON.stringify(
          [fifteen, { ...twenty, quantity: 2 }].map(({ dumpsterSize: size, quantity }) => ({ size, quantity })),
        ),
        before?.id,
      );
    expect((await checkout(booking.id)).ok).toBe(true);
    expect(findLiveHold(world.db.orm, booking.id)?.id).toBe(before?.id);
  });

  it("is made anew when the order is put right, and the history says so", async () => {
    const { booking } = await prepare(3);
    const again = (set: string) => {
      world.db.sqlite.prepare(`update bookings set ${set} where id = ?`).run(booking.id);
      return world.db.write((tx) => holdPrepared(tx, world.deed(STAFF), world.settings(), getBooking(tx, booking.id)));
    };
    // Its own three are no others' share.
    expect((await again("delivery_time_window = 'afternoon'")).ok).toBe(true);
    expect([findLiveHold(world.db.orm, booking.id)?.delivery_window, free()]).toEqual(["afternoon", 2]);
    // Also when there is none for what it is now.
    expect(await again("price = json_set(price, '$.items[0].quantity', 4)")).toMatchObject({ code: "share" });
    expect([findLiveHold(world.db.orm, booking.id), free()]).toEqual([undefined, 5]);
    const told = listTimeline(world.db.orm, booking.id).filter(({ subject_kind }) => subject_kind === "hold");
    expect(told.map(({ action, to_state, why, data }) => [action, to_state, why ?? data])).toEqual([
      ["quote_held", "live", { until: booking.quote_expires_at }],
      ["hold_ended", "released", "order_changed"],
      ["quote_held", "live", { until: booking.quote_expires_at }],
      ["hold_ended", "released", "order_changed"],
    ]);
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
