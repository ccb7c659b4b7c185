import { and, eq, gte, lt, sql } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { calls } from "#db/schema/index";
import { addDays, type Day } from "../kernel/days";
import { instantAt } from "../kernel/time.server";

/** The telephone in a time: how many calls, what became of them, whole seconds that were talked. */
export interface CallSums {
  came: number;
  answered: number;
  /** Nobody took them: with and without a message. */
  missed: number;
  placed: number;
  reached: number;
  seconds: number;
}

const NONE: CallSums = { came: 0, answered: 0, missed: 0, placed: 0, reached: 0, seconds: 0 };

/** Of calls that began on these days, both included; a stretch of the index by their beginning. */
export function sumCalls(orm: Orm, { from, to }: { from: Day; to: Day }): CallSums {
  return orm
    .select({
      direction: calls.direction,
      outcome: calls.outcome,
      n: sql<number>`count(*)`,
      seconds: sql<number>`coalesce(sum(${calls.talk_seconds}), 0)`,
    })
    .from(calls)
    .where(
      and(
        gte(calls.started_at, instantAt(from, 0)),
        lt(calls.started_at, instantAt(addDays(to, 1), 0)),
        eq(calls.state, "ended"),
      ),
    )
    .groupBy(calls.direction, calls.outcome)
    .all()
    .reduce((sums, { direction, outcome, n, seconds }) => {
      const isAnswered = outcome === "answered";
      return direction === "in"
        ? {
            ...sums,
            came: sums.came + n,
            answered: sums.answered + (isAnswered ? n : 0),
            missed: sums.missed + (isAnswered ? 0 : n),
            seconds: sums.seconds + seconds,
          }
        : {
            ...sums,
            placed: sums.placed + n,
            reached: sums.reached + (isAnswered ? n : 0),
            seconds: sums.seconds + seconds,
          };
    }, NONE);
}
