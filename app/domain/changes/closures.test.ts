import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { asc, eq } from "drizzle-orm";
import { bookings, jobs, outbox, tasks, units } from "#db/schema/index";
import {
  addDumpsters,
  changeSetting,
  CUSTOMER,
  openWorld,
  paidBooking,
  STAFF,
  type TestWorld,
} from "../../../tests/support/domain";
import { temporaryDriver } from "../../../tests/support/driver";
import { expectedCounts, listContradictions, storedCounts } from "../../../tests/support/invariants";
import { deliveryDayProblem, windowProblem } from "../schedule/rules";
import { scheduleContext } from "../booking/order/open-days.server";
import { advanceJob } from "../dispatch/advance.server";
import { placeJob } from "../dispatch/plan.server";
import { addDays, day, type Day } from "../kernel/days";
import { newId, type Id } from "../kernel/ids.server";
import { instantAt } from "../kernel/time.server";
import type { ClosedPart } from "../settings/closings";
import { cancelBooking, previewCancellation } from "./cancel.server";
import { chooseDay } from "./choose-day.server";
import { planClosure } from "./closure-read.server";
import { undoClosure } from "./closure-undo.server";
import { closeDay, reopenDay } from "./closures.server";
import { moveJobTo } from "./move-job.server";

const THU = day("2026-12-03");
const FRI = day("2026-12-04");
const REASON = "Tropical storm";
let world: TestWorld;
beforeEach(async () => {
  world = await openWorld({ fleet: { 15: 4, 20: 6 } });
});
afterEach(() => world.close());

const wish = (on: Day, part: ClosedPart = "day") => ({ day: on, part, reason: REASON });
const plan = (on: Day, part: ClosedPart = "day") =>
  planClosure(world.db.orm, world.settings(), wish(on, part), world.clock.at);
const close = (on: Day, part: ClosedPart = "day", seen = plan(on, part).digest) =>
  world.db.write((tx) => closeDay(tx, world.deed(STAFF), world.settings(), { ...wish(on, part), seen }));
const undo = (id: string, wallNow?: number) =>
  world.db.write((tx) => undoClosure(tx, world.deed(STAFF), world.settings(), id, wallNow));
async function closed(on: Day, part: ClosedPart = "day"): Promise<Id<"closure">> {
  const done = await close(on, part);
  if (!done.ok) throw new Error(done.code);
  return done.closure.id;
}
/** Everything that undoing brings back; the calendar's sequence, times and papers only go on. */
const rows = () => ({
  units: world.db.orm.select().from(units).orderBy(asc(units.id)).all(),
  jobs: world.db.orm.select().from(jobs).orderBy(asc(jobs.id)).all(),
  bookings: world.db.orm
    .select()
    .from(bookings)
    .orderBy(asc(bookings.id))
    .all()
    .map((one) => ({ ...one, calendar_sequence: 0, updated_at: 0 })),
  counts: storedCounts(world.db.orm),
});
const unitOf = (id: Id<"booking">) => world.db.orm.select().from(units).where(eq(units.booking_id, id)).get()!;
const jobsOf = (id: Id<"booking">) => world.db.orm.select().from(jobs).where(eq(jobs.booking_id, id)).all();
const isWell = () => {
  expect(storedCounts(world.db.orm)).toEqual(expectedCounts(world.db.orm));
  expect(listContradictions(world.db.orm)).toEqual([]);
};
const putOnSite = (id: Id<"booking">) =>
  world.db.write((tx) => {
    tx.update(units).set({ state: "on_site" }).where(eq(units.booking_id, id)).run();
    tx.update(jobs)
      .set({ state: "completed" })
      .where(eq(jobs.unit_id, unitOf(id).id))
      .run();
    const pickup = jobsOf(id).find(({ kind }) => kind === "pickup")!;
    tx.update(jobs).set({ state: "scheduled" }).where(eq(jobs.id, pickup.id)).run();
    tx.update(bookings).set({ status: "on_site" }).where(eq(bookings.id, id)).run();
  });

