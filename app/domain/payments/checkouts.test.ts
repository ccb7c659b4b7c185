import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { bookings, checkouts } from "#db/schema/index";
import { openedChange, pricedDays } from "../../../tests/support/changes";
import {
  changeSetting,
  confirm,
  openedCheckout,
  paidBooking,
  sessionFacts,
  signedBooking,
} from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { getBooking, listUnits, type Booking } from "../booking/order/bookings.server";
import { listTimeline } from "../events/events.server";
import { heldWords } from "../inventory/quote-holds.server";
import { findLiveHold, type Hold } from "../inventory/holds.server";
import { MINUTE, plus } from "../kernel/time.server";
import {
  attachSession,
  endCheckout,
  findChangeCheckout,
  findCheckout,
  findLatestCheckout,
  findOpenCheckout,
  listOpenCheckouts,
  listUnfinishedCheckouts,
  openCheckout,
  renewKey,
} from "./checkouts.server";

const world = setSoundWorld({ fleet: { 15: 2, 20: 3 } });

const addresses = { success: (id: string) => `http://localhost/paid/${id}`, cancel: "http://localhost/" };
const open = (booking: Booking) =>
  world.db.write((tx) => openCheckout(tx, world.deed(), world.settings(), booking, addresses));
const stateOf = (booking: Booking) => getBooking(world.db.orm, booking.id).status;

describe("openCheckout", () => {
  it("throws when its lines do not sum to its amount, and holds nothing", async () => {
    const booking = await signedBooking(world);
    await expect(open({ ...booking, total_amount: booking.total_amount + 1 })).rejects.toThrow(
      /the lines of DMP-2026-\d{6} sum to 40932 cents, its amount is 40933/,
    );
    const fee = { ...booking.price, extension: 2500 };
    await expect(open({ ...booking, price: fee })).rejects.toThrow(/sum to 43432 cents, its amount is 40932/);
    expect(findOpenCheckout(world.db.orm, booking.id)).toBeNull();
    const opened = await open(booking);
    if (!opened.ok) throw new Error("no room");
    expect(opened.checkout.request.lines).toEqual([
      { name: "1 × 20-yard dumpster, General debris", description: "7-day rental", amount: 37900, quantity: 1 },
      { name: "Tax (8%)", amount: 3032, quantity: 1 },
    ]);
    expect(opened.checkout.request.successUrl).toBe(`http://localhost/paid/${opened.checkout.id}`);
  });

  it("ends its session two minutes before its hold, in wall time at the card company", async () => {
    // The sandbox's clock may be weeks away from the card company's.
    const opened = await open(await signedBooking(world));
    if (!opened.ok) throw new Error(opened.code);
    const { checkout } = opened;
    const { holdMinutes } = world.settings();
    expect(findLiveHold(world.db.orm, checkout.booking_id)?.expires_at).toBe(
      plus(world.clock.at, holdMinutes * MINUTE),
    );
    expect(checkout.expires_at).toBe(plus(world.clock.at, (holdMinutes - 2) * MINUTE));
    expect(checkout.request.expiresAt).toBeGreaterThan(Date.now() / 1000 + (holdMinutes - 3) * 60);
    expect(checkout.request.expiresAt).toBeLessThanOrEqual(Date.now() / 1000 + (holdMinutes - 2) * 60);
    expect(checkout.request.submitNote).toBe("Your dumpster is held for you until 9:38 am.");
  });

  it("says until when it is theirs: what the office holds for longer outlasts the page", async () => {
    const sessionEnd = plus(world.clock.at, 38 * MINUTE);
    const hold = (for_quote: boolean, minutes: number) =>
      heldWords({ for_quote, expires_at: plus(world.clock.at, minutes * MINUTE) } as Hold, sessionEnd);
    expect(hold(false, 40)).toBe("until 9:38 am");
    expect(hold(true, 3 * 24 * 60)).toBe("until December 4, 2026, 9:00 am");
    // Not for as long as the page: that is paid by its own end.
    expect(hold(true, 30)).toBe("until 9:38 am");
  });

  it("refuses what is not there, and leaves the booking as it was", async () => {
    const booking = await signedBooking(world, {
      cart: [{ dumpsterSize: 15, quantity: 3, materialCategory: "general" }],
    });
    expect(await open(booking)).toEqual({ ok: false, code: "sold_out", size: 15, availableCount: 2 });
    const two = await signedBooking(world, { cart: [{ dumpsterSize: 20, quantity: 3, materialCategory: "general" }] });
    await changeSetting(world, "windowCapacity", 2);
    expect(await open(two)).toMatchObject({ ok: false, code: "window_full" });
    expect(listOpenCheckouts(world.db.orm, booking.id)).toEqual([]);
    expect(listTimeline(world.db.orm, two.id).map(({ action }) => action)).not.toContain("checkout_opened");
  });

  it.each(["expired", "quoted"] as const)("wakes one that was %s, and moves no other", async (was) => {
    const booking = await signedBooking(world);
    await world.db.write((tx) => tx.update(bookings).set({ status: was }).where(eq(bookings.id, booking.id)).run());
    const opened = await open(getBooking(world.db.orm, booking.id));
    expect([opened.ok, stateOf(booking)]).toEqual([true, "pending_payment"]);
    const waiting = await signedBooking(world);
    const moves = () => listTimeline(world.db.orm, waiting.id).filter(({ to_state }) => to_state === "pending_payment");
    const before = moves().length;
    await open(waiting);
    expect([stateOf(waiting), moves().length]).toEqual(["pending_payment", before]);
  });
});

