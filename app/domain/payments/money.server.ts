import { and, gte, lt, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { moneyHours } from "#db/schema/index";
import { addDays, firstOfMonth, monthBefore, parseDay, type Day } from "../kernel/days";
import type { Cents } from "../kernel/money";
import { HOUR, instantAt } from "../kernel/time.server";

/** New York days, both included. */
export interface Period {
  from: Day;
  to: Day;
}

/**
 * Money that moved: payments that came in, refunds and what banks took back. A refund that failed came again; one by hand has
 * gone when it is paid out.
 */
export interface Money {
  came: Cents;
  went: Cents;
}

const between = prepared((orm) =>
  orm
    .select({
      came: sql<number>`coalesce(sum(${moneyHours.came}), 0)`,
      went: sql<number>`coalesce(sum(${moneyHours.went}), 0)`,
    })
    .from(moneyHours)
    .where(and(gte(moneyHours.hour, sql.placeholder("from")), lt(moneyHours.hour, sql.placeholder("to"))))
    .prepare(),
);

/**
 * The money of a period, by the times of its moves. The one place that sums it for the office: hours are counted in
 * the moves' own transaction, so a month is at most 744 rows.
 */
export function moneyOf(orm: Orm, { from, to }: Period): Money {
  const hourOf = (on: Day) => instantAt(on, 0) / HOUR;
  return between(orm).get({ from: hourOf(from), to: hourOf(addDays(to, 1)) }) ?? { came: 0, went: 0 };
}

/** Today, this month so far, and the month before up to the same day. */
export function periodsUpTo(today: Day): Readonly<Record<"today" | "month" | "before", Period>> {
  const then = monthBefore(today);
  return {
    today: { from: today, to: today },
    month: { from: firstOfMonth(today), to: today },
    before: { from: firstOfMonth(then), to: then },
  };
}

/** As it stands in an address: "2026-12-01", "2026-12-01..2026-12-09". */
export function writePeriod({ from, to }: Period): string {
  return from === to ? from : `${from}..${to}`;
}

/** The period of an address; null for none. */
export function readPeriod(text: string | null): Period | null {
  const [from, to = from] = (text ?? "").split("..", 2).map((part): Day | null => parseDay(part));
  return from && to && from <= to ? { from, to } : null;
}
