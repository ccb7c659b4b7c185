import { sql } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { dayAt, minuteOfDay, type Instant } from "../kernel/time.server";
import { moneyOf, periodsUpTo, writePeriod, type Period } from "../payments/money.server";
import { countStops, listStops, type StopFilter } from "./stops.server";
import { listTasks, type QueueFilter } from "./task-queue.server";

/** The office's first page: what needs a person, where the trucks go today, and the money. Figures carry their period. */
export function getOverview(orm: Orm, now: Instant, { stops, ...queue }: QueueFilter & { stops: StopFilter }) {
  const today = dayAt(now);
  const count = (which: StopFilter["which"]) => countStops(orm, today, which);
  const unscheduled = orm.get<{ n: number }>(
    sql`select bookings as n from booking_statuses where status = 'paid_pending_scheduling'`,
  );
  const periods = periodsUpTo(today);
  const money = (period: Period) => ({ ...moneyOf(orm, period), to: period.to, period: writePeriod(period) });
  return {
    today,
    tasks: listTasks(orm, now, queue),
    stops: { ...listStops(orm, { today, minuteNow: minuteOfDay(now) }, stops), all: count(stops.which).all },
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
