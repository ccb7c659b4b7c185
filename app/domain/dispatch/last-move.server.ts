import { and, asc, eq, inArray } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { bookings, jobs, lastMoves, units } from "#db/schema/index";
import type { Day } from "../kernel/days";
import type { Deed, StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { MINUTE, plus, type Instant } from "../kernel/time.server";
import { BEFORE_IT_LEAVES } from "../states/job-places";
import { getJob } from "./jobs.server";
import { movedJobs, type LastMove, type MoveOfDay, type Standing } from "./last-move-data";
import { onList, placeOn, stoodStill, stopListsOf, type StopLists } from "./stop-places.server";

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
  what?: MoveOfDay,
): R {
  const unitIds = unitsOf(tx, jobIds);
  const before = standingsOf(tx, unitIds);
  const listsBefore = listsOf(tx, before);
  const done = act();
  if (!done.ok) return done;
  const after = standingsOf(tx, unitIds);
  const lists = { before: listsBefore, after: listsOf(tx, after) };
  const all = unitIds.map((unitId) => withPlaces(unitId, standing(before, unitId), standing(after, unitId), lists));
  const ids = ({ jobs: list }: Standing) => list.map(({ id }) => id).join();
  // Another attempt was opened: that is no move, and is not undone by one.
  if (!all.every(({ was, is }) => ids(was) === ids(is))) return done;
  const parts = all.filter(({ was, is }) => JSON.stringify(was) !== JSON.stringify(is));
  keep(tx, deed, { parts, what }, jobIds[0]);
  return done;
}

/**
 * The same of a truck that is called back (`act`): undone, its driver has the job again, at its place, and presses "on my
 * way" anew. The road itself is not undone: the customer was told that the truck has turned round.
 */
export function rememberedRecall<R extends { ok: boolean }>(
  tx: Tx,
  deed: Deed<StaffActor>,
  jobId: Id<"job">,
  act: () => R,
): R {
  const job = getJob(tx, jobId);
  const position = placeOn(stopListsOf(tx, [onList(job)]), onList(job));
  const done = act();
  if (!done.ok) return done;
  const is = standing(standingsOf(tx, [job.unit_id]), job.unit_id);
  const had = { state: "assigned", driverId: job.driver_id, position, isFixed: job.is_fixed };
  const was = { ...is, jobs: is.jobs.map((one) => (one.id === jobId ? { ...one, ...had } : one)) };
  keep(tx, deed, { parts: [{ unitId: job.unit_id, was, is }], what: "recalled" }, jobId);
  return done;
}

/** The jobs of a day that are still to leave: what giving out a day may move. */
export function jobsToLeave(orm: Orm, day: Day): Id<"job">[] {
  return orm
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.day, day), inArray(jobs.state, BEFORE_IT_LEAVES)))
    .all()
    .map(({ id }) => id);
}

/** `named`: the job that the button names, where it was moved itself. */
function keep(tx: Tx, deed: Deed<StaffActor>, move: LastMove, named: Id<"job"> | undefined): void {
  const ids = movedJobs(move).map(({ id }) => id);
  const job_id = ids.find((id) => id === named) ?? ids[0] ?? named;
  if (!job_id || move.parts.length === 0) return;
  const row = { job_id, at: deed.now, move };
  tx.insert(lastMoves)
    .values({ user_id: deed.by.id, ...row })
    .onConflictDoUpdate({ target: lastMoves.user_id, set: row })
    .run();
}

const listsOf = (orm: Orm, standings: ReadonlyMap<Id<"unit">, Standing>): StopLists =>
  stopListsOf(
    orm,
    [...standings.values()].flatMap(({ jobs: list }) => list),
  );

/** With places for the numbers that only order a list; one on whose list others have only come and gone stood still. */
function withPlaces(
  unitId: Id<"unit">,
  was: Standing,
  is: Standing,
  { before, after }: { before: StopLists; after: StopLists },
): LastMove["parts"][number] {
  const stood = was.jobs.map((job) => ({ ...job, position: placeOn(before, job) }));
  const placed = is.jobs.map((job) => {
    const former = stood.find((one) => one.id === job.id && one.driverId === job.driverId && one.day === job.day);
    const stays = former && stoodStill(before, after, job);
    return { ...job, position: stays ? former.position : placeOn(after, job) };
  });
  return { unitId, was: { ...was, jobs: stood }, is: { ...is, jobs: placed } };
}

