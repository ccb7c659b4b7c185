/**
 * Who drives what, and in which order (domain.md, 4.28): as few miles as possible, nobody later than promised, and of days
 * about as long the evener one. Pure, and the same for the same day: no clock in it, and its shuffling begins the same
 * each time.
 */
import { aboutMiles, MOST_STOPS, routeCost, type Place, type RouteDay, type RouteJob } from "./route";

export interface Assignment {
  /** Each driver's jobs in their order, by id. */
  routes: { driver: string; jobs: string[] }[];
  miles: number;
  /** Minutes after the ends of windows, all together. */
  late: number;
}

/** A minute late is worth a mile's detour. */
const MILES_A_LATE_MINUTE = 1;
/**
 * Times the square of a driver's stops: of days about as long, the evener one, so that nobody sits in the yard while a
 * colleague drives until the evening. Six and none cost a third of a mile more than three and three.
 */
const MILES_OF_UNEVENNESS = 0.02;
/** Times that some jobs near each other are taken out and put where they now cost least, and how many at most. */
const ROUNDS = 150;
const MANY = 60;
const MOST_TAKEN_OUT = 8;
/** Less than this is no saving. */
const LEAST = 1e-6;
/** Sweeps of the search; it ends earlier when nothing gets better. */
const MOST_SWEEPS = 12;
/** Stops that the search walks by, all together (some seconds), and before everybody else has a turn. */
const MOST_WALKED = 60_000_000;
const WALKED_A_STEP = 40_000;

/**
 * The best day that a search from cheapest places finds: each job where it costs least, then one after the other put
 * elsewhere while that saves something. What a person fixed keeps its driver; its place among the stops may change. With
 * no driver every route is missing, and nothing is assigned.
 */
