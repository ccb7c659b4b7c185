import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { jobs } from "#db/schema/index";
import { paidBooking, STAFF } from "../../../tests/support/domain";
import { temporaryDriver } from "../../../tests/support/driver";
import { setSoundWorld } from "../../../tests/support/sound";
import { advanceJob } from "../dispatch/advance.server";
import { assignJob, scheduleJob } from "../dispatch/jobs.server";
import { listTimeline } from "../events/events.server";
import { day, type Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { DAY, plus } from "../kernel/time.server";
import { undoClosure } from "./closure-undo.server";
import { planClosure } from "./closure-read.server";
import { closeDay } from "./closures.server";
import { offerExtra, planExtra } from "./extra-job.server";
import type { ExtraWish } from "./extra-rules";

// What a storm moved says so on the booking's own timeline: its customer calls, and whoever answers was not there.
const world = setSoundWorld({ fleet: { 20: 3 } });
const MON = day("2026-12-07");
const THU = day("2026-12-10");
const deed = () => world.deed(STAFF);

async function close(on: Day): Promise<Id<"closure">> {
  const wish = { day: on, part: "day" as const, reason: "Tropical storm" };
  const seen = planClosure(world.db.orm, world.settings(), wish, world.clock.at).digest;
  const done = await world.db.write((tx) => closeDay(tx, deed(), world.settings(), { ...wish, seen }));
  return done.ok ? done.closure.id : expect.fail(done.code);
}
const told = (id: Id<"booking">) =>
  listTimeline(world.db.orm, id).flatMap(({ action, why }) => (/_rescheduled$/.test(action) ? [why] : []));

it("of a delivery, and of its way back", async () => {
  const { id } = await paidBooking(world, { deliveryDate: THU });
  const closure = await close(THU);
  // The dumpster, and its two trucks.
  expect(told(id)).toEqual(Array(3).fill("Tropical storm"));
  await world.db.write((tx) => undoClosure(tx, deed(), world.settings(), closure));
  expect(told(id).at(-1)).toBe("The day is open after all");
});

it.each(["swap", "dump_and_return"] as const)("of a pickup, and of a planned %s", async (kind) => {
  const { id } = await paidBooking(world);
  const driver = await temporaryDriver(world);
  const jobsOf = () => world.db.orm.select().from(jobs).where(eq(jobs.booking_id, id)).all();
  const [delivery] = jobsOf();
  const jobId = delivery?.id ?? expect.fail("no delivery");
  world.clock.at = plus(world.clock.at, 2 * DAY);
  await world.db.write((tx) => {
    scheduleJob(tx, deed(), jobId);
    assignJob(tx, deed(), jobId, driver);
    for (const to of ["en_route", "arrived", "serviced", "completed"] as const) advanceJob(tx, deed(), jobId, to);
  });
  const pickup = jobsOf().find(({ kind: of }) => of === "pickup");
  await close(pickup?.day ?? expect.fail("no pickup"));
  expect(told(id)).toEqual(Array(told(id).length).fill("Tropical storm"));
  const before = told(id).length;
  const unitId = delivery?.unit_id ?? expect.fail("no unit");
  const wish: ExtraWish = { kind, day: MON, window: "morning", size: 20, material: "general", note: "" };
  const priced = offerExtra(world.db.orm, world.settings(), unitId, wish, world.clock.at);
  const total = priced.ok ? priced.price.total : expect.fail(priced.code);
  await world.db.write((tx) => planExtra(tx, deed(), world.settings(), unitId, wish, total));
  await close(MON);
  const since = told(id).slice(before);
  expect(since).toEqual(Array(since.length).fill("Tropical storm"));
  expect([before, since.length].every((count) => count > 0)).toBe(true);
});
