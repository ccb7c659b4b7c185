import { asc, eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { bookings, dumpsters, jobs, outbox, tasks, units } from "#db/schema/index";
import { temporaryDriver } from "../../../tests/support/driver";
import { changeSetting, paidBooking, STAFF } from "../../../tests/support/domain";
import { expectedCounts, storedCounts } from "../../../tests/support/invariants";
import { setSoundWorld } from "../../../tests/support/sound";
import { listOnClosedDays, renewClosedDays } from "../booking/order/closed-day.server";
import { advanceJob } from "../dispatch/advance.server";
import { assignJob, getJob, scheduleJob, type Job } from "../dispatch/jobs.server";
import { recallJob } from "../dispatch/recall.server";
import { setDaysOff } from "../fleet/drivers.server";
import { day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { DAY, HOUR, plus } from "../kernel/time.server";
import type { ClosedPart } from "../settings/closings";
import { closedDayCause } from "../tasks/closed-days.server";
import { finishTask, reopenTask } from "../tasks/tasks.server";
import { planClosure } from "./closure-read.server";
import { undoClosure } from "./closure-undo.server";
import { closeDay } from "./closures.server";
import { offerExtra, planExtra } from "./extra-job.server";
import type { ExtraWish } from "./extra-rules";
import { moveJobTo } from "./move-job.server";
import { withdrawExtra } from "./withdraw-extra.server";

const world = setSoundWorld({ fleet: { 20: 3 } });
const MON = day("2026-12-07");
const TUE = day("2026-12-08");
let driver: Id<"driver">;
let standing: Id<"unit">;
const orm = () => world.db.orm;
const unit = (id: Id<"unit">) => orm().select().from(units).where(eq(units.id, id)).get()!;
const jobsOf = (id: Id<"unit">) => orm().select().from(jobs).where(eq(jobs.unit_id, id)).all();
const give = (job: Pick<Job, "id">) =>
  world.db.write((tx) => {
    scheduleJob(tx, world.deed(STAFF), job.id);
    return assignJob(tx, world.deed(STAFF), job.id, driver);
  });

// A dumpster that stands at its site from Thursday on.
beforeEach(async () => {
  driver = await temporaryDriver(world);
  const booking = await paidBooking(world);
  const [delivery] = orm().select().from(jobs).where(eq(jobs.booking_id, booking.id)).all();
  if (!delivery) throw new Error("no delivery");
  world.clock.at = plus(world.clock.at, 2 * DAY);
  await give(delivery);
  await world.db.write((tx) => {
    for (const to of ["en_route", "arrived", "serviced", "completed"] as const)
      advanceJob(tx, world.deed(STAFF), delivery.id, to);
  });
  standing = delivery.unit_id;
});

async function plan(kind: ExtraWish["kind"]): Promise<Job> {
  const wish: ExtraWish = { kind, day: MON, window: "morning", size: 20, material: "general", note: "" };
  const priced = offerExtra(orm(), world.settings(), standing, wish, world.clock.at);
  if (!priced.ok) throw new Error(priced.code);
  const done = await world.db.write((tx) =>
    planExtra(tx, world.deed(STAFF), world.settings(), standing, wish, priced.price.total),
  );
  if (!done.ok) throw new Error(done.code);
  // What was planned is told at once.
  orm().delete(outbox).run();
  return done.job;
}
async function close(on = MON, part: ClosedPart = "day"): Promise<Id<"closure">> {
  const wish = { day: on, part, reason: "Tropical storm" };
  const seen = planClosure(orm(), world.settings(), wish, world.clock.at).digest;
  const done = await world.db.write((tx) => closeDay(tx, world.deed(STAFF), world.settings(), { ...wish, seen }));
  if (!done.ok) throw new Error(done.code);
  return done.closure.id;
}
const move = (job: Job, on = TUE) =>
  world.db.write((tx) => moveJobTo(tx, world.deed(STAFF), world.settings(), job.id, { day: on, window: "afternoon" }));
const undo = (id: string) => world.db.write((tx) => undoClosure(tx, world.deed(STAFF), world.settings(), id));
const needed = () =>
  orm()
    .select()
    .from(tasks)
    .where(eq(tasks.kind, "no_room"))
    .all()
    .map(({ state }) => state);
const rows = () => ({
  units: orm().select().from(units).orderBy(asc(units.id)).all(),
  jobs: orm().select().from(jobs).orderBy(asc(jobs.id)).all(),
  pickups: orm().select({ on: bookings.scheduled_pickup_date }).from(bookings).all(),
  counts: storedCounts(orm()),
});
const waiting = () =>
  orm()
    .select()
    .from(outbox)
    .all()
    .flatMap(({ kind, payload }) => (kind.startsWith("mail.") ? [{ kind, payload }] : []));
const told = (job: Job) => [
  { kind: "mail.extra-planned", payload: { jobId: job.id, known: { day: MON, window: "morning" } } },
];

it("a swap on a day that is closed goes with both its dumpsters, its customer is told, and it comes back whole", async () => {
  const swap = await plan("swap");
  await give(swap);
  const before = rows();
  const closure = await close();
  expect(getJob(orm(), swap.id)).toMatchObject({ day: TUE, state: "scheduled", driver_id: null });
  expect(unit(standing)).toMatchObject({ pickup_date: TUE, waived_days: 0, closure_id: null });
  expect(unit(swap.brings_unit_id!)).toMatchObject({ delivery_date: TUE, pickup_date: "2026-12-15" });
  expect(storedCounts(orm())).toEqual(expectedCounts(orm()));
  expect(waiting()).toEqual(told(swap));
  expect(await undo(closure)).toEqual({ ok: true, back: 2, left: 0 });
  expect(rows()).toEqual(before);
  expect(storedCounts(orm())).toEqual(expectedCounts(orm()));
});

it("an emptying on a closed day moves no day of its dumpster, also where that is collected on the same day", async () => {
  const haul = await plan("dump_and_return");
  const pickup = jobsOf(standing).find(({ kind }) => kind === "pickup")!;
  await move(pickup, MON);
  const before = rows();
  const closure = await close();
  expect([getJob(orm(), haul.id).day, getJob(orm(), pickup.id).day, unit(standing).pickup_date]).toEqual([
    TUE,
    TUE,
    TUE,
  ]);
  expect(await undo(closure)).toMatchObject({ ok: true, left: 0 });
  expect(rows()).toEqual(before);
});

/** An emptying in an afternoon that is closed, whose dumpster is picked up in the morning: it has no other day. */
async function withoutDay() {
  const haul = await plan("dump_and_return");
  await world.db.write((tx) =>
    moveJobTo(tx, world.deed(STAFF), world.settings(), haul.id, { day: MON, window: "afternoon" }),
  );
  const pickup = jobsOf(standing).find(({ kind }) => kind === "pickup")!;
  await world.db.write((tx) =>
    moveJobTo(tx, world.deed(STAFF), world.settings(), pickup.id, { day: MON, window: "morning" }),
  );
  return { haul, pickup, closure: await close(MON, "afternoon") };
}

it.each(["taken back", "undone", "collected first", "on its way all the same"])(
  "an emptying that has no day any more and is %s needs nobody",
  async (how) => {
    const { haul, pickup, closure } = await withoutDay();
    expect(needed()).toEqual(["open"]);
    if (how === "undone") expect(await undo(closure)).toMatchObject({ ok: true });
    else if (how === "taken back")
      expect(await world.db.write((tx) => withdrawExtra(tx, world.deed(STAFF), haul.id, "not needed"))).toBe(true);
    else if (how === "on its way all the same") {
      await give(haul);
      expect(await world.db.write((tx) => advanceJob(tx, world.deed(STAFF), haul.id, "en_route"))).toMatchObject({
        ok: true,
      });
    } else {
      await give(pickup);
      await world.db.write((tx) => {
        for (const to of ["en_route", "arrived", "serviced"] as const)
          expect(advanceJob(tx, world.deed(STAFF), pickup.id, to)).toMatchObject({ ok: true });
      });
    }
    expect(needed()).toEqual(["closed"]);
  },
);

it("an emptying that has no other day is asked about once, where a word about the rest of its day is taken back", async () => {
  await withoutDay();
  // Of somebody else, so that there is something to close the rest of the day for.
  await paidBooking(world, { deliveryDate: MON, deliveryTime: "morning" });
  await changeSetting(world, "holidays", [MON]);
  await world.db.write((tx) => renewClosedDays(tx, world.deed(STAFF)));
  const bookingId = unit(standing).booking_id;
  const cause = closedDayCause(bookingId, MON);
  const asked = orm().select().from(tasks).where(eq(tasks.cause, cause)).get()!;
  await world.db.write((tx) => finishTask(tx, world.deed(STAFF), asked.id, "The yard opens for it"));
  await close(MON, "morning");
  await world.db.write((tx) => reopenTask(tx, world.deed(STAFF), asked.id));
  expect(listOnClosedDays(orm(), bookingId, world.clock.at).map(({ what }) => what)).toEqual(["pickup"]);
  expect(needed()).toEqual(["open"]);
});

const hour = () => {
  world.clock.at = plus(world.clock.at, HOUR);
};

it("brought back to an afternoon that is still closed, an emptying needs somebody again; where all is open again, nobody", async () => {
  const { haul, closure } = await withoutDay();
  hour();
  const whole = await close();
  expect([getJob(orm(), haul.id).day, needed()]).toEqual([TUE, ["closed"]]);
  expect(await undo(whole)).toMatchObject({ ok: true, left: 0 });
  expect([getJob(orm(), haul.id).day, needed()]).toEqual([MON, ["open"]]);
  hour();
  const again = await close();
  expect(await undo(closure)).toMatchObject({ ok: true });
  expect(await undo(again)).toMatchObject({ ok: true, left: 0 });
  expect([getJob(orm(), haul.id).day, needed()]).toEqual([MON, ["closed"]]);
});

it("who is needed for an emptying of a closed day still is after another day was closed and taken back", async () => {
  const { pickup } = await withoutDay();
  await move(pickup, TUE);
  const other = await close(TUE);
  expect(getJob(orm(), pickup.id).day).not.toBe(TUE);
  expect(await undo(other)).toMatchObject({ ok: true, back: 1 });
  expect(needed()).toEqual(["open"]);
});

it("a delivery without room needs somebody while any closure of its window holds, and again where it is brought back to one", async () => {
  const { id } = await paidBooking(world, { deliveryDate: MON });
  const on = () => orm().select().from(units).where(eq(units.booking_id, id)).get()?.delivery_date;
  const fleet = (condition: "ok" | "out_of_service") => orm().update(dumpsters).set({ condition }).run();
  fleet("out_of_service");
  const morning = await close(MON, "morning");
  const left = await close();
  expect([on(), needed()]).toEqual([MON, ["open"]]);
  await undo(left);
  expect(needed()).toEqual(["open"]);
  fleet("ok");
  hour();
  const moved = await close();
  expect([on(), needed()]).toEqual([TUE, ["closed"]]);
  await undo(moved);
  expect([on(), needed()]).toEqual([MON, ["open"]]);
  await undo(morning);
  expect(needed()).toEqual(["closed"]);
});

it("an emptying of a closed afternoon goes behind no pickup of that day: it stays, somebody is asked, nobody is told", async () => {
  const haul = await plan("dump_and_return");
  await move(haul, MON);
  const pickup = jobsOf(standing).find(({ kind }) => kind === "pickup")!;
  await world.db.write((tx) =>
    moveJobTo(tx, world.deed(STAFF), world.settings(), pickup.id, { day: MON, window: "morning" }),
  );
  orm().delete(outbox).run();
  const wish = { day: MON, part: "afternoon", reason: "Hail" } as const;
  const planned = planClosure(orm(), world.settings(), wish, world.clock.at);
  expect(planned.jobs).toMatchObject([
    { jobId: haul.id, to: null, note: "Its dumpster is picked up before the next open day." },
  ]);
  const seen = planned.digest;
  const done = await world.db.write((tx) => closeDay(tx, world.deed(STAFF), world.settings(), { ...wish, seen }));
  expect(done).toMatchObject({ ok: true });
  expect([getJob(orm(), haul.id).day, waiting()]).toEqual([MON, []]);
  expect(needed()).toEqual(["open"]);
  // Its dumpster has other days: the emptying still has none.
  await move(pickup, TUE);
  expect(needed()).toEqual(["open"]);
  await move(haul, TUE);
  expect(needed()).toEqual(["closed"]);
});

it("an emptying goes on where the pickup comes later, or its customer may keep it", async () => {
  const haul = await plan("dump_and_return");
  const to = () =>
    planClosure(orm(), world.settings(), { day: MON, part: "day", reason: "Hail" }, world.clock.at).jobs.find(
      ({ jobId }) => jobId === haul.id,
    )?.to?.day;
  expect(to()).toBe(TUE);
  orm().update(units).set({ pickup_date: MON }).where(eq(units.id, standing)).run();
  orm().update(jobs).set({ day: MON, state: "attempted" }).where(eq(jobs.kind, "pickup")).run();
  expect(to()).toBe(TUE);
});

it("what is moved by the office is told to its customer once, with what they knew", async () => {
  const haul = await plan("dump_and_return");
  await move(haul);
  await move(haul, day("2026-12-09"));
  expect(waiting()).toEqual(told(haul));
});

it("a swap that is put off takes its place in the window and its dumpsters with it, before deliveries are given theirs", async () => {
  // Tuesday: what stands there until the swap, what the swap brings, and this one: no third is left for Monday's delivery.
  const taken = await paidBooking(world, { deliveryDate: TUE });
  const { id } = await paidBooking(world, { deliveryDate: MON });
  await plan("swap");
  await close();
  const deliveryOf = (booking: Id<"booking">) =>
    orm().select({ on: units.delivery_date }).from(units).where(eq(units.booking_id, booking)).get()?.on;
  expect([deliveryOf(taken.id), deliveryOf(id)]).toEqual([TUE, "2026-12-09"]);
});

it("what is collected later is missing for a delivery that is put off", async () => {
  await move(
    jobsOf(standing).find(({ kind }) => kind === "pickup")!,
    MON,
  );
  // Two of three go out on Tuesday, as the one that stands there still does.
  for (const deliveryDate of [TUE, TUE]) await paidBooking(world, { deliveryDate });
  const { id } = await paidBooking(world, { deliveryDate: MON });
  await close();
  const moved = orm().select().from(units).where(eq(units.booking_id, id)).get();
  expect([unit(standing).pickup_date, moved?.delivery_date]).toEqual([TUE, "2026-12-09"]);
});

it("a window that a swap fills is full for deliveries of that day", async () => {
  await plan("swap");
  const { id } = await paidBooking(world, { deliveryDate: MON });
  await changeSetting(world, "windowCapacity", 1);
  await close();
  const moved = orm().select().from(units).where(eq(units.booking_id, id)).get();
  expect(moved).toMatchObject({ delivery_date: TUE, delivery_window: "afternoon" });
});

it("who drives an emptying whose truck was called back is not asked any more once it is put on another day", async () => {
  const open = () =>
    orm()
      .select({ kind: tasks.kind })
      .from(tasks)
      .where(eq(tasks.state, "open"))
      .all()
      .map(({ kind }) => kind)
      .filter((kind) => kind === "recalled" || kind === "driver_off");
  const haul = await plan("dump_and_return");
  const recalled = async () => {
    await give(haul);
    await world.db.write((tx) => {
      advanceJob(tx, world.deed(STAFF), haul.id, "en_route");
      recallJob(tx, world.deed(STAFF), haul.id, "A flat tire");
    });
  };
  await recalled();
  expect(open()).toEqual(["recalled"]);
  await move(haul);
  expect(open()).toEqual([]);
  await move(haul, MON);
  await recalled();
  const closure = await close();
  expect(open()).toEqual([]);
  expect(await undo(closure)).toMatchObject({ ok: true, back: 1 });
  expect(open()).toEqual(["recalled"]);
  await give(haul);
  const off = { from: MON, until: MON, note: "" };
  await world.db.write((tx) => setDaysOff(tx, world.deed(STAFF), driver, off, true));
  expect(open()).toEqual(["driver_off"]);
  await move(haul);
  expect(open()).toEqual([]);
});
