import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { dumpsters, holds, units } from "#db/schema/index";
import { addDays, day, type Day } from "../kernel/days";
import { instantAt, MINUTE, plus } from "../kernel/time.server";
import {
  changeSetting,
  openWorld,
  openedCheckout,
  paidBooking,
  signedBooking,
  TODAY,
  type TestWorld,
} from "../../../tests/support/domain";
import { expectedCounts, storedCounts } from "../../../tests/support/invariants";
import { countAvailable, findShortage, listAvailableStarts, occupy, windowTaken } from "./availability.server";
import { consumeHold, findLiveHold, holdUnits, releaseHold, type UnitWish } from "./holds.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 15: 2, 20: 3, 25: 1 } });
});
afterEach(() => world.close());

const left = (size: number, start: string, end: string, today: Day = TODAY) =>
  countAvailable(world.db.orm, size, { start: day(start), end: day(end) }, today);

describe("availability counts whole days, half open", () => {
  it.each([
    ["before", "2026-12-01", "2026-12-03", 3],
    ["the last day before", "2026-12-02", "2026-12-04", 2],
    ["the same days", "2026-12-03", "2026-12-11", 2],
    ["inside", "2026-12-05", "2026-12-06", 2],
    ["over both ends", "2026-12-01", "2026-12-31", 2],
    ["the pickup day (turned round by the next)", "2026-12-10", "2026-12-12", 2],
    ["from the day after the pickup", "2026-12-11", "2026-12-20", 3],
    ["an empty period", "2026-12-05", "2026-12-05", 3],
  ])("%s", async (_name, start, end, expected) => {
    // Thursday December 3 to Thursday December 10: taken until the 11th.
    await paidBooking(world);
    expect(left(20, start, end)).toBe(expected);
  });

  it("keeps a dumpster over a closed pickup day", async () => {
    // Monday to Sunday 13th: the pickup moves to Monday 14th.
    await paidBooking(world, { deliveryDate: "2026-12-07", rentalDays: 6 });
    expect([left(20, "2026-12-14", "2026-12-15"), left(20, "2026-12-15", "2026-12-16")]).toEqual([2, 3]);
  });

  it("counts the busiest day, not the sum", async () => {
    await paidBooking(world, { deliveryDate: "2026-12-03", rentalDays: 1 });
    await paidBooking(world, { deliveryDate: "2026-12-08", rentalDays: 1 });
    expect(left(20, "2026-12-01", "2026-12-20")).toBe(2);
  });

  it("counts an overdue unit once, until tomorrow", async () => {
    const booking = await paidBooking(world);
    await world.db.write((tx) =>
      tx.update(units).set({ state: "on_site" }).where(eq(units.booking_id, booking.id)).run(),
    );
    const late = day("2026-12-15");
    expect([
      left(20, "2026-12-14", "2026-12-15", late),
      left(20, "2026-12-15", "2026-12-16", late),
      left(20, "2026-12-16", "2026-12-20", late),
    ]).toEqual([3, 2, 3]);
    // On its last own day it is counted by its own row alone.
    expect(left(20, "2026-12-10", "2026-12-11", day("2026-12-10"))).toBe(2);
    expect(left(20, "2026-12-11", "2026-12-12", day("2026-12-11"))).toBe(2);
  });

  it("leaves out what cannot be used, and is never below 0", async () => {
    await world.db.write((tx) =>
      tx.update(dumpsters).set({ condition: "damaged" }).where(eq(dumpsters.size_yards, 25)).run(),
    );
    expect(left(25, "2026-12-03", "2026-12-04")).toBe(0);
    await paidBooking(world);
    await world.db.write((tx) =>
      tx.update(dumpsters).set({ condition: "retired" }).where(eq(dumpsters.size_yards, 20)).run(),
    );
    expect(left(20, "2026-12-03", "2026-12-04")).toBe(0);
  });

  it.each<[string, Partial<typeof dumpsters.$inferInsert>, number, number]>([
    ["in the shop is none", { location: "shop" }, 2, 2],
    ["whose place nobody knows is none", { location: "unknown" }, 2, 2],
    ["that needs cleaning is one", { condition: "needs_cleaning" }, 3, 3],
    ["parked full in the yard is back tomorrow at least", { location: "yard", load: "full" }, 2, 3],
    ["on a truck or at the facility is back tomorrow at least", { location: "disposal", load: "full" }, 2, 3],
  ])("a dumpster %s", async (_, change, today, tomorrow) => {
    const [one] = world.db.orm.select().from(dumpsters).where(eq(dumpsters.size_yards, 20)).all();
    await world.db.write((tx) =>
      tx
        .update(dumpsters)
        .set(change)
        .where(eq(dumpsters.id, one?.id ?? ("" as never)))
        .run(),
    );
    expect([left(20, "2026-12-01", "2026-12-02"), left(20, "2026-12-02", "2026-12-03")]).toEqual([today, tomorrow]);
  });

  it("counts a dumpster that is not back with its unit's days, as long as it has some", async () => {
    const booking = await paidBooking(world);
    const [one] = world.db.orm.select().from(dumpsters).where(eq(dumpsters.size_yards, 20)).all();
    if (!one) throw new Error("no dumpster");
    await world.db.write((tx) => {
      tx.update(units).set({ state: "off_site", dumpster_id: one.id }).where(eq(units.booking_id, booking.id)).run();
      tx.update(dumpsters).set({ location: "yard", load: "full" }).where(eq(dumpsters.id, one.id)).run();
    });
    // Until the 10th by the unit's own days, then because it is not empty yet.
    expect(["2026-12-09", "2026-12-15"].map((on) => left(20, on, addDays(day(on), 1), day(on)))).toEqual([2, 2]);
  });

  it("adds the lines of one size before it compares", () => {
    const period = { start: day("2026-12-03"), end: day("2026-12-11") };
    expect(
      findShortage(
        world.db.orm,
        [
          { size: 15, quantity: 1 },
          { size: 20, quantity: 1 },
          { size: 15, quantity: 2 },
        ],
        period,
        TODAY,
      ),
    ).toEqual({ size: 15, availableCount: 2 });
    expect(
      findShortage(
        world.db.orm,
        [
          { size: 15, quantity: 2 },
          { size: 20, quantity: 3 },
        ],
        period,
        TODAY,
      ),
    ).toBeNull();
  });

  it("offers other days that are open and free", async () => {
    await paidBooking(world, { cart: [{ dumpsterSize: 25, quantity: 1, materialCategory: "general" }] });
    const found = listAvailableStarts(
      world.db.orm,
      [{ size: 25, quantity: 1 }],
      TODAY,
      TODAY,
      (start) => addDays(start, 3),
      (on) => on !== "2026-12-12",
      4,
    );
    expect(found).toEqual(["2026-12-11", "2026-12-13", "2026-12-14", "2026-12-15"]);
  });

  it("never gives back more than was taken", async () => {
    await expect(
      world.db.write((tx) => occupy(tx, 20, { start: TODAY, end: addDays(TODAY, 2) }, -1)),
    ).rejects.toThrow();
    await world.db.write((tx) => occupy(tx, 20, { start: TODAY, end: addDays(TODAY, 2) }, 1));
    await expect(
      world.db.write((tx) => occupy(tx, 20, { start: TODAY, end: addDays(TODAY, 3) }, -1)),
    ).rejects.toThrow();
    expect(left(20, "2026-12-01", "2026-12-02")).toBe(2);
  });
});