describe("a day that is closed", () => {
  it("moves a delivery with its pickup to the next open day, and a pickup alone, for nothing", async () => {
    const { id } = await paidBooking(world);
    const standing = await paidBooking(world, { deliveryDate: "2026-12-02", rentalDays: 1 });
    await putOnSite(standing.id);
    expect(unitOf(standing.id).pickup_date).toBe(THU);
    await closed(THU);
    expect(unitOf(id)).toMatchObject({
      delivery_date: FRI,
      delivery_window: "morning",
      pickup_date: "2026-12-11",
      waived_days: 0,
    });
    expect(unitOf(standing.id)).toMatchObject({ delivery_date: "2026-12-02", pickup_date: FRI, waived_days: 1 });
    expect(jobsOf(id).map(({ kind, day: on }) => [kind, on])).toEqual([
      ["delivery", FRI],
      ["pickup", "2026-12-11"],
    ]);
    isWell();
  });

  it("moves the pickup of a delivery that failed, and opens no other attempt of it; taken back, all is as it was", async () => {
    const { id } = await paidBooking(world, { deliveryDate: "2026-12-02", rentalDays: 1 });
    const delivery = jobsOf(id).find(({ kind }) => kind === "delivery")!;
    const driver = await temporaryDriver(world);
    await world.db.write((tx) => placeJob(tx, world.deed(STAFF), delivery.id, driver));
    for (const to of ["en_route", "arrived", "attempted"] as const)
      await world.db.write((tx) => advanceJob(tx, world.deed(STAFF), delivery.id, to, "locked gate"));
    const before = rows();
    const closure = await closed(THU);
    expect(unitOf(id)).toMatchObject({ state: "delivery_failed", delivery_date: "2026-12-02", pickup_date: FRI });
    expect(jobsOf(id)).toHaveLength(2);
    isWell();
    expect(await undo(closure)).toMatchObject({ ok: true, back: 1 });
    expect(rows()).toEqual(before);
  });

  it("is offered to nobody from that moment, and half of one neither", async () => {
    const context = () => scheduleContext(world.settings(), world.clock.at);
    expect(deliveryDayProblem(THU, context())).toBeNull();
    await closed(THU);
    expect(deliveryDayProblem(THU, context())).toContain("We are closed on Thursday, December 3 (Tropical storm).");
    await closed(FRI, "afternoon");
    expect(deliveryDayProblem(FRI, context())).toBeNull();
    expect(windowProblem("afternoon", FRI, context())).toContain("No truck goes out in that time");
    expect([windowProblem("morning", FRI, context()), windowProblem("anytime", FRI, context())]).toEqual([null, null]);
    await world.db.write((tx) => reopenDay(tx, world.deed(STAFF), world.settings(), THU));
    expect(deliveryDayProblem(THU, context())).toBeNull();
  });

  it("whose morning is closed delivers in the afternoon; whose afternoon is, nobody earlier than promised", async () => {
    const early = await paidBooking(world);
    const late = await paidBooking(world, { deliveryTime: "afternoon", deliveryDate: FRI });
    const any = await paidBooking(world, { deliveryTime: "anytime", deliveryDate: FRI });
    await closed(THU, "morning");
    await closed(FRI, "afternoon");
    expect(unitOf(early.id)).toMatchObject({ delivery_date: THU, delivery_window: "afternoon" });
    expect(unitOf(late.id)).toMatchObject({ delivery_date: "2026-12-05", delivery_window: "afternoon" });
    expect(unitOf(any.id)).toMatchObject({ delivery_date: FRI, delivery_window: "anytime" });
    // The other half as well: what is left is the whole day.
    await closed(FRI, "morning");
    expect(unitOf(any.id)).toMatchObject({ delivery_date: "2026-12-05" });
    isWell();
  });

  it("goes on where the next windows are full, and says what has no room", async () => {
    await world.db.write((tx) => addDumpsters(tx, 20, 10, world.clock.at));
    for (let i = 0; i < 5; i++) await paidBooking(world, { deliveryDate: FRI });
    for (let i = 0; i < 3; i++) await paidBooking(world);
    const places = plan(THU).jobs.map(({ to }) => `${to?.day} ${to?.window}`);
    expect(places).toEqual(["2026-12-04 morning", "2026-12-04 afternoon", "2026-12-04 afternoon"]);
    await closed(THU);
    isWell();
  });

  const noRoomLeft = () => {
    // All are out from the next day on.
    for (let i = 0; i < 130; i++)
      world.db.sqlite
        .prepare(
          "insert into inventory_days (size_yards, day, taken) values (20, ?, 99) on conflict do update set taken = 99",
        )
        .run(addDays(FRI, i));
  };
  const task = () =>
    world.db.orm
      .select()
      .from(tasks)
      .where(eq(tasks.kind, "no_room"))
      .all()
      .map(({ state }) => state);

  it("leaves what has no dumpster for three weeks as a task, and closes it when it gets a day", async () => {
    const { id } = await paidBooking(world);
    noRoomLeft();
    expect(plan(THU).jobs).toMatchObject([{ to: null }]);
    await closed(THU);
    expect(unitOf(id).delivery_date).toBe(THU);
    expect(task()).toEqual(["open"]);
    world.db.sqlite.prepare("update inventory_days set taken = 1").run();
    const job = jobsOf(id).find(({ kind }) => kind === "delivery")!;
    const to = { day: day("2026-12-08"), window: "morning" } as const;
    expect(await world.db.write((tx) => moveJobTo(tx, world.deed(STAFF), world.settings(), job.id, to))).toMatchObject({
      ok: true,
    });
    expect(task()).toEqual(["closed"]);
  });

  it("asks nobody for another day any more once the customer has cancelled", async () => {
    const { id } = await paidBooking(world);
    noRoomLeft();
    await closed(THU);
    expect(task()).toEqual(["open"]);
    await world.db.write((tx) => cancelBooking(tx, world.deed(CUSTOMER), world.settings(), id, null, 0));
    expect([unitOf(id).state, task()]).toEqual(["cancelled", ["closed"]]);
  });

  it("is closed once: who comes second, or saw another list, is told", async () => {
    await paidBooking(world);
    const seen = plan(THU).digest;
    await paidBooking(world);
    expect(await close(THU, "day", seen)).toEqual({ ok: false, code: "changed" });
    const fresh = plan(THU).digest;
    expect(await close(THU, "day", fresh)).toMatchObject({ ok: true });
    expect(await close(THU, "day", fresh)).toEqual({ ok: false, code: "closed_already" });
    expect(await close(day("2026-12-06"))).toEqual({ ok: false, code: "not_open" });
    expect(await close(day("2026-11-30"))).toEqual({ ok: false, code: "past" });
  });

  it("can be cancelled free, and chosen anew free; the day that the customer chooses is like any other", async () => {
    const { id } = await paidBooking(world);
    // At 30 hours to the window it would have been 10 %, on the new day it would be again.
    const fee = () => previewCancellation(world.db.orm, world.settings(), id, null, world.clock.at);
    expect(fee()).toMatchObject({ percent: 10 });
    await closed(THU);
    world.clock.at = (world.clock.at + 40 * 3_600_000) as typeof world.clock.at;
    expect(fee()).toMatchObject({ ok: true, percent: 0, fee: 0 });
    const to = { day: day("2026-12-08"), window: "afternoon", seen: null } as const;
    const chosen = await world.db.write((tx) =>
      chooseDay(tx, world.deed(CUSTOMER), world.settings(), unitOf(id).id, to),
    );
    expect(chosen).toMatchObject({ ok: true });
    expect(unitOf(id)).toMatchObject({ delivery_date: "2026-12-08", tier_floor_percent: 0, closure_id: null });
    expect(
      await world.db.write((tx) => chooseDay(tx, world.deed(CUSTOMER), world.settings(), unitOf(id).id, to)),
    ).toEqual({
      ok: false,
      code: "same",
    });
  });

  it("says until when cancelling is free by the dumpsters that it has not moved: the others cost nothing at all", async () => {
    const { id } = await paidBooking(world, {
      cart: [{ dumpsterSize: 20, quantity: 2, materialCategory: "general" }],
    });
    await closed(THU);
    const to = { day: day("2026-12-08"), window: "afternoon", seen: null } as const;
    await world.db.write((tx) => chooseDay(tx, world.deed(CUSTOMER), world.settings(), unitOf(id).id, to));
    expect(previewCancellation(world.db.orm, world.settings(), id, null, world.clock.at)).toMatchObject({
      fee: 0,
      deadlines: { freeUntil: instantAt(day("2026-12-06"), 12) },
    });
  });
});

