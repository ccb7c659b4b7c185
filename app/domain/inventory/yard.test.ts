import { eq, not } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { dumpsters, events, tasks, units } from "#db/schema/index";
import { paidBooking, STAFF, TODAY } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { addDays, day, formatDay } from "../kernel/days";
import { instantAt, MINUTE, plus } from "../kernel/time.server";
import { aboutTask } from "../records/task-subjects.server";
import { findDumpsterRecord, listDumpsters, readYardFilter } from "../records/yard.server";
import { addDumpster, changeDumpster, findDumpsterAsWritten, seenWords, type DumpsterWish } from "./dumpsters.server";
import { openTask } from "../tasks/tasks.server";
import { knownLoad, loadWords } from "./yard";
import { checkShortages, findShortageOf, readWeeks } from "./shortage.server";

const world = setSoundWorld({ fleet: { 20: 2, 15: 1 } });
const orm = () => world.db.orm;
const deed = () => world.deed(STAFF);
const add = (number: string, size: number) => world.db.write((tx) => addDumpster(tx, deed(), { number, size }));
const of = (size: number) => orm().select().from(dumpsters).where(eq(dumpsters.size_yards, size)).all();
const change = (number: string, wish: Partial<DumpsterWish>) => {
  const one = findDumpsterAsWritten(orm(), number)!;
  const { location, load, condition } = one;
  const asked = { location, load, condition, why: "looked", seen: null, ...wish };
  return world.db.write((tx) => changeDumpster(tx, deed(), one.id, asked));
};
const open = (kind: string) =>
  orm()
    .select()
    .from(tasks)
    .all()
    .filter((task) => task.kind === kind && task.state === "open");

it("at a customer's is in use, and nobody says that it is empty, in its words and in the list of the empty ones", async () => {
  for (const [i, load] of (["empty", "full"] as const).entries())
    orm()
      .update(dumpsters)
      .set({ location: "site", load })
      .where(eq(dumpsters.number, of(20)[i]?.number ?? ""))
      .run();
  expect(of(20).map(loadWords)).toEqual(["In use, not known", "Full"]);
  // Saved as its form shows it, with something else changed, nothing is said of its load; in the yard it is not known.
  const { number, ...shown } = of(20).find(({ load }) => load === "empty")!;
  const how = { location: shown.location, load: knownLoad(shown) };
  const stored = () => of(20).find((one) => one.number === number);
  expect(how).toEqual({ location: "site", load: "unknown" });
  expect(await change(number, how)).toEqual({ ok: false, code: "same" });
  expect(await change(number, { ...how, condition: "needs_cleaning" })).toMatchObject({ ok: true });
  expect(stored()).toMatchObject({ location: "site", load: "empty", condition: "needs_cleaning" });
  expect(await change(number, { ...how, location: "yard" })).toMatchObject({ ok: true });
  expect(stored()).toMatchObject({ location: "yard", load: "unknown" });
  expect(await change(number, { location: "site", load: "empty" })).toMatchObject({ ok: false });
  orm().update(dumpsters).set({ location: "site", load: "empty" }).where(eq(dumpsters.number, number)).run();
  const by = (load: string) =>
    listDumpsters(orm(), readYardFilter(new URLSearchParams({ load })), null).rows.map((row) => loadWords(row));
  expect([by("empty"), by("unknown"), by("full")]).toEqual([["Empty"], ["In use, not known"], ["Full"]]);
});

