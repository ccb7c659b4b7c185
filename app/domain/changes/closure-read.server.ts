import { and, asc, desc, eq, inArray, not, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Orm } from "#db/client.server";
import { bookings, closures, closureUnits, jobs, profiles, units } from "#db/schema/index";
import { getUnit } from "../booking/order/bookings.server";
import { scheduleContext } from "../booking/order/open-days.server";
import { IS_KEPT } from "../dispatch/kept.server";
import { readStockDays, readWindowsTaken } from "../inventory/availability.server";
import { addDays, type Day } from "../kernel/days";
import { sha256, type Id } from "../kernel/ids.server";
import { dayAt, type Instant } from "../kernel/time.server";
import { mayBeSetDown } from "../schedule/placement-rules";
import { closedPart, withClosings, type ClosedPart, type Closing } from "../settings/closings";
import type { Settings } from "../settings/schema";
import { BEFORE_IT_LEAVES, isErrand, setsDown } from "../states/job-places";
import { closedDayCause } from "../tasks/closed-days.server";
import { isDone } from "../tasks/tasks.server";
import { activeClosures } from "./active-closures.server";
import { MOST_DAYS_ON, planPlaces, type Displaced, type Place } from "./closure-plan";
import { lastErrandDay } from "./errand-limit.server";
import { pickupFrom } from "./pickup-after.server";

export type Closure = typeof closures.$inferSelect;

/** A job of a day that is to be closed, with what the office knows it by. */
export interface ClosedJob extends Displaced {
  jobId: Id<"job">;
  unitId: Id<"unit">;
  bookingId: Id<"booking">;
  /** Of a swap: how large the empty one is. */
  brings: number | null;
  booking: string;
  name: string;
  zip: string;
  /** Where it goes; null: no room. */
  to: Place | null;
  /** What somebody has to see to besides, in words. */
  note: string;
  /** The office has stopped it: it moves all the same, and its customer hears of that when it goes on. */
  isOnHold: boolean;
}

export interface ClosurePlan {
  closing: Closing;
  jobs: ClosedJob[];
  /** The bookings, by number, for which the office has said that a truck goes out on this day all the same: they stay on it. */
  goesOut: string[];
  /** Trucks that have left for this day already: they go on. */
  underWay: number;
  /** Stands for exactly this plan: whoever confirms it sends it along. */
  digest: string;
}

/** What a swap brings. */
const empties = alias(units, "empties");
const COLUMNS = {
  jobId: jobs.id,
  unitId: units.id,
  bookingId: bookings.id,
  kind: jobs.kind,
  size: units.size_yards,
  empty: {
    unitId: empties.id,
    size: empties.size_yards,
    delivery: empties.delivery_date,
    window: empties.delivery_window,
    pickup: empties.pickup_date,
    until: empties.occupied_until,
  },
  window: jobs.delivery_window,
  delivery: units.delivery_date,
  deliveryWindow: units.delivery_window,
  pickup: units.pickup_date,
  until: units.occupied_until,
  mayKeepIt: bookings.flexible_extension,
  booking: bookings.booking_number,
  name: sql<string>`trim(${bookings.first_name} || ' ' || ${bookings.last_name})`,
  zip: bookings.zip,
  onHold: bookings.on_hold_reason,
  placement: bookings.placement,
  permit_number: bookings.permit_number,
  permit_from: bookings.permit_from,
  permit_until: bookings.permit_until,
};

/**
 * What closing a day or a half of it would do: each job that has not left, with its new place; nothing was promised for
 * what is kept until its customer asks, and what the office has said of a closed day that a truck goes out for is left where it
 * stands. Where the other half is closed already, the whole of what is left is meant.
 */
