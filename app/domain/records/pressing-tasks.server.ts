import { and, sql, type SQL } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { jobs, tasks } from "#db/schema/index";
import type { Task } from "../tasks/tasks.server";

/** A task about what a truck has to do today and nobody drives yet. */
export interface PressingTask extends Task {
  /** The job's promised time, and its place in the day: the mornings stand first. */
  window: string;
  place: number;
}

/** More than all trucks do in a day: what is further stands by its age, like everything else. */
const MOST = 300;
const PLACE = sql<number>`min(case ${jobs.delivery_window} when 'morning' then 0 when 'afternoon' then 1 else 2 end)`;
/**
 * Whose task says that nobody drives the job (orders to schedule have no job in their cause). The causes are written out
 * as in tasks/left-jobs.server.ts and dispatch/jobs.server.ts.
 */
const IS_ABOUT_JOB = sql`(${tasks.cause} in ('driver_off:' || ${jobs.id}, 'recalled:' || ${jobs.id}, 'offer_untaken:' || ${jobs.id}) or (${tasks.kind} = 'to_schedule' and ${jobs.kind} = 'delivery' and ${jobs.driver_id} is null))`;

/**
 * The pressing ones of a queue, in the order of their promised times. Asked from the day's jobs, which are as many as
 * there are trucks for them, however many tasks are open: `cross join` keeps SQLite from beginning with those.
 */
export const pressingOf = (isShown: SQL | undefined) => (orm: Orm) =>
  orm
    .select({ task: tasks, window: jobs.delivery_window, place: PLACE.as("place") })
    .from(jobs)
    .crossJoin(tasks)
    .where(
      and(
        sql`${jobs.day} = ${sql.placeholder("today")} and ${jobs.state} in ('unscheduled','scheduled','assigned')`,
        sql`${tasks.booking_id} = ${jobs.booking_id} and ${tasks.state} = 'open' and ${IS_ABOUT_JOB}`,
        isShown,
      ),
    )
    .groupBy(tasks.id)
    .orderBy(sql`place`, tasks.due_at, tasks.id)
    .limit(MOST)
    .prepare();
