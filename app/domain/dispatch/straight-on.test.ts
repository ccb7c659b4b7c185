import { asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Db } from "#db/client.server";
import { drivers, dumpsters, events, jobs, tasks, units } from "#db/schema/index";
import { addDumpsters } from "../../../tests/support/domain";
import { temporaryDatabase } from "../../../tests/support/copies";
import { insertBooking, testDeed } from "../../../tests/support/rows";
import { seedAccounts } from "../accounts/seed.server";
import { addDays } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { DAY, dayAt, HOUR, plus } from "../kernel/time.server";
import { canPress } from "../states/presses";
import { JOB_KINDS } from "../states/transitions";
import { mendStaleDumpsters } from "./cleanup.server";
import { assignJob, createJobsForUnits, getJob, type Job } from "./jobs.server";
import { placeJob } from "./plan.server";
import { takeStep, type Step } from "./steps.server";
import { listLeftOver, listOnTruck } from "./straight-on.server";

const deed = testDeed();
let db: Db;
let close: () => void;
let dana: Id<"driver">;
let dale: Id<"driver">;
beforeEach(async () => {
  ({ db, close } = await temporaryDatabase());
  await seedAccounts(db, deed.now);
  [dana, dale] = db.orm
    .select()
    .from(drivers)
    .all()
    .map(({ id }) => id) as [Id<"driver">, Id<"driver">];
  await db.write((tx) => (addDumpsters(tx, 20, 4, deed.now), addDumpsters(tx, 15, 1, deed.now)));
  const all = db.orm.select().from(dumpsters).orderBy(asc(dumpsters.number)).all();
  for (const size of [15, 20])
    for (const [i, { id }] of all.filter((one) => one.size_yards === size).entries())
      db.orm
        .update(dumpsters)
        .set({ number: `${size}-0${i + 1}` })
        .where(eq(dumpsters.id, id))
        .run();
});
afterEach(() => close());

const take = (driver: Id<"driver">, job: Job, step: Step) =>
  db.write((tx) => takeStep(tx, { ...deed, now: deed.now }, driver, job.id, step));
/** A delivery of this size that its driver has. */
async function delivery(driver: Id<"driver">, size = 20): Promise<Job> {
  return db.write((tx) => {
    const booking = insertBooking(tx, deed);
    tx.update(units).set({ size_yards: size }).where(eq(units.booking_id, booking.id)).run();
    const [job] = createJobsForUnits(tx, deed, booking.id) as [Job];
    placeJob(tx, deed, job.id, driver);
    return getJob(tx, job.id);
  });
}
const hasOut = (job: Job) =>
  db.orm
    .select({ number: dumpsters.number })
    .from(units)
    .innerJoin(dumpsters, eq(dumpsters.id, units.dumpster_id))
    .where(eq(units.id, job.unit_id))
    .get()?.number;
const place = (number = "") => {
  const one = db.orm.select().from(dumpsters).where(eq(dumpsters.number, number)).get();
  return [one?.location, one?.load];
};
let tickets = 0;
/** 20-01 set down, picked up again and weighed. Returns the job that stands at the scale. */
async function weighed(driver: Id<"driver">): Promise<Job> {
  const first = await delivery(driver);
  const number = "20-01";
  const there: Step[] = [{ to: "en_route" }, { to: "arrived" }, { to: "serviced", dumpsterNumber: number }];
  for (const step of [...there, { to: "completed" } as const])
    expect(await take(driver, first, step)).toMatchObject({ ok: true });
  const pickup = db.orm
    .select()
    .from(jobs)
    .where(eq(jobs.unit_id, first.unit_id))
    .orderBy(asc(jobs.created_at))
    .all()
    .find(({ kind }) => kind === "pickup") as Job;
  await db.write((tx) => placeJob(tx, deed, pickup.id, driver));
  const ticket = { number: `T-${++tickets}`, gross: 30_000, tare: 26_000, net: 4_000 };
  const scale: Step[] = [{ to: "to_disposal" }, { to: "at_disposal", facility: "Tip" }, { to: "ticketed", ticket }];
  for (const step of [...there, ...scale]) expect(await take(driver, pickup, step)).toMatchObject({ ok: true });
  return pickup;
}
const leftOver = () => listLeftOver(db.orm, deed.now).map(({ number, driver }) => `${number} ${driver}`);
/** The night, so many days later. */
const night = (days: number) => mendStaleDumpsters(db, { ...deed, now: plus(deed.now, days * DAY) }, { mends: true });

