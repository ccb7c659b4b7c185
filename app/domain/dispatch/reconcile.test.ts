import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { dumpsters, events, jobs, tasks, units } from "#db/schema/index";
import { temporaryDriver } from "../../../tests/support/driver";
import { paidBooking, STAFF } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import { recordEvent } from "../events/events.server";
import type { Id } from "../kernel/ids.server";
import { DAY, plus } from "../kernel/time.server";
import { advanceJob } from "./advance.server";
import { changeDumpster, type DumpsterWish } from "../inventory/dumpsters.server";
import { mendStaleDumpsters } from "./cleanup.server";
import { assignJob, scheduleJob } from "./jobs.server";
import { findDriverJob } from "./driver-read.server";
import { listMismatches, listMismatchesOf } from "./mismatches.server";
import { settleMismatch, type Settled } from "./reconcile.server";
import { takeStep, type Step } from "./steps.server";

const world = setSoundWorld({ fleet: { 20: 3, 15: 1 } });
const orm = () => world.db.orm;
const deed = () => world.deed(STAFF);
let driver: Id<"driver">;
beforeEach(async () => {
  driver = await temporaryDriver(world);
});

/** A delivery that was set down with another number than we have. */
async function typed(number: (ours: string) => string) {
  const booking = await paidBooking(world);
  world.clock.at = plus(world.clock.at, 2 * DAY);
  const [job] = orm().select().from(jobs).where(eq(jobs.booking_id, booking.id)).all();
  await world.db.write((tx) => {
    scheduleJob(tx, deed(), job!.id);
    assignJob(tx, deed(), job!.id, driver);
    // Somebody had said which to load: another number is no guess put right.
    const [first] = tx.select().from(dumpsters).where(eq(dumpsters.size_yards, 20)).orderBy(dumpsters.number).all();
    tx.update(jobs).set({ planned_dumpster_id: first!.id }).where(eq(jobs.id, job!.id)).run();
    advanceJob(tx, deed(), job!.id, "en_route");
    advanceJob(tx, deed(), job!.id, "arrived");
  });
  const dumpsterNumber = number(ourNumber(job!.unit_id));
  await world.db.write((tx) => takeStep(tx, deed(), driver, job!.id, { to: "serviced", dumpsterNumber }));
  return { job: job!, unitId: job!.unit_id };
}
const ourNumber = (unitId: Id<"unit">) =>
  orm()
    .select({ number: dumpsters.number })
    .from(units)
    .innerJoin(dumpsters, eq(dumpsters.id, units.dumpster_id))
    .where(eq(units.id, unitId))
    .get()!.number;
const placeOf = (number: string) => orm().select().from(dumpsters).where(eq(dumpsters.number, number)).get()?.location;
const another = (ours: string) =>
  orm()
    .select()
    .from(dumpsters)
    .where(eq(dumpsters.size_yards, 20))
    .all()
    .find(({ number }) => number !== ours)!.number;
const settle = (said: Partial<Settled> = {}) => {
  const [one] = listMismatches(orm());
  return world.db.write((tx) =>
    settleMismatch(tx, deed(), one?.task ?? "", { stands: "theirs", otherPlace: "yard", why: "I looked", ...said }),
  );
};
const told = () => orm().select().from(events).where(eq(events.action, "number_settled")).all();