describe("a checkout", () => {
  it("is ended once, with its reason, and gives its dumpsters back", async () => {
    const booking = await signedBooking(world);
    const checkout = await openedCheckout(world, booking);
    for (const state of ["expired", "abandoned"] as const)
      await world.db.write((tx) => endCheckout(tx, world.deed(), checkout, state, `was ${state}`));
    expect(findCheckout(world.db.orm, { id: checkout.id })).toMatchObject({
      state: "expired",
      ended_at: world.clock.at,
    });
    expect(findLiveHold(world.db.orm, booking.id)).toBeUndefined();
    expect(
      listTimeline(world.db.orm, booking.id)
        .filter(({ action }) => action === "checkout_ended")
        .map(({ subject_id, from_state, to_state, why }) => [subject_id, from_state, to_state, why]),
    ).toEqual([[checkout.id, "open", "expired", "was expired"]]);
  });

  it("gets a new key only while its session is still to be made, and asks for the same", async () => {
    const opened = await open(await signedBooking(world));
    if (!opened.ok) throw new Error(opened.code);
    const renewed = async () => {
      await world.db.write((tx) => renewKey(tx, opened.checkout));
      return findCheckout(world.db.orm, { id: opened.checkout.id })?.request;
    };
    const { idempotencyKey, ...rest } = opened.checkout.request;
    const first = await renewed();
    expect(first).toMatchObject(rest);
    expect(first?.idempotencyKey).toMatch(new RegExp(`^checkout-${opened.checkout.id}-`));
    expect(first?.idempotencyKey).not.toBe(idempotencyKey);
    await world.db.write((tx) => attachSession(tx, opened.checkout.id, sessionFacts(opened.checkout)));
    expect((await renewed())?.idempotencyKey).toBe(first?.idempotencyKey);
  });

  it("is found by its session, its order or its change, the newest try whatever became of it", async () => {
    const { orm } = world.db;
    const booking = await signedBooking(world);
    expect([findLatestCheckout(orm, booking.id), findOpenCheckout(orm, booking.id)]).toEqual([null, null]);
    const first = await openedCheckout(world, booking);
    await world.db.write((tx) => endCheckout(tx, world.deed(), first, "expired", "test"));
    expect(findLatestCheckout(orm, booking.id)?.id).toBe(first.id);
    world.clock.at = plus(world.clock.at, MINUTE);
    const second = await openedCheckout(world, booking);
    expect(findLatestCheckout(orm, booking.id)?.id).toBe(second.id);
    expect(findCheckout(orm, { sessionId: second.session_id ?? "" })?.id).toBe(second.id);
    expect(listUnfinishedCheckouts(orm).map(({ id }) => id)).toEqual([second.id]);
    await confirm(world, sessionFacts(second));

    const [unit] = listUnits(orm, booking.id);
    const change = await pricedDays(world, unit?.id ?? ("" as never), 3);
    expect(findChangeCheckout(orm, change.id)).toBeNull();
    const ofChange = await openedChange(world, change);
    expect(findChangeCheckout(orm, change.id)?.id).toBe(ofChange.id);
    // A change's is not the order's, which is paid.
    expect([findOpenCheckout(orm, booking.id), findLatestCheckout(orm, booking.id)?.id]).toEqual([null, second.id]);
    expect(listOpenCheckouts(orm, booking.id).map(({ id }) => id)).toEqual([ofChange.id]);
  });

  it("that is complete without an outcome is a fault of ours, said aloud", async () => {
    const checkout = await openedCheckout(world, await signedBooking(world));
    await world.db.write((tx) => endCheckout(tx, world.deed(), checkout, "expired", "test"));
    await world.db.write((tx) =>
      tx.update(checkouts).set({ state: "complete", outcome: null }).where(eq(checkouts.id, checkout.id)).run(),
    );
    await expect(confirm(world, sessionFacts(checkout))).rejects.toThrow("is complete without an outcome");
    await world.db.write((tx) =>
      tx.update(checkouts).set({ state: "expired" }).where(eq(checkouts.id, checkout.id)).run(),
    );
  });

  it("of a paid booking stands in nobody's way", async () => {
    const booking = await paidBooking(world);
    expect([findOpenCheckout(world.db.orm, booking.id), listUnfinishedCheckouts(world.db.orm)]).toEqual([null, []]);
  });
});
