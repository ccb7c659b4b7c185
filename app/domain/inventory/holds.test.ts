import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { holds } from "#db/schema/index";
import { day, type Day } from "../kernel/days";
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
import { countAvailable, windowTaken } from "./availability.server";
import {
  consumeHold,
  findLiveHold,
  holdUnits,
  isLiveHold,
  mergeHold,
  releaseHold,
  type UnitWish,
} from "./holds.server";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 15: 2, 20: 3, 25: 1 } });
});
afterEach(() => world.close());

const left = (size: number, start: string, end: string, today: Day = TODAY) =>
  countAvailable(world.db.orm, size, { start: day(start), end: day(end) }, today);

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

  it("is used or merged once, and is live until then", async () => {
    const one = await hold(await wishOf());
    const two = await hold(await wishOf());
    if (!one.ok || !two.ok) throw new Error("no room");
    const live = () => [one, two].map(({ hold: { id } }) => isLiveHold(world.db.orm, id));
    expect(live()).toEqual([true, true]);
    expect(await world.db.write((tx) => consumeHold(tx, world.deed(), one.hold.id))).toBe(true);
    expect(await world.db.write((tx) => consumeHold(tx, world.deed(), one.hold.id))).toBe(false);
    // What is used stays taken for its units; what is merged is theirs already.
    for (let n = 0; n < 2; n++) await world.db.write((tx) => mergeHold(tx, world.deed(), two.hold.id));
    expect(live()).toEqual([false, false]);
    expect(left(20, "2026-12-03", "2026-12-04")).toBe(2);
    expect(windowTaken(world.db.orm, day("2026-12-03"), "morning")).toBe(1);
    expect(
      world.db.orm
        .select()
        .from(holds)
        .all()
        .map(({ state }) => state),
    ).toEqual(["used", "used"]);
  });

  it("asks for no window where nothing is delivered", async () => {
    const held = await hold(await wishOf({ deliveryWindow: null }), { windowCapacity: 0 });
    if (!held.ok) throw new Error(held.code);
    expect(storedCounts(world.db.orm).windows).toEqual({});
    await world.db.write((tx) => releaseHold(tx, world.deed(), held.hold.id, "test"));
    expect(storedCounts(world.db.orm)).toEqual({ days: {}, windows: {} });
  });

  it("fits a window to the last place", async () => {
    expect(await hold(await wishOf({ lines: [{ size: 20, quantity: 2 }] }), { windowCapacity: 2 })).toMatchObject({
      ok: true,
    });
    expect(await hold(await wishOf(), { windowCapacity: 1 })).toEqual({ ok: false, code: "window_full", left: 0 });
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
    const booking = await signedBooking(world, {
      cart: [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" }],
    });
    await changeSetting(world, "windowCapacity", 1);
    await expect(openedCheckout(world, booking)).rejects.toThrow("window_full");
    expect(instantAt(TODAY, 9)).toBe(world.clock.at);
  });
});