describe("a number that differs", () => {
  it("shows both dumpsters, moves nothing by itself, and as staff say it the other one is the booking's", async () => {
    const { unitId } = await typed(another);
    const ours = ourNumber(unitId);
    const theirs = another(ours);
    expect(listMismatches(orm())).toMatchObject([
      { ours: { number: ours }, theirs: { number: theirs }, typed: theirs, theirsAt: null, job: { kind: "delivery" } },
    ]);
    expect([placeOf(ours), placeOf(theirs)]).toEqual(["site", "yard"]);
    // Where ours is nobody guesses.
    expect(await settle({ otherPlace: null })).toEqual({ ok: false, code: "no_place", number: ours });
    expect([ourNumber(unitId), placeOf(ours), placeOf(theirs)]).toEqual([ours, "site", "yard"]);
    expect(await settle()).toEqual({ ok: true });
    expect([ourNumber(unitId), placeOf(ours), placeOf(theirs)]).toEqual([theirs, "yard", "site"]);
    expect(told()).toMatchObject([{ why: "I looked", data: { ours, theirs, stands: "theirs" } }]);
    expect([listMismatches(orm()), await settle()]).toEqual([[], { ok: false, code: "gone" }]);
  });

  it("was a slip: nothing moves, and the task ends", async () => {
    const { unitId } = await typed(another);
    const ours = ourNumber(unitId);
    expect(await settle({ stands: "ours" })).toEqual({ ok: true });
    expect([ourNumber(unitId), placeOf(ours), placeOf(another(ours))]).toEqual([ours, "site", "yard"]);
    expect(told()).toMatchObject([{ data: { stands: "ours" } }]);
    expect(listMismatches(orm())).toEqual([]);
  });

  it("that was cleared up already is not cleared up once more by who still shows it", async () => {
    const { unitId } = await typed(another);
    const ours = ourNumber(unitId);
    const [{ task = "" } = {}] = listMismatches(orm());
    const say = (stands: Settled["stands"]) =>
      world.db.write((tx) => settleMismatch(tx, deed(), task, { stands, otherPlace: "yard", why: "" }));
    expect([await say("ours"), await say("theirs")]).toEqual([{ ok: true }, { ok: false, code: "gone" }]);
    expect([ourNumber(unitId), told().length]).toEqual([ours, 1]);
  });

  it("that none of ours has, of another size, or out for another booking, is not taken for true", async () => {
    const { unitId } = await typed(() => "98-98");
    expect(await settle()).toEqual({ ok: false, code: "not_ours" });
    expect(await settle({ stands: "ours" })).toEqual({ ok: true });
    const [small] = orm().select().from(dumpsters).where(eq(dumpsters.size_yards, 15)).all();
    await typed(() => small!.number);
    expect(await settle()).toEqual({ ok: false, code: "wrong_size" });
    await settle({ stands: "ours" });
    await typed(() => ourNumber(unitId));
    expect(await settle()).toMatchObject({ ok: false, code: "elsewhere" });
  });
});

