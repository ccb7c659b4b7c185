import { and, asc, desc, eq, gte, inArray } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { jobs } from "#db/schema/index";
import { getBooking, type Unit } from "../booking/order/bookings.server";
import { formatDay, type Day } from "../kernel/days";
import type { Job } from "../dispatch/jobs.server";
import type { Id } from "../kernel/ids.server";
import { staysUntilAsked } from "../states/kept";
import { BEFORE_IT_LEAVES, ERRANDS } from "../states/job-places";

/**
 * The day of the pickup that is sure to come: nothing can be emptied or moved after it. Null where none is: its days are
 * over, or they may keep it longer and have not asked for the pickup.
 */
export function lastErrandDay(orm: Orm, unit: Unit, today: Day): Day | null {
  if (staysUntilAsked({ mayKeep: getBooking(orm, unit.booking_id).flexible_extension, unit: unit.state })) return null;
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
  return last !== null && day > last
    ? `It is picked up on ${formatDay(last)}, so it has to be on that day or before.`
    : null;
}

/** Why nothing can be done for it any more, in words for its customer: `first` is when a truck could come. Null where it can. */
export function pickupComesFirst(orm: Orm, unit: Unit, first: Day, today: Day): string | null {
  const last = lastErrandDay(orm, unit, today);
  return last !== null && first > last
    ? `We pick it up on ${formatDay(last)}, before a truck could come for this. If it cannot wait, please call us.`
    : null;
}

/** What is still planned for a dumpster at its place, all of it or on that day and later, the first first. */
export function errandsFrom(orm: Orm, unitId: Id<"unit">, day?: Day): Job[] {
  const mine = and(eq(jobs.unit_id, unitId), inArray(jobs.kind, [...ERRANDS]), inArray(jobs.state, BEFORE_IT_LEAVES));
  return orm
    .select()
    .from(jobs)
    .where(day ? and(mine, gte(jobs.day, day)) : mine)
    .orderBy(asc(jobs.day))
    .all();
}

/** Why its pickup cannot come on that day by the office's hand, in words: something is planned for it after that. */
export function beforeErrandProblem(orm: Orm, unitId: Id<"unit">, day: Day): string | null {
  const later = errandsFrom(orm, unitId, day).find((job) => job.day > day);
  return later ? `${plannedWords(later)}. Move that or take it back first.` : null;
}

/** "Emptying it is planned for Friday, January 8" */
export const plannedWords = ({ kind, day }: Job): string =>
  `${kind === "relocate" ? "Moving it on its site" : "Emptying it"} is planned for ${formatDay(day)}`;
