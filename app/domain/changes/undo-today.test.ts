import { and, asc, eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { jobs, units } from "#db/schema/index";
import { drive, OUT, rented } from "../../../tests/support/charges";
import { paidBooking, STAFF } from "../../../tests/support/domain";
import { temporaryDriver } from "../../../tests/support/driver";
import { storedCounts } from "../../../tests/support/invariants";
import { setSoundWorld } from "../../../tests/support/sound";
import type { Job } from "../dispatch/jobs.server";
import { remembered } from "../dispatch/last-move.server";
import { placeJob } from "../dispatch/plan.server";
import { day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { instantAt, MINUTE, plus } from "../kernel/time.server";
import { moveJobTo } from "./move-job.server";
import { undoMove } from "./undo-move.server";

/** A slip of the hand is taken back to where it came from, be its time over: the board shows such a stop as outstanding. */
const world = setSoundWorld({ fleet: { 20: 1 } });
const at = (on: string, hour = 9) => (world.clock.at = instantAt(day(on), hour));
const jobOf = (booking: Id<"booking">, kind: "delivery" | "pickup") =>
  world.db.orm
    .select()
    .from(jobs)
    .where(and(eq(jobs.booking_id, booking), eq(jobs.kind, kind)))
    .get() as Job;
const deed = () => world.deed(STAFF);
const rows = () => ({
  units: world.db.orm.select().from(units).orderBy(asc(units.id)).all(),
  jobs: world.db.orm.select().from(jobs).orderBy(asc(jobs.id)).all(),
  counts: storedCounts(world.db.orm),
});
beforeEach(() => at("2026-12-01"));

async function isTakenBack(job: Job, to: { day: string; window: "morning" | "afternoon" | "anytime" }) {
  const before = rows();
  const moved = await world.db.write((tx) =>
    remembered(tx, deed(), [job.id], () =>
      moveJobTo(tx, deed(), world.settings(), job.id, { ...to, day: day(to.day) }),
    ),
  );
  expect(moved).toMatchObject({ ok: true });
  expect(rows()).not.toEqual(before);
  world.clock.at = plus(world.clock.at, MINUTE);
  expect(await world.db.write((tx) => undoMove(tx, deed(), world.settings()))).toEqual({ ok: true });
  expect(rows()).toEqual(before);
}

it.each([
  { on: "2026-12-03", hour: 9, to: { day: "2026-12-03", window: "afternoon" } as const, what: "to its afternoon" },
  { on: "2026-12-03", hour: 9, to: { day: "2026-12-04", window: "morning" } as const, what: "to tomorrow" },
  { on: "2026-12-04", hour: 9, to: { day: "2026-12-05", window: "morning" } as const, what: "from yesterday" },
])("a delivery whose morning has begun, $what", async ({ on, hour, to }) => {
  const { id } = await paidBooking(world);
  const driver = await temporaryDriver(world);
  await world.db.write((tx) => placeJob(tx, deed(), jobOf(id, "delivery").id, driver));
  at(on, hour);
  await isTakenBack(jobOf(id, "delivery"), to);
});

it.each([false, true])("a pickup of a former day, with and without days to keep it: %s", async (flexibleExtension) => {
  const { id } = await rented(world, { flexibleExtension });
  at("2026-12-03");
  await drive(world, { id }, "delivery", OUT);
  const driver = await temporaryDriver(world);
  await world.db.write((tx) => placeJob(tx, deed(), jobOf(id, "pickup").id, driver));
  at("2026-12-14");
  await isTakenBack(jobOf(id, "pickup"), { day: "2026-12-16", window: "anytime" });
});