describe("two that were mixed up between two customers", () => {
  /** Each has the other's; by our list the first has `a`, the second `b`. */
  async function mixedUp() {
    const first = await typed((ours) => ours);
    const a = ourNumber(first.unitId);
    const second = await typed((ours) => ours);
    const b = ourNumber(second.unitId);
    return { first, second, a, b };
  }
  const pickUp = async (unitId: Id<"unit">, dumpsterNumber: string, until: "serviced" | "completed") => {
    const [job] = orm()
      .select()
      .from(jobs)
      .where(and(eq(jobs.unit_id, unitId), eq(jobs.kind, "pickup")))
      .all();
    const facility = "East Orlando Landfill";
    const ticket = { number: `T-${dumpsterNumber}`, gross: 30_000, tare: 28_000, net: 2_000 };
    await world.db.write((tx) => {
      for (const to of ["en_route", "arrived"] as const) {
        if (to === "en_route") {
          scheduleJob(tx, deed(), job!.id);
          assignJob(tx, deed(), job!.id, driver);
        }
        expect(advanceJob(tx, deed(), job!.id, to)).toMatchObject({ ok: true });
      }
      const on = (step: Step) => expect(takeStep(tx, deed(), driver, job!.id, step)).toMatchObject({ ok: true });
      on({ to: "serviced", dumpsterNumber });
      if (until === "serviced") return;
      on({ to: "to_disposal" });
      on({ to: "at_disposal", facility });
      on({ to: "ticketed", ticket });
      on({ to: "returned" });
      on({ to: "completed" });
    });
  };
  const stateOf = (number: string) => {
    const { location, load } = orm().select().from(dumpsters).where(eq(dumpsters.number, number)).get()!;
    return `${location} ${load}`;
  };

  it("are exchanged by one answer, told in both bookings' histories, and what the other driver read fits then", async () => {
    const { first, second, a, b } = await mixedUp();
    await pickUp(first.unitId, b, "serviced");
    await pickUp(second.unitId, a, "serviced");
    expect(listMismatches(orm())).toMatchObject([
      { ours: { number: a }, theirs: { number: b }, theirsAt: expect.stringMatching(/^DMP-/) },
      { ours: { number: b }, theirs: { number: a } },
    ]);
    expect(await settle({ otherPlace: "yard" })).toMatchObject({ ok: false, code: "elsewhere" });
    expect(await settle({ otherPlace: null })).toMatchObject({ ok: false, code: "elsewhere" });
    expect(await settle({ otherPlace: "exchanged" })).toEqual({ ok: true });
    expect([ourNumber(first.unitId), ourNumber(second.unitId)]).toEqual([b, a]);
    expect(listMismatches(orm())).toEqual([]);
    expect(told()).toMatchObject([
      { booking_id: first.job.booking_id, data: { ours: a, theirs: b, stands: "theirs" } },
      { booking_id: second.job.booking_id, data: { ours: b, theirs: a, stands: "theirs" } },
    ]);
    const moves = orm()
      .select()
      .from(events)
      .where(and(eq(events.action, "dumpster_moved"), eq(events.why, "I looked")));
    expect(moves.all()).toMatchObject([
      { booking_id: first.job.booking_id, data: { number: b } },
      { booking_id: second.job.booking_id, data: { number: a } },
    ]);
  });

  it("and one of them is back already: what has gone on since is left where it is", async () => {
    const { first, second, a, b } = await mixedUp();
    await pickUp(first.unitId, b, "completed");
    await pickUp(second.unitId, a, "serviced");
    // By our list `a` is in the yard, emptied; in truth that is `b`, and `a` lies full on the truck.
    expect([stateOf(a), stateOf(b)]).toEqual(["yard empty", "truck full"]);
    expect(await settle({ otherPlace: "exchanged" })).toEqual({ ok: true });
    expect([stateOf(a), stateOf(b)]).toEqual(["truck full", "yard empty"]);
    expect([ourNumber(first.unitId), ourNumber(second.unitId)]).toEqual([b, a]);
    expect(listMismatches(orm())).toEqual([]);
  });

  it("and cleared up one by one, the second answer does not turn the first upside down", async () => {
    const { first, second, a, b } = await mixedUp();
    await pickUp(first.unitId, b, "completed");
    await pickUp(second.unitId, a, "serviced");
    const [, other] = listMismatches(orm());
    const answer = (task: string) =>
      world.db.write((tx) => settleMismatch(tx, deed(), task, { stands: "theirs", otherPlace: "yard", why: "" }));
    // The second first: nobody has `a` out, so where `b` is has to be said.
    expect(await answer(other!.task)).toEqual({ ok: true });
    expect([stateOf(a), stateOf(b)]).toEqual(["truck full", "yard empty"]);
    expect(listMismatches(orm())).toMatchObject([
      { oursIsElsewhere: true, ours: { number: a }, theirs: { number: b } },
    ]);
    expect(await settle({ otherPlace: null })).toEqual({ ok: true });
    expect([stateOf(a), stateOf(b)]).toEqual(["truck full", "yard empty"]);
    expect([ourNumber(first.unitId), ourNumber(second.unitId)]).toEqual([b, a]);
  });

  it("and read twice, at the delivery and at the pickup, are cleared up once: what fits by then asks nothing any more", async () => {
    const { unitId } = await typed(another);
    const ours = ourNumber(unitId);
    const theirs = another(ours);
    await pickUp(unitId, theirs, "serviced");
    expect(listMismatches(orm())).toHaveLength(2);
    expect(await settle({ otherPlace: "yard" })).toEqual({ ok: true });
    expect([ourNumber(unitId), listMismatches(orm())]).toEqual([theirs, []]);
  });

  it("and the one that was read has been put somewhere else since: there it stays", async () => {
    const { unitId } = await typed(another);
    const ours = ourNumber(unitId);
    const theirs = another(ours);
    await pickUp(unitId, ours, "completed");
    const { id, load, condition } = orm().select().from(dumpsters).where(eq(dumpsters.number, theirs)).get()!;
    const wish = { location: "shop", load, condition, why: "x", seen: null } as const;
    await world.db.write((tx) => changeDumpster(tx, deed(), id, wish));
    expect(await settle({ otherPlace: "yard" })).toEqual({ ok: true });
    expect([ourNumber(unitId), placeOf(ours), placeOf(theirs)]).toEqual([theirs, "yard", "shop"]);
  });
});

it("one that is retired by our list and stands at a customer is listed again, and promised to nobody", async () => {
  const { unitId } = await typed(another);
  const [one] = listMismatches(orm());
  await world.db.write((tx) =>
    tx.update(dumpsters).set({ condition: "retired" }).where(eq(dumpsters.number, one!.typed)).run(),
  );
  await settle();
  const now = orm().select().from(dumpsters).where(eq(dumpsters.number, one!.typed)).get();
  expect([ourNumber(unitId), now!.condition, now!.location]).toEqual([one!.typed, "out_of_service", "site"]);
});

