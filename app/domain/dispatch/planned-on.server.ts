import { sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { jobs } from "#db/schema/index";
import type { Day } from "../kernel/days";
import { IS_KEPT } from "./kept.server";

/** What trucks still have to do on a day. */
export interface PlannedOn {
  day: Day;
  deliveries: number;
  pickups: number;
  /** Swaps, emptyings, moves. */
  others: number;
}

const planned = prepared((orm) =>
  orm
    .select({
      day: jobs.day,
      deliveries: sql<number>`sum(${jobs.kind} = 'delivery')`,
      pickups: sql<number>`sum(${jobs.kind} = 'pickup')`,
      others: sql<number>`sum(${jobs.kind} not in ('delivery', 'pickup'))`,
    })
    .from(jobs)
    .where(
      // The states are written out as in the partial index of what is open.
      sql`${jobs.day} in (select value from json_each(${sql.placeholder("days")})) and ${jobs.state} in ('unscheduled','scheduled','assigned','en_route','arrived') and not ${IS_KEPT}`,
    )
    .groupBy(jobs.day)
    .orderBy(jobs.day)
    .prepare(),
);

/** How many stops are planned on each of some days, the earliest first; a day without any is left out. */
export function plannedOn(orm: Orm, days: readonly Day[]): PlannedOn[] {
  return days.length === 0 ? [] : planned(orm).all({ days: JSON.stringify(days) });
}
