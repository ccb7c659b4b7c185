import { and, eq, inArray, isNotNull, not } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { bookings, jobs } from "#db/schema/index";
import type { Day } from "../kernel/days";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { dayAt } from "../kernel/time.server";
import { BEFORE_IT_LEAVES, ON_A_LIST } from "../states/job-places";
import { conflictsOf } from "./conflicts.server";
import { readDayRoutes } from "./day-routes.server";
import { IS_KEPT } from "./kept.server";
import { placeInDay } from "./place-in-day.server";
import type { PlanRules } from "./plan-day.server";
import { placeJob } from "./plan.server";

export type CopyResult = ({ ok: true } & Copied) | { ok: false; code: "nothing_to_copy" };
/** Jobs that were given, and that still wait: in ZIPs where nobody went (`elsewhere`), or something speaks `against` it. */
export interface Copied {
  given: number;
  elsewhere: number;
  against: number;
}

/** Who went to a ZIP on a former day, and how early among their stops. */
interface Pattern {
  driverId: Id<"driver">;
  place: number;
}

/**
 * Gives the day's waiting jobs as on a former day: each ZIP to the driver who had most of its jobs then, in the order in
 * which they went there. A job that anything speaks against is left, as is one in a ZIP where nobody was; of what is kept until its customer asks
 * nothing is given or counted. Not fixed by it:
 * a proposal may still do better.
 */
export function copyDay(tx: Tx, deed: Deed, rules: PlanRules, from: Day, to: Day): CopyResult {
  const pattern = patternOf(tx, from);
  if (pattern.size === 0) return { ok: false, code: "nothing_to_copy" };
  const waiting = tx
    .select({ job: jobs, zip: bookings.zip })
    .from(jobs)
    .innerJoin(bookings, eq(bookings.id, jobs.booking_id))
    .where(and(eq(jobs.day, to), inArray(jobs.state, BEFORE_IT_LEAVES), not(IS_KEPT)))
    .all()
    .filter(({ job }) => job.driver_id === null);
  const today = dayAt(deed.now);
  const matched = waiting
    .flatMap(({ job, zip }) => (pattern.has(zip) ? [{ job, ...(pattern.get(zip) as Pattern) }] : []))
    .sort((a, b) => a.place - b.place || (a.job.id < b.job.id ? -1 : 1));
  const day = readDayRoutes(tx, rules.settings, to, { oneDriver: false });
  let given = 0;
  for (const { job, driverId } of matched) {
    const place = placeInDay(tx, day, [job], driverId);
    if (conflictsOf(tx, rules, { job, driverId, today, day, place }).length > 0) continue;
    if (!placeJob(tx, deed, job.id, driverId, place).ok) continue;
    tx.update(jobs).set({ is_fixed: false }).where(eq(jobs.id, job.id)).run();
    // The next one is asked of a driver who has this one.
    for (const one of day.toLeave) if (one.id === job.id) one.driverId = driverId;
    given++;
  }
  return { ok: true, given, elsewhere: waiting.length - matched.length, against: matched.length - given };
}

function patternOf(orm: Orm, day: Day): Map<string, Pattern> {
  const rows = orm
    .select({ zip: bookings.zip, driverId: jobs.driver_id, position: jobs.position })
    .from(jobs)
    .innerJoin(bookings, eq(bookings.id, jobs.booking_id))
    .where(and(eq(jobs.day, day), isNotNull(jobs.driver_id), inArray(jobs.state, ON_A_LIST)))
    .all();
  const times = new Map<string, Map<Id<"driver">, { count: number; place: number }>>();
  for (const { zip, driverId, position } of rows) {
    if (driverId === null) continue;
    const of = times.get(zip) ?? new Map<Id<"driver">, { count: number; place: number }>();
    const { count = 0, place = Infinity } = of.get(driverId) ?? {};
    times.set(zip, of.set(driverId, { count: count + 1, place: Math.min(place, position ?? 1000) }));
  }
  return new Map(
    [...times].flatMap(([zip, of]) => {
      const [best] = [...of].sort(([, a], [, b]) => b.count - a.count || a.place - b.place);
      return best ? [[zip, { driverId: best[0], place: best[1].place }]] : [];
    }),
  );
}
