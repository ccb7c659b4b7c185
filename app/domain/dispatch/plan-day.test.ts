import { asc, eq, ne } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Tx } from "#db/client.server";
import { accounts, bookings, dayPlans, drivers, jobs, shifts, trucks, units } from "#db/schema/index";
import { addDumpsters, openWorld, STAFF, type TestWorld } from "../../../tests/support/domain";
import { inTime } from "../../../tests/support/paths";
import { insertBooking } from "../../../tests/support/rows";
import { seedAccounts } from "../accounts/seed.server";
import { addDays, day, type Day } from "../kernel/days";
import { newId, type Id } from "../kernel/ids.server";
import { advanceJob } from "./advance.server";
import { findBoardJob } from "./board-jobs.server";
import { conflictsByDriver } from "./conflicts.server";
import { copyDay } from "./copy-day.server";
import { createJobsForUnits, getJob, type Job } from "./jobs.server";
import { acceptPlan, dropPlan, findPlan, planDay, type PlanRules } from "./plan-day.server";
import { placeJob, stopsOfDriver, takeBackJob } from "./plan.server";
import { inFull } from "../../../tests/support/in-full";

/** A Wednesday with nothing else on it. */
const ON = day("2026-12-16");
const ZIPS = ["32801", "32835", "34741", "32771", "32828", "34787", "32703", "34769"];
let world: TestWorld;
let rules: PlanRules;
beforeEach(async () => {
  world = await openWorld({ fleet: { 20: 40 } });
  await seedAccounts(world.db, world.clock.at);
  world.db.sqlite.exec("delete from jobs where day between '2026-12-10' and '2026-12-31'");
  rules = { settings: world.settings(), oneDriver: true };
});
afterEach(() => world.close());

const deed = () => world.deed(STAFF);
const pause = () => Promise.resolve();
const order = (zip: string, given: { on?: Day; unitCount?: number } = {}): Promise<Job[]> =>
  world.db.write((tx) => {
    const { on = ON, unitCount = 1 } = given;
    const dates = { scheduled_delivery_date: on, scheduled_pickup_date: addDays(on, 40) };
    const booking = insertBooking(tx, deed(), { zip, unitCount, ...dates });
    tx.update(units).set({ delivery_window: "anytime" }).where(eq(units.booking_id, booking.id)).run();
    return createJobsForUnits(tx, deed(), booking.id).filter(({ kind }) => kind === "delivery");
  });
const orders = async (count: number, on = ON): Promise<Job[]> => {
  const made: Job[] = [];
  for (let i = 0; i < count; i++) made.push(...(await order(ZIPS[i % ZIPS.length] ?? "32801", { on })));
  return made;
};
const who = () => {
  const list = world.db.orm.select().from(drivers).orderBy(asc(drivers.name)).all();
  return list.map(({ id }) => id) as [Id<"driver">, Id<"driver">];
};
const plan = () => planDay(world.db, deed(), rules, ON, pause);
const planned = async () => {
  const done = await plan();
  if (!done.ok) throw new Error(done.code);
  return done.plan;
};
const accept = (version: string, driverId: Id<"driver"> | null = null) =>
  world.db.write((tx) => acceptPlan(tx, deed(), rules, ON, { version, driverId }));
const give = (job: Job, driver: Id<"driver">) => world.db.write((tx) => placeJob(tx, deed(), job.id, driver));