describe("a dumpster", () => {
  it("is added once by its number, however it is written, and is free at once", async () => {
    expect(await add("20-77", 20)).toMatchObject({ ok: true });
    expect(await add("20 77", 20)).toEqual({ ok: false, code: "number_taken", number: "20-77" });
    expect(await add("99-01", 99)).toMatchObject({ ok: false, code: "unknown_size" });
    expect(readWeeks(orm(), TODAY).find(({ size }) => size === 20)).toMatchObject({ usable: 3 });
    expect(findDumpsterRecord(orm(), "20-77")).toMatchObject({
      location: "yard",
      load: "empty",
      at: null,
      lastDriver: null,
      lastPhoto: null,
      history: [{ action: "dumpster_added", actor_label: "Sam Staff" }],
    });
  });

  it("is changed with a reason that is kept, not from what somebody else has changed since, and not to the same", async () => {
    await add("20-77", 20);
    expect(await change("20-77", { condition: "damaged", why: "floor is rusted through" })).toMatchObject({ ok: true });
    const [told] = orm().select().from(events).where(eq(events.action, "dumpster_changed")).all();
    expect([told?.why, told?.data]).toEqual([
      "floor is rusted through",
      { number: "20-77", changes: [{ field: "condition", was: "ok", is: "damaged" }] },
    ]);
    expect(await change("20-77", {})).toEqual({ ok: false, code: "same" });
    const seen = seenWords({ location: "yard", load: "empty", condition: "ok" });
    expect(await change("20-77", { location: "shop", seen })).toEqual({ ok: false, code: "changed" });
    expect(await change("20-77", { location: "site" })).toEqual({ ok: false, code: "needs_unit" });
  });

  it("is retired only when it is free, and then in no list but its own", async () => {
    await add("20-77", 20);
    const booking = await paidBooking(world);
    const one = findDumpsterAsWritten(orm(), "20-77")!;
    await world.db.write((tx) => {
      const out = { dumpster_id: one.id, state: "on_site" as const };
      tx.update(units).set(out).where(eq(units.booking_id, booking.id)).run();
    });
    expect(await change("20-77", { condition: "retired" })).toEqual({ ok: false, code: "not_free" });
    // From the yard it would be given to the next, and its customer's pickup would find another's number.
    await change("20-77", { location: "unknown" });
    expect(await change("20-77", { location: "yard" })).toEqual({ ok: false, code: "still_out" });
    await world.db.write((tx) => {
      const back = { dumpster_id: null, state: "reserved" as const };
      tx.update(units).set(back).where(eq(units.booking_id, booking.id)).run();
    });
    // Nobody has it out by our list, but a truck has it.
    expect(await change("20-77", { location: "yard" })).toMatchObject({ ok: true });
    const lies = (location: "truck" | "yard") =>
      orm().update(dumpsters).set({ location }).where(eq(dumpsters.id, one.id)).run();
    lies("truck");
    expect(await change("20-77", { condition: "retired" })).toEqual({ ok: false, code: "not_free" });
    lies("yard");
    expect(await change("20-77", { condition: "retired" })).toMatchObject({ ok: true });
    const numbers = (query: string) =>
      listDumpsters(orm(), readYardFilter(new URLSearchParams(query)), null).rows.map(({ number }) => number);
    expect([numbers("q=20-77"), numbers("q=20-77&condition=retired"), numbers("condition=nonsense&q=20-77")]).toEqual([
      ...[[], ["20-77"], []],
    ]);
  });
});

it("where a dumpster is, is nobody's task any more once somebody has entered it", async () => {
  await add("20-77", 20);
  const { id } = findDumpsterAsWritten(orm(), "20-77")!;
  const subject = { kind: "dumpster" as const, id };
  await world.db.write((tx) =>
    openTask(tx, deed(), { kind: "move_dumpster", cause: `move_dumpster:${id}`, subject, due: deed().now }),
  );
  expect(open("move_dumpster")).toHaveLength(1);
  await change("20-77", { location: "disposal" });
  expect(open("move_dumpster")).toEqual([]);
});

