import type { Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { stored } from "../kernel/stored";

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
