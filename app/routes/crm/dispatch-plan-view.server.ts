import type { BoardJob } from "~/domain/dispatch/board-jobs.server";
import type { Board } from "~/domain/dispatch/board.server";
import { tooFewToLeave } from "~/domain/dispatch/conflicts";
import { yardFor } from "~/domain/dispatch/conflicts.server";
import { isProposed } from "~/domain/dispatch/route";
import { isStillToCome } from "~/domain/states/job-places";
import { findPlan } from "~/domain/dispatch/plan-day.server";
import type { Id } from "~/domain/kernel/ids.server";
import { dayAt, formatTime } from "~/domain/kernel/time.server";
import type { Services } from "~/services.server";
import type { ShownChain, ShownPlan } from "~/ui/office/board";
import type { ShownJob } from "~/ui/office/board-lines";
import { seenWords } from "./dispatch-answers.server";

/** A proposal to go straight on with an emptied dumpster, in words; null where its stops are not on the board any more. */
export function shownChain(
  { jobId, afterId, saves }: { jobId: string; afterId: string; saves: number },
  jobs: readonly BoardJob[],
): ShownChain | null {
  const [job, after] = [jobId, afterId].map((id) => jobs.find((one) => one.id === id));
  if (!job || !after) return null;
  return {
    jobId,
    seen: seenWords(job),
    position: jobs.filter(({ id }) => id !== jobId).findIndex(({ id }) => id === afterId) + 2,
    words:
      `Straight on: the ${job.size}-yard dumpster from ${after.address} can go to ${job.address} once it is emptied. ` +
      `That spares about ${saves} miles.`,
  };
}

/**
 * The kept proposal with the names of who and what it is about. What is no more on the board is left out; all stops are
 * where it is not opened (`shown` is null).
 */
export function planView(
  { db, clock }: Pick<Services, "db" | "clock">,
  board: Board,
  dayNow: string,
  shown: ((job: BoardJob) => ShownJob) | null,
): ShownPlan | null {
  const kept = findPlan(db.orm, board.day);
  if (!kept) return null;
  const all = new Map([...board.waiting, ...board.drivers.flatMap(({ jobs }) => jobs)].map((job) => [job.id, job]));
  const names = new Map(board.drivers.map(({ id, name }) => [id, name]));
  const one = <T extends { jobId: Id<"job"> }>(stop: T) => {
    const job = all.get(stop.jobId);
    return job && shown
      ? [{ ...stop, job: shown(job), from: job.driverId ? (names.get(job.driverId) ?? null) : null }]
      : [];
  };
  const { routes, left, idle = [], before, after, saved } = kept.plan;
  const stops = routes.flatMap((route) => route.stops.flatMap(one));
  const today = dayAt(clock.now());
  const toLeave = board.day === today ? stops.flatMap(({ job }) => takenAlong(job) ?? []) : [];
  return {
    version: kept.version,
    isStale: kept.version !== dayNow,
    by: kept.made_by,
    at: formatTime(kept.made_at),
    before,
    after,
    saved,
    routes: routes.map((route) => ({
      ...route,
      name: names.get(route.driverId) ?? "A driver",
      stops: route.stops.flatMap(one),
    })),
    left: left.flatMap(one),
    idle: idle.map(({ why }) => why),
    besides: board.drivers.some(({ jobs }) =>
      jobs.some(({ kind, state }) => !isProposed(kind) && isStillToCome(state)),
    ),
    tooFew: [...new Set(toLeave)]
      .sort((a, b) => a - b)
      .flatMap((size) => tooFewToLeave(size, yardFor(db.orm, size, today)) || []),
  };
}

/** The size of the empty one that a job's truck takes along. */
const takenAlong = ({ kind, size, brings }: ShownJob): number | null => (kind === "delivery" ? size : brings);
