/**
 * What a driver's day is, in miles and minutes: from ZIP centres, so everything is "about". A truck carries one dumpster
 * at a time; one that was emptied at the facility goes straight to the next delivery of its size. Pure.
 */

import type { JobKind } from "../states/transitions";

/** A place, in degrees. */
export interface Place {
  latitude: number;
  longitude: number;
}

/** A job as the assignment sees it. */
export interface RouteJob extends Place {
  id: string;
  /** Only deliveries and pickups are proposed; the others are driven and count, as a person gave them. */
  kind: JobKind;
  size: number;
  window: string;
  /** Whom a person gave it to: it stays there. */
  fixed: string | null;
  /** Where its load goes; the day's facility where it says none. */
  facility?: Place;
  /** Those of one group go to one driver. */
  group?: string;
}

/** When a driver's day begins and ends, in minutes of the New York day. */
export interface Hours {
  begins: number;
  ends: number;
}

export interface RouteDay {
  jobs: readonly RouteJob[];
  drivers: readonly string[];
  /** Drivers who are given nothing new: what a person gave them stays theirs. */
  onlyFixed?: ReadonlySet<string>;
  yard: Place;
  facility: Place;
  /** Of who has other hours than everybody. */
  hours?: Readonly<Record<string, Hours>>;
}

/** How a stop is reached: `from` there, `miles` of driving, at a minute of the day, so many minutes after its window. */
export interface Reached {
  from: "yard" | "stop" | "facility";
  miles: number;
  minute: number;
  late: number;
  isChained: boolean;
}

/** About what streets add to the straight line. */
const STREETS = 1.3;
const MILES_A_MINUTE = 0.5;
const MINUTES_AT_SITE = 20;
/** More than fit into a day and a night without a minute of driving. */
export const MOST_STOPS = (24 * 60) / MINUTES_AT_SITE;
const MINUTES_AT_FACILITY = 25;
const DAY_BEGINS = 8 * 60;
const LAST_END = 17 * 60;
/** The hours of a driver who has none of their own. */
export const ALL_DAY: Hours = { begins: DAY_BEGINS, ends: 24 * 60 };
const ENDS: Readonly<Record<string, number>> = { morning: 12 * 60, afternoon: LAST_END, anytime: LAST_END };
const BEGINS: Readonly<Record<string, number>> = { afternoon: 12 * 60 };

/** What a day's proposal gives out; any other is given by hand. */
export const isProposed = (kind: JobKind): boolean => kind === "delivery" || kind === "pickup";

/** They leave with a dumpster, or with a load that is parked there. */
const FROM_YARD: readonly JobKind[] = ["delivery", "swap", "disposal"];
const TO_FACILITY: readonly JobKind[] = ["pickup", "swap", "dump_and_return", "disposal"];

/** The minute of the day at which a window ends. */
export const windowEnds = (window: string): number => ENDS[window] ?? LAST_END;

/** Miles between two places, about: by the straight line and what streets add. */
export function aboutMiles(a: Place, b: Place): number {
  const mean = (((a.latitude + b.latitude) / 2) * Math.PI) / 180;
  const north = (a.latitude - b.latitude) * 69.0;
  const east = (a.longitude - b.longitude) * 69.17 * Math.cos(mean);
  return Math.hypot(north, east) * STREETS;
}

interface RouteOptions {
  between?: (a: Place, b: Place) => number;
  hours?: Hours | undefined;
  /** False: every emptied dumpster goes to the yard first. */
  chains?: boolean;
  note?: (job: RouteJob, reached: Reached) => void;
}

/**
 * What a driver's day costs: miles from the yard back to the yard, and minutes after the ends of the windows and of the
 * driver's hours. `note` hears of each stop in turn.
 */
export function routeCost(
  jobs: readonly RouteJob[],
  { yard, facility }: Pick<RouteDay, "yard" | "facility">,
  { between = aboutMiles, hours, chains = true, note }: RouteOptions = {},
) {
  let [at, carried, miles, late, minute]: [Place, number | null, number, number, number] = [
    yard,
    null,
    0,
    0,
    hours?.begins ?? DAY_BEGINS,
  ];
  let from: Reached["from"] = "yard";
  const drive = (to: Place) => {
    const way = between(at, to);
    miles += way;
    minute += way / MILES_A_MINUTE;
    at = to;
    return way;
  };
  for (const job of jobs) {
    const isChained = chains && job.kind === "delivery" && carried === job.size;
    // What it still carries, or what it has to bring, is at the yard.
    if (at !== yard && !isChained && (carried !== null || FROM_YARD.includes(job.kind))) {
      drive(yard);
      from = "yard";
    }
    const way = drive(job.kind === "disposal" ? yard : job);
    minute = Math.max(minute, BEGINS[job.window] ?? 0);
    const over = Math.max(0, minute - windowEnds(job.window));
    late += over;
    note?.(job, { from, miles: way, minute, late: over, isChained });
    minute += MINUTES_AT_SITE;
    carried = null;
    from = "stop";
    if (!TO_FACILITY.includes(job.kind)) continue;
    drive(job.facility ?? facility);
    minute += MINUTES_AT_FACILITY;
    carried = job.size;
    from = "facility";
    if (job.kind !== "dump_and_return") continue;
    drive(job);
    minute += MINUTES_AT_SITE;
    carried = null;
    from = "stop";
  }
  if (at !== yard) drive(yard);
  if (hours && jobs.length > 0) late += Math.max(0, minute - hours.ends);
  return { miles, late };
}

/** Miles that going straight on with emptied dumpsters spares on this route. */
export function chainSaves(jobs: readonly RouteJob[], day: Pick<RouteDay, "yard" | "facility">): number {
  return routeCost(jobs, day, { chains: false }).miles - routeCost(jobs, day).miles;
}

/** A delivery that would go straight on with what a pickup's truck has emptied: put after it, and about the miles it spares. */
export interface Chain {
  jobId: string;
  afterId: string;
  saves: number;
}

/** Less than this is not worth a change of somebody's order. */
const WORTH_MILES = 2;

/**
 * The best way to let an emptied dumpster go straight on among a driver's stops: one delivery put right after a pickup of
 * its size, if that is shorter and makes nothing later. Only stops of which `mayMove` is true are looked at. Null for none.
 */
export function proposeChain(
  list: readonly RouteJob[],
  day: Pick<RouteDay, "yard" | "facility">,
  mayMove: (job: RouteJob) => boolean,
  hours?: Hours,
): Chain | null {
  const free = list.filter(mayMove);
  const pickups = free.filter(({ kind }) => kind === "pickup");
  const deliveries = free.filter(({ kind }) => kind === "delivery");
  if (pickups.length === 0 || deliveries.length === 0) return null;
  const now = routeCost(list, day, { hours });
  let best: Chain | null = null;
  for (const { id: jobId, size } of deliveries)
    for (const { id: afterId } of pickups.filter((one) => one.size === size)) {
      const job = list.find(({ id }) => id === jobId);
      const others = list.filter(({ id }) => id !== jobId);
      const at = others.findIndex(({ id }) => id === afterId) + 1;
      if (!job || list[at]?.id === jobId) continue;
      const then = routeCost(others.toSpliced(at, 0, job), day, { hours });
      const saves = now.miles - then.miles;
      if (then.late <= now.late && saves >= WORTH_MILES && saves > (best?.saves ?? 0)) best = { jobId, afterId, saves };
    }
  return best;
}
