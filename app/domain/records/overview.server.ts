import { eq, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { bookings, drivers, jobs } from "#db/schema/index";
import { daysBetween, type Day } from "../kernel/days";
import { dayAt, type Instant } from "../kernel/time.server";
import { moneyOf, periodsUpTo, writePeriod, type Period } from "../payments/money.server";
import type { JobKind, JobState } from "../states/transitions";
import { listTasks, type QueueFilter } from "./task-queue.server";

/** Which stops are shown: all of the day, a kind of them, or those of former days that are not done. */
export const STOPS = ["today", "delivery", "pickup", "outstanding"] as const;
export type Stops = (typeof STOPS)[number];
export const isStops = (value: unknown): value is Stops => STOPS.some((one) => one === value);

export interface Stop {
  id: string;
  kind: JobKind;
  state: JobState;
  day: Day;
  window: string;
  driver: string | null;
  number: string;
  name: string;
  address: string;
  isDone: boolean;
}

/** A busy day has fewer; of what is outstanding the oldest stand first. */
const MOST_STOPS = 100;
// As the partial index of open jobs has them.
const IS_OPEN = sql`${jobs.state} in ('unscheduled','scheduled','assigned','en_route','arrived')`;
const IS_DONE = sql<
  0 | 1
>`${jobs.state} in ('serviced','to_disposal','at_disposal','ticketed','returned','completed','dump_later')`;
const TODAY = sql.placeholder("today");
const OF_STOPS = {
  today: sql`${jobs.day} = ${TODAY} and ${jobs.state} <> 'cancelled'`,
  delivery: sql`${jobs.day} = ${TODAY} and ${jobs.kind} = 'delivery' and ${jobs.state} <> 'cancelled'`,
  pickup: sql`${jobs.day} = ${TODAY} and ${jobs.kind} = 'pickup' and ${jobs.state} <> 'cancelled'`,
  // Outstanding (domain.md, section 1): the day has passed and the job is not done; computed, never stored.
  outstanding: sql`${jobs.day} < ${TODAY} and ${IS_OPEN}`,
};
const WINDOW = sql`case ${jobs.delivery_window} when 'morning' then 0 when 'afternoon' then 1 else 2 end`;
const stopsOf = (which: Stops) =>
  prepared((orm) =>
    orm
      .select({
        id: jobs.id,
        kind: jobs.kind,
        state: jobs.state,
        day: jobs.day,
        window: jobs.delivery_window,
        driver: drivers.name,
        number: bookings.booking_number,
        name: sql<string>`${bookings.first_name} || ' ' || ${bookings.last_name}`,
        address: sql<string>`${bookings.address} || ', ' || ${bookings.city}`,
        isDone: IS_DONE,
      })
      .from(jobs)
      .innerJoin(bookings, eq(bookings.id, jobs.booking_id))
      .leftJoin(drivers, eq(drivers.id, jobs.driver_id))
      .where(OF_STOPS[which])
      .orderBy(...(which === "outstanding" ? [jobs.day] : [IS_DONE, WINDOW, jobs.kind]))
      .limit(MOST_STOPS)
      .prepare(),
  );
const lists = {
  today: stopsOf("today"),
  delivery: stopsOf("delivery"),
  pickup: stopsOf("pickup"),
  outstanding: stopsOf("outstanding"),
};
const countOf = (which: Stops) =>
  prepared((orm) =>
    orm
      .select({ all: sql<number>`count(*)`, done: sql<number>`coalesce(sum(${IS_DONE}), 0)` })
      .from(jobs)
      .where(OF_STOPS[which])
      .prepare(),
  );
const counts = { delivery: countOf("delivery"), pickup: countOf("pickup"), outstanding: countOf("outstanding") };

/** The jobs of a day, or of the days before it that are not done. */
export function listStops(orm: Orm, today: Day, which: Stops): Stop[] {
  return lists[which](orm)
    .all({ today })
    .map((stop) => ({ ...stop, isDone: stop.isDone === 1 }));
}

/** The office's first page: what needs a person, where the trucks go today, and the money. Figures carry their period. */
export function getOverview(orm: Orm, now: Instant, { stops, ...queue }: QueueFilter & { stops: Stops }) {
  const today = dayAt(now);
  const count = (which: keyof typeof counts) => counts[which](orm).get({ today }) ?? { all: 0, done: 0 };
  const unscheduled = orm.get<{ n: number }>(
    sql`select bookings as n from booking_statuses where status = 'paid_pending_scheduling'`,
  );
  const periods = periodsUpTo(today);
  const money = (period: Period) => ({ ...moneyOf(orm, period), to: period.to, period: writePeriod(period) });
  return {
    today,
    tasks: listTasks(orm, now, queue),
    stops: {
      which: stops,
      rows: listStops(orm, today, stops).map((stop) => ({ ...stop, late: daysBetween(stop.day, today) })),
    },
    figures: {
      deliveries: count("delivery"),
      pickups: count("pickup"),
      outstanding: count("outstanding").all,
      unscheduled: unscheduled?.n ?? 0,
    },
    money: { today: money(periods.today), month: money(periods.month), before: money(periods.before) },
  };
}

export type Overview = ReturnType<typeof getOverview>;