describe("straight on from the scale", () => {
  it("the emptied one stays on its truck, and is what its driver's next delivery of that size takes", async () => {
    const pickup = await weighed(dana);
    expect(await take(dana, pickup, { to: "next_site" })).toMatchObject({ ok: true });
    expect([getJob(db.orm, pickup.id).state, place("20-01")]).toEqual(["completed", ["truck", "empty"]]);
    const next = await delivery(dana);
    await take(dana, next, { to: "en_route" });
    expect([hasOut(next), listOnTruck(db.orm, dana)]).toEqual(["20-01", []]);
    // It has not been in the yard in between.
    const moved = db.orm.select().from(events).where(eq(events.action, "dumpster_moved")).all();
    expect(moved.some(({ data }) => (data as { is?: { location: string } } | null)?.is?.location === "yard")).toBe(
      false,
    );
    await take(dana, next, { to: "arrived" });
    await take(dana, next, { to: "serviced", dumpsterNumber: "20-01" });
    expect([place("20-01"), db.orm.select().from(tasks).where(eq(tasks.kind, "reconcile")).all()]).toEqual([
      ["site", "empty"],
      [],
    ]);
  });

  it("is no other driver's: who leaves from the yard takes one that stands there", async () => {
    await take(dana, await weighed(dana), { to: "next_site" });
    const other = await delivery(dale);
    await take(dale, other, { to: "en_route" });
    expect([hasOut(other), listOnTruck(db.orm, dale)]).toEqual(["20-02", []]);
    expect(listOnTruck(db.orm, dana)).toHaveLength(1);
  });

  it("goes before the one that the office had planned, which stays free", async () => {
    await take(dana, await weighed(dana), { to: "next_site" });
    const next = await delivery(dana);
    const planned = db.orm.select().from(dumpsters).where(eq(dumpsters.number, "20-03")).get();
    db.orm
      .update(jobs)
      .set({ planned_dumpster_id: planned?.id ?? null })
      .where(eq(jobs.id, next.id))
      .run();
    await take(dana, next, { to: "en_route" });
    expect([hasOut(next), place("20-03")]).toEqual(["20-01", ["yard", "empty"]]);
  });

  it("stands in the yard as soon as its truck takes another one there", async () => {
    await take(dana, await weighed(dana), { to: "next_site" });
    await take(dana, await delivery(dana, 15), { to: "en_route" });
    expect(place("20-01")).toEqual(["yard", "empty"]);
    expect(
      db.orm
        .select()
        .from(events)
        .all()
        .filter(({ action }) => action === "dumpster_moved")
        .at(-2),
    ).toMatchObject({ data: { number: "20-01" } });
  });

  it("brought back, it is in the yard, and the job is done by its own button alone", async () => {
    const pickup = await weighed(dana);
    expect(await take(dana, pickup, { to: "completed" })).toMatchObject({ ok: false, code: "not_allowed" });
    await take(dana, pickup, { to: "returned" });
    expect(await take(dana, pickup, { to: "next_site" })).toMatchObject({ ok: false, code: "not_allowed" });
    await take(dana, pickup, { to: "completed" });
    expect([place("20-01"), listOnTruck(db.orm, dana)]).toEqual([["yard", "empty"], []]);
  });

  it("is whose who weighed it last, and so is the rest of a load that was parked", async () => {
    const first = await weighed(dale);
    await take(dale, first, { to: "next_site" });
    const weighedAt = (job: Job, hours: number, kind = job.kind) =>
      db.orm
        .update(jobs)
        .set({ done_at: plus(deed.now, hours * HOUR), kind })
        .where(eq(jobs.id, job.id))
        .run();
    const next = await delivery(dana);
    db.orm.update(jobs).set({ state: "completed", unit_id: first.unit_id }).where(eq(jobs.id, next.id)).run();
    weighedAt(first, 1);
    weighedAt(next, 2, "disposal");
    expect([listOnTruck(db.orm, dale), listOnTruck(db.orm, dana).length]).toEqual([[], 1]);
    weighedAt(first, 3);
    expect([listOnTruck(db.orm, dale).length, listOnTruck(db.orm, dana)]).toEqual([1, []]);
  });

  it("is said to be left over as soon as no delivery takes it, and not while one of the next days does", async () => {
    const pickup = await weighed(dana);
    const next = await delivery(dana);
    await take(dana, pickup, { to: "next_site" });
    expect([leftOver(), listOnTruck(db.orm, dana)]).toEqual([[], [expect.objectContaining({ jobId: pickup.id })]]);
    // Moved to another day, given to another driver, or cancelled: all the same to the truck.
    const later = addDays(dayAt(deed.now), 5);
    db.orm.update(jobs).set({ day: later }).where(eq(jobs.id, next.id)).run();
    expect(leftOver()).toEqual(["20-01 Dana Driver"]);
    db.orm.update(jobs).set({ day: next.day }).where(eq(jobs.id, next.id)).run();
    expect(leftOver()).toEqual([]);
    await db.write((tx) => assignJob(tx, deed, next.id, dale));
    expect(leftOver()).toEqual(["20-01 Dana Driver"]);
    await delivery(dana, 15);
    expect(leftOver()).toEqual(["20-01 Dana Driver"]);
    db.orm.update(dumpsters).set({ location: "yard" }).where(eq(dumpsters.number, "20-01")).run();
    expect(leftOver()).toEqual([]);
  });

  it("is not lost over the days until that delivery, and is where nobody knows once there is none", async () => {
    await take(dana, await weighed(dana), { to: "next_site" });
    const monday = await delivery(dana);
    const at = (day: number) => addDays(dayAt(deed.now), day);
    db.orm
      .update(jobs)
      .set({ day: at(3) })
      .where(eq(jobs.id, monday.id))
      .run();
    expect(await night(2)).toMatchObject({ handled: 0 });
    expect(place("20-01")).toEqual(["truck", "empty"]);
    db.orm
      .update(jobs)
      .set({ day: at(9) })
      .where(eq(jobs.id, monday.id))
      .run();
    expect(await night(2)).toMatchObject({ handled: 1 });
    expect(place("20-01")).toEqual(["unknown", "empty"]);
  });

  it("a load that stays on its truck over the night is the job's that has it", async () => {
    const first = await weighed(dana);
    db.orm.update(jobs).set({ state: "to_disposal" }).where(eq(jobs.id, first.id)).run();
    db.orm.update(dumpsters).set({ location: "truck", load: "full" }).where(eq(dumpsters.number, "20-01")).run();
    expect(await night(3)).toMatchObject({ handled: 0 });
    expect(place("20-01")).toEqual(["truck", "full"]);
  });

  it("is pressed at the scale alone, and never with a dumpster whose customer waits for it", () => {
    expect(JOB_KINDS.filter((kind) => canPress(kind, "ticketed", "next_site"))).toEqual(
      JOB_KINDS.filter((kind) => kind !== "dump_and_return"),
    );
    for (const kind of JOB_KINDS)
      for (const state of ["serviced", "at_disposal", "returned"] as const)
        expect(canPress(kind, state, "next_site")).toBe(false);
  });
});
