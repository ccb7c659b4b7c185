import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { jobs } from "#db/schema/index";
import { paidBooking, STAFF } from "../../../tests/support/domain";
import { temporaryDriver } from "../../../tests/support/driver";
import { setSoundWorld } from "../../../tests/support/sound";
import { addDays, day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { goesThere, listJobsOfDay, listPastJobs } from "./driver-read.server";
import { orderJob, placeJob } from "./plan.server";

/** What a driver reads beside the jobs to come: the day's sheet, former days, and the place of a job that was theirs. */
const world = setSoundWorld({ fleet: { 20: 6 } });
const orm = () => world.db.orm;
const ON = day("2026-12-03");
let driver: Id<"driver">;
let three: [Id<"job">, Id<"job">, Id<"job">];
beforeEach(async () => {
  driver = await temporaryDriver(world);
  const made: Id<"job">[] = [];
  for (let n = 0; n < 3; n++) {
    const { id } = await paidBooking(world);
    made.push(orm().select().from(jobs).where(eq(jobs.booking_id, id)).orderBy(jobs.day).get()!.id);
  }
  three = made as typeof three;
  await world.db.write((tx) => {
    for (const id of three) placeJob(tx, world.deed(STAFF), id, driver);
  });
});

it("the day's sheet has a driver's stops in the order in which they were put", async () => {
  const [a, b, c] = three;
  const printed = () => listJobsOfDay(orm(), ON).map(({ id }) => id);
  expect(printed()).toEqual([a, b, c]);
  await world.db.write((tx) => orderJob(tx, world.deed(STAFF), c, 1));
  expect(printed()).toEqual([c, a, b]);
  await world.db.write((tx) => orderJob(tx, world.deed(STAFF), a, 3));
  expect(printed()).toEqual([c, b, a]);
});

it("former days are read from the newest on, with all that is done of them, thirty jobs and no more", () => {
  const read = (ids: readonly Id<"job">[], before = ON) => {
    const states = ["dump_later", "attempted", "assigned"] as const;
    for (const [i, id] of ids.entries()) {
      const past = { day: addDays(ON, -9 + i), state: states[i] ?? ("completed" as const) };
      orm().update(jobs).set(past).where(eq(jobs.id, id)).run();
    }
    return listPastJobs(orm(), driver, before);
  };
  const was = orm().select().from(jobs).all();
  expect(read(three).map(({ state }) => state)).toEqual(["attempted", "dump_later"]);
  expect(read(three, addDays(ON, -8)).map(({ state }) => state)).toEqual(["dump_later"]);
  const [one] = was;
  for (let n = 0; n < 40; n++) {
    const id = `job_past_${n}` as Id<"job">;
    const past = { id, state: "completed", driver_id: driver, day: addDays(ON, -20), attempt: n + 2 } as const;
    orm()
      .insert(jobs)
      .values({ ...one!, ...past })
      .run();
  }
  const list = listPastJobs(orm(), driver, ON);
  expect([list.length, list[0]?.state, list.at(-1)?.day]).toEqual([30, "attempted", addDays(ON, -20)]);
  orm()
    .delete(jobs)
    .where(eq(jobs.day, addDays(ON, -20)))
    .run();
  for (const { id, day: on, state } of was) orm().update(jobs).set({ day: on, state }).where(eq(jobs.id, id)).run();
});

it("who was there goes there no more once their job is done, until another of its dumpster is theirs", async () => {
  const [a] = three;
  const pickup = orm()
    .select()
    .from(jobs)
    .where(eq(jobs.unit_id, orm().select().from(jobs).where(eq(jobs.id, a)).get()!.unit_id))
    .all()
    .find(({ kind }) => kind === "pickup")!;
  const goes = () => [goesThere(orm(), driver, a), goesThere(orm(), driver, pickup.id)];
  const is = (id: Id<"job">, to: Partial<typeof pickup>) => orm().update(jobs).set(to).where(eq(jobs.id, id)).run();
  expect(goes()).toEqual([true, true]);
  is(a, { state: "completed" });
  expect(goes()).toEqual([false, false]);
  is(pickup.id, { state: "assigned", driver_id: driver });
  expect(goes()).toEqual([true, true]);
  is(pickup.id, { state: "completed" });
  expect(goes()).toEqual([false, false]);
  is(a, { state: "assigned" });
  is(pickup.id, { state: pickup.state, driver_id: null });
});
