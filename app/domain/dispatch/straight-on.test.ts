import { asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Db } from "#db/client.server";
import { drivers, dumpsters, events, jobs, tasks, units } from "#db/schema/index";
import { addDumpsters } from "../../../tests/support/domain";
import { temporaryDatabase } from "../../../tests/support/copies";
import { insertBooking, testDeed } from "../../../tests/support/rows";
import { seedAccounts } from "../accounts/seed.server";
import type { Id } from "../kernel/ids.server";
import { canPress } from "../states/presses";
import { JOB_KINDS } from "../states/transitions";
import { createJobsForUnits, getJob, type Job } from "./jobs.server";
import { placeJob } from "./plan.server";
import { takeStep, type Step } from "./steps.server";
import { listOnTruck } from "./straight-on.server";

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

  it("is pressed at the scale alone, and never with a dumpster whose customer waits for it", () => {
    expect(JOB_KINDS.filter((kind) => canPress(kind, "ticketed", "next_site"))).toEqual(
      JOB_KINDS.filter((kind) => kind !== "dump_and_return"),
    );
    for (const kind of JOB_KINDS)
      for (const state of ["serviced", "at_disposal", "returned"] as const)
        expect(canPress(kind, state, "next_site")).toBe(false);
  });
});