describe("a proposal for a day", () => {
  it("sends nobody for a dumpster that could not be delivered, and says so on the board", async () => {
    const [job, other] = (await orders(2)) as [Job, Job];
    world.db.orm.update(units).set({ state: "delivery_failed" }).where(eq(units.id, job.unit_id)).run();
    world.db.orm.update(jobs).set({ kind: "pickup" }).where(eq(jobs.id, job.id)).run();
    const { plan: made } = await planned();
    expect(made.routes.flatMap(({ stops }) => stops.map(({ jobId }) => jobId))).toEqual([other.id]);
    expect(made.left).toEqual([{ jobId: job.id, why: "Nothing stands there: the delivery was not possible." }]);
    expect(findBoardJob(world.db.orm, job.id)?.warnings).toEqual([
      "Nothing stands there: the delivery was not possible.",
    ]);
    // Whoever gives it by hand is asked, and it stays theirs.
    const [dale] = who();
    const asked = conflictsByDriver(world.db.orm, rules, getJob(world.db.orm, job.id), deed().now);
    expect(asked.map(({ conflicts }) => conflicts.map(({ code }) => code))).toEqual([["not_there"], ["not_there"]]);
    await give(job, dale);
    expect((await planned()).plan.left).toEqual([]);
  });

  it("gives every job to somebody with a reason, changes nothing by itself, and is given out as it says", async () => {
    await orders(10);
    const { plan: made, version } = await planned();
    const stops = made.routes.flatMap((route) => route.stops);
    expect(stops).toHaveLength(10);
    for (const { why } of stops)
      expect(why).toMatch(
        /^(About|Less|The) .*(from the (yard|stop before|facility)|goes straight on).* there at about \d+:\d0 [ap]m.*\.$/,
      );
    // Each driver's miles are rounded.
    expect(made.after).toBeLessThanOrEqual(made.before + made.routes.length);
    expect(
      world.db.orm
        .select()
        .from(jobs)
        .where(eq(jobs.day, ON))
        .all()
        .every(({ driver_id }) => driver_id === null),
    ).toBe(true);
    expect(await accept(version)).toEqual({ ok: true, given: 10 });
    for (const { driverId, stops: list } of made.routes) {
      const is = stopsOfDriver(world.db.orm, driverId, ON);
      expect(is.map(({ id }) => id)).toEqual(list.map(({ jobId }) => jobId));
      expect(is.map(({ position }) => position)).toEqual(list.map((_, i) => i + 1));
      expect(is.every((job) => !job.is_fixed && job.state === "assigned")).toBe(true);
    }
    expect(findPlan(world.db.orm, ON)).toBeNull();
  });

  it("is accepted driver by driver, each once", async () => {
    await orders(8);
    const first = await planned();
    const [mine, theirs] = first.plan.routes.map(({ driverId }) => driverId) as [Id<"driver">, Id<"driver">];
    const parts = first.plan.routes.map(({ stops }) => stops.length);
    expect(await accept(first.version, mine)).toEqual({ ok: true, given: parts[0] });
    expect(stopsOfDriver(world.db.orm, theirs, ON)).toEqual([]);
    expect(await accept(first.version, theirs)).toMatchObject({ code: "changed" });
    // What is left counts its own miles, beside those of the same stops given out in turn.
    const [{ plan: rest }, route] = [findPlan(world.db.orm, ON)!, first.plan.routes[1]!];
    expect([rest.after, rest.saved]).toEqual([route.miles, route.saved]);
    expect([rest.before >= rest.after, rest.before < first.plan.before]).toEqual([true, true]);
    expect(await accept(findPlan(world.db.orm, ON)?.version ?? "", mine)).toMatchObject({ code: "unknown_driver" });
    expect(await accept(findPlan(world.db.orm, ON)?.version ?? "", theirs)).toEqual({ ok: true, given: parts[1] });
    expect(await accept("", theirs)).toMatchObject({ code: "no_plan" });
  });

  it.each<[string, (tx: Tx, job: Job) => unknown]>([
    ["a job was given", (tx, job) => placeJob(tx, deed(), job.id, who()[0])],
    ["a driver is off", (tx) => tx.insert(shifts).values({ driver_id: who()[0], day: ON, is_off: true }).run()],
    [
      "another window",
      (tx, job) => tx.update(jobs).set({ delivery_window: "afternoon" }).where(eq(jobs.id, job.id)).run(),
    ],
  ])("is refused whole when the day is another one by now: %s", async (_what, change) => {
    const [job] = (await orders(4)) as [Job];
    const { version } = await planned();
    await world.db.write((tx) => change(tx, job));
    const before = world.db.orm.select().from(jobs).where(eq(jobs.day, ON)).all();
    expect(await accept(version)).toEqual({ ok: false, code: "changed" });
    expect(world.db.orm.select().from(jobs).where(eq(jobs.day, ON)).all()).toEqual(before);
  });

  it("comes behind what has left already", async () => {
    const [a] = who();
    world.db.orm.update(drivers).set({ is_active: false }).where(ne(drivers.id, a)).run();
    const [first] = (await orders(4)) as [Job];
    await give(first, a);
    await world.db.write((tx) => advanceJob(tx, deed(), first.id, "en_route"));
    expect(await accept((await planned()).version)).toEqual({ ok: true, given: 3 });
    const list = stopsOfDriver(world.db.orm, a, ON);
    expect(list.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
    expect(list[0]?.id).toBe(first.id);
  });

  it("comes behind an emergency, and keeps the place of what was given by hand: each place once", async () => {
    const [a] = who();
    world.db.orm.update(drivers).set({ is_active: false }).where(ne(drivers.id, a)).run();
    const [left, urgent, byHand] = (await orders(6)) as [Job, Job, Job];
    for (const { id } of [urgent, byHand])
      world.db.orm.update(jobs).set({ kind: "dump_and_return" }).where(eq(jobs.id, id)).run();
    for (const job of [left, byHand, urgent]) await give(job, a);
    await world.db.write((tx) => advanceJob(tx, deed(), left.id, "en_route"));
    world.db.orm.update(jobs).set({ priority: "emergency", position: 4 }).where(eq(jobs.id, urgent.id)).run();
    world.db.orm.update(jobs).set({ position: 3 }).where(eq(jobs.id, byHand.id)).run();
    expect(await accept((await planned()).version)).toEqual({ ok: true, given: 3 });
    const list = stopsOfDriver(world.db.orm, a, ON);
    expect(list.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(list.slice(0, 3).map(({ id }) => id)).toEqual([left.id, urgent.id, byHand.id]);
  });

  it("leaves what a person gave with whom it was given, and gives nothing to who is away", async () => {
    const [a, b] = who();
    const list = await orders(5);
    await give(list[0] as Job, a);
    await world.db.write((tx) => tx.insert(shifts).values({ driver_id: a, day: ON, is_off: true }).run());
    const { plan: made } = await planned();
    expect(made.routes.find(({ driverId }) => driverId === a)?.stops.map(({ jobId }) => jobId)).toEqual([list[0]?.id]);
    expect(made.routes.find(({ driverId }) => driverId === a)?.stops[0]?.why).toContain("Given by hand");
    expect(made.routes.find(({ driverId }) => driverId === b)?.stops).toHaveLength(4);
    // Taken back, it is nobody's wish any more.
    await world.db.write((tx) => takeBackJob(tx, deed(), (list[0] as Job).id));
    expect((await planned()).plan.routes.map(({ driverId }) => driverId)).toEqual([b]);
    await world.db.write((tx) =>
      tx
        .update(drivers)
        .set({ licence_until: addDays(ON, -1) })
        .where(eq(drivers.id, b))
        .run(),
    );
    expect((await planned()).plan.left).toHaveLength(5);
  });

  it("holds windows and hours: what nobody can do in time stays with nobody, and says so", async () => {
    const [a, b] = who();
    await world.db.write((tx) => {
      tx.insert(shifts).values({ driver_id: a, day: ON, is_off: true }).run();
      tx.insert(shifts).values({ driver_id: b, day: ON, begins: 480, ends: 600 }).run();
    });
    await orders(6);
    const { plan: made } = await planned();
    const given = made.routes.flatMap(({ stops }) => stops).length;
    expect(given).toBeGreaterThan(0);
    expect(given).toBeLessThan(6);
    expect(made.left.map(({ why }) => why)).toEqual(
      Array(6 - given).fill("Nobody can be there in its window and within their hours."),
    );
  });

  it("keeps an order with one driver, unless several may share it", async () => {
    const [a, b] = who();
    await order("34741", { unitCount: 2 });
    const [one, two] = (await order("32771", { unitCount: 2 })) as [Job, Job];
    const whose = async () => {
      const { plan: made } = await planned();
      return [one, two].map(
        ({ id }) => made.routes.find(({ stops }) => stops.some(({ jobId }) => jobId === id))?.driverId,
      );
    };
    const [first, second] = await whose();
    expect(first).toBe(second);
    await give(one, first === a ? b : a);
    expect(new Set(await whose()).size).toBe(1);
  });

  it("leaves out what has left, and a place that nobody knows is told", async () => {
    const [gone, lost] = (await orders(3)) as [Job, Job];
    await give(gone, who()[0]);
    await world.db.write((tx) => advanceJob(tx, deed(), gone.id, "en_route"));
    world.db.orm.update(bookings).set({ zip: "00000" }).where(eq(bookings.id, lost.booking_id)).run();
    const { plan: made, version } = await planned();
    expect(made.left).toEqual([{ jobId: lost.id, why: "We do not know where 00000 is." }]);
    expect(await accept(version)).toMatchObject({ ok: true, given: 1 });
    expect(getJob(world.db.orm, gone.id).position).toBe(1);
    await world.db.write((tx) => dropPlan(tx, ON));
    world.db.sqlite.exec(`update jobs set state = 'cancelled' where day = '${ON}'`);
    expect(await plan()).toEqual({ ok: false, code: "nothing_to_plan" });
    expect(world.db.orm.select().from(dayPlans).all()).toEqual([]);
  });

  inFull(
    "is made and given out for 200 jobs and 20 drivers in under 2 s of work, in slices that let others in",
    async () => {
      await world.db.write((tx) => {
        addDumpsters(tx, 20, 1, world.clock.at);
        for (let i = 0; i < 18; i++) {
          const user_id = newId("account");
          tx.insert(accounts)
            .values({ id: user_id, email: `d${i}@example.com`, password_hash: "", created_at: world.clock.at })
            .run();
          const truck_id = newId("truck");
          tx.insert(trucks)
            .values({ id: truck_id, name: `Truck ${i + 3}`, created_at: world.clock.at })
            .run();
          tx.insert(drivers)
            .values({ id: newId("driver"), user_id, name: `Driver ${i}`, truck_id, created_at: world.clock.at })
            .run();
        }
      });
      await world.db.write((tx) => {
        for (let i = 0; i < 20; i++) {
          const dates = { scheduled_delivery_date: ON, scheduled_pickup_date: addDays(ON, 40) };
          const zip = ZIPS[i % ZIPS.length] ?? "";
          createJobsForUnits(tx, deed(), insertBooking(tx, deed(), { zip, unitCount: 10, ...dates }).id);
        }
      });
      rules = { ...rules, oneDriver: false };
      const slices: number[] = [];
      let begun = performance.now();
      const [all, cpu] = [performance.now(), process.cpuUsage()];
      const done = await planDay(world.db, deed(), rules, ON, () => {
        slices.push(performance.now() - begun);
        return new Promise((resolve) =>
          setImmediate(() => {
            begun = performance.now();
            resolve();
          }),
        );
      });
      if (!done.ok) throw new Error(done.code);
      await accept(done.plan.version);
      const { user, system } = process.cpuUsage(cpu);
      expect(Math.min(performance.now() - all, (user + system) / 1e3)).toBeLessThan(inTime(2000));
      const middle = slices.toSorted((a, b) => a - b)[Math.floor(slices.length / 2)] ?? Infinity;
      expect([slices.length > 10, middle < inTime(30)]).toEqual([true, true]);
      const given = world.db.orm.select().from(jobs).where(eq(jobs.day, ON)).all();
      expect(given.filter(({ driver_id }) => driver_id !== null)).toHaveLength(200 - done.plan.plan.left.length);
    },
    60_000,
  );
});

describe("a proposal that two dispatchers have to do with at once", () => {
  it("is worked out once, whoever asks for it meanwhile", async () => {
    await orders(30);
    const turns = { first: 0, second: 0 };
    const ask = (who: keyof typeof turns) =>
      planDay(world.db, deed(), rules, ON, async () => {
        turns[who]++;
        await new Promise((resolve) => setImmediate(resolve));
      });
    const both = await Promise.all([ask("first"), ask("second")]);
    expect(both.map((done) => done.ok && done.plan.version)).toEqual(
      Array(2).fill(findPlan(world.db.orm, ON)?.version),
    );
    expect([turns.first > 0, turns.second]).toEqual([true, 0]);
    // A day that has changed is worked out anew.
    await orders(1);
    await ask("second");
    expect(turns.second).toBeGreaterThan(0);
  });

  it("is thrown away by who has seen it, not by who still shows the one before", async () => {
    await orders(2);
    const former = await planned();
    await orders(1);
    const drop = (version: string) => world.db.write((tx) => dropPlan(tx, ON, version));
    const { version } = await planned();
    expect([await drop(former.version), findPlan(world.db.orm, ON)?.version]).toEqual([false, version]);
    expect([await drop(version), findPlan(world.db.orm, ON), await drop(version)]).toEqual([true, null, true]);
  });
});

describe("a day that is given out as a former one", () => {
  it("gives each ZIP to whom it had then, in that order, and leaves what anything speaks against", async () => {
    const [a, b] = who();
    const before = addDays(ON, -7);
    const [first, second, third] = (await orders(3, before)) as [Job, Job, Job];
    await give(second, a);
    await give(first, a);
    await give(third, b);
    const list = await orders(4);
    const copy = () => world.db.write((tx) => copyDay(tx, deed(), rules, before, ON));
    expect(await copy()).toEqual({ ok: true, given: 3, elsewhere: 1, against: 0 });
    expect(stopsOfDriver(world.db.orm, a, ON).map(({ id }) => id)).toEqual([list[1]?.id, list[0]?.id]);
    expect(stopsOfDriver(world.db.orm, b, ON).map(({ id, is_fixed }) => [id, is_fixed])).toEqual([
      [list[2]?.id, false],
    ]);
    expect(await world.db.write((tx) => copyDay(tx, deed(), rules, addDays(ON, 1), ON))).toEqual({
      ok: false,
      code: "nothing_to_copy",
    });
    await world.db.write((tx) => {
      for (const job of list.slice(0, 3)) takeBackJob(tx, deed(), job.id);
      tx.insert(shifts).values({ driver_id: a, day: ON, is_off: true }).run();
    });
    expect(await copy()).toEqual({ ok: true, given: 1, elsewhere: 1, against: 2 });
  });
});
