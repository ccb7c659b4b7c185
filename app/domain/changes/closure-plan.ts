import { addDays, eachDay, type Day } from "../kernel/days";
import {
  isDeliveryWindow,
  isOpenDay,
  nextOpenDay,
  occupiedUntil,
  windowProblem,
  DELIVERY_WINDOW_IDS,
  type DeliveryWindowId,
  type ScheduleContext,
} from "../schedule/rules";
import type { Closing } from "../settings/closings";
import type { Settings } from "../settings/schema";
import type { JobKind } from "../states/transitions";

/** A job that stands on a day which is to be closed, with its dumpster's dates. */
export interface Displaced {
  jobId: string;
  unitId: string;
  kind: JobKind;
  size: number;
  window: string;
  delivery: Day;
  deliveryWindow: string;
  pickup: Day;
  /** The first day on which its dumpster may go out again. */
  until: Day;
  /** Of a swap: the empty one that it brings, with its own dates. */
  empty: Stay | null;
  /** Of an errand: the day of the pickup that is sure to come, after which it is for nothing. */
  last: Day | null;
  /** It keeps its dumpster from others for some days more (`flexibleExtension`). */
  mayKeepIt: boolean;
}

/** How long a dumpster that a swap brings is to stay, from when on. */
interface Stay {
  unitId: string;
  size: number;
  delivery: Day;
  window: string;
  pickup: Day;
  until: Day;
}

/** Where a job goes: its own day and window, and the day of its dumpster's pickup. */
export interface Place {
  day: Day;
  window: DeliveryWindowId;
  pickup: Day;
}

/** What there is and what is taken, of windows and of each size's dumpsters; the plan counts on in its own copy. */
export interface Room {
  windowsTaken: (day: Day, window: string) => number;
  stock: ReadonlyMap<number, { owned: number; taken: ReadonlyMap<Day, number> }>;
  /** When a dumpster is collected that is set down on another day: after the days that are paid for. */
  pickupOn: (unitId: string, delivery: Day) => Day;
}

/** Nobody is moved further than this without being asked. */
export const MOST_DAYS_ON = 21;

/**
 * Where everything goes that stands on a closed day: each delivery to the first window with room and a dumpster (its own
 * window first; from a closed morning the afternoon before another day), its pickup after the days that are paid for
 * (`room`); what is collected on the next open day, room or not, because the dumpster stands there. Null: no room within
 * three weeks. Other jobs go alone.
 * `ctx`: the calendar with the closed day in it. Pure, the same for the same day.
 */
