import { and, desc, eq, gte, inArray } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { jobs } from "#db/schema/index";
import { getBooking, type Unit } from "../booking/order/bookings.server";
import { formatDay, type Day } from "../kernel/days";
import { BEFORE_IT_LEAVES } from "../states/job-places";

/**
 * The day of the pickup that is sure to come: nothing can be emptied or moved after it. Null where none is: its days are
 * over, or they may keep it longer and have not asked for the pickup.
 */
export function lastErrandDay(orm: Orm, unit: Unit, today: Day): Day | null {
  if (unit.state !== "pickup_requested" && getBooking(orm, unit.booking_id).flexible_extension) return null;
  const pickup = and(eq(jobs.unit_id, unit.id), eq(jobs.kind, "pickup"), inArray(jobs.state, BEFORE_IT_LEAVES));
  const found = orm
    .select({ day: jobs.day })
    .from(jobs)
    .where(and(pickup, gte(jobs.day, today)))
    .orderBy(desc(jobs.attempt))
    .get();
  return found?.day ?? null;
}

/** What is wrong with that day for it, in words; null where nothing is. */
export function afterPickupProblem(orm: Orm, unit: Unit, day: Day, today: Day): string | null {
  const last = lastErrandDay(orm, unit, today);
  return last !== null && day > last ? `It is picked up on ${formatDay(last)}, so the day must be before that.` : null;
}
