/**
 * A day's assignment as it is proposed to a dispatcher: who gets what, why, and what it spares. Pure.
 */
import type { Id } from "../kernel/ids.server";
import { assigning, type Assignment } from "./assign";
import type { DayPlan, LeftOut } from "./plan-data";
import {
  aboutMiles,
  chainSaves,
  MOST_STOPS,
  routeCost,
  windowEnds,
  type Reached,
  type RouteDay,
  type RouteJob,
} from "./route";

/** A job of the day with where it stands now. */
export interface PlannedJob extends RouteJob {
  id: Id<"job">;
  driverId: Id<"driver"> | null;
  position: number | null;
}
export interface PlannedDay extends RouteDay {
  jobs: readonly PlannedJob[];
  /** Who may be given work. */
  drivers: readonly Id<"driver">[];
  unknown: readonly { id: Id<"job">; zip: string }[];
  /** Of no kind that is planned, and nobody has them: swaps, emptyings and the like. */
  byHand?: readonly Id<"job">[];
  /** Who drives and has no truck to go out with. */
  idle?: readonly LeftOut[];
  /** Pickups of what could not be delivered. */
  notThere?: readonly Id<"job">[];
  /** Of orders on hold, by their numbers. */
  held?: readonly { id: Id<"job">; booking: string; isGiven: boolean }[];
  /** Today's minute, before which nobody leaves; missing on another day. */
  now?: number;
}

const BY_HAND = "Only deliveries and pickups are proposed: give this one by hand.";
const NOT_THERE = "Nothing stands there: the delivery was not possible.";
const NOBODY = "Nobody drives on this day.";
const NO_TRUCK = "Nobody who drives on this day has a truck that is free.";
const NO_MATE = "The driver of its order is given nothing new on this day.";
const OVER = "Its window is over.";
const NO_TIME = "Nobody can be there in its window and within their hours.";

/**
 * The proposal for a day. What would come late is left to a person, except what a person gave by hand: windows and hours
 * hold. `before` counts the same jobs as they stand, those that nobody has yet as given out in turn.
 */
