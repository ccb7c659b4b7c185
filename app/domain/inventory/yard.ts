/** The words and the rules of the dumpsters themselves (domain.md, section 2). Pure. */
import type { Day } from "../kernel/days";

export const LOCATION = {
  yard: "In the yard",
  truck: "On a truck",
  site: "At a customer",
  disposal: "At a facility",
  shop: "In the shop",
  unknown: "Not known where",
} as const;
export type Location = keyof typeof LOCATION;
export const LOAD = { empty: "Empty", full: "Full", unknown: "Not known" } as const;
export type Load = keyof typeof LOAD;
/** What is in one, as far as it can be known: what a customer has put into theirs nobody of us has seen. */
export const knownLoad = ({ location, load }: { location: Location; load: Load }): Load =>
  location === "site" && load === "empty" ? "unknown" : load;
export const loadWords = (of: { location: Location; load: Load }): string =>
  knownLoad(of) === of.load ? LOAD[of.load] : "In use, not known";
export const CONDITION = {
  ok: "OK",
  needs_cleaning: "Needs cleaning",
  damaged: "Damaged",
  out_of_service: "Out of service",
  retired: "Retired",
} as const;
export type Condition = keyof typeof CONDITION;

export const LOCATIONS = Object.keys(LOCATION) as Location[];
export const LOADS = Object.keys(LOAD) as Load[];
export const CONDITIONS = Object.keys(CONDITION) as Condition[];

/** In these conditions a dumpster goes to nobody. */
export const UNFIT: readonly Condition[] = ["damaged", "out_of_service", "retired"];

/** How far ahead the yard looks: eight weeks. */
export const WEEKS_AHEAD = 8;

/** A day on which more of a size are promised than there are. */
export interface Shortage {
  size: number;
  day: Day;
  missing: number;
  /** Those that are still to be delivered and need one on that day, the newest first: their numbers. */
  bookings: string[];
  /** The same of those that come after it and need one on a later day that is short too, up to the last such day. */
  later: { until: Day; bookings: string[] } | null;
}
