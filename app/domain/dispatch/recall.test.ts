import fc from "fast-check";
import { asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Db } from "#db/client.server";
import { bookings, charges, drivers, dumpsters, events, jobs, settings, tasks, units } from "#db/schema/index";
import { addDumpsters } from "../../../tests/support/domain";
import { temporaryDatabase } from "../../../tests/support/copies";
import { FULL } from "../../../tests/support/paths";
import { insertBooking, testDeed } from "../../../tests/support/rows";
import { seedAccounts } from "../accounts/seed.server";
import { day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { dayAt, instantAt } from "../kernel/time.server";
import { DEFAULT_SETTINGS } from "../settings/defaults";
import { bookingStatus } from "../states/status-rules";
import { canMove, JOB_STATES, type JobState } from "../states/transitions";
import { openTask } from "../tasks/tasks.server";
import { advanceJob } from "./advance.server";
import { assignPlanned, createJobsForUnits, getJob, type Job } from "./jobs.server";
import { placeJob, takeBackJob } from "./plan.server";
import { handOverJob, recallJob } from "./recall.server";

const deed = testDeed();
let db: Db;
let close: () => void;
let driver: Id<"driver">;
let other: Id<"driver">;

beforeEach(async () => {
  ({ db, close } = await temporaryDatabase());
  await seedAccounts(db, deed.now);
  const list = db.orm.select({ id: drivers.id }).from(drivers).orderBy(asc(drivers.phone)).all();
  [driver, other] = list.map((row) => row.id) as [Id<"driver">, Id<"driver">];
});
afterEach(() => close());

const rental = async () => {
  const made = await db.write((tx) => {
    addDumpsters(tx, 20, 1, deed.now);
    return createJobsForUnits(tx, deed, insertBooking(tx, deed).id);
  });
  return made as [Job, Job];
};
const drive = async (job: Job, ...states: JobState[]) => {
  for (const state of states)
    expect(await db.write((tx) => advanceJob(tx, deed, job.id, state)), state).toMatchObject({ ok: true });
};
const give = (job: Job, to = driver) => db.write((tx) => placeJob(tx, deed, job.id, to));
const recall = (job: Job, why = "The truck broke down") => db.write((tx) => recallJob(tx, deed, job.id, why));
const handOver = (job: Job, to = other) => db.write((tx) => handOverJob(tx, deed, job.id, to, "Dana is ill"));
const facts = (job: Job) => {
  const unit = db.orm.select().from(units).where(eq(units.id, job.unit_id)).get();
  const all = db.orm.select().from(dumpsters).all();
  const dumpster = all.find(({ id }) => id === unit?.dumpster_id) ?? all[0];
  const booking = db.orm.select().from(bookings).where(eq(bookings.id, job.booking_id)).get();
  return [getJob(db.orm, job.id).state, unit?.state, dumpster?.location, booking?.status];
};

describe("a load that the first facility does not take", () => {
  it("is on the road again, to another one", async () => {
    const [delivery, pickup] = await rental();
    await give(delivery);
    await drive(delivery, "en_route", "arrived", "serviced", "completed");
    await give(pickup);
    await drive(pickup, "en_route", "arrived", "serviced", "to_disposal", "at_disposal");
    expect(facts(pickup)[2]).toBe("disposal");
    await drive(pickup, "to_disposal");
    expect(facts(pickup)[2]).toBe("truck");
  });
});

describe("a load that is parked full", () => {
  it("is dumped on the next day on which a truck goes out, not on a Sunday or a holiday", async () => {
    const [delivery, pickup] = await rental();
    await give(delivery);
    await drive(delivery, "en_route", "arrived", "serviced", "completed");
    await give(pickup);
    await drive(pickup, "en_route", "arrived", "serviced");
    const saturday = testDeed(undefined, instantAt(day("2026-12-05"), 15));
    const holidays = [...DEFAULT_SETTINGS.holidays, day("2026-12-07")];
    await db.write((tx) => {
      tx.insert(settings).values({ key: "holidays", value: holidays, updated_at: deed.now }).run();
      expect(advanceJob(tx, saturday, pickup.id, "dump_later")).toMatchObject({ ok: true });
    });
    expect(db.orm.select().from(jobs).where(eq(jobs.kind, "disposal")).all()).toMatchObject([{ day: "2026-12-08" }]);
  });
});

describe("a job of somebody who is off", () => {
  it("is nobody's task any more once the day was given out anew", async () => {
    const [delivery] = await rental();
    await give(delivery);
    const about = { subject: { kind: "booking", id: delivery.booking_id } as const, bookingId: delivery.booking_id };
    await db.write((tx) => {
      openTask(tx, deed, { kind: "driver_off", cause: `driver_off:${delivery.id}`, due: deed.now, ...about });
      assignPlanned(tx, deed, [{ jobId: delivery.id, driverId: other, position: 1 }]);
    });
    expect(db.orm.select().from(tasks).where(eq(tasks.kind, "driver_off")).get()?.state).toBe("closed");
  });
});

describe("a truck that is called back", () => {
  const recalled = () =>
    db.orm
      .select()
      .from(tasks)
      .where(eq(tasks.kind, "recalled"))
      .all()
      .map(({ state }) => state);
  it("brings its delivery back to the schedule and its dumpster to the yard, without a fee or a new attempt", async () => {
    const [delivery] = await rental();
    for (const out of [["en_route"], ["en_route", "arrived"]] as JobState[][]) {
      await give(delivery);
      await drive(delivery, ...out);
      expect(await recall(delivery)).toMatchObject({
        ok: true,
        job: { driver_id: null, position: null, is_fixed: false, attempt: 1 },
      });
      expect(facts(delivery)).toEqual(["scheduled", "reserved", "yard", "confirmed"]);
      expect(recalled()).toEqual(["open"]);
      // Free for any other order, not only in the yard.
      const unit = db.orm.select().from(units).where(eq(units.id, delivery.unit_id)).get();
      expect(unit?.dumpster_id).toBeNull();
    }
    expect(db.orm.select().from(charges).all()).toEqual([]);
    expect(db.orm.select().from(jobs).all()).toHaveLength(2);
    const told = db.orm.select().from(events).where(eq(events.subject_id, delivery.id)).all().at(-1);
    expect(told).toMatchObject({ from_state: "arrived", to_state: "scheduled", why: "The truck broke down" });
    // The next truck takes the same dumpster.
    await give(delivery, other);
    expect(recalled()).toEqual(["closed"]);
    await drive(delivery, "en_route", "arrived", "serviced", "completed");
    expect(facts(delivery)).toEqual(["completed", "on_site", "site", "on_site"]);
  });

  it.each(["on_site", "pickup_requested", "pickup_failed"] as const)(
    "leaves a pickup's unit as it was: %s",
    async (state) => {
      const [delivery, pickup] = await rental();
      await give(delivery);
      await drive(delivery, "en_route", "arrived", "serviced", "completed");
      await give(pickup);
      db.orm.update(units).set({ state }).where(eq(units.id, pickup.unit_id)).run();
      await drive(pickup, "en_route", "arrived");
      expect(await recall(pickup)).toMatchObject({ ok: true });
      expect(facts(pickup).slice(1, 3)).toEqual([state, "site"]);
    },
  );

  it("is too late once something is set down or loaded, and too early before it left", async () => {
    const [delivery, pickup] = await rental();
    await give(delivery);
    expect(await recall(delivery)).toMatchObject({ ok: false, code: "not_out" });
    await drive(delivery, "en_route", "arrived", "serviced");
    expect(await recall(delivery)).toMatchObject({ ok: false, code: "not_out" });
    await drive(delivery, "completed");
    await give(pickup);
    await drive(pickup, "en_route");
    // A driver's step never goes back to the schedule.
    expect(await db.write((tx) => advanceJob(tx, deed, pickup.id, "scheduled"))).toMatchObject({ ok: false });
  });
});

describe("a job that is handed over", () => {
  it("keeps its step, and is the other driver's from then on", async () => {
    const [delivery, pickup] = await rental();
    await give(delivery);
    await drive(delivery, "en_route", "arrived", "serviced", "completed");
    await give(pickup);
    await drive(pickup, "en_route", "arrived");
    expect(await handOver(pickup)).toMatchObject({ ok: false, code: "not_out" });
    await drive(pickup, "serviced");
    expect(await handOver(pickup, driver)).toMatchObject({ ok: false, code: "same_driver" });
    expect(await handOver(pickup, "drv_none" as Id<"driver">)).toMatchObject({ ok: false, code: "unknown_driver" });
    const [, theirs] = await rental();
    db.orm
      .update(jobs)
      .set({ day: dayAt(deed.now) })
      .where(eq(jobs.id, theirs.id))
      .run();
    await give(theirs, other);
    const drives = (is_active: boolean) => db.orm.update(drivers).set({ is_active }).where(eq(drivers.id, other)).run();
    drives(false);
    expect(await handOver(pickup)).toMatchObject({ ok: false, code: "driver_off" });
    expect(getJob(db.orm, pickup.id).driver_id).toBe(driver);
    drives(true);
    expect(await handOver(pickup)).toMatchObject({
      ok: true,
      job: { driver_id: other, state: "serviced", position: 2, attempt: 1 },
    });
    expect(db.orm.select().from(events).where(eq(events.action, "job_handed_over")).all()).toMatchObject([
      { data: { job: "pickup", driver: "Dale Driver", was: "Dana Driver" }, why: "Dana is ill" },
    ]);
    await drive(pickup, "to_disposal", "at_disposal", "to_disposal", "at_disposal", "dump_later");
    expect(facts(pickup)).toEqual(["dump_later", "off_site", "yard", "awaiting_settlement"]);
    expect(db.orm.select().from(tasks).where(eq(tasks.kind, "dump_later")).all()).toMatchObject([{ state: "open" }]);
  });
});

/** What a dumpster does while its job stands at a step. */
const AGREES: Partial<Record<JobState, { delivery: string; pickup: string }>> = {
  scheduled: { delivery: "yard", pickup: "site" },
  assigned: { delivery: "yard", pickup: "site" },
  en_route: { delivery: "truck", pickup: "site" },
  arrived: { delivery: "truck", pickup: "site" },
  serviced: { delivery: "site", pickup: "truck" },
  to_disposal: { delivery: "", pickup: "truck" },
  at_disposal: { delivery: "", pickup: "disposal" },
  ticketed: { delivery: "", pickup: "disposal" },
  returned: { delivery: "", pickup: "yard" },
  dump_later: { delivery: "", pickup: "yard" },
};

it("whatever is pressed: no step outside the table, and unit, dumpster and booking agree", async () => {
  const anything = fc.constantFrom(...JOB_STATES, "give", "back", "recall", "over");
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(anything, { maxLength: 25 }), async (isPickup, pressed) => {
      db.sqlite.exec("delete from tasks");
      const [delivery, pickup] = await rental();
      const job = isPickup ? pickup : delivery;
      if (isPickup) {
        await give(delivery);
        await drive(delivery, "en_route", "arrived", "serviced", "completed");
      }
      for (const one of pressed) {
        const before = getJob(db.orm, job.id).state;
        if (one === "give") await give(job);
        else if (one === "back") await db.write((tx) => takeBackJob(tx, deed, job.id));
        else if (one === "recall") await recall(job);
        else if (one === "over") await handOver(job);
        else await db.write((tx) => advanceJob(tx, deed, job.id, one));
        const is = getJob(db.orm, job.id);
        const viaSchedule = before === "unscheduled" && is.state === "assigned";
        expect(is.state === before || viaSchedule || canMove("job", before, is.state), `${before} → ${is.state}`).toBe(
          true,
        );
        expect(is.driver_id === null, is.state).toBe(["unscheduled", "scheduled"].includes(is.state));
        const unit = db.orm.select().from(units).where(eq(units.id, job.unit_id)).get();
        if (!unit) throw new Error("no unit");
        const dumpster = db.orm
          .select()
          .from(dumpsters)
          .all()
          .find(({ id }) => id === unit.dumpster_id);
        const place = AGREES[is.state]?.[isPickup ? "pickup" : "delivery"];
        if (place) expect([is.state, dumpster?.location ?? "yard"]).toEqual([is.state, place]);
        const booking = db.orm.select().from(bookings).where(eq(bookings.id, job.booking_id)).get();
        const isScheduled = !["unscheduled", "cancelled", "attempted"].includes(getJob(db.orm, delivery.id).state);
        expect(booking?.status).toBe(bookingStatus([{ state: unit.state, deliveryScheduled: isScheduled }]));
      }
    }),
    { numRuns: FULL ? 60 : 20 },
  );
}, 60_000);