export function propose(day: PlannedDay, made: Assignment): DayPlan {
  const work = proposing(day, made);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** The same in steps of a few milliseconds, as `assigning` is. */
export function* proposing(day: PlannedDay, { routes }: Assignment): Generator<void, DayPlan> {
  const byId = new Map<string, PlannedJob>(day.jobs.map((job) => [job.id, job]));
  const left: DayPlan["left"] = [
    ...day.unknown.map(({ id, zip }) => ({ jobId: id, why: `We do not know where ${zip} is.` })),
    ...(day.byHand ?? []).map((jobId) => ({ jobId, why: BY_HAND })),
    ...(day.notThere ?? []).map((jobId) => ({ jobId, why: NOT_THERE })),
    ...(day.held ?? []).map(({ id, booking }) => ({ jobId: id, why: `${booking} is on hold, so it is left out.` })),
  ];
  const timely: { driver: string; late: readonly PlannedJob[]; kept: readonly PlannedJob[] }[] = [];
  for (const { driver, jobs } of routes) {
    const hours = day.hours?.[driver];
    const all = jobs.flatMap((id) => byId.get(id) ?? []);
    const { kept, late } = inTime(all, (list) => routeCost(list, day, { hours }).late);
    timely.push({ driver, late, kept: late.length > 0 ? yield* inBestOrder(day, driver, kept) : kept });
    yield;
  }
  const planned = new Set(timely.flatMap(({ kept }) => kept.map(({ id }) => id)));
  const before = asTheyStand({ ...day, jobs: day.jobs.filter(({ id }) => planned.has(id)) });
  const shown = timely.map(({ driver, kept, late }) => {
    const isOver = (window: string) => day.now !== undefined && windowEnds(window) <= day.now;
    left.push(...late.map(({ id, window }) => ({ jobId: id, why: isOver(window) ? OVER : NO_TIME })));
    const stops: DayPlan["routes"][number]["stops"] = [];
    routeCost(kept, day, {
      hours: day.hours?.[driver],
      note(job, reached) {
        const { id, driverId, position } = byId.get(job.id) as PlannedJob;
        const before = kept[kept.findIndex((one) => one.id === id) - 1];
        stops.push({ jobId: id, driverId, position, why: why(day, job, reached, before) });
      },
    });
    return {
      driverId: driver as Id<"driver">,
      stops,
      miles: Math.round(routeCost(kept, day).miles),
      before: Math.round(routeCost(before.get(driver) ?? [], day).miles),
      saved: Math.round(chainSaves(kept, day)),
    };
  });
  const given = new Set(routes.flatMap(({ jobs }) => jobs));
  const idle = [...(day.idle ?? [])];
  const nobody = idle.length > 0 ? NO_TRUCK : NOBODY;
  const reason = day.drivers.every((id) => day.onlyFixed?.has(id)) ? nobody : NO_MATE;
  left.push(...day.jobs.filter(({ id }) => !given.has(id)).map(({ id }) => ({ jobId: id, why: reason })));
  const sum = (of: (route: (typeof shown)[number]) => number) => shown.reduce((all, route) => all + of(route), 0);
  return {
    routes: shown,
    left,
    // What is on hold may not leave: whoever has it already comes to the others first.
    late: [
      ...timely.flatMap(({ late }) => late.map(({ id }) => id)),
      ...(day.held ?? []).flatMap(({ id, isGiven }) => (isGiven ? id : [])),
    ],
    idle,
    before: sum((route) => route.before),
    after: sum(({ miles }) => miles),
    saved: sum(({ saved }) => saved),
  };
}

/**
 * What is left of a proposal once one driver's part is given out (`day`: as it is then): its miles, and those of the same
 * stops given out in turn to the same drivers.
 */
export function restOf(day: PlannedDay, plan: DayPlan, given: Id<"driver">): DayPlan {
  const routes = plan.routes.filter(({ driverId }) => driverId !== given);
  const stops = new Set(routes.flatMap((route) => route.stops.map(({ jobId }) => jobId)));
  const drivers = routes.map(({ driverId }) => driverId);
  const before = asTheyStand({ ...day, drivers, jobs: day.jobs.filter(({ id }) => stops.has(id)) });
  return {
    ...plan,
    routes,
    before: [...before.values()].reduce((sum, jobs) => sum + Math.round(routeCost(jobs, day).miles), 0),
    after: routes.reduce((sum, { miles }) => sum + miles, 0),
    saved: routes.reduce((sum, { saved }) => sum + saved, 0),
  };
}

/** Each driver's stops as they stand, and what nobody has given out in turn, as it was booked. */
function asTheyStand(day: PlannedDay): Map<string, PlannedJob[]> {
  const routes = new Map<string, PlannedJob[]>(day.drivers.map((driver) => [driver, []]));
  let turn = 0;
  for (const job of [...day.jobs.filter(({ driverId }) => driverId), ...day.jobs.filter(({ driverId }) => !driverId)]) {
    const has = job.driverId !== null && routes.has(job.driverId);
    const driver = has ? job.driverId : day.drivers[turn++ % day.drivers.length];
    routes.get(driver ?? "")?.push(job);
  }
  return routes;
}

/** The order was made with stops that are left out now: what stays may be shorter in another, and is never later by it. */
function* inBestOrder(
  day: PlannedDay,
  driver: string,
  kept: readonly PlannedJob[],
): Generator<void, readonly PlannedJob[]> {
  const [anew] = (yield* assigning({ ...day, drivers: [driver], jobs: kept })).routes;
  const order = (anew?.jobs ?? []).flatMap((id) => kept.find((job) => job.id === id) ?? []);
  const cost = (list: readonly PlannedJob[]) => routeCost(list, day, { hours: day.hours?.[driver] });
  const [is, was] = [cost(order), cost(kept)];
  return order.length === kept.length && is.late <= was.late && is.miles < was.miles ? order : kept;
}

/** What can be done in time, and what is taken out for it: always the one whose going helps most, never a fixed one. */
function inTime(
  jobs: readonly PlannedJob[],
  lateness: (jobs: readonly PlannedJob[]) => number,
): { kept: readonly PlannedJob[]; late: PlannedJob[] } {
  const tooMany = jobs.length - MOST_STOPS;
  // More than a day has room for are late in any case; weighing each of hundreds against all would take minutes.
  const late = tooMany > 0 ? jobs.filter(({ fixed }) => fixed === null).slice(-tooMany) : [];
  let kept = jobs.filter((job) => !late.includes(job));
  for (let over = lateness(kept); over > 0;) {
    const [best] = kept
      .filter(({ fixed }) => fixed === null)
      .map((job) => ({ job, without: lateness(kept.filter((one) => one !== job)) }))
      .sort((a, b) => a.without - b.without);
    if (!best || best.without >= over) break;
    late.push(best.job);
    kept = kept.filter((one) => one !== best.job);
    over = best.without;
  }
  return { kept, late };
}

const about = (miles: number) =>
  miles < 1 ? "less than a mile" : `about ${Math.round(miles)} ${Math.round(miles) === 1 ? "mile" : "miles"}`;

/** "10:40 am", to ten minutes: more would not be honest. */
export function aboutTime(minute: number): string {
  const to = Math.round(minute / 10) * 10;
  const hour = Math.floor(to / 60);
  return `${hour % 12 || 12}:${String(to % 60).padStart(2, "0")} ${hour % 24 < 12 ? "am" : "pm"}`;
}

const FROM: Readonly<Record<Reached["from"], string>> = {
  yard: "from the yard",
  stop: "from the stop before",
  facility: "from the facility",
};

/** Why a job stands where it stands, in one sentence. */
function why(
  day: PlannedDay,
  job: RouteJob,
  { from, miles, minute, isChained, late }: Reached,
  before?: RouteJob,
): string {
  const time = `there at about ${aboutTime(minute)}${late > 0 ? `, ${Math.ceil(late / 10) * 10} minutes after its window` : ""}`;
  const hand = job.fixed === null ? "" : "Given by hand, so it stays with its driver; ";
  const sentence = () => {
    if (!isChained) return `${about(miles)} ${FROM[from]}, ${time}.`;
    const facility = before?.facility ?? day.facility;
    const spared = aboutMiles(facility, day.yard) + aboutMiles(day.yard, job) - aboutMiles(facility, job);
    return `the ${job.size}-yard emptied just before goes straight on, ${about(spared)} less, ${time}.`;
  };
  const words = hand + sentence();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
