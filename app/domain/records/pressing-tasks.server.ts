import { and, getTableColumns, sql, type SQL } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { jobs, tasks } from "#db/schema/index";
import { BY_NOT_DONE, IS_NOT_DONE } from "../dispatch/board.server";
import { IS_KEPT } from "../dispatch/kept.server";
import type { Day } from "../kernel/days";
import { CLOSED_DAY_OF_JOB } from "../tasks/closed-days.server";
import { PAST_DUE_TASKS } from "../tasks/kinds";
import type { Task } from "../tasks/tasks.server";

/** A task that does not stand by its age alone. */
export interface PlacedTask extends Task {
  /** Former days' trucks stand first, then the emergencies of today, then its mornings; behind all trucks the money. */
  place: number;
}

/** A task about what a truck had to do before today, or has to do today, and nobody drives yet; nothing of it is on hold. */
export interface PressingTask extends PlacedTask {
  /** The job's day and promised time. */
  day: Day;
  window: string;
}

/** More than all trucks do in a day: what is further stands by its age, like everything else. */
const MOST = 300;
const TODAY = sql.placeholder("today");
const PLACE = sql<number>`min(case when ${jobs.day} < ${TODAY} then 0 when ${jobs.priority} = 'emergency' then 1 else case ${jobs.delivery_window} when 'morning' then 2 when 'afternoon' then 3 else 4 end end)`;
/**
 * Whose task says that nobody drives the job (orders to schedule have no job in their cause). The causes are written out
 * as in tasks/left-jobs.server.ts, tasks/emergencies.server.ts and dispatch/jobs.server.ts; a closed day's is about a job where nobody came on it.
 */
const IS_ABOUT_JOB = sql`(${tasks.cause} in ('driver_off:' || ${jobs.id}, 'recalled:' || ${jobs.id}, 'offer_untaken:' || ${jobs.id}, 'emergency:' || ${jobs.id}) or (${tasks.kind} = 'to_schedule' and ${jobs.kind} = 'delivery' and ${jobs.driver_id} is null) or (${jobs.day} < ${TODAY} and ${tasks.cause} = ${CLOSED_DAY_OF_JOB}))`;

/** Nobody may drive there before its hold ends: it stands by its age, like what is no truck's. */
const IS_HELD = sql`exists (select 1 from bookings where bookings.id = jobs.booking_id and bookings.on_hold_reason is not null)`;

/**
 * The pressing ones of a queue: those of former days, the longest due first, then today's in the order of their promised
 * times. Asked from the jobs that are not done, which are as many as there are trucks for them and what these left, however
 * many tasks are open: `cross join` keeps SQLite from beginning with those.
 */
export const pressingOf = (isShown: SQL | undefined) => (orm: Orm) =>
  orm
    .select({
      task: tasks,
      day: sql<Day>`jobs.day`,
      window: sql<string>`jobs.delivery_window`,
      place: PLACE.as("place"),
    })
    .from(BY_NOT_DONE)
    .crossJoin(tasks)
    .where(
      and(
        sql`${jobs.day} <= ${TODAY} and ${IS_NOT_DONE} and ${jobs.state} in ('unscheduled','scheduled','assigned') and not ${IS_KEPT} and not ${IS_HELD}`,
        sql`${tasks.booking_id} = ${jobs.booking_id} and ${tasks.state} = 'open' and ${IS_ABOUT_JOB}`,
        isShown,
      ),
    )
    .groupBy(tasks.id)
    .orderBy(sql`place`, tasks.due_at, tasks.id)
    .limit(MOST)
    .prepare();

/** Behind the trucks that leave in no window. */
const PLACE_OF_MONEY = 5;
/** So many stand before the rest: whoever waits for a call keeps a place on the page. Further ones stand by their age. */
const MOST_MONEY = 3;
// Written out, as the state is, for the partial index.
const IS_MONEY = sql.raw(`kind in (${PAST_DUE_TASKS.map((kind) => `'${kind}'`).join()})`);

/** The money of a queue that is past due, the longest first. */
export const pastDueOf = (isShown: SQL | undefined) => (orm: Orm) =>
  orm
    .select({ ...getTableColumns(tasks), place: sql<number>`${PLACE_OF_MONEY}`.as("place") })
    .from(tasks)
    .where(and(sql`${tasks.state} = 'open' and ${IS_MONEY} and ${tasks.due_at} <= ${sql.placeholder("now")}`, isShown))
    .orderBy(tasks.due_at, tasks.id)
    .limit(MOST_MONEY)
    .prepare();