function unitsOf(orm: Orm, jobIds: readonly Id<"job">[]): Id<"unit">[] {
  const rows = orm
    .select({ unitId: jobs.unit_id, brings: jobs.brings_unit_id })
    .from(jobs)
    .where(inArray(jobs.id, [...jobIds]))
    .all();
  // A swap moves both: first the one that it takes, whose job it is.
  return [...new Set(rows.flatMap(({ unitId, brings }) => (brings ? [unitId, brings] : [unitId])))];
}

const standing = (all: ReadonlyMap<Id<"unit">, Standing>, unitId: Id<"unit">): Standing => {
  const found = all.get(unitId);
  if (!found) throw new Error(`no unit ${unitId}`);
  return found;
};

/** Where dumpsters' jobs stand that are still to leave, with their dates; a whole day's in two questions. */
export function standingsOf(orm: Orm, unitIds: readonly Id<"unit">[]): Map<Id<"unit">, Standing> {
  const rows = orm
    .select()
    .from(units)
    .where(inArray(units.id, [...unitIds]))
    .all();
  const all = new Map<Id<"unit">, Standing>(
    rows.map((unit) => [
      unit.id,
      { delivery: unit.delivery_date, window: unit.delivery_window, pickup: unit.pickup_date, jobs: [] },
    ]),
  );
  const open = orm
    .select()
    .from(jobs)
    .where(and(inArray(jobs.unit_id, [...unitIds]), inArray(jobs.state, BEFORE_IT_LEAVES)))
    .orderBy(asc(jobs.id))
    .all();
  for (const { unit_id, id, state, driver_id, day, delivery_window, position, is_fixed, ...job } of open)
    all.get(unit_id)?.jobs.push({
      id,
      state,
      driverId: driver_id,
      day,
      window: delivery_window,
      position,
      isFixed: is_fixed,
      dumpster: job.planned_dumpster_id,
    });
  return all;
}

/** What this dispatcher moved last, as long as it can be undone: whose job it was, the day it is on, how many went. Null otherwise. */
export function findLastMove(
  orm: Orm,
  userId: Id<"account">,
  now: Instant,
):
  | (Pick<typeof jobs.$inferSelect, "kind" | "day"> & {
      jobId: Id<"job">;
      name: string;
      at: Instant;
      move: LastMove;
      /** How many of its kind went together: an order's dumpsters may go at once, each with its pickup. */
      alike: number;
    })
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
  const moved = movedJobs(rest.move).map(({ id }) => id);
  const ofKind = and(inArray(jobs.id, moved), eq(jobs.kind, rest.kind));
  const alike = orm.select({ id: jobs.id }).from(jobs).where(ofKind).all().length;
  return { ...rest, alike, name: `${firstName} ${lastName}`.trim() };
}

/**
 * Whether everything still stands as the move left it, so that it can be taken back; but for the places among the stops:
 * others of the same driver may have come and gone; and for which dumpster is to be loaded: one chosen since stays.
 */
export function standsAsMoved(orm: Orm, { parts }: LastMove): boolean {
  const now = standingsOf(
    orm,
    parts.map(({ unitId }) => unitId),
  );
  const plain = ({ jobs: list, ...dates }: Standing) =>
    JSON.stringify([dates, list.map(({ position: _, dumpster: _dumpster, ...job }) => job)]);
  return parts.every(({ unitId, is }) => {
    const stands = now.get(unitId);
    return stands !== undefined && plain(stands) === plain(is);
  });
}

/** Which move that was, for the button that takes it back. */
export const lastMoveSeen = ({ jobId, at }: { jobId: Id<"job">; at: Instant }): string => `${jobId} ${at}`;

/** Forgets it: it was undone. */
export function forgetLastMove(tx: Tx, userId: Id<"account">): void {
  tx.delete(lastMoves).where(eq(lastMoves.user_id, userId)).run();
}
