import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { dumpsters, events, jobs, tasks, units } from "#db/schema/index";
import { temporaryDriver } from "../../../tests/support/driver";
import { paidBooking, STAFF } from "../../../tests/support/domain";
import { setSoundWorld } from "../../../tests/support/sound";
import type { Id } from "../kernel/ids.server";
import { DAY, plus } from "../kernel/time.server";
import { advanceJob } from "./advance.server";
import { mendStaleDumpsters } from "./cleanup.server";
import { assignJob, scheduleJob } from "./jobs.server";
import { listMismatches, settleMismatch, type Settled } from "./reconcile.server";
import { takeStep } from "./steps.server";

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