it("a condition that the office set says nothing of where ours is, a place does", async () => {
  const { job } = await typed(another);
  const [one] = listMismatches(orm());
  const { id, location, load } = one!.ours!;
  const set = (wish: Partial<DumpsterWish>) =>
    world.db.write((tx) =>
      changeDumpster(tx, deed(), id, { location, load, condition: "ok", why: "x", seen: null, ...wish }),
    );
  await set({ condition: "damaged" });
  expect(listMismatchesOf(orm(), job.id)).toMatchObject([{ oursIsElsewhere: false }]);
  await set({ condition: "damaged", location: "shop" });
  expect(listMismatchesOf(orm(), job.id)).toMatchObject([{ oursIsElsewhere: true }]);
  expect(await settle({ otherPlace: null })).toEqual({ ok: true });
  expect([placeOf(one!.ours!.number), placeOf(one!.typed)]).toEqual(["shop", "site"]);
});

it("one that was put on “not known”, as nobody had it, is known to be nowhere: nobody has to say where it is", async () => {
  const { job } = await typed(another);
  const [one] = listMismatches(orm());
  const { id, number } = one!.ours!;
  await world.db.write((tx) => {
    const data = { number, what: "place", was: "truck", is: "unknown" };
    recordEvent(tx, deed(), { subject: { kind: "dumpster", id }, action: "status_mended", data });
  });
  expect(listMismatchesOf(orm(), job.id)).toMatchObject([{ oursIsElsewhere: true }]);
});

it("is said to the driver who typed it, until it is cleared up", async () => {
  const { job, unitId } = await typed(() => "98-98");
  const note = () => findDriverJob(orm(), driver, job.id)?.note;
  expect(note()).toBe(
    `You read 98-98, and our list says ${ourNumber(unitId)}. The office looks at it: if it was a slip, call them.`,
  );
  orm().update(jobs).set({ note: "Side gate" }).where(eq(jobs.id, job.id)).run();
  expect(note()).toMatch(/^Side gate\. You read 98-98/);
  orm().update(jobs).set({ note: "" }).where(eq(jobs.id, job.id)).run();
  await settle({ stands: "ours" });
  expect(note()).toBe("");
});

describe("a dumpster that nobody has", () => {
  const lost = async () => {
    const [one] = orm().select().from(dumpsters).where(eq(dumpsters.size_yards, 20)).all();
    await world.db.write((tx) =>
      tx.update(dumpsters).set({ location: "truck" }).where(eq(dumpsters.id, one!.id)).run(),
    );
    return one!.number;
  };
  const look = (mends: boolean) => mendStaleDumpsters(world.db, deed(), { mends });

  it("is put on “not known” with the flag on, and its history says so", async () => {
    const number = await lost();
    await look(true);
    expect(placeOf(number)).toBe("unknown");
    expect(orm().select().from(events).where(eq(events.action, "status_mended")).all()).toMatchObject([
      { data: { number, was: "truck", is: "unknown" } },
    ]);
    expect((await look(true)).handled).toBe(0);
  });

  it("and that was promised to somebody is a shortage from then on", async () => {
    for (let i = 0; i < 3; i++) await paidBooking(world, { deliveryDate: "2026-12-08" });
    await lost();
    const shortages = () => orm().select().from(tasks).where(eq(tasks.kind, "shortage")).all();
    expect(shortages()).toEqual([]);
    await look(true);
    expect(shortages()).toMatchObject([{ state: "open", cause: "shortage:20" }]);
  });

  it("is only a task with the flag off, once", async () => {
    const number = await lost();
    await look(false);
    expect(placeOf(number)).toBe("truck");
    expect(orm().select().from(tasks).where(eq(tasks.kind, "move_dumpster")).all()).toMatchObject([{ state: "open" }]);
    expect((await look(false)).handled).toBe(0);
  });

  it("is left alone for a day, and while a booking has it out", async () => {
    const { unitId } = await typed((ours) => ours);
    await look(true);
    world.clock.at = plus(world.clock.at, 2 * DAY);
    await look(true);
    expect(placeOf(ourNumber(unitId))).toBe("site");
  });
});
