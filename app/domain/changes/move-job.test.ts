import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { jobs } from "#db/schema/index";
import { paidBooking, STAFF } from "../../../tests/support/domain";
import { temporaryDriver } from "../../../tests/support/driver";
import { openTasks } from "../../../tests/support/errands";
import { setSoundWorld } from "../../../tests/support/sound";
import { listUnits, type Unit } from "../booking/order/bookings.server";
import { advanceJob } from "../dispatch/advance.server";
import { getJob, type Job } from "../dispatch/jobs.server";
import { placeJob } from "../dispatch/plan.server";
import { addDays, day } from "../kernel/days";
import { instantAt } from "../kernel/time.server";
import { moveJobTo } from "./move-job.server";
import { renewKeptDays } from "./keep-longer.server";
import { keepDumpster, requestPickup } from "./pickup-request.server";

const world = setSoundWorld({ fleet: { 20: 2 } });

/** A paid rental's two jobs, the delivery given to a driver. */
async function rental(ordered: Parameters<typeof paidBooking>[1] = {}) {
  const booking = await paidBooking(world, ordered);
  const driver = await temporaryDriver(world);
  const unitNow = () => listUnits(world.db.orm, booking.id)[0] as Unit;
  const job = (kind: Job["kind"]) =>
    world.db.orm
      .select()
      .from(jobs)
      .where(eq(jobs.unit_id, unitNow().id))
      .all()
      .find((one) => one.kind === kind) as Job;
  const delivery = job("delivery");
  await world.db.write((tx) => placeJob(tx, world.deed(STAFF), delivery.id, driver));
  return { unitNow, driver, delivery: job("delivery"), pickup: job("pickup") };
}

const move = (
  job: Job,
  on: string,
  window: "morning" | "afternoon" | "anytime",
  seen?: Parameters<typeof moveJobTo>[5],
) =>
  world.db.write((tx) =>
    moveJobTo(tx, world.deed(STAFF), world.settings(), job.id, { day: day(on), window }, seen ?? null),
  );

