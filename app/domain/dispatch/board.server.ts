import { and, asc, eq, gte, lt, lte, ne, not, sql } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { bookings, deliveryWindowDays, drivers, dumpsters, jobs, trucks, units } from "#db/schema/index";
import { addDays, weekday, type Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import { mayBeSetDown } from "../schedule/placement-rules";
import {
  DELIVERY_WINDOW_IDS,
  endedToday,
  isOpenDay,
  type Calendar,
  type Clock,
  type DeliveryWindowId,
} from "../schedule/rules";
import { isKeptJob } from "../states/kept";
import { isBeforeItLeaves, isErrand, isOurs, isStillToCome, notThere, setsDown, takesAway } from "../states/job-places";
import { IS_KEPT } from "./kept.server";
import { yardPlace } from "./our-yard.server";
import { inOrder, stopsOfDriver } from "./plan.server";
import { countFreeDumpsters } from "./planned.server";
import { listWaiting, waitingWords } from "./visits.server";

const COLUMNS = {
  id: jobs.id,
  unitId: jobs.unit_id,
  kind: jobs.kind,
  state: jobs.state,
  day: jobs.day,
  window: jobs.delivery_window,
  priority: jobs.priority,
  attempt: jobs.attempt,
  driverId: jobs.driver_id,
  size: units.size_yards,
  unit: units.state,
  brings: sql<number | null>`(select b.size_yards from units as b where b.id = ${jobs.brings_unit_id})`,
  dumpster: dumpsters.number,
  booking: bookings.booking_number,
  name: sql<string>`trim(${bookings.first_name} || ' ' || ${bookings.last_name})`,
  address: bookings.address,
  city: bookings.city,
  zip: bookings.zip,
  onHold: bookings.on_hold_reason,
  mayKeep: bookings.flexible_extension,
  placement: bookings.placement,
  permit_number: bookings.permit_number,
  permit_from: bookings.permit_from,
  permit_until: bookings.permit_until,
};

/** A job as the board shows it; `warnings`: what stands in its way, in words, the gravest first. */
export interface BoardJob {
  id: Id<"job">;
  unitId: Id<"unit">;
  kind: (typeof jobs.$inferSelect)["kind"];
  state: (typeof jobs.$inferSelect)["state"];
  day: Day;
  window: string;
  priority: (typeof jobs.$inferSelect)["priority"];
  attempt: number;
  driverId: Id<"driver"> | null;
  size: number;
  /** Of a swap: how large the empty one is. */
  brings: number | null;
  dumpster: string | null;
  booking: string;
  name: string;
  address: string;
  city: string;
  zip: string;
  warnings: string[];
  /** Its promised time ended today, and no truck has come. */
  isLate?: boolean;
  /** A pickup that is to leave and that nobody has asked for: its customer keeps the dumpster until they do. */
  isKept: boolean;
}

export interface BoardDriver {
  id: Id<"driver">;
  name: string;
  truck: string | null;
  isActive: boolean;
  jobs: BoardJob[];
}

/** A day of the strip: how full its delivery windows are, how many jobs it has, how many nobody has yet; without those kept. */
export interface BoardDay {
  day: Day;
  isOpen: boolean;
  windows: Record<DeliveryWindowId, number>;
  jobs: number;
  open: number;
}

export interface Board {
  day: Day;
  /** Nobody has them yet. */
  waiting: BoardJob[];
  /** Kept until their customers ask, and given to nobody: of the day, on today's board those of former days first. */
  kept: BoardJob[];
  drivers: BoardDriver[];
  /** Of former days and not done, at most OUTSTANDING_SHOWN of `outstandingCount`. */
  outstanding: BoardJob[];
  outstandingCount: number;
  week: BoardDay[];
  /** What is short on the day itself, in words. */
  shortages: string[];
}

const NOBODY_WAITS: ReturnType<typeof listWaiting> = new Map();
const AFTER_PICKUP = "Stands behind the stop that takes its dumpster away: put it before.";
const OUTSTANDING_SHOWN = 50;
/** As the partial index `jobs_not_done` has it: what a truck has loaded and not brought home is not done either. */
export const IS_NOT_DONE = sql`${jobs.state} in ('unscheduled','scheduled','assigned','en_route','arrived','serviced','to_disposal','at_disposal','ticketed','returned')`;
/** Without it SQLite counts by `jobs_day`, which holds all that is asked, and walks every job of the days before. */
export const BY_NOT_DONE = sql`${jobs} indexed by jobs_not_done`;
const NOBODY_HAS_IT = sql`${jobs.state} in ('unscheduled','scheduled')`;

/** The board of a day: what waits, each driver's stops in order, what is left of former days, and the week around it. */
export function readBoard(orm: Orm, day: Day, clock: Clock, calendar: Calendar): Board {
  const { today } = clock;
  const waiting = listWaiting(orm);
  const rows = select(orm)
    .where(and(eq(jobs.day, day), ne(jobs.state, "cancelled")))
    .orderBy(...inOrder)
    .all()
    .map((row, _, all) => lateOn(behindPickup(shown(orm, row, waiting), all), clock));
  const former = and(lt(jobs.day, day < today ? day : today), IS_NOT_DONE);
  const left = and(former, not(IS_KEPT));
  const outstanding = select(orm)
    .where(left)
    .orderBy(asc(jobs.day), asc(jobs.id))
    .limit(OUTSTANDING_SHOWN)
    .all()
    .map((row) => shown(orm, row, waiting));
  const stillKept = day === today ? select(orm).where(and(former, IS_KEPT)).orderBy(asc(jobs.day), asc(jobs.id)) : null;
  const outstandingCount =
    outstanding.length < OUTSTANDING_SHOWN
      ? outstanding.length
      : (orm
          .select({ count: sql<number>`count(*)` })
          .from(BY_NOT_DONE)
          .where(left)
          .get()?.count ?? 0);
  const withJobs = new Set(rows.map(({ driverId }) => driverId));
  const list = orm
    .select({ id: drivers.id, name: drivers.name, truck: trucks.name, isActive: drivers.is_active })
    .from(drivers)
    .leftJoin(trucks, eq(trucks.id, drivers.truck_id))
    .orderBy(asc(drivers.name), asc(drivers.id))
    .all()
    .filter(({ id, isActive }) => isActive || withJobs.has(id));
  return {
    day,
    waiting: rows.filter(({ driverId, isKept }) => driverId === null && !isKept).sort(byPlace),
    kept: [
      ...(stillKept?.limit(OUTSTANDING_SHOWN).all() ?? []).map((row) => shown(orm, row, waiting)),
      ...rows.filter(({ driverId, isKept }) => driverId === null && isKept).sort(byPlace),
    ],
    drivers: list.map((driver) => ({ ...driver, jobs: rows.filter(({ driverId }) => driverId === driver.id) })),
    outstanding,
    outstandingCount,
    week: readWeek(orm, day, calendar),
    shortages: day === today ? yardShortages(orm, rows) : [],
  };
}

const WINDOW_PLACE: Readonly<Record<string, number>> = { morning: 0, anytime: 1, afternoon: 2 };

/** By window, then those of one ZIP together, then as they were booked. */
function byPlace(a: BoardJob, b: BoardJob): number {
  const windows = (WINDOW_PLACE[a.window] ?? 3) - (WINDOW_PLACE[b.window] ?? 3);
  return windows || a.zip.localeCompare(b.zip) || a.booking.localeCompare(b.booking);
}

/** One job as the board shows it; null when there is none. */
export function findBoardJob(orm: Orm, id: string): BoardJob | null {
  const row = select(orm)
    .where(eq(jobs.id, id as Id<"job">))
    .get();
  if (!row) return null;
  const job = shown(orm, row, row.state === "arrived" ? listWaiting(orm) : NOBODY_WAITS);
  if (!isErrand(job.kind) || job.driverId === null) return job;
  const list = stopsOfDriver(orm, job.driverId, job.day);
  return behindPickup(
    job,
    list.map((stop) => ({ ...stop, unitId: stop.unit_id, driverId: stop.driver_id })),
  );
}

/** The other jobs of the same order, kind and day that are still to leave: what a dispatcher gives along with it. */
export function listAlongside(orm: Orm, job: BoardJob): BoardJob[] {
  return select(orm)
    .where(and(eq(bookings.booking_number, job.booking), eq(jobs.day, job.day), eq(jobs.kind, job.kind)))
    .orderBy(...inOrder)
    .all()
    .filter(({ id, state }) => id !== job.id && isBeforeItLeaves(state))
    .map((row) => shown(orm, row, NOBODY_WAITS));
}

function select(orm: Orm) {
  return orm
    .select(COLUMNS)
    .from(jobs)
    .innerJoin(units, eq(units.id, jobs.unit_id))
    .innerJoin(bookings, eq(bookings.id, jobs.booking_id))
    .leftJoin(dumpsters, eq(dumpsters.id, units.dumpster_id));
}

type Row = ReturnType<ReturnType<typeof select>["all"]>[number];

function shown(orm: Orm, row: Row, waiting: ReturnType<typeof listWaiting>): BoardJob {
  const { onHold, mayKeep, unit, placement, permit_number, permit_from, permit_until, ...job } = row;
  const visit = waiting.get(job.id);
  const isWaiting = isBeforeItLeaves(job.state);
  const isKept = isWaiting && isKeptJob({ ...job, mayKeep, unit });
  const mayStand = !setsDown(job) || mayBeSetDown({ placement, permit_number, permit_from, permit_until }, job.day);
  const missing = notThere({ ...job, unit });
  return {
    ...job,
    ...(isOurs(job) && yardPlace(orm)),
    isKept,
    warnings: [
      ...(visit ? [waitingWords(visit)] : []),
      ...(onHold ? [`On hold: ${onHold}`] : []),
      ...(isWaiting && !mayStand ? ["No street permit for this day: the truck may not leave."] : []),
      ...(isWaiting && missing !== null ? [`Nothing stands there: ${missing}.`] : []),
      ...(isKept && job.driverId !== null ? ["Nobody has asked for it: they keep it until they ask."] : []),
    ],
  };
}

/** An errand that its driver comes to after the stop that takes its dumpster away; `list`: in the stops' order. */
function behindPickup(
  job: BoardJob,
  list: readonly Pick<BoardJob, "id" | "kind" | "state" | "unitId" | "driverId">[],
): BoardJob {
  if (!isErrand(job.kind) || job.driverId === null || !isBeforeItLeaves(job.state)) return job;
  const before = list.slice(
    0,
    list.findIndex(({ id }) => id === job.id),
  );
  const taker = before.find(
    (stop) => stop.driverId === job.driverId && isBeforeItLeaves(stop.state) && takesAway(stop, job),
  );
  return taker ? { ...job, warnings: [AFTER_PICKUP, ...job.warnings] } : job;
}

/** The gravest of today: somebody waits for it. */
function lateOn(job: BoardJob, clock: Clock): BoardJob {
  const ended = isStillToCome(job.state) && !job.isKept ? endedToday(job.window, job.day, clock) : null;
  return ended === null ? job : { ...job, isLate: true, warnings: [`Late: promised by ${ended}.`, ...job.warnings] };
}

/** The week of a day from Monday on. */
function readWeek(orm: Orm, day: Day, calendar: Calendar): BoardDay[] {
  const monday = addDays(day, -((weekday(day) + 6) % 7));
  const sunday = addDays(monday, 6);
  const taken = orm
    .select()
    .from(deliveryWindowDays)
    .where(and(gte(deliveryWindowDays.day, monday), lte(deliveryWindowDays.day, sunday)))
    .all();
  const counts = orm
    .select({
      day: jobs.day,
      jobs: sql<number>`sum(not ${IS_KEPT})`,
      open: sql<number>`sum(${NOBODY_HAS_IT} and not ${IS_KEPT})`,
    })
    .from(jobs)
    .where(and(gte(jobs.day, monday), lte(jobs.day, sunday), ne(jobs.state, "cancelled")))
    .groupBy(jobs.day)
    .all();
  return Array.from({ length: 7 }, (_, i) => addDays(monday, i)).map((on) => {
    const { jobs: all = 0, open = 0 } = counts.find((row) => row.day === on) ?? {};
    const load = (id: DeliveryWindowId) =>
      taken.find((row) => row.day === on && row.delivery_window === id)?.taken ?? 0;
    return {
      day: on,
      isOpen: isOpenDay(on, calendar),
      windows: Object.fromEntries(DELIVERY_WINDOW_IDS.map((id) => [id, load(id)])) as BoardDay["windows"],
      jobs: all,
      open,
    };
  });
}

/** What deliveries and swaps still take along today against the empty dumpsters that stand in the yard. */
function yardShortages(orm: Orm, rows: readonly BoardJob[]): string[] {
  const toLeave = new Map<number, number>();
  for (const { kind, state, size: own, brings } of rows) {
    const size = kind === "delivery" ? own : brings;
    if (size !== null && isBeforeItLeaves(state)) toLeave.set(size, (toLeave.get(size) ?? 0) + 1);
  }
  return [...toLeave]
    .sort(([a], [b]) => a - b)
    .map(([size, needed]) => ({ size, needed, there: countFreeDumpsters(orm, size) }))
    .filter(({ needed, there }) => there < needed)
    .map(
      ({ size, needed, there }) =>
        `${needed} ${needed === 1 ? "dumpster" : "dumpsters"} of ${size} yards ${needed === 1 ? "is" : "are"} still to leave today, and ${there === 0 ? "no empty one is" : there === 1 ? "1 empty one is" : `${there} empty ones are`} in the yard.`,
    );
}