export function assignDay(day: RouteDay): Assignment {
  const work = assigning(day);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** What `assignDay` does, in steps of a few milliseconds, so that whoever has others to serve may do so in between. */
export function* assigning(day: RouteDay): Generator<void, Assignment> {
  const routes = new Map(day.drivers.map((driver) => [driver, [] as RouteJob[]]));
  const facilities = day.jobs.flatMap(({ facility }) => (facility ? [facility] : []));
  const between = table([...new Set([...day.jobs, ...facilities, day.yard, day.facility])]);
  const options = new Map(day.drivers.map((driver) => [driver, { between, hours: day.hours?.[driver] }]));
  let [walked, rested] = [0, 0];
  const cost = (jobs: readonly RouteJob[], driver: string) => {
    walked += jobs.length;
    const { miles, late } = routeCost(jobs, day, options.get(driver));
    return miles + late * MILES_A_LATE_MINUTE + jobs.length ** 2 * MILES_OF_UNEVENNESS;
  };
  const costs = new Map(day.drivers.map((driver) => [driver, 0]));
  const put = (driver: string, jobs: RouteJob[]) => {
    routes.set(driver, jobs);
    costs.set(driver, cost(jobs, driver));
  };
  const mates = matesOf(day.jobs);
  /** What a person fixed stays; those of one group go where one of them is already. */
  const mayDrive = (driver: string, job: RouteJob): boolean => {
    if (job.fixed !== null) return job.fixed === driver;
    if (day.onlyFixed?.has(driver)) return false;
    const placed = (mates.get(job) ?? []).flatMap((mate) =>
      [...routes].flatMap(([whose, jobs]) => (jobs.includes(mate) ? [whose] : [])),
    );
    return placed.length === 0 || placed.includes(driver);
  };
  const cheapest = (job: RouteJob) => {
    let best: { driver: string; jobs: RouteJob[]; more: number } | null = null;
    for (const [driver, jobs] of routes) {
      if (!mayDrive(driver, job)) continue;
      // A route that is too long for a day is only made longer at its end: each place of it tried is the square of it.
      for (let at = jobs.length < MOST_STOPS ? 0 : jobs.length; at <= jobs.length; at++) {
        const longer = [...jobs.slice(0, at), job, ...jobs.slice(at)];
        const more = cost(longer, driver) - (costs.get(driver) ?? 0);
        if (best === null || more < best.more - 1e-9) best = { driver, jobs: longer, more };
      }
    }
    return best;
  };
  for (const job of inTurn(day)) {
    const found = cheapest(job);
    if (found) put(found.driver, found.jobs);
    yield;
  }
  /** Whether the job has a cheaper place than its own. */
  const isPutElsewhere = (job: RouteJob): boolean => {
    const from = [...routes].find(([, jobs]) => jobs.includes(job));
    if (!from) return false;
    const [driver, jobs] = from;
    const before = costs.get(driver) ?? 0;
    put(
      driver,
      jobs.filter((one) => one !== job),
    );
    const saved = before - (costs.get(driver) ?? 0);
    const found = cheapest(job);
    if (found && found.more < saved - LEAST) {
      put(found.driver, found.jobs);
      return true;
    }
    put(driver, jobs);
    return false;
  };
  /** Whether two jobs are better in each other's place. */
  const areSwapped = ([a, i]: [string, number], [b, j]: [string, number]): boolean => {
    const [ours, theirs] = [routes.get(a) ?? [], routes.get(b) ?? []];
    const [one, other] = [ours[i], theirs[j]];
    if (!one || !other || !mayDrive(b, one) || !mayDrive(a, other)) return false;
    const swapped = (jobs: readonly RouteJob[]) => jobs.map((job) => (job === one ? other : job === other ? one : job));
    const before = (costs.get(a) ?? 0) + (a === b ? 0 : (costs.get(b) ?? 0));
    const after = cost(swapped(ours), a) + (a === b ? 0 : cost(swapped(theirs), b));
    if (after >= before - LEAST) return false;
    put(a, swapped(ours));
    if (a !== b) put(b, swapped(theirs));
    return true;
  };
  const sweeps = day.jobs.length > MANY ? MOST_SWEEPS / 2 : MOST_SWEEPS;
  for (let sweep = 0; sweep < sweeps; sweep++) {
    let moved = 0;
    for (const job of day.jobs) {
      if (isPutElsewhere(job)) moved++;
      yield;
    }
    const places = [...routes].flatMap(([driver, jobs]) => jobs.map((_, i): [string, number] => [driver, i]));
    let swaps = 0;
    for (const [at, place] of places.entries()) {
      for (let next = at + 1; next < places.length && walked < MOST_WALKED; next++) {
        if (areSwapped(place, places[next] as [string, number])) swaps++;
        if (walked - rested < WALKED_A_STEP) continue;
        rested = walked;
        yield;
      }
      yield;
    }
    if (moved + swaps === 0 || walked >= MOST_WALKED) break;
  }
  const total = () => [...costs.values()].reduce((sum, one) => sum + one, 0);
  const next = shuffled(day.jobs.length);
  const taken = Math.min(MOST_TAKEN_OUT, Math.ceil(day.jobs.length * 0.5));
  for (
    let round = 0;
    round < ROUNDS / (day.jobs.length > MANY ? 4 : 1) && day.jobs.length > 2 && day.drivers.length > 0;
    round++
  ) {
    const [kept, before] = [[...routes], total()];
    const around = day.jobs[next() % day.jobs.length];
    if (!around) break;
    const out = [...day.jobs]
      .sort((a, b) => between(around, a) - between(around, b))
      .filter((_, i) => i === 0 || next() % 2 === 0)
      .slice(0, taken);
    for (const [driver, jobs] of kept)
      if (jobs.some((job) => out.includes(job)))
        put(
          driver,
          jobs.filter((job) => !out.includes(job)),
        );
    for (const job of out
      .map((one) => ({ one, place: next() }))
      .sort((a, b) => a.place - b.place)
      .map(({ one }) => one)) {
      const found = cheapest(job);
      if (found) put(found.driver, found.jobs);
    }
    if (total() >= before - LEAST)
      for (const [driver, jobs] of kept) if (routes.get(driver) !== jobs) put(driver, jobs);
    yield;
  }
  const sums = [...routes].map(([driver, jobs]) => routeCost(jobs, day, { hours: day.hours?.[driver] }));
  return {
    routes: [...routes].map(([driver, jobs]) => ({ driver, jobs: jobs.map(({ id }) => id) })),
    miles: sums.reduce((sum, { miles }) => sum + miles, 0),
    late: sums.reduce((sum, { late }) => sum + late, 0),
  };
}

/** `aboutMiles` of these places, each way worked out once. */
function table(places: readonly Place[]): (a: Place, b: Place) => number {
  const index = new Map(places.map((place, i) => [place, i]));
  const known = new Float64Array(places.length ** 2).fill(-1);
  return (a, b) => {
    const at = (index.get(a) ?? 0) * places.length + (index.get(b) ?? 0);
    const found = known[at] ?? -1;
    return found >= 0 ? found : (known[at] = aboutMiles(a, b));
  };
}

/** Whole numbers in an order that looks like chance, the same for the same beginning. */
function shuffled(begin: number): () => number {
  let state = begin + 1;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor(state / 65536);
  };
}

const TURN: Readonly<Record<string, number>> = { morning: 0, anytime: 1, afternoon: 2 };

/** The tightest windows first, the furthest of them before the near ones; alike as they came: an id is chance. */
function inTurn({ jobs, yard }: RouteDay): RouteJob[] {
  const far = (job: RouteJob) => aboutMiles(yard, job);
  return [...jobs].sort(
    (a, b) =>
      Number(b.fixed !== null) - Number(a.fixed !== null) ||
      (TURN[a.window] ?? 3) - (TURN[b.window] ?? 3) ||
      far(b) - far(a),
  );
}

/** The others of each job's group; nothing for a job that has none. */
function matesOf(jobs: readonly RouteJob[]): Map<RouteJob, RouteJob[]> {
  const groups = new Map<string, RouteJob[]>();
  for (const job of jobs) if (job.group !== undefined) groups.set(job.group, [...(groups.get(job.group) ?? []), job]);
  return new Map(
    [...groups.values()]
      .filter((all) => all.length > 1)
      .flatMap((all) => all.map((job) => [job, all.filter((one) => one !== job)] as const)),
  );
}
