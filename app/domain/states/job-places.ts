import type { JobState } from "./transitions";

/** No truck has left for it: it may still be given to somebody, moved or cancelled. */
export const BEFORE_IT_LEAVES = ["unscheduled", "scheduled", "assigned"] as const satisfies readonly JobState[];
export const isBeforeItLeaves = (state: JobState): boolean => BEFORE_IT_LEAVES.some((one) => one === state);

/** Given to a driver, under way or done: it stands on the day's list. */
export const ON_A_LIST = [
  "assigned",
  "en_route",
  "arrived",
  "serviced",
  "to_disposal",
  "at_disposal",
  "ticketed",
  "returned",
  "completed",
  "dump_later",
  "attempted",
] as const satisfies readonly JobState[];
