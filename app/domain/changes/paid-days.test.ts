import { beforeEach, describe, expect, it } from "vitest";
import { paidBooking } from "../../../tests/support/domain";
import { openTasks } from "../../../tests/support/errands";
import { setSoundWorld } from "../../../tests/support/sound";
import { standingRental } from "../../../tests/support/standing";
import { day } from "../kernel/days";
import { planExtra } from "./extra-job.server";

/** The day until which it is paid, and the truck's: what is told of the first is what is charged from. One dumpster is all. */
const world = setSoundWorld({ fleet: { 20: 1 } });
const { standing, promised, at, aMinute, deed, rules, unit, pickup, ...rental } = standingRental(world);
const { ask, keep, choose, move, undo, give, inVain, storm, stormOver, charged } = rental;

describe("the day until which it is paid", () => {
  beforeEach(() => standing());

  it.each(["its customer", "the office"])(
    "stays where it was after a truck in vain that nobody had asked for, whatever day %s chooses next",
    async (who) => {
      at("2026-12-10", 8);
      await inVain();
      expect(unit()).toMatchObject({ state: "pickup_failed", pickup_asked_at: null });
      const chosen = who === "the office" ? move("2026-12-14") : choose("2026-12-14");
      expect(await chosen).toMatchObject({ ok: true });
      expect(unit()).toMatchObject({
        state: "pickup_requested",
        pickup_date: "2026-12-14",
        occupied_until: "2026-12-15",
      });
      expect(pickup()).toMatchObject({ attempt: 2, day: "2026-12-14", was_pickup: "2026-12-10" });
      at("2026-12-11");
      expect(await keep()).toMatchObject({ ok: true });
      expect(unit()).toMatchObject({ pickup_date: "2026-12-10", waived_days: 0 });
      expect(await charged("2026-12-18")).toEqual([[8, "2026-12-10"]]);
    },
  );

  it("asks for nothing where the day that it has is chosen", async () => {
    at("2026-12-09", 8);
    await inVain();
    expect(await choose("2026-12-10")).toEqual({ ok: false, code: "same" });
    expect(unit()).toMatchObject({ state: "pickup_failed", pickup_asked_at: null });
  });

  it("is the one that was told to who has asked by it, also where the storm that put it off is taken back", async () => {
    at("2026-12-10", 21);
    await give();
    const closure = await storm("2026-12-10");
    expect(unit()).toMatchObject({ pickup_date: "2026-12-11", waived_days: 1 });
    at("2026-12-11", 0);
    await ask();
    aMinute();
    expect(await stormOver(closure)).toMatchObject({ ok: true, back: 0, left: 1 });
    expect(unit()).toMatchObject({ state: "pickup_requested", pickup_date: "2026-12-11", waived_days: 1 });
    expect(await charged("2026-12-11")).toEqual([]);
  });

  it.each([
    ["2026-12-14", [[3, "2026-12-11"]], "ask"],
    ["2026-12-14", [[4, "2026-12-10"]], "do not"],
  ] as const)("on %s is charged from as it was told: %j, where they %s", async (on, days, asks) => {
    at("2026-12-09", 20);
    await give();
    const closure = await storm("2026-12-10");
    aMinute();
    if (asks === "ask") await ask();
    aMinute();
    await stormOver(closure);
    if (asks === "ask") expect(await keep()).toMatchObject({ ok: true });
    expect(await charged(on)).toEqual(days);
  });

  it("is as it was asked for where the storm came after that, and is over", async () => {
    at("2026-12-15", 20);
    await ask();
    const before = [unit(), pickup()];
    const closure = await storm("2026-12-16");
    expect(pickup()).toMatchObject({ day: "2026-12-17", was_pickup: "2026-12-10" });
    aMinute();
    expect(await stormOver(closure)).toMatchObject({ ok: true, back: 1 });
    expect([unit(), pickup()]).toEqual(before);
  });

  it("is as it was where the office moved the truck after that, and takes it back", async () => {
    at("2026-12-15", 20);
    await ask();
    const before = [unit(), pickup()];
    expect(await move("2026-12-18")).toMatchObject({ ok: true });
    expect([unit().pickup_date, pickup().was_pickup]).toEqual(["2026-12-18", "2026-12-10"]);
    aMinute();
    expect(await undo()).toEqual({ ok: true });
    expect([unit(), pickup()]).toEqual(before);
  });
});

