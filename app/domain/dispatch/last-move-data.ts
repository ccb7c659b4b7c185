import type { Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { stored } from "../kernel/stored";
import type { JobKind } from "../states/transitions";

/** Where a dumpster's jobs stand: its dates, and who has each job of it that has not left yet. */
export interface Standing {
  delivery: Day;
  window: string;
  pickup: Day;
  jobs: {
    id: Id<"job">;
    state: string;
    driverId: Id<"driver"> | null;
    day: Day;
    window: string;
    /** Its place among its driver's stops of the day, from 1, whatever their numbers were. */
    position: number | null;
    isFixed: boolean;
    /** Which is to be loaded; missing in what an earlier version kept. */
    dumpster?: Id<"dumpster"> | null;
  }[];
}

/** What was done where it was no move of one job: many given out at once, or a truck called back. */
export type MoveOfDay = "given_out" | "recalled";

/** For each dumpster that was moved along. */
export interface LastMove {
  parts: { unitId: Id<"unit">; was: Standing; is: Standing }[];
  what?: MoveOfDay | undefined;
}

/** How a move stands in its column. */
export const LAST_MOVE = stored<LastMove>("last move", [
  (value) => ("parts" in value ? (value as LastMove) : undefined),
]);

/** The jobs that a move gave to somebody, took from somebody or put elsewhere; the rest of their dumpsters' stood still. */
export const movedJobs = ({ parts }: LastMove): Standing["jobs"] =>
  parts.flatMap(({ was, is }) =>
    was.jobs.filter((job) => {
      const now = is.jobs.find(({ id }) => id === job.id);
      return JSON.stringify(now) !== JSON.stringify(job);
    }),
  );

/** From where to where a move of its day or window brought a job. */
export interface DayMoved {
  from: { day: Day; window: string };
  to: { day: Day; window: string };
  /** The pickup's day that a delivery took along. */
  pickup: Day | null;
  /** Whether its customer hears of it: of other dates, and of an errand's day. */
  isTold: boolean;
}

/** Null where the job has stayed on its day and in its window: another driver or place is no news to a customer. */
export function dayMoved({ parts }: LastMove, jobId: Id<"job">, kind: JobKind): DayMoved | null {
  const part = parts.find(({ is }) => is.jobs.some(({ id }) => id === jobId));
  const [from, to] = [part?.was, part?.is].map((standing) => standing?.jobs.find(({ id }) => id === jobId));
  if (!part || !from || !to || (from.day === to.day && from.window === to.window)) return null;
  const { was, is } = part;
  const hasOtherDates = was.delivery !== is.delivery || was.window !== is.window || was.pickup !== is.pickup;
  return {
    from: { day: from.day, window: from.window },
    to: { day: to.day, window: to.window },
    pickup: kind === "delivery" && was.pickup !== is.pickup ? is.pickup : null,
    isTold: kind === "delivery" || kind === "pickup" ? hasOtherDates : kind !== "disposal",
  };
}