describe("taking a closed day back", () => {
  it("leaves everything as it was, on 12 made-up days", { timeout: 120_000 }, async () => {
    const driver = await temporaryDriver(world);
    await world.db.write((tx) => (addDumpsters(tx, 15, 10, world.clock.at), addDumpsters(tx, 20, 20, world.clock.at)));
    await changeSetting(world, "windowCapacity", 12);
    let seed = 7;
    const random = (most: number) => (seed = (seed * 48271) % 2147483647) % most;
    for (let i = 0; i < 14; i++) {
      const made = await paidBooking(world, {
        deliveryDate: [THU, THU, FRI, "2026-12-02"][random(4)] ?? THU,
        deliveryTime: (["morning", "afternoon", "anytime"] as const)[random(3)] ?? "morning",
        rentalDays: 1 + random(9),
        flexibleExtension: random(3) === 0,
        cart: [
          { dumpsterSize: ([15, 20] as const)[random(2)] ?? 20, quantity: 1 + random(2), materialCategory: "general" },
        ],
      });
      if (random(3) === 0) await putOnSite(made.id);
      else if (random(2) === 0)
        await world.db.write((tx) => {
          for (const job of jobsOf(made.id)) placeJob(tx, world.deed(STAFF), job.id, driver);
        });
    }
    isWell();
    for (let i = 0; i < 12; i++) {
      const on = [THU, FRI, day("2026-12-05"), day("2026-12-08")][random(4)] ?? THU;
      const part = (["day", "morning", "afternoon"] as const)[random(3)] ?? "day";
      const before = rows();
      const id = await closed(on, part);
      expect(storedCounts(world.db.orm)).toEqual(expectedCounts(world.db.orm));
      expect(await undo(id)).toMatchObject({ ok: true, left: 0 });
      expect(rows()).toEqual(before);
      isWell();
    }
  });

  it("ends when the messages leave, and what was moved again meanwhile stays", async () => {
    const [one, two] = [await paidBooking(world), await paidBooking(world)];
    const id = await closed(THU);
    expect(await undo(id, Date.now() + 11 * 60_000)).toEqual({ ok: false, code: "told" });
    const job = jobsOf(two.id).find(({ kind }) => kind === "delivery")!;
    const to = { day: day("2026-12-08"), window: "morning" } as const;
    await world.db.write((tx) => moveJobTo(tx, world.deed(STAFF), world.settings(), job.id, to));
    expect(await undo(id)).toEqual({ ok: true, back: 1, left: 1 });
    expect([unitOf(one.id).delivery_date, unitOf(two.id).delivery_date]).toEqual([THU, "2026-12-08"]);
    expect(await undo(id)).toEqual({ ok: false, code: "over" });
    expect(await undo(newId("closure"))).toEqual({ ok: false, code: "unknown" });
    isWell();
  });
});