export function planPlaces(
  jobs: readonly Displaced[],
  ctx: ScheduleContext & { settings: Pick<Settings, "windowCapacity" | "flexibleExtensionDays"> },
  room: Room,
  closed: Closing,
): Map<string, Place | null> {
  const count = counter(room);
  const places = new Map<string, Place | null>();
  const windowsOn = (on: Day) => DELIVERY_WINDOW_IDS.filter((id) => windowProblem(id, on, ctx) === null);
  const firstWindow = (on: Day, own: string) => orderOf(windowsOn(on), own)[0] ?? "anytime";

  // Nobody is visited earlier than they were promised: a closed afternoon goes to another day.
  const isOpen = isOpenDay(closed.day, ctx.settings);
  const laterThatDay = closed.part === "morning" && isOpen && windowsOn(closed.day).length > 0;

  // What comes back later is missing for whoever comes next, so the pickups are counted first.
  for (const job of jobs.filter(({ kind }) => kind !== "delivery")) {
    const day = laterThatDay ? closed.day : nextOpenDay(addDays(closed.day, 1), ctx.settings);
    const window = firstWindow(day, job.window);
    const pickup = job.kind === "pickup" ? day : job.pickup;
    if (job.empty) swapLater(job, job.empty, day, window);
    else if (job.kind === "pickup") {
      count.stay(job, job.until, -1);
      count.stay(job, occupiedUntil(pickup, job.mayKeepIt, ctx.settings), 1);
    }
    places.set(job.jobId, { day, window, pickup });
  }
  // An errand whose dumpster is picked up before its new day needs a person.
  const pickups = new Map(jobs.filter(({ kind }) => kind === "pickup").map((one) => [one.unitId, one.jobId]));
  for (const { jobId, unitId, last } of jobs) {
    const to = places.get(jobId);
    const pickedUp = places.get(pickups.get(unitId) ?? "")?.day ?? last;
    if (last && pickedUp && to && to.day > pickedUp) places.set(jobId, null);
  }
  for (const job of jobs.filter(({ kind }) => kind === "delivery")) {
    count.stay(job, job.until, -1);
    count.window(job.delivery, job.deliveryWindow, -1);
    const place = firstPlace(job);
    const at = place ?? { day: job.delivery, window: job.deliveryWindow, pickup: job.pickup };
    const until = place ? occupiedUntil(place.pickup, job.mayKeepIt, ctx.settings) : job.until;
    count.stay({ ...job, delivery: at.day }, until, 1);
    count.window(at.day, at.window, 1);
    places.set(job.jobId, place);
  }
  return places;

  /** The full one stays until then; the empty one comes then, in that window, for the days that are paid for. */
  function swapLater(full: Displaced, empty: Stay, day: Day, window: string): void {
    const pickup = room.pickupOn(empty.unitId, day);
    count.stay(full, full.until, -1);
    count.stay(full, addDays(day, 1), 1);
    count.stay(empty, empty.until, -1);
    count.stay({ ...empty, delivery: day }, occupiedUntil(pickup, false, ctx.settings), 1);
    count.window(empty.delivery, empty.window, -1);
    count.window(day, window, 1);
  }
  function firstPlace(job: Displaced): Place | null {
    for (const day of openDays()) {
      const pickup = room.pickupOn(job.unitId, day);
      const until = occupiedUntil(pickup, job.mayKeepIt, ctx.settings);
      if (count.free(job.size, day, until) < 1) continue;
      const window = orderOf(windowsOn(day), job.window).find(
        (id) => count.windowTaken(day, id) < ctx.settings.windowCapacity,
      );
      if (window) return { day, window, pickup };
    }
    return null;
  }
  /** What is left of the day, then the open days after it. */
  function openDays(): Day[] {
    const days = eachDay(addDays(closed.day, 1), addDays(closed.day, 1 + MOST_DAYS_ON));
    return [...(laterThatDay ? [closed.day] : []), ...days.filter((on) => nextOpenDay(on, ctx.settings) === on)];
  }
}

/** The own window first. */
const orderOf = (windows: DeliveryWindowId[], own: string): DeliveryWindowId[] =>
  isDeliveryWindow(own) && windows.includes(own) ? [own, ...windows.filter((id) => id !== own)] : windows;

/** A copy of the counts, which a plan changes as it goes. */
function counter({ windowsTaken, stock }: Room) {
  const windows = new Map<string, number>();
  const taken = new Map([...stock].map(([size, one]) => [size, new Map(one.taken)]));
  const windowTaken = (day: Day, window: string) => windowsTaken(day, window) + (windows.get(`${day} ${window}`) ?? 0);
  return {
    windowTaken,
    window(day: Day, window: string, by: number): void {
      const key = `${day} ${window}`;
      windows.set(key, (windows.get(key) ?? 0) + by);
    },
    stay({ size, delivery }: Pick<Displaced, "size" | "delivery">, until: Day, by: number): void {
      const days = taken.get(size);
      for (const day of eachDay(delivery, until)) days?.set(day, (days.get(day) ?? 0) + by);
    },
    /** How many of a size are free on each day of a half-open stretch. */
    free(size: number, from: Day, until: Day): number {
      const days = taken.get(size);
      const busiest = Math.max(0, ...eachDay(from, until).map((day) => days?.get(day) ?? 0));
      return (stock.get(size)?.owned ?? 0) - busiest;
    },
  };
}
