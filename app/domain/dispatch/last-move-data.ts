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
    position: number | null;
    isFixed: boolean;
  }[];
}

/** For each dumpster that was moved along. */
export interface LastMove {
  parts: { unitId: Id<"unit">; was: Standing; is: Standing }[];
}

/** How a move stands in its column. */
export const LAST_MOVE = stored<LastMove>("last move", [
  (value) => ("parts" in value ? (value as LastMove) : undefined),
]);
