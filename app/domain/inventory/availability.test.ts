import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { dumpsters, units } from "#db/schema/index";
import { addDays, day, type Day } from "../kernel/days";
import { openWorld, paidBooking, TODAY, type TestWorld } from "../../../tests/support/domain";
import {
  countAvailable,
  findShortage,
  listAvailableStarts,
  occupy,
  occupyWindow,
  readWindowsTaken,
} from "./availability.server";

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

  it("leaves what is one's own out of the way on its own days only, and what of it is late besides", async () => {
    const own = (changes = {}) => ({
      lines: [
        { size: 20, quantity: 1 },
        { size: 15, quantity: 1 },
        { size: 20, quantity: 1 },
      ],
      delivery_date: day("2026-12-03"),
      delivery_window: "morning",
      occupied_until: day("2026-12-06"),
      ...changes,
    });
    const free = (start: string, size = 20, changes = {}) =>
      countAvailable(
        world.db.orm,
        size,
        { start: day(start), end: addDays(day(start), 1) },
        day("2026-12-04"),
        own(changes),
      );
    await world.db.write((tx) => occupy(tx, 20, { start: day("2026-12-01"), end: day("2026-12-10") }, 3));
    expect(["2026-12-02", "2026-12-03", "2026-12-05", "2026-12-06"].map((on) => free(on))).toEqual([0, 2, 2, 0]);
    // Of a size that one has none of nothing is free by it.
    expect(free("2026-12-05", 25)).toBe(1);
    // Somebody's are out past their day: two of them are one's own.
    const booking = await paidBooking(world, {
      deliveryDate: "2026-12-11",
      rentalDays: 1,
      cart: [{ dumpsterSize: 15, quantity: 2, materialCategory: "general" }],
    });
    await world.db.write((tx) =>
      tx
        .update(units)
        .set({ state: "on_site", occupied_until: day("2026-12-04") })
        .where(eq(units.booking_id, booking.id))
        .run(),
    );
    expect([0, 1, 2].map((late) => free("2026-12-04", 15, { late, lines: [] }))).toEqual([0, 1, 2]);
    // Tomorrow they may be back.
    expect(free("2026-12-05", 15, { lines: [] })).toBe(2);
  });

  it("counts what is late today with what is taken today", async () => {
    await world.db.write((tx) => occupy(tx, 20, { start: TODAY, end: addDays(TODAY, 2) }, 1));
    const [one] = world.db.orm.select().from(dumpsters).where(eq(dumpsters.size_yards, 20)).all();
    await world.db.write((tx) =>
      tx
        .update(dumpsters)
        .set({ location: "truck" })
        .where(eq(dumpsters.id, one?.id ?? ("" as never)))
        .run(),
    );
    expect([0, 1, 2].map((n) => left(20, addDays(TODAY, n), addDays(TODAY, n + 1)))).toEqual([1, 2, 3]);
    expect(left(99, TODAY, addDays(TODAY, 1))).toBe(0);
  });

  it("offers days on which every line fits, and looks 45 days ahead", async () => {
    const starts = (lines: { size: number; quantity: number }[], isOpen = (_: Day) => true, most = 100) =>
      listAvailableStarts(world.db.orm, lines, TODAY, TODAY, (start) => addDays(start, 1), isOpen, most);
    const all = starts([{ size: 20, quantity: 1 }]);
    expect([all.length, all[0], all.at(-1)]).toEqual([45, TODAY, addDays(TODAY, 44)]);
    await world.db.write((tx) => occupy(tx, 25, { start: TODAY, end: addDays(TODAY, 44) }, 1));
    expect(
      starts([
        { size: 20, quantity: 1 },
        { size: 25, quantity: 1 },
      ]),
    ).toEqual([addDays(TODAY, 44)]);
    expect(starts([{ size: 20, quantity: 1 }], (on) => on === addDays(TODAY, 44))).toEqual([addDays(TODAY, 44)]);
  });

  it("reads the deliveries of many windows at once, both days included", async () => {
    const [first, last] = [day("2026-12-03"), day("2026-12-05")];
    await world.db.write((tx) => {
      for (const [on, window, count] of [
        [addDays(first, -1), "morning", 9],
        [first, "morning", 2],
        [last, "afternoon", 3],
        [addDays(last, 1), "morning", 9],
      ] as const)
        occupyWindow(tx, on, window, count);
      occupyWindow(tx, first, "morning", -1);
    });
    const taken = readWindowsTaken(world.db.orm, first, last);
    expect(
      [addDays(first, -1), first, last, addDays(last, 1)].map((on) => [taken(on, "morning"), taken(on, "afternoon")]),
    ).toEqual([
      [0, 0],
      [1, 0],
      [0, 3],
      [0, 0],
    ]);
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
