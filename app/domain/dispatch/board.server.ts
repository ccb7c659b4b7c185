import { and, asc, eq, gte, inArray, lt, lte, ne, not, sql } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { bookings, deliveryWindowDays, drivers, jobs, trucks } from "#db/schema/index";
import { IS_IN_VAIN } from "../booking/order/visits-in-vain.server";
import { addDays, weekday, type Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import {
  DELIVERY_WINDOW_IDS,
  isClosedWindow,
  isOpenDay,
  type Calendar,
  type Clock,
  type DeliveryWindowId,
} from "../schedule/rules";
import type { Settings } from "../settings/schema";
import { BEFORE_IT_LEAVES, isBeforeItLeaves } from "../states/job-places";
import { GOES_OUT_ALL_THE_SAME } from "../tasks/closed-days.server";
import { behindPickup, lateOn, NOBODY_WAITS, selectJobs, shown, type BoardJob } from "./board-jobs.server";
import { IS_KEPT } from "./kept.server";
import { inOrder } from "./plan.server";
import { countFreeDumpsters } from "./planned.server";
import { listWaiting } from "./visits.server";

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
  /** Halves of an open day on which no truck goes out, as for a storm. */
  shut: DeliveryWindowId[];
  jobs: number;
  open: number;
  /** Still to leave, and the office has not said that a truck goes out all the same: what stands there where the day is closed. */
  toMove: number;
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
  /** Of former days and in vain, and nobody has chosen another day for them since; at most OUTSTANDING_SHOWN, the oldest. */
  inVain: BoardJob[];
  week: BoardDay[];
  /** What is short on the day itself, in words. */
  shortages: string[];
}

type BoardCalendar = Calendar & Pick<Settings, "closings">;

const OUTSTANDING_SHOWN = 50;
/** As the partial index `jobs_not_done` has it: what a truck has loaded and not brought home is not done either. */
export const IS_NOT_DONE = sql`${jobs.state} in ('unscheduled','scheduled','assigned','en_route','arrived','serviced','to_disposal','at_disposal','ticketed','returned')`;
/** Without it SQLite counts by `jobs_day`, which holds all that is asked, and walks every job of the days before. */
export const BY_NOT_DONE = sql`${jobs} indexed by jobs_not_done`;
const NOBODY_HAS_IT = sql`${jobs.state} in ('unscheduled','scheduled')`;

/** The board of a day: what waits, each driver's stops in order, what is left of former days, and the week around it. */
export function readBoard(orm: Orm, day: Day, clock: Clock, calendar: BoardCalendar): Board {
  const { today } = clock;
  const waiting = listWaiting(orm);
  const rows = selectJobs(orm)
    .where(and(eq(jobs.day, day), ne(jobs.state, "cancelled")))
    .orderBy(...inOrder)
    .all()
    .map((row, _, all) => lateOn(behindPickup(shown(orm, row, waiting), all), clock));
  const isBefore = lt(jobs.day, day < today ? day : today);
  const former = and(isBefore, IS_NOT_DONE);
  const left = and(former, not(IS_KEPT));
  const outstanding = selectJobs(orm)
    .where(left)
    .orderBy(asc(jobs.day), asc(jobs.id))
    .limit(OUTSTANDING_SHOWN)
    .all()
    .map((row) => shown(orm, row, waiting));
  const stillKept =
    day === today ? selectJobs(orm).where(and(former, IS_KEPT)).orderBy(asc(jobs.day), asc(jobs.id)) : null;
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
    inVain: selectJobs(orm)
      .where(and(inArray(bookings.status, ["delivery_failed", "pickup_failed"]), IS_IN_VAIN, isBefore))
      .orderBy(asc(jobs.day), asc(jobs.id))
      .limit(OUTSTANDING_SHOWN)
      .all()
      .map((row) => shown(orm, row, NOBODY_WAITS)),
    week: readWeek(orm, day, calendar),
    shortages: day === today ? yardShortages(orm, rows) : [],
  };
}

const WINDOW_PLACE: Readonly<Record<string, number>> = { morning: 0, anytime: 1, afternoon: 2 };

/** An emergency first, then by window, then those of one ZIP together, then as they were booked. */
function byPlace(a: BoardJob, b: BoardJob): number {
  const urgent = Number(b.priority === "emergency") - Number(a.priority === "emergency");
  const windows = (WINDOW_PLACE[a.window] ?? 3) - (WINDOW_PLACE[b.window] ?? 3);
  return urgent || windows || a.zip.localeCompare(b.zip) || a.booking.localeCompare(b.booking);
}

/** The week of a day from Monday on. */
function readWeek(orm: Orm, day: Day, calendar: BoardCalendar): BoardDay[] {
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
      toMove: sql<number>`sum(${jobs.state} in ${BEFORE_IT_LEAVES} and not ${IS_KEPT} and not ${GOES_OUT_ALL_THE_SAME})`,
    })
    .from(jobs)
    .where(and(gte(jobs.day, monday), lte(jobs.day, sunday), ne(jobs.state, "cancelled")))
    .groupBy(jobs.day)
    .all();
  return Array.from({ length: 7 }, (_, i) => addDays(monday, i)).map((on) => {
    const { jobs: all = 0, open = 0, toMove = 0 } = counts.find((row) => row.day === on) ?? {};
    const load = (id: DeliveryWindowId) =>
      taken.find((row) => row.day === on && row.delivery_window === id)?.taken ?? 0;
    return {
      day: on,
      isOpen: isOpenDay(on, calendar),
      shut: isOpenDay(on, calendar) ? DELIVERY_WINDOW_IDS.filter((id) => isClosedWindow(id, on, calendar)) : [],
      windows: Object.fromEntries(DELIVERY_WINDOW_IDS.map((id) => [id, load(id)])) as BoardDay["windows"],
      jobs: all,
      open,
      toMove,
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