it("the day until which it is paid goes back with a move of ours that is taken back after it was asked for", async () => {
  await promised();
  at("2026-12-05", 9);
  await move("2026-12-05");
  aMinute();
  await ask();
  expect(unit()).toMatchObject({ state: "pickup_requested", pickup_date: "2026-12-05" });
  aMinute();
  expect(await undo()).toEqual({ ok: true });
  expect(await keep()).toMatchObject({ ok: true });
  expect(unit()).toMatchObject({ pickup_date: "2026-12-10", waived_days: 0 });
});

describe("days that we give", () => {
  it.each([
    { title: "sooner and back: none", moves: ["2026-12-08", "2026-12-10"], waived: 0 },
    { title: "sooner, and later than it was: what is beyond", moves: ["2026-12-08", "2026-12-12"], waived: 2 },
    { title: "later, sooner and back: none", moves: ["2026-12-12", "2026-12-08", "2026-12-10"], waived: 0 },
  ])("by moving its pickup $title", async ({ moves, waived }) => {
    await promised();
    at("2026-12-05");
    for (const on of moves) expect(await move(on)).toMatchObject({ ok: true });
    expect(unit()).toMatchObject({ pickup_date: moves.at(-1), waived_days: waived });
  });

  it.each([
    { title: "later: what is beyond", moves: ["2026-12-14", "2026-12-12"], until: "2026-12-12", days: 9 },
    { title: "later and back: none", moves: ["2026-12-12", "2026-12-10"], until: "2026-12-10", days: 11 },
  ])("to who keeps it, by moving its last paid day $title", async ({ moves, until, days }) => {
    await standing();
    at("2026-12-05");
    for (const on of moves) expect(await move(on)).toMatchObject({ ok: true });
    expect(unit().pickup_date).toBe(until);
    expect(await charged("2026-12-21")).toEqual([[days, until]]);
  });

  it("stay given where the truck was moved after it was asked for, and comes back", async () => {
    await standing();
    at("2026-12-11", 13);
    await move("2026-12-12");
    aMinute();
    await ask();
    const before = [unit(), pickup()];
    expect(unit()).toMatchObject({ state: "pickup_requested", waived_days: 1 });
    aMinute();
    const closure = await storm("2026-12-12");
    expect(pickup().day).toBe("2026-12-14");
    await stormOver(closure);
    expect([unit(), pickup()]).toEqual(before);
    aMinute();
    await move("2026-12-15");
    aMinute();
    expect(await undo()).toEqual({ ok: true });
    expect([unit(), pickup()]).toEqual(before);
  });

  it("are those of the day that is chosen after a storm", async () => {
    await standing();
    at("2026-12-09", 20);
    await give();
    await storm("2026-12-10");
    expect(await choose("2026-12-12")).toMatchObject({ ok: true });
    expect(unit()).toMatchObject({ pickup_date: "2026-12-12", waived_days: 2 });
  });

  it.each([true, false])(
    "of a truck that came to stand on the paid day are theirs again once that is taken back; by us: %s",
    async (byUs) => {
      await standing();
      at("2026-12-09", 9);
      await ask();
      const before = [unit().pickup_date, pickup().was_pickup];
      expect(before).toEqual(["2026-12-09", "2026-12-10"]);
      const closure = byUs ? null : await storm("2026-12-09");
      if (byUs) await move("2026-12-10");
      expect(unit().pickup_date).toBe("2026-12-10");
      aMinute();
      if (closure) await stormOver(closure);
      else expect(await undo()).toEqual({ ok: true });
      expect([unit().pickup_date, pickup().was_pickup]).toEqual(before);
      expect(await keep()).toMatchObject({ ok: true });
      expect(unit().pickup_date).toBe("2026-12-10");
    },
  );

  it("stand as they were told to who has asked since: that move is not taken back", async () => {
    await standing();
    at("2026-12-11", 13);
    await move("2026-12-12");
    aMinute();
    expect(await ask()).toMatchObject({ ok: true, day: "2026-12-12" });
    aMinute();
    expect(await undo()).toEqual({ ok: false, code: "changed" });
    expect(unit()).toMatchObject({ pickup_date: "2026-12-12", waived_days: 1 });
  });

  it("by moving it sooner and taking that back: none", async () => {
    await promised();
    at("2026-12-05");
    await move("2026-12-08");
    aMinute();
    expect(await undo()).toEqual({ ok: true });
    expect(unit()).toMatchObject({ pickup_date: "2026-12-10", occupied_until: "2026-12-11", waived_days: 0 });
  });

  it("by a storm on a day that we had moved it to: none within the paid ones", async () => {
    await promised();
    at("2026-12-07", 20);
    await move("2026-12-08");
    await give();
    const closure = await storm("2026-12-08");
    expect(unit()).toMatchObject({ pickup_date: "2026-12-09", waived_days: 0 });
    await stormOver(closure);
    expect(unit()).toMatchObject({ pickup_date: "2026-12-08", waived_days: 0 });
  });

  it("by a storm, and by us after it: until the day that is told", async () => {
    await standing();
    at("2026-12-09", 20);
    await give();
    await storm("2026-12-10");
    await move("2026-12-12");
    expect(unit()).toMatchObject({ pickup_date: "2026-12-12", waived_days: 2 });
    expect(await charged("2026-12-14")).toEqual([[2, "2026-12-12"]]);
  });

  it("are counted from the day on which it came, and from the open one after a Sunday", async () => {
    // Set down a day late: its seven days end on Friday, the 11th.
    await standing("2026-12-04");
    expect(unit().pickup_date).toBe("2026-12-11");
    await move("2026-12-10");
    await move("2026-12-11");
    expect(unit().waived_days).toBe(0);
    // Two days more are Sunday, the 13th, which is over on Monday: told Tuesday, it is charged from Tuesday.
    await move("2026-12-14");
    expect(await charged("2026-12-15")).toEqual([[1, "2026-12-14"]]);
  });
});

