import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { events, jobs } from "#db/schema/index";
import type { Unit } from "../booking/order/bookings.server";
import { later, type Day } from "../kernel/days";
import { dayAt } from "../kernel/time.server";

type Going = Pick<Unit, "id" | "state" | "pickup_date">;

/**
 * The day on which a dumpster leaves, or left, its site; null before anybody has asked for it. It may be later than the day
 * until which it is paid (`pickup_date`): one that is kept until its customer asks, or whose truck came late.
 */
export function findLeaving(orm: Orm, { id, state, pickup_date }: Going): Day | null {
  if (state === "off_site" || state === "settled") {
    const left = leftAt(orm).get({ unit: id });
    return left ? dayAt(left.at) : pickup_date;
  }
  if (state !== "pickup_requested" && state !== "collecting") return null;
  return later(pickupOf(orm).get({ unit: id })?.day ?? pickup_date, pickup_date);
}

/** The last of a booking's dumpsters to leave; null while one of them is not asked for, or there is none. */
export function findLastLeaving(orm: Orm, units: readonly Going[]): Day | null {
  const going = units.filter(({ state }) => state !== "cancelled");
  const days = going.map((unit) => findLeaving(orm, unit)).filter((day) => day !== null);
  return days.length === going.length ? (days.toSorted().at(-1) ?? null) : null;
}

const leftAt = prepared((orm) =>
  orm
    .select({ at: events.at })
    .from(events)
    .where(
      and(
        ...[eq(events.subject_kind, "unit"), eq(events.subject_id, sql.placeholder("unit"))],
        ...[eq(events.action, "unit_moved"), eq(events.to_state, "off_site")],
      ),
    )
    .orderBy(desc(events.id))
    .limit(1)
    .prepare(),
);

/** The truck that is to come for it: of several attempts the one that is not over. */
const pickupOf = prepared((orm) =>
  orm
    .select({ day: jobs.day })
    .from(jobs)
    .where(
      and(
        ...[eq(jobs.unit_id, sql.placeholder("unit")), eq(jobs.kind, "pickup")],
        inArray(jobs.state, ["unscheduled", "scheduled", "assigned", "en_route", "arrived"]),
      ),
    )
    .orderBy(asc(jobs.day))
    .limit(1)
    .prepare(),
);
