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

/** For a dumpster that stands at its customer, and leaves it there. */
export const ERRANDS = ["dump_and_return", "relocate"] as const satisfies readonly JobKind[];
export const isErrand = (kind: JobKind): boolean => ERRANDS.some((one) => one === kind);
/** Neither delivery nor pickup: no day of these is its customer's to choose, and it is planned anew by the office. */
export const EXTRAS = ["swap", "dump_and_return", "relocate"] as const satisfies readonly JobKind[];
export type ExtraKind = (typeof EXTRAS)[number];
export const isExtra = (kind: JobKind): kind is ExtraKind => EXTRAS.some((one) => one === kind);
/** Of an emptying: loaded, and not brought back yet. */
export const EMPTYING = ["serviced", "to_disposal", "at_disposal", "ticketed"] as const satisfies readonly JobState[];
const GONE: readonly UnitState[] = ["off_site", "settled", "cancelled"];

/**
 * Why there is nothing at the site for it, null where there is: what it would take away could not be delivered, and its
 * customer has to choose another day first; or what it would empty or move was picked up before it.
 */
export function notThere({ kind, unit }: { kind: JobKind; unit: UnitState }): string | null {
  if (kind === "pickup") return unit === "delivery_failed" ? "the delivery was not possible" : null;
  return isErrand(kind) && GONE.includes(unit) ? "the dumpster was picked up" : null;
}

/** Whether a stop takes away what an errand is for: behind it nothing stands there any more. */
export const takesAway = (
  stop: { kind: JobKind; unitId: string },
  errand: { kind: JobKind; unitId: string },
): boolean =>
  isErrand(errand.kind) && (stop.kind === "pickup" || stop.kind === "swap") && stop.unitId === errand.unitId;

/** A load that we parked full: its truck comes to our yard, and its customer has nothing to do with it. */
export const isOurs = ({ kind }: { kind: JobKind }): boolean => kind === "disposal";

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
/** What was to be done at the site is done, whatever is left of the way: a day's stop counts as done. One in vain does not. */
export const SITE_DONE = [...HANDED_ON, "completed", "dump_later"] as const satisfies readonly JobState[];
export const mayBeHandedOver = (state: JobState): boolean => HANDED_ON.some((one) => one === state);
