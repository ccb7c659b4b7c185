import { eq } from "drizzle-orm";
import { beforeEach } from "vitest";
import type { Orm } from "#db/client.server";
import { jobs } from "#db/schema/index";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { placeJob } from "~/domain/dispatch/plan.server";
import { takeStep, type Step } from "~/domain/dispatch/steps.server";
import { reportBlocked } from "~/domain/dispatch/visits.server";
import type { Id } from "~/domain/kernel/ids.server";
import { dayAt, instantAt, plus, type Instant } from "~/domain/kernel/time.server";
import { windowHours } from "~/domain/schedule/rules";
import { getJob } from "~/domain/dispatch/jobs.server";
import { rented } from "./charges";
import { STAFF, type TestWorld } from "./domain";
import { temporaryDriver } from "./driver";

/** What a driver enters who drives off again. */
export const ATTEMPT = { to: "attempted", reason: "A car in the way", note: "" } as const;

/** The driver who is there says that they cannot get in, and waits. Returns the visit that its customer answers to. */
export function cannotGetIn(
  world: TestWorld,
  driver: Id<"driver">,
  jobId: Id<"job">,
  said: { reason?: string; note?: string } = {},
): Promise<Id<"visit">> {
  return world.db.write((tx) => {
    const asked = { reason: "Something blocks the place", note: "", minutes: 15, ...said };
    const blocked = reportBlocked(tx, world.deed(STAFF), driver, jobId, asked);
    if (!blocked.ok) throw new Error(blocked.code);
    return blocked.visit.id;
  });
}

/** The day that its customer was told is the one of `at`: a visit then is not before its time. */
export function isDue(orm: Orm, jobId: Id<"job">, at: Instant): void {
  orm
    .update(jobs)
    .set({ day: dayAt(at), delivery_window: "anytime" })
    .where(eq(jobs.id, jobId))
    .run();
}

/** It is the time at which a job's customer was told to expect the truck: before it nobody has to keep a place clear. */
export function inItsTime(world: TestWorld, jobId: Id<"job">): void {
  const { day, delivery_window } = getJob(world.db.orm, jobId);
  // Steps that a phone took some minutes ago are in its time too.
  const from = instantAt(day, windowHours(delivery_window).startHour + 2);
  if (world.clock.at < from) world.clock.at = from;
}

export interface Trip {
  booking: Booking;
  driver: Id<"driver">;
  jobId: Id<"job">;
  /** Gives the job to its driver. */
  place: () => Promise<void>;
  /** The driver takes these steps, in order; throws what is refused. */
  step: (...steps: Step[]) => Promise<void>;
}

/**
 * A paid order with a card on file whose delivery a driver has, anew for each test of a file: what a visit in vain begins
 * with. `stepTakes`: so many milliseconds pass before each step.
 */
export function setTrip(world: TestWorld, { stepTakes = 0 } = {}): Trip {
  const trip = {} as Trip;
  trip.place = async () => {
    const placed = await world.db.write((tx) => placeJob(tx, world.deed(STAFF), trip.jobId, trip.driver));
    if (!placed.ok) throw new Error(placed.code);
  };
  trip.step = async (...steps) => {
    for (const one of steps) {
      world.clock.at = plus(world.clock.at, stepTakes);
      const done = await world.db.write((tx) => takeStep(tx, world.deed(STAFF), trip.driver, trip.jobId, one));
      if (!done.ok) throw new Error(`${one.to}: ${done.code}`);
    }
  };
  beforeEach(async () => {
    trip.booking = await rented(world);
    trip.driver = await temporaryDriver(world);
    trip.jobId = world.db.orm.select().from(jobs).where(eq(jobs.booking_id, trip.booking.id)).get()!.id;
    await trip.place();
    inItsTime(world, trip.jobId);
  });
  return trip;
}
