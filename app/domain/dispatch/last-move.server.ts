import { and, asc, eq, inArray } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { bookings, jobs, lastMoves, units } from "#db/schema/index";
import type { Deed, StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { MINUTE, plus, type Instant } from "../kernel/time.server";
import { BEFORE_IT_LEAVES } from "../states/job-places";
import { getJob } from "./jobs.server";
import type { LastMove, Standing } from "./last-move-data";

/** How long a move can be undone: long enough to see a slip of the hand, too short for a driver to have built on it. */
export const UNDO_MINUTES = 10;

/**
 * Does what moves these jobs (`act`) and keeps where their dumpsters' jobs stood before, as this dispatcher's last move.
 * What was refused, or changed nothing, keeps the one before.
 */
export function remembered<R extends { ok: boolean }>(
  tx: Tx,
  deed: Deed<StaffActor>,
  jobIds: readonly Id<"job">[],
  act: () => R,
): R {
  const unitIds = [...new Set(jobIds.map((id) => getJob(tx, id).unit_id))];
  const before = unitIds.map((unitId) => ({ unitId, was: standingOf(tx, unitId) }));
  const done = act();
  const [first] = jobIds;
  if (!done.ok || !first) return done;
  const parts = before.map((part) => ({ ...part, is: standingOf(tx, part.unitId) }));
  const ids = ({ jobs: list }: Standing) => list.map(({ id }) => id).join();
  // Another attempt was opened: that is no move, and is not undone by one.
  const isMove = parts.every(({ was, is }) => ids(was) === ids(is));
  if (!isMove || parts.every(({ was, is }) => JSON.stringify(was) === JSON.stringify(is))) return done;
  const row = { job_id: first, at: deed.now, move: { parts } };
  tx.insert(lastMoves)
    .values({ user_id: deed.by.id, ...row })
    .onConflictDoUpdate({ target: lastMoves.user_id, set: row })
    .run();
  return done;
}

/** Where a dumpster's jobs stand that are still to leave, with its dates. */
export function standingOf(orm: Orm, unitId: Id<"unit">): Standing {
  const unit = orm.select().from(units).where(eq(units.id, unitId)).get();
  if (!unit) throw new Error(`no unit ${unitId}`);
  const mine = orm
    .select()
    .from(jobs)
    .where(and(eq(jobs.unit_id, unitId), inArray(jobs.state, BEFORE_IT_LEAVES)))
    .orderBy(asc(jobs.id))
    .all();
  return {
    delivery: unit.delivery_date,
    window: unit.delivery_window,
    pickup: unit.pickup_date,
    jobs: mine.map(({ id, state, driver_id, day, delivery_window, position, is_fixed }) => ({
      id,
      state,
      driverId: driver_id,
      day,
      window: delivery_window,
      position,
      isFixed: is_fixed,
    })),
  };
}

/** What this dispatcher moved last, as long as it can be undone: whose job it was, and the day it is on. Null otherwise. */
export function findLastMove(
  orm: Orm,
  userId: Id<"account">,
  now: Instant,
):
  | (Pick<typeof jobs.$inferSelect, "kind" | "day"> & { jobId: Id<"job">; name: string; at: Instant; move: LastMove })
  | null {
  const row = orm
    .select({
      jobId: lastMoves.job_id,
      at: lastMoves.at,
      move: lastMoves.move,
      kind: jobs.kind,
      day: jobs.day,
      firstName: bookings.first_name,
      lastName: bookings.last_name,
    })
    .from(lastMoves)
    .innerJoin(jobs, eq(jobs.id, lastMoves.job_id))
    .innerJoin(bookings, eq(bookings.id, jobs.booking_id))
    .where(eq(lastMoves.user_id, userId))
    .get();
  if (!row || plus(row.at, UNDO_MINUTES * MINUTE) < now) return null;
  const { firstName, lastName, ...rest } = row;
  return { ...rest, name: `${firstName} ${lastName}`.trim() };
}

/** Forgets it: it was undone. */
export function forgetLastMove(tx: Tx, userId: Id<"account">): void {
  tx.delete(lastMoves).where(eq(lastMoves.user_id, userId)).run();
}
