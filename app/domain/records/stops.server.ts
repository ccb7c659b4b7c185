import { eq, inArray, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { bookings, drivers, jobs } from "#db/schema/index";
import { BY_NOT_DONE, IS_NOT_DONE } from "../dispatch/board.server";
import { IS_KEPT } from "../dispatch/kept.server";
import { yardPlace } from "../dispatch/our-yard.server";
import { daysBetween, type Day } from "../kernel/days";
import { endedToday, type Clock } from "../schedule/rules";
import { isBeforeItLeaves, isOurs, isStillToCome, SITE_DONE } from "../states/job-places";
import type { JobKind, JobState } from "../states/transitions";

/** Which stops are shown: all of the day, a kind of them, or those of former days that are not done. */
export const STOPS = ["today", "delivery", "pickup", "outstanding"] as const;
export type Stops = (typeof STOPS)[number];
export const isStops = (value: unknown): value is Stops => STOPS.some((one) => one === value);

export interface Stop {
  id: string;
  kind: JobKind;
  state: JobState;
  day: Day;
  window: string;
  driver: string | null;
  number: string;
  name: string;
  address: string;
  isDone: boolean;
  isEmergency: boolean;
  /** The office has stopped it: no truck leaves for it. */
  isHeld: boolean;
  /** Days since its own. */
  late: number;
  /** The end of its promised time, "12PM", where that has passed today and no truck has come. */
  ended: string | null;
}

export interface StopFilter {
  which: Stops;
  /** Where the page before ended. */
  after?: string | undefined;
  /** A booking's number, whole or its last digits: only its stops. */
  number?: string | undefined;
}

export interface StopPage {
  which: Stops;
  rows: Stop[];
  /** For the next page; null on the last one. */
  next: string | null;
  number: string;
  isFurther: boolean;
}

export const STOPS_PAGE = 12;
const IS_DONE = sql<0 | 1>`${inArray(jobs.state, SITE_DONE)}`;
/** At the site a stop of today is done with its own step; what is left of a former day is not done before all of it is. */
const isDoneIn = (which: Stops) => (which === "outstanding" ? sql<0 | 1>`0` : IS_DONE);
const TODAY = sql.placeholder("today");
const OF_STOPS = {
  // A pickup that its customer has not asked for, and nobody was given, is no stop.
  today: sql`${jobs.day} = ${TODAY} and ${jobs.state} <> 'cancelled' and not ${IS_KEPT}`,
  delivery: sql`${jobs.day} = ${TODAY} and ${jobs.kind} = 'delivery' and ${jobs.state} <> 'cancelled'`,
  pickup: sql`${jobs.day} = ${TODAY} and ${jobs.kind} = 'pickup' and ${jobs.state} <> 'cancelled' and not ${IS_KEPT}`,
  // Outstanding (domain.md, section 1): the day has passed and the job is not done; computed, never stored.
  outstanding: sql`${jobs.day} < ${TODAY} and ${IS_NOT_DONE} and not ${IS_KEPT}`,
};
const WINDOW = sql`case ${jobs.delivery_window} when 'morning' then 0 when 'afternoon' then 1 else 2 end`;
const IS_EMERGENCY = sql<0 | 1>`${eq(jobs.priority, "emergency")}`;
/** What is to be done stands first, of that an emergency; of former days the oldest. */
const PLACE = {
  today: sql<string>`${IS_DONE} || (1 - (${IS_EMERGENCY})) || ${WINDOW} || ${jobs.kind}`,
  outstanding: sql<string>`${jobs.day}`,
};
const FIND = sql.placeholder("find");
const stopsOf = (which: Stops) => {
  const place = which === "outstanding" ? PLACE.outstanding : PLACE.today;
  return prepared((orm) =>
    orm
      .select({
        id: jobs.id,
        kind: jobs.kind,
        state: jobs.state,
        day: jobs.day,
        window: jobs.delivery_window,
        driver: drivers.name,
        number: bookings.booking_number,
        name: sql<string>`${bookings.first_name} || ' ' || ${bookings.last_name}`,
        address: sql<string>`${bookings.address} || ', ' || ${bookings.city}`,
        isDone: isDoneIn(which),
        isEmergency: IS_EMERGENCY,
        onHold: sql<0 | 1>`${bookings.on_hold_reason} is not null`,
        place,
      })
      .from(jobs)
      .innerJoin(bookings, eq(bookings.id, jobs.booking_id))
      .leftJoin(drivers, eq(drivers.id, jobs.driver_id))
      .where(
        sql`${OF_STOPS[which]} and (${place}, ${jobs.id}) > (${sql.placeholder("place")}, ${sql.placeholder("id")}) and ${bookings.booking_number} like ${FIND}`,
      )
      .orderBy(place, jobs.id)
      .limit(STOPS_PAGE + 1)
      .prepare(),
  );
};
const lists = {
  today: stopsOf("today"),
  delivery: stopsOf("delivery"),
  pickup: stopsOf("pickup"),
  outstanding: stopsOf("outstanding"),
};
const countOf = (which: Stops) =>
  prepared((orm) =>
    orm
      .select({ all: sql<number>`count(*)`, done: sql<number>`coalesce(sum(${isDoneIn(which)}), 0)` })
      .from(which === "outstanding" ? BY_NOT_DONE : jobs)
      .where(OF_STOPS[which])
      .prepare(),
  );
const counts = {
  today: countOf("today"),
  delivery: countOf("delivery"),
  pickup: countOf("pickup"),
  outstanding: countOf("outstanding"),
};

/** How many stops there are, and how many of them are done. */
export function countStops(orm: Orm, today: Day, which: Stops): { all: number; done: number } {
  return counts[which](orm).get({ today }) ?? { all: 0, done: 0 };
}

/** "DMP-2026-000123", "2026-123" or "123" as a pattern for the numbers that it may mean; what is no number means none. */
function patternOf(typed: string): string {
  if (typed === "") return "%";
  const [, year = "%", digits] = /^(?:DMP-?)?(?:(\d{4})-)?(\d{1,6})$/i.exec(typed) ?? [];
  return digits === undefined ? "" : `DMP-${year}-${digits.padStart(6, "0")}`;
}

/** As its driver's page says it (DriverSteps.tsx): before it leaves, and not what is parked with us. */
const isHeld = (stop: Pick<Stop, "kind" | "state">, onHold: 0 | 1): boolean =>
  onHold === 1 && !isOurs(stop) && isBeforeItLeaves(stop.state);

/** The jobs of a day, or of the days before it that are not done, a page of them; of one booking where its number is asked. */
export function listStops(orm: Orm, clock: Clock, { which, after = "", number = "" }: StopFilter): StopPage {
  const [, place = "", id = ""] = /^([\w-]{1,20})~([\w-]{1,60})$/.exec(after) ?? [];
  const found = lists[which](orm).all({ today: clock.today, place, id, find: patternOf(number.trim()) });
  const rows = found.slice(0, STOPS_PAGE);
  const last = rows.at(-1);
  const yard = rows.some(isOurs) ? yardPlace(orm) : null;
  return {
    which,
    rows: rows.map(({ place: _place, onHold, ...stop }) => ({
      ...stop,
      isHeld: isHeld(stop, onHold),
      // The truck of a parked load comes to our yard, not to who it was from.
      address: yard && isOurs(stop) ? `${yard.address}, ${yard.city}` : stop.address,
      isDone: stop.isDone === 1,
      isEmergency: stop.isEmergency === 1,
      late: daysBetween(stop.day, clock.today),
      ended: isStillToCome(stop.state) && !isHeld(stop, onHold) ? endedToday(stop.window, stop.day, clock) : null,
    })),
    next: last && found.length > STOPS_PAGE ? `${last.place}~${last.id}` : null,
    number: number.trim(),
    isFurther: place !== "",
  };
}