describe("holds", () => {
  const options = () => ({ expiresAt: plus(world.clock.at, 40 * MINUTE), windowCapacity: 6, maxPerEmail: 3 });
  const wishOf = async (changes: Partial<UnitWish> = {}): Promise<UnitWish> => ({
    bookingId: (await signedBooking(world)).id,
    email: "ada@example.com",
    lines: [{ size: 20, quantity: 1 }],
    deliveryDate: day("2026-12-03"),
    deliveryWindow: "morning",
    occupiedUntil: day("2026-12-11"),
    ...changes,
  });
  const hold = (wish: UnitWish, more = {}, asker?: string) =>
    world.db.write((tx) =>
      holdUnits(tx, { ...world.deed(), ...(asker && { asker }) }, wish, { ...options(), ...more }),
    );

  it("takes days and window, and gives both back once", async () => {
    const held = await hold(
      await wishOf({
        lines: [
          { size: 20, quantity: 2 },
          { size: 15, quantity: 1 },
        ],
      }),
    );
    if (!held.ok) throw new Error(held.code);
    expect([
      left(20, "2026-12-03", "2026-12-04"),
      left(15, "2026-12-03", "2026-12-04"),
      windowTaken(world.db.orm, day("2026-12-03"), "morning"),
    ]).toEqual([1, 1, 3]);
    expect(findLiveHold(world.db.orm, held.hold.booking_id)?.id).toBe(held.hold.id);
    await world.db.write((tx) => releaseHold(tx, world.deed(), held.hold.id, "test"));
    expect(findLiveHold(world.db.orm, held.hold.booking_id)).toBeUndefined();
    await world.db.write((tx) => releaseHold(tx, world.deed(), held.hold.id, "test"));
    expect(storedCounts(world.db.orm)).toEqual({ days: {}, windows: {} });
    expect(await world.db.write((tx) => consumeHold(tx, world.deed(), held.hold.id))).toBe(false);
  });

  it("refuses a second live one of a booking", async () => {
    const wish = await wishOf();
    await hold(wish);
    await expect(hold(wish)).rejects.toThrow(/UNIQUE/);
  });

  it("refuses what is not there, with what is left, and holds nothing", async () => {
    expect(
      await hold(
        await wishOf({
          lines: [
            { size: 15, quantity: 1 },
            { size: 20, quantity: 4 },
          ],
        }),
      ),
    ).toEqual({ ok: false, code: "sold_out", size: 20, availableCount: 3 });
    expect(storedCounts(world.db.orm)).toEqual({ days: {}, windows: {} });
  });

  it("counts the window over all sizes", async () => {
    await hold(await wishOf({ lines: [{ size: 20, quantity: 2 }] }));
    expect(
      await hold(
        await wishOf({
          lines: [
            { size: 15, quantity: 1 },
            { size: 20, quantity: 1 },
          ],
        }),
        { windowCapacity: 3 },
      ),
    ).toEqual({ ok: false, code: "window_full", left: 1 });
    expect(
      await hold(await wishOf({ lines: [{ size: 15, quantity: 1 }], deliveryWindow: "afternoon" }), {
        windowCapacity: 3,
      }),
    ).toMatchObject({ ok: true });
  });

  it("allows three live ones for an email address", async () => {
    for (let n = 0; n < 3; n++) expect(await hold(await wishOf())).toMatchObject({ ok: true });
    expect(await hold(await wishOf())).toEqual({ ok: false, code: "too_many_holds" });
    expect(await hold(await wishOf({ email: "eve@example.com", lines: [{ size: 15, quantity: 1 }] }))).toMatchObject({
      ok: true,
    });
    const first = world.db.orm.select().from(holds).limit(1).get();
    await world.db.write((tx) => releaseHold(tx, world.deed(), first?.id ?? ("" as never), "test"));
    expect(await hold(await wishOf())).toMatchObject({ ok: true });
  });

  it("allows three to each who asks with an address, in whatever spelling, and twelve to all of them", async () => {
    const small = { maxPerEmail: 1, windowCapacity: 50 };
    const ask = async (asker: string, email: string, size: 15 | 20 | 25 = 15) =>
      (await hold(await wishOf({ email, lines: [{ size, quantity: 1 }] }), small, asker)).ok;
    expect([await ask("stranger", "ada@example.com"), await ask("stranger", "Ada+x@Example.com")]).toEqual([
      true,
      false,
    ]);
    expect([await ask("ada", "ada@example.com"), await ask("eve", "ada+2@example.com", 20)]).toEqual([true, true]);
    expect([await ask("mallory", "ada@example.com", 20), await ask("bob", "ada@example.com", 25)]).toEqual([
      true,
      false,
    ]);
  });

  it("forgets who asked when it ends", async () => {
    const held = await hold(await wishOf(), {}, "somebody");
    if (!held.ok) throw new Error(held.code);
    expect(held.hold.asker).toBe("somebody");
    await world.db.write((tx) => releaseHold(tx, world.deed(), held.hold.id, "test"));
    expect(world.db.orm.select().from(holds).get()?.asker).toBeNull();
  });

  it("keeps the days taken when it is used", async () => {
    await paidBooking(world);
    expect(storedCounts(world.db.orm)).toEqual(expectedCounts(world.db.orm));
    expect(left(20, "2026-12-03", "2026-12-04")).toBe(2);
  });

  it("lets the office plan more dumpsters than a window holds", async () => {
    await changeSetting(world, "windowCapacity", 1);
    const booking = await signedBooking(world, {
      cart: [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" }],
    });
    await expect(openedCheckout(world, booking)).rejects.toThrow("window_full");
    expect(instantAt(TODAY, 9)).toBe(world.clock.at);
  });
});
