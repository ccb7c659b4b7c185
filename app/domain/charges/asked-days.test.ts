import { desc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { jobs } from "#db/schema/index";
import { BACK, chargesOf, drive, look, OUT, rented } from "../../../tests/support/charges";
import { STAFF } from "../../../tests/support/domain";
import { missJob } from "../../../tests/support/driver";
import { setSoundWorld } from "../../../tests/support/sound";
import { listUnits, type Booking } from "../booking/order/bookings.server";
import { chooseDay } from "../changes/choose-day.server";
import { planClosure } from "../changes/closure-read.server";
import { undoClosure } from "../changes/closure-undo.server";
import { closeDay } from "../changes/closures.server";
import { moveJobTo } from "../changes/move-job.server";
import { findPickup, keepDumpster, requestPickup } from "../changes/pickup-request.server";
import { day } from "../kernel/days";
import { instantAt } from "../kernel/time.server";

/** The days end with the minute of the request: what becomes of the truck after it neither adds any nor takes one away. */
const world = setSoundWorld({ fleet: { 20: 2 } });
const at = (on: string, hour = 9) => (world.clock.at = instantAt(day(on), hour));
let booking: Booking;
const unit = () => listUnits(world.db.orm, booking.id)[0]!;
const pickup = () => findPickup(world.db.orm, unit().id)!;
/** Set down on Thursday, December 3, for 7 days; who has it may keep it longer. */
beforeEach(async () => {
  at("2026-12-01");
  booking = await rented(world, { flexibleExtension: true });
  at("2026-12-03");
  await drive(world, booking, "delivery", OUT);
});

const ask = () =>
  world.db.write((tx) => requestPickup(tx, world.deed(), world.settings(), unit().id, { early: true, seen: null }));
const keep = () => world.db.write((tx) => keepDumpster(tx, world.deed(), world.settings(), unit().id));
const move = (on: string) =>
  world.db.write((tx) =>
    moveJobTo(tx, world.deed(STAFF), world.settings(), pickup().id, { day: day(on), window: "anytime" }),
  );
const choose = (on: string) =>
  world.db.write((tx) =>
    chooseDay(tx, world.deed(), world.settings(), unit().id, { day: day(on), window: null, seen: null }),
  );
async function storm(on: string) {
  const wish = { day: day(on), part: "day", reason: "Storm" } as const;
  const { digest: seen } = planClosure(world.db.orm, world.settings(), wish, world.clock.at);
  const done = await world.db.write((tx) => closeDay(tx, world.deed(STAFF), world.settings(), { ...wish, seen }));
  if (!done.ok) throw new Error(done.code);
  return done.closure.id;
}
/** The days that are charged for, and from when on, once it is back. */
async function charged(on: string): Promise<unknown> {
  at(on);
  await drive(world, booking, "pickup", BACK(1800));
  await look(world, booking);
  return chargesOf(world, booking).map(({ kind, basis }) =>
    basis?.by === "days" ? [basis.days, basis.paidUntil] : kind,
  );
}

describe("days that were counted before the pickup was asked for", () => {
  beforeEach(async () => {
    at("2026-12-15", 20);
    expect(await ask()).toMatchObject({ ok: true, day: "2026-12-16" });
  });

  it("stay so where a storm moves its truck", async () => {
    await storm("2026-12-16");
    expect(pickup().day).toBe("2026-12-17");
    expect(await charged("2026-12-17")).toEqual([[5, "2026-12-10"]]);
  });

  it("stay so where the storm is taken back", async () => {
    const closure = await storm("2026-12-16");
    await world.db.write((tx) => undoClosure(tx, world.deed(STAFF), world.settings(), closure));
    expect(pickup().day).toBe("2026-12-16");
    expect(await charged("2026-12-16")).toEqual([[5, "2026-12-10"]]);
  });

  it("stay so where its customer chooses another day after that", async () => {
    await storm("2026-12-16");
    expect(await choose("2026-12-18")).toMatchObject({ ok: true });
    expect(await charged("2026-12-18")).toEqual([[5, "2026-12-10"]]);
  });

  it("stay so where the office moves its truck, and moves it back", async () => {
    await move("2026-12-18");
    await move("2026-12-17");
    expect(await charged("2026-12-17")).toEqual([[5, "2026-12-10"]]);
  });

  it("are counted on from the day that was paid for by who keeps it after all", async () => {
    await move("2026-12-18");
    expect(await keep()).toMatchObject({ ok: true });
    expect(unit()).toMatchObject({ pickup_date: "2026-12-10", occupied_until: "2026-12-14" });
    at("2026-12-21", 8);
    await ask();
    expect(await charged("2026-12-21")).toEqual([[11, "2026-12-10"]]);
  });
});

describe("days that were paid for, and given up", () => {
  it("are theirs who keep it after a truck that came in vain and another day", async () => {
    at("2026-12-07");
    await ask();
    const visit = await missJob(world, pickup().id);
    expect(await choose("2026-12-09")).toMatchObject({ ok: true });
    const tries = world.db.orm.select().from(jobs).where(eq(jobs.kind, "pickup")).orderBy(desc(jobs.attempt)).all();
    expect(tries.map(({ id, day: on }) => [id === visit, on])).toEqual([
      [false, "2026-12-09"],
      [true, "2026-12-07"],
    ]);
    expect(await keep()).toMatchObject({ ok: true });
    expect([unit().pickup_date, pickup().day]).toEqual(["2026-12-10", "2026-12-10"]);
  });

  it("are theirs, and no more, where the office had put its truck off beyond them", async () => {
    at("2026-12-07");
    await ask();
    await move("2026-12-12");
    expect(await keep()).toMatchObject({ ok: true });
    expect([unit().pickup_date, unit().waived_days]).toEqual(["2026-12-10", 0]);
  });
});