it("60 jobs are one batch, and one message waits for each customer", { timeout: 120_000 }, async () => {
  await world.db.write((tx) => addDumpsters(tx, 20, 80, world.clock.at));
  await changeSetting(world, "windowCapacity", 30);
  const book = async (from: number, to: number) => {
    for (let i = from; i < to; i++)
      await paidBooking(world, {
        deliveryTime: (["morning", "afternoon"] as const)[i % 2] ?? "morning",
        deliveryDate: THU,
      });
  };
  const timedClose = async () => {
    const seen = plan(THU).digest;
    const began = performance.now();
    const done = await close(THU, "day", seen);
    if (!done.ok) throw new Error(done.code);
    return { id: done.closure.id, ms: performance.now() - began };
  };
  // A quarter of them first, and as they were: how fast this machine is now.
  await book(0, 15);
  const few = await timedClose();
  expect(await undo(few.id)).toMatchObject({ ok: true, back: 15 });
  await book(15, 60);
  world.db.orm.delete(outbox).run();
  const { ms } = await timedClose();
  // Alone on a machine it takes half a second, where a square would be sixteen times a quarter of it.
  expect(ms).toBeLessThan(Math.max(4_000, 12 * few.ms));
  const waiting = world.db.orm.select().from(outbox).where(eq(outbox.kind, "mail.moved")).all();
  expect(waiting).toHaveLength(60);
  expect(waiting.every(({ run_at }) => run_at > Date.now() + 9 * 60_000)).toBe(true);
  isWell();
});