describe("a job that is moved", () => {
  it("takes its dumpster's dates along: a delivery its pickup, a pickup itself alone", async () => {
    const { unitNow, delivery, pickup } = await rental();
    const stay = unitNow();
    expect([stay.delivery_date, stay.pickup_date]).toEqual(["2026-12-03", "2026-12-10"]);
    expect(await move(delivery, "2026-12-04", "afternoon")).toMatchObject({
      ok: true,
      job: { state: "scheduled", driver_id: null, position: null, is_fixed: false, day: "2026-12-04" },
    });
    expect(unitNow()).toMatchObject({
      delivery_date: "2026-12-04",
      delivery_window: "afternoon",
      pickup_date: "2026-12-11",
    });
    expect(await move(pickup, "2026-12-12", "afternoon")).toMatchObject({
      ok: true,
      job: { day: "2026-12-12", delivery_window: "afternoon" },
    });
    expect(unitNow()).toMatchObject({
      delivery_date: "2026-12-04",
      delivery_window: "afternoon",
      pickup_date: "2026-12-12",
    });
  });

  it("keeps its driver and its place where only the window changes", async () => {
    const { delivery, driver } = await rental();
    expect(await move(delivery, "2026-12-03", "anytime")).toMatchObject({
      ok: true,
      job: { driver_id: driver, position: 1, delivery_window: "anytime" },
    });
  });

  it.each([
    ["2026-12-06", "a Sunday"],
    ["2026-11-01", "a day that has passed"],
    // Each day of a stay is a row: 8999 made two and a half million, and the server answered nobody for minutes.
    ["2046-12-03", "a slip of the year"],
  ])("is refused for %s, %s", async (on) => {
    const { delivery, pickup } = await rental();
    for (const job of [delivery, pickup]) {
      expect(await move(job, on, "morning")).toMatchObject({ ok: false, code: "bad_day" });
      expect(getJob(world.db.orm, job.id).day).toBe(job.day);
    }
  });

  it("stays once the truck has left, and where somebody else has moved it meanwhile", async () => {
    const { delivery, driver } = await rental();
    const seen = { driverId: null, day: delivery.day, window: delivery.delivery_window };
    expect(await move(delivery, "2026-12-04", "morning", seen)).toEqual({ ok: false, code: "changed" });
    expect(getJob(world.db.orm, delivery.id).day).toBe("2026-12-03");
    await world.db.write((tx) => advanceJob(tx, world.deed(STAFF), delivery.id, "en_route"));
    expect(await move(delivery, "2026-12-04", "morning", { ...seen, driverId: driver })).toEqual({
      ok: false,
      code: "under_way",
    });
  });

  it("leaves a delivery that failed as it is where only its pickup is moved: its day is the customer's to choose", async () => {
    const { unitNow, delivery, pickup } = await rental();
    for (const to of ["en_route", "arrived", "attempted"] as const)
      await world.db.write((tx) => advanceJob(tx, world.deed(STAFF), delivery.id, to, "locked gate"));
    expect(await move(pickup, "2026-12-12", "afternoon")).toMatchObject({ ok: true, job: { day: "2026-12-12" } });
    expect(unitNow()).toMatchObject({
      state: "delivery_failed",
      delivery_date: "2026-12-03",
      pickup_date: "2026-12-12",
    });
    const tries = world.db.orm.select().from(jobs).where(eq(jobs.kind, "delivery")).all();
    expect(tries.map(({ attempt, state }) => [attempt, state])).toEqual([[1, "attempted"]]);
    // Moved itself, on its own day too, it is tried again, and its pickup comes as long after it as was paid for.
    expect(await move(delivery, "2026-12-03", "morning")).toMatchObject({ ok: true, job: { attempt: 2 } });
    expect(unitNow()).toMatchObject({ state: "reserved", delivery_date: "2026-12-03" });
  });

  it("a pickup that is due goes to the day on which a truck can come, though its dumpster is promised: that is a task", async () => {
    const { unitNow, delivery, pickup } = await rental();
    for (const to of ["en_route", "arrived", "serviced", "completed"] as const)
      await world.db.write((tx) => advanceJob(tx, world.deed(STAFF), delivery.id, to));
    for (let others = 0; others < 2; others++) await paidBooking(world, { deliveryDate: "2026-12-12" });
    // Before it is due it has its day, and nobody's dumpster is given away.
    expect(await move(pickup, "2026-12-12", "anytime")).toMatchObject({ ok: false, code: "sold_out" });
    expect(openTasks(world)).not.toContain("shortage");
    world.clock.at = instantAt(day("2026-12-10"), 17);
    expect(await move(pickup, "2026-12-12", "anytime")).toMatchObject({ ok: true, job: { day: "2026-12-12" } });
    expect([unitNow().pickup_date, openTasks(world).includes("shortage")]).toEqual(["2026-12-12", true]);
    // Put further and back again: sooner it takes nobody's day, and ends what was short.
    expect(await move(pickup, "2026-12-14", "anytime")).toMatchObject({ ok: false, code: "sold_out" });
    expect(await move(pickup, "2026-12-11", "anytime")).toMatchObject({ ok: true, job: { day: "2026-12-11" } });
    expect(openTasks(world)).not.toContain("shortage");
  });

  it("keeps a dumpster from others some days more where its customer may keep it, and no longer once they have asked", async () => {
    const { unitNow, delivery, pickup } = await rental({ flexibleExtension: true });
    for (const to of ["en_route", "arrived", "serviced", "completed"] as const)
      await world.db.write((tx) => advanceJob(tx, world.deed(STAFF), delivery.id, to));
    await move(pickup, "2026-12-11", "anytime");
    expect(unitNow().occupied_until).toBe("2026-12-15");
    const asked = { early: true, seen: null };
    await world.db.write((tx) => requestPickup(tx, world.deed(), world.settings(), unitNow().id, asked));
    await move(pickup, "2026-12-12", "anytime");
    expect(unitNow()).toMatchObject({ state: "pickup_requested", occupied_until: "2026-12-13" });
    // Nor does housekeeping keep it for them.
    world.clock.at = instantAt(day("2026-12-12"), 9);
    await renewKeptDays(world.db, world.settings(), world.clock.at);
    expect(unitNow().occupied_until).toBe("2026-12-13");
  });

  it("is theirs for those days again when they keep it after all", async () => {
    const { unitNow, delivery } = await rental({ flexibleExtension: true });
    for (const to of ["en_route", "arrived", "serviced", "completed"] as const)
      await world.db.write((tx) => advanceJob(tx, world.deed(STAFF), delivery.id, to));
    const asked = { early: true, seen: null };
    world.clock.at = instantAt(day("2026-12-05"), 9);
    await world.db.write((tx) => requestPickup(tx, world.deed(), world.settings(), unitNow().id, asked));
    expect(unitNow().pickup_date < "2026-12-10").toBe(true);
    expect(unitNow().occupied_until).toBe(addDays(unitNow().pickup_date, 1));
    await world.db.write((tx) => keepDumpster(tx, world.deed(), world.settings(), unitNow().id));
    expect(unitNow()).toMatchObject({ state: "on_site", pickup_date: "2026-12-10", occupied_until: "2026-12-14" });
  });
});
