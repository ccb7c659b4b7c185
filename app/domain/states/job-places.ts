import type { JobKind, JobState, UnitState } from "./transitions";

/** No truck has left for it: it may still be given to somebody, moved or cancelled. */
export const BEFORE_IT_LEAVES = ["unscheduled", "scheduled", "assigned"] as const satisfies readonly JobState[];
export const isBeforeItLeaves = (state: JobState): boolean => BEFORE_IT_LEAVES.some((one) => one === state);

/** Its truck has not come to the site: once the promised time is over, it is late. */
export const isStillToCome = (state: JobState): boolean => isBeforeItLeaves(state) || state === "en_route";

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

/** From being given to a driver until the truck has left the site for good; what is emptied is brought back there. */
const AT_THE_GATE = ["assigned", "en_route", "arrived", "serviced"] as const satisfies readonly JobState[];
const BRINGS_BACK = ["to_disposal", "at_disposal", "ticketed", "returned"] as const satisfies readonly JobState[];
export const isAtTheGate = ({ kind, state }: { kind: JobKind; state: JobState }): boolean =>
  AT_THE_GATE.some((one) => one === state) || (kind === "dump_and_return" && BRINGS_BACK.some((one) => one === state));

/** A truck leaves with an empty one, which is set down at the site: the place must allow it on that day. */
export const setsDown = ({ kind }: { kind: JobKind }): boolean => kind === "delivery" || kind === "swap";

/** The dumpster that it would take away could not be delivered: its customer has to choose another day first. */
export const isNotThere = ({ kind, unit }: { kind: JobKind; unit: UnitState }): boolean =>
  kind === "pickup" && unit === "delivery_failed";

/** The truck is out and nothing is loaded or set down yet: it may be called back (domain.md, section 2). */
export const isRecallable = (state: JobState): boolean => state === "en_route" || state === "arrived";

/** Something is set down or loaded: the rest is another driver's, if not this one's. */
const HANDED_ON = [
  "serviced",
  "to_disposal",
  "at_disposal",
  "ticketed",
  "returned",
] as const satisfies readonly JobState[];
export const mayBeHandedOver = (state: JobState): boolean => HANDED_ON.some((one) => one === state);