describe("a size that is short", () => {
  it("is a task that names the bookings, from the change that made it short to the one that ends it", async () => {
    const [first, second] = [await paidBooking(world), await paidBooking(world, { deliveryDate: "2026-12-05" })];
    expect(findShortageOf(orm(), 20, TODAY)).toBeNull();
    const [one] = of(20);
    const done = await change(one!.number, { location: "shop", why: "new floor" });
    const short = { size: 20, day: "2026-12-05", missing: 1 };
    expect(done).toMatchObject({ ok: true, short });
    expect(findShortageOf(orm(), 20, TODAY)?.bookings.toSorted()).toEqual(
      [first.booking_number, second.booking_number].toSorted(),
    );
    expect(open("shortage")).toMatchObject([{ subject_id: "20" }]);
    const weeks = readWeeks(orm(), TODAY).find(({ size }) => size === 20);
    expect(weeks?.days).toHaveLength(56);
    expect(weeks?.days.find((on) => on.day === day("2026-12-05"))).toEqual({ day: "2026-12-05", taken: 2, free: 0 });
    // What nobody has emptied yet is taken today, in the bar as in the figure.
    const today = () => readWeeks(orm(), TODAY).find(({ size }) => size === 20)?.days[0];
    const before = today();
    await change(one!.number, { location: "yard", load: "full", why: "mended" });
    expect([before, today()]).toEqual([
      { day: TODAY, taken: 0, free: 1 },
      { day: TODAY, taken: 1, free: 1 },
    ]);
    expect(open("shortage")).toEqual([]);
  });

  it("names what comes later on days that are short too, apart, and nothing that fits by then", async () => {
    const [first] = [await paidBooking(world), await paidBooking(world, { deliveryDate: "2026-12-05" })];
    const third = await paidBooking(world, { deliveryDate: "2027-01-04" });
    await paidBooking(world, { deliveryDate: "2027-01-04" });
    const alone = await paidBooking(world, { deliveryDate: "2026-12-21" });
    await change(of(20)[0]!.number, { location: "shop", why: "new floor" });
    const short = findShortageOf(orm(), 20, TODAY);
    expect(short?.bookings).toContain(first.booking_number);
    expect(short?.later?.bookings).toContain(third.booking_number);
    expect(short?.later?.bookings).toHaveLength(2);
    expect([short?.bookings, short?.later?.bookings].flat()).not.toContain(alone.booking_number);
    expect(short!.later!.until >= day("2027-01-04")).toBe(true);
    const [task] = open("shortage");
    const { detail } = aboutTask(orm(), task!, deed().now);
    const until = formatDay(short!.later!.until, { short: true });
    expect(/; too few until ([^:]*): (.*)$/.exec(detail ?? "")?.slice(1)).toEqual([
      until,
      expect.stringContaining(third.booking_number),
    ]);
  });

  it("is none today while what is still to leave stands empty in the yard, whatever is promised", async () => {
    await paidBooking(world);
    const second = await paidBooking(world, { deliveryDate: "2026-12-05" });
    const [one, other] = of(20);
    await change(one!.number, { location: "shop", why: "new floor" });
    const isLast = eq(units.booking_id, second.id);
    orm().update(units).set({ state: "on_site" }).where(not(isLast)).run();
    const short = () => findShortageOf(orm(), 20, day("2026-12-05"))?.day;
    expect(short()).toBe("2026-12-06");
    await change(other!.number, { location: "yard", load: "full", why: "came back" });
    expect(short()).toBe("2026-12-05");
    await change(other!.number, { location: "yard", load: "empty", why: "emptied" });
    // A second one is still to leave.
    orm().update(units).set({ state: "reserved" }).run();
    expect(short()).toBe("2026-12-05");
  });

  it("names the newest five that need one on its day, is due the morning before, and is looked for eight weeks ahead", async () => {
    for (const n of [1, 2, 3, 4]) await add(`20-9${n}`, 20);
    const made: string[] = [];
    for (let n = 0; n < 6; n++) {
      world.clock.at = plus(world.clock.at, MINUTE);
      made.push((await paidBooking(world, { deliveryDate: "2026-12-14" })).booking_number);
    }
    world.clock.at = plus(world.clock.at, MINUTE);
    // Back before that day: it needs none of them then.
    await paidBooking(world);
    await change("20-91", { location: "shop", why: "new floor" });
    expect(findShortageOf(orm(), 20, TODAY)).toEqual({
      ...{ size: 20, day: "2026-12-14", missing: 1 },
      bookings: made.toReversed().slice(0, 5),
      // Later days are short of the same ones.
      later: null,
    });
    expect(open("shortage")).toMatchObject([{ due_at: instantAt(day("2026-12-13"), 9) }]);
    const today = (ahead: number) => findShortageOf(orm(), 20, addDays(day("2026-12-14"), -ahead))?.day;
    expect([today(55), today(56)]).toEqual(["2026-12-14", undefined]);
  });

  it("is a task no more once its day has passed, and one again when another day is short: by housekeeping", async () => {
    await paidBooking(world);
    await paidBooking(world, { deliveryDate: "2026-12-05" });
    await change(of(20)[0]!.number, { location: "shop", why: "new floor" });
    const said = () => open("shortage").map((task) => aboutTask(orm(), task, deed().now).detail);
    expect(said()).toEqual([expect.stringMatching(/^1 missing on Sat, Dec 5: DMP-2026-\d+ and DMP-2026-\d+$/)]);
    // Both stand at their sites by then: nobody waits for one on that day.
    orm().update(units).set({ state: "on_site" }).run();
    expect(said()).toEqual(["1 missing on Sat, Dec 5"]);
    const begun = world.clock.at;
    world.clock.at = instantAt(day("2026-12-20"), 9);
    expect(said()).toEqual(["enough by now"]);
    await checkShortages(world.db, deed());
    expect(open("shortage")).toEqual([]);
    world.clock.at = begun;
    await checkShortages(world.db, deed());
    expect(said()).toEqual(["1 missing on Sat, Dec 5"]);
    orm().update(units).set({ state: "reserved" }).run();
  });
});

it("the list goes by number, a page at a time, and its figures are those of the table", async () => {
  for (let n = 0; n < 60; n++) await add(`30-${String(n).padStart(3, "0")}`, 15);
  const filter = readYardFilter(new URLSearchParams("size=15&location=yard&load=empty"));
  const first = listDumpsters(orm(), filter, null);
  const second = listDumpsters(orm(), filter, first.next);
  expect([first.rows.length, second.rows.length, second.next]).toEqual([50, of(15).length - 50, null]);
  const all = [...first.rows, ...second.rows].map(({ number }) => number);
  expect(all).toEqual(all.toSorted());
  expect(new Set(all).size).toBe(of(15).length);
});