export function planClosure(orm: Orm, settings: Settings, wish: Closing, now: Instant): ClosurePlan {
  const closing = { ...wish, part: closedPart([...settings.closings, wish], wish.day) ?? wish.part };
  const closed = withClosings(settings, [closing]);
  const all = orm
    .select(COLUMNS)
    .from(jobs)
    .innerJoin(units, eq(units.id, jobs.unit_id))
    .innerJoin(bookings, eq(bookings.id, jobs.booking_id))
    .leftJoin(empties, eq(empties.id, jobs.brings_unit_id))
    .where(and(eq(jobs.day, closing.day), inArray(jobs.state, BEFORE_IT_LEAVES), not(IS_KEPT)))
    .orderBy(asc(jobs.created_at), asc(jobs.id))
    .all()
    .filter(({ window }) => closing.part === "day" || window === closing.part);
  const isSaid = new Set(
    all.flatMap(({ bookingId: id }) => (isDone(orm, closedDayCause(id, closing.day)) ? [id] : [])),
  );
  const onDay = all
    .filter(({ bookingId }) => !isSaid.has(bookingId))
    .map((job) => ({ ...job, last: isErrand(job.kind) ? lastDayOf(orm, job.unitId, now) : null }));
  const context = { ...scheduleContext(closed, now), settings: closed };
  const last = addDays(closing.day, MOST_DAYS_ON + 1);
  const stretch = { start: closing.day, end: addDays(last, 120) };
  const stock = new Map(
    [...new Set(onDay.flatMap(({ size, empty }) => (empty ? [size, empty.size] : [size])))].map((size) => [
      size,
      readStockDays(orm, size, stretch, context.today),
    ]),
  );
  const room = { windowsTaken: readWindowsTaken(orm, closing.day, last), stock, pickupOn: pickupsOf(orm, closed) };
  const places = planPlaces(onDay, context, room, closing);
  const planned = onDay.map(({ placement, permit_number, permit_from, permit_until, onHold, ...job }) => {
    const to = places.get(job.jobId) ?? null;
    const permit = { placement, permit_number, permit_from, permit_until };
    const needsPermit = to !== null && setsDown(job) && !mayBeSetDown(permit, to.day);
    return {
      ...job,
      isOnHold: onHold !== null,
      brings: job.empty?.size ?? null,
      to,
      note: needsPermit
        ? "The street permit does not hold on that day."
        : job.last && to === null
          ? "Its dumpster is picked up before the next open day."
          : "",
    };
  });
  const goesOut = [...new Set(all.flatMap(({ bookingId, booking }) => (isSaid.has(bookingId) ? [booking] : [])))];
  const underWay = countUnderWay(orm, closing.day);
  return { closing, jobs: planned, goesOut, underWay, digest: digestOf(closing, planned) };
}

/** When each dumpster is collected were it set down on a day: what is paid for it is read once. */
function pickupsOf(orm: Orm, settings: Settings): (unitId: string, delivery: Day) => Day {
  const found = new Map<string, (delivery: Day) => Day>();
  return (unitId, delivery) => {
    const known = found.get(unitId) ?? pickupFrom(orm, settings, getUnit(orm, unitId as Id<"unit">));
    found.set(unitId, known);
    return known(delivery);
  };
}

function lastDayOf(orm: Orm, unitId: Id<"unit">, now: Instant): Day | null {
  const unit = orm.select().from(units).where(eq(units.id, unitId)).get();
  return unit ? lastErrandDay(orm, unit, dayAt(now)) : null;
}

function digestOf({ day, part }: Closing, planned: readonly ClosedJob[]): string {
  const places = planned.map(({ jobId, to }) => `${jobId} ${to ? `${to.day} ${to.window} ${to.pickup}` : "-"}`);
  return sha256([`${day} ${part}`, ...places.sort()].join("\n")).slice(0, 20);
}

function countUnderWay(orm: Orm, day: Day): number {
  const out = and(eq(jobs.day, day), inArray(jobs.state, ["en_route", "arrived"]));
  return orm.select({ id: jobs.id }).from(jobs).where(out).all().length;
}

/** Null when there is none. */
export function findClosure(orm: Orm, id: string): Closure | null {
  return (
    orm
      .select()
      .from(closures)
      .where(eq(closures.id, id as Id<"closure">))
      .get() ?? null
  );
}

/** Whether no truck goes out then; of two closed halves also what may come at any time. */
export function isClosed(orm: Orm, day: Day, window: string): boolean {
  const part = closedPart(activeClosures(orm, day), day);
  return part === "day" || part === window;
}

/** A closure of a day as its page shows it. */
export interface ClosureView {
  id: Id<"closure">;
  part: ClosedPart;
  reason: string;
  closedAt: Instant;
  by: string;
  moved: number;
  left: number;
  state: "closed" | "undone" | "opened";
  /** Milliseconds (wall time) until customers hear of it; 0: they have, or it is over. */
  untilTold: number;
}

/** What was closed on a day, the newest first. */
export function listClosures(orm: Orm, day: Day, wallNow = Date.now()): ClosureView[] {
  return orm
    .select({
      row: closures,
      by: profiles.display_name,
      moved: sql<number>`(select count(*) from ${closureUnits} where ${closureUnits.closure_id} = ${closures.id} and ${closureUnits.is_pickup} is not null)`,
      left: sql<number>`(select count(*) from ${closureUnits} where ${closureUnits.closure_id} = ${closures.id} and ${closureUnits.is_pickup} is null)`,
    })
    .from(closures)
    .leftJoin(profiles, eq(profiles.user_id, closures.closed_by))
    .where(eq(closures.day, day))
    .orderBy(desc(closures.closed_at), desc(closures.id))
    .all()
    .map(({ row, by, moved, left }) => {
      const state = row.undone_at !== null ? "undone" : row.reopened_at !== null ? "opened" : "closed";
      const untilTold = state === "closed" ? Math.max(0, row.told_at - wallNow) : 0;
      const { id, part, reason, closed_at: closedAt } = row;
      return { id, part, reason, closedAt, by: by ?? "The office", moved, left, state, untilTold };
    });
}