describe("what it takes up", () => {
  beforeEach(() => standing());

  it("is nothing after the truck that the office plans early", async () => {
    at("2026-12-05");
    const wish = { kind: "early", day: day("2026-12-08"), window: "anytime", size: 20, material: "general" } as const;
    await world.db.write((tx) => planExtra(tx, deed(), rules(), unit().id, { ...wish, note: "" }, 0));
    expect(unit()).toMatchObject({ state: "pickup_requested", occupied_until: "2026-12-09", waived_days: 0 });
    expect(pickup()).toMatchObject({ day: "2026-12-08", was_pickup: "2026-12-10" });
  });

  it.each([
    ["on its day", "2026-12-10", 9, "2026-12-11"],
    ["past its day, until its truck has come", "2026-12-15", 20, "2026-12-17"],
  ])("is nothing after the truck that is asked for %s", async (_, on, hour, until) => {
    at(on, hour);
    await ask();
    expect(unit()).toMatchObject({ state: "pickup_requested", pickup_date: "2026-12-10", occupied_until: until });
    // Kept after all, it is theirs for some days more.
    expect(await keep()).toMatchObject({ ok: true });
    expect(unit().occupied_until).toBe("2026-12-14");
  });

  it("is theirs where they keep it and nobody has the paid days; the days to stay on are somebody's to look at", async () => {
    at("2026-12-05");
    await ask();
    await paidBooking(world, { deliveryDate: "2026-12-12" });
    expect(openTasks(world)).not.toContain("shortage");
    expect(await keep()).toMatchObject({ ok: true });
    expect(unit()).toMatchObject({ state: "on_site", pickup_date: "2026-12-10", occupied_until: "2026-12-14" });
    expect(openTasks(world)).toContain("shortage");
    // And nobody's any more once they ask again.
    await ask();
    expect(openTasks(world)).not.toContain("shortage");
  });

  it("is not theirs where somebody has one of the paid days", async () => {
    at("2026-12-05");
    await ask();
    await paidBooking(world, { deliveryDate: "2026-12-10" });
    expect(await keep()).toEqual({ ok: false, code: "promised" });
  });
});
