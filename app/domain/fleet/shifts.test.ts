import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { drivers, events, shifts, trucks } from "#db/schema/index";
import { openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { driversOfDay } from "../dispatch/drivers-of-day.server";
import { seedAccounts } from "../accounts/seed.server";
import { addDays, type Day } from "../kernel/days";
import { newId, type Id } from "../kernel/ids.server";
import { dayAt } from "../kernel/time.server";
import { setDaysOff, takeBackDaysOff } from "./drivers.server";
import { listOtherDays, setOtherDay, takeBackOtherDay, type OtherDay } from "./shifts.server";

let world: TestWorld;
let dana: Id<"driver">;
let spare: Id<"truck">;
let today: Day;
beforeEach(async () => {
  world = await openWorld();
  await seedAccounts(world.db, world.clock.at);
  dana = world.db.orm.select().from(drivers).all()[0]?.id as Id<"driver">;
  today = dayAt(world.clock.at);
  spare = newId("truck");
  const row = { id: spare, name: "Truck 9", plate: "", notes: "", created_at: world.clock.at };
  world.db.orm.insert(trucks).values(row).run();
});
afterEach(() => world.close());

const deed = () => world.deed(STAFF);
const wish = (more: Partial<OtherDay> = {}): OtherDay => ({
  day: addDays(today, 1),
  begins: 6 * 60,
  ends: 14 * 60,
  truckId: spare,
  ...more,
});
const set = (more: Partial<OtherDay> = {}) => world.db.write((tx) => setOtherDay(tx, deed(), dana, wish(more)));
const list = () => listOtherDays(world.db.orm, dana, today);
const on = (day: Day) => driversOfDay(world.db.orm, day).find(({ id }) => id === dana);

describe("a day with other hours or another truck", () => {
  it("is what dispatch plans with, on that day alone; entered again it is another one, taken back it is as always", async () => {
    const usual = on(addDays(today, 2));
    const other = world.db.orm.select().from(drivers).all()[1]?.id as Id<"driver">;
    await world.db.write((tx) => setOtherDay(tx, deed(), other, wish({ begins: 600 })));
    expect(list()).toEqual([]);
    expect(await set()).toEqual({ ok: true });
    expect(on(addDays(today, 1))).toMatchObject({ begins: 360, ends: 840, truck: { name: "Truck 9" }, isOff: false });
    expect(on(addDays(today, 2))).toEqual(usual);
    expect(await set({ truckId: null, begins: null })).toEqual({ ok: true });
    expect(list()).toEqual([{ day: addDays(today, 1), begins: null, ends: 840, truck: null }]);
    const back = () => world.db.write((tx) => takeBackOtherDay(tx, deed(), dana, addDays(today, 1)));
    expect([await back(), await back()]).toEqual([true, false]);
    expect([list(), on(addDays(today, 1))?.ends]).toEqual([[], null]);
    const told = world.db.orm.select().from(events).where(eq(events.subject_id, dana)).all();
    expect(told.map(({ action }) => action)).toEqual(["driver_day_set", "driver_day_set", "driver_day_back"]);
  });

  it.each<[string, Partial<OtherDay>]>([
    ["past", { day: "2020-01-01" as Day }],
    ["too_far", { day: "2062-01-01" as Day }],
    ["nothing", { begins: null, ends: null, truckId: null }],
    ["bad_hours", { begins: 840, ends: 840 }],
    ["unknown_truck", { truckId: "trk_none" as Id<"truck"> }],
  ])("is refused as %s, and nothing is kept", async (code, more) => {
    expect(await set(more)).toEqual({ ok: false, code });
    expect(list()).toEqual([]);
  });

  it("is refused with a truck that is not in use, on a day off, and for nobody", async () => {
    world.db.orm.update(trucks).set({ is_active: false }).where(eq(trucks.id, spare)).run();
    expect(await set()).toEqual({ ok: false, code: "unknown_truck" });
    const off = { from: addDays(today, 1), until: addDays(today, 1), note: "" };
    await world.db.write((tx) => setDaysOff(tx, deed(), dana, off, true));
    expect(await set({ truckId: null })).toEqual({ ok: false, code: "off" });
    const nobody = "drv_none" as Id<"driver">;
    expect(await world.db.write((tx) => setOtherDay(tx, deed(), nobody, wish()))).toEqual({
      ok: false,
      code: "unknown",
    });
  });

  it("stays entered below a day off, and holds again when the driver comes after all", async () => {
    await set();
    const off = { from: addDays(today, 1), until: addDays(today, 1), note: "" };
    await world.db.write((tx) => setDaysOff(tx, deed(), dana, off, true));
    expect(list()).toEqual([]);
    await world.db.write((tx) => takeBackDaysOff(tx, deed(), dana, off));
    expect(list()).toHaveLength(1);
  });
});

describe("days off", () => {
  const off = (from: Day, until: Day) =>
    world.db.write((tx) => setDaysOff(tx, deed(), dana, { from, until, note: "" }, true));

  it.each<[string, string, string]>([
    ["past", "1100-01-01", "1100-01-02"],
    ["too_far", "8999-12-30", "8999-12-31"],
    ["bad_period", "2026-12-02", "8999-12-31"],
    ["bad_period", "2026-12-02", "2026-12-01"],
  ])("are refused as %s from %s to %s: a slip of the year", async (code, from, until) => {
    expect(await off(from as Day, until as Day)).toEqual({ ok: false, code });
    expect(world.db.orm.select().from(shifts).all()).toEqual([]);
  });

  it("may have begun, may be of today alone, and are refused when the last one was yesterday", async () => {
    expect(await off(addDays(today, -3), addDays(today, -1))).toEqual({ ok: false, code: "past" });
    expect([await off(addDays(today, -3), today), on(today)?.isOff]).toEqual([{ ok: true }, true]);
  });
});
