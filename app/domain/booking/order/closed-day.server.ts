import { and, eq, gte, inArray, isNull, or, sql, type SQL } from "drizzle-orm";
import { prepared, type Db, type Orm, type Tx } from "#db/client.server";
import { inSlices, type Slices } from "#db/slices.server";
import { bookingDrafts, bookings, jobs, tasks, units } from "#db/schema/index";
import { addDays, eachDay, parseDay, type Day } from "../../kernel/days";
import type { Deed } from "../../kernel/deed";
import type { Id } from "../../kernel/ids.server";
import { dayAt, instantAt, type Instant } from "../../kernel/time.server";
import { isOpenDay, PLANNED_AHEAD_DAYS } from "../../schedule/rules";
import { closedPart, withClosings, type Closing } from "../../settings/closings";
import type { Settings } from "../../settings/schema";
import { listClosings, readSettings, readStoredSettings } from "../../settings/settings.server";
import { BEFORE_IT_LEAVES, isBeforeItLeaves } from "../../states/job-places";
import { isKeptJob } from "../../states/kept";
import type { JobKind, JobState } from "../../states/transitions";
import { closedDayCause, dayOfCause, GOES_OUT_ALL_THE_SAME } from "../../tasks/closed-days.server";
import { noDayCause, noRoomCause } from "../../tasks/no-room";
import { closeTask, isAskedAbout, isDone, isOpenTask, openTask } from "../../tasks/tasks.server";
import { renewToSchedule } from "./to-schedule.server";

/** Who has to choose another day gets a week to do it, and hears of it in the morning. */
const [CALL_DAYS_AHEAD, CALL_AT_HOUR] = [7, 9];

/** An order of the office that nobody has paid, while its price is good; one at the price of everybody has no end. */
export const IS_PREPARED = and(
  // Written out as in the partial index.
  sql`${bookings.status} in ('pending_payment','quoted')`,
  eq(bookings.source, "staff"),
  or(isNull(bookings.quote_expires_at), gte(bookings.quote_expires_at, sql.placeholder("now"))),
);

const ID = sql.placeholder("id");
/** Its truck is on the way, and may be called back, or it was there in vain and goes once more: what was decided for the day holds. */
const LEFT = ["en_route", "arrived", "attempted"] as const satisfies readonly JobState[];
const plannedJobs = prepared((orm) =>
  orm
    .select({
      id: jobs.id,
      day: jobs.day,
      window: jobs.delivery_window,
      kind: jobs.kind,
      state: jobs.state,
      unitId: jobs.unit_id,
      unit: units.state,
      mayKeep: bookings.flexible_extension,
    })
    .from(jobs)
    .innerJoin(units, eq(units.id, jobs.unit_id))
    .innerJoin(bookings, eq(bookings.id, jobs.booking_id))
    .where(and(eq(jobs.booking_id, ID), inArray(jobs.state, [...BEFORE_IT_LEAVES, ...LEFT])))
    .prepare(),
);
type Planned = ReturnType<ReturnType<typeof plannedJobs>["all"]>[number];
/** What waits until its customer asks drives on no day, unless somebody was given it by hand. */
const isDriven = ({ state, ...job }: Parameters<typeof isKeptJob>[0] & { state: JobState }) =>
  state === "assigned" || !isKeptJob(job);
const preparedDay = prepared((orm) =>
  orm
    .select({ data: bookingDrafts.data })
    .from(bookings)
    .innerJoin(bookingDrafts, eq(bookingDrafts.id, bookings.draft_id))
    .where(and(eq(bookings.id, ID), IS_PREPARED))
    .prepare(),
);

/** The calendar as it is, and what of it is closed for a while: read once for many bookings. */
interface Calendar {
  stored: Settings;
  closings: readonly Closing[];
  /** Both together. */
  all: Settings;
}

function readCalendar(orm: Orm): Calendar {
  const [stored, closings] = [readStoredSettings(orm), listClosings(orm)];
  return { stored, closings, all: withClosings(stored, closings) };
}

/** What stands on a closed day; `order`: one that nobody has paid yet. */
export interface OnClosedDay {
  day: Day;
  what: JobKind | "order";
  /** Somebody of the office has said that a truck goes out all the same. */
  goesOut: boolean;
}

/**
 * What of a booking stands on days, today or later, that the calendar closes, the first first: what is planned, and the
 * order that the office prepared. What the office closes for a while (a storm) gives every job another place by itself and
 * has tasks of its own, but moves no order that nobody has paid.
 */
export function listOnClosedDays(
  orm: Orm,
  bookingId: Id<"booking">,
  now: Instant,
  calendar = readCalendar(orm),
): OnClosedDay[] {
  const ahead = listStanding(orm, bookingId, now, calendar).filter(({ is }) => is === "ahead");
  return ahead
    .filter(({ day, what }, i) => ahead.findIndex((one) => one.day === day && one.what === what) === i)
    .map(({ day, what }) => ({
      ...{ day, what },
      goesOut: what !== "order" && isDone(orm, closedDayCause(bookingId, day)),
    }));
}

/** Whether a truck may go out for it all the same, as the office's word: what nobody can sign or pay needs another day. */
export function mayGoOut(orm: Orm, bookingId: Id<"booking">, now: Instant, day: Day): boolean {
  return !listStanding(orm, bookingId, now, readCalendar(orm)).some((one) => one.day === day && one.what === "order");
}

/**
 * `ahead`: somebody is asked; `out`: its truck is on the way; `tried`: it was there in vain; `over`: that day has passed, and
 * nobody came.
 */
interface Standing extends Pick<OnClosedDay, "day" | "what"> {
  is: "ahead" | "out" | "tried" | "over";
}

/** What of a booking a task about a closed day is about, each kind once. */
export function listStandingOn(orm: Orm, bookingId: Id<"booking">, now: Instant, day: Day): Standing[] {
  const found = listStanding(orm, bookingId, now, readCalendar(orm)).filter((one) => one.day === day);
  return found.filter(({ what, is }, i) => found.findIndex((one) => one.what === what && one.is === is) === i);
}

function listStanding(orm: Orm, bookingId: Id<"booking">, now: Instant, calendar: Calendar): Standing[] {
  const [{ stored, closings, all }, today] = [calendar, dayAt(now)];
  // The word outlasts a storm, which leaves its job where it stands; taken back under one, this alone asks.
  const isSaid = (cause: string, { id, unitId }: Planned) =>
    isDone(orm, cause) ||
    (isOpenTask(orm, cause) && ![noRoomCause(unitId), noDayCause(id)].some((one) => isOpenTask(orm, one)));
  const isHoliday = (job: Planned) => {
    const [isOpen, part] = [isOpenDay(job.day, stored), closedPart(closings, job.day)];
    const cause = closedDayCause(bookingId, job.day);
    // Somebody may tidy the list: what stands on a day that is over waits for another one all the same.
    const isAsked = job.day < today && isOpenTask(orm, cause);
    if (!isAsked && part !== "day" && (!isOpen || part !== job.window)) return !isOpen;
    return isSaid(cause, job);
  };
  const planned = plannedJobs(orm)
    .all({ id: bookingId })
    .filter((job) => isDriven(job) && isHoliday(job))
    .map(({ day, kind, state }): Standing => {
      const hasLeft = LEFT.some((one) => one === state);
      const is = state === "attempted" ? "tried" : hasLeft ? "out" : day < today ? "over" : "ahead";
      return { day, what: kind, is };
    })
    .filter(({ is, day }) => is !== "tried" || day >= today);
  const { deliveryDate = "", deliveryTime } = preparedDay(orm).get({ id: bookingId, now })?.data ?? {};
  const day = parseDay(deliveryDate);
  const isShut = (on: Day) => !isOpenDay(on, all) || closedPart(closings, on) === deliveryTime;
  const unpaid: Standing[] = day && day >= today && isShut(day) ? [{ day, what: "order", is: "ahead" }] : [];
  return [...planned, ...unpaid].toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

/** No truck of ours goes out for a booking on a day that we have closed, unless somebody of the office has said that one does. */
export function isClosedFor(orm: Orm, bookingId: Id<"booking">, day: Day, window: string): boolean {
  const settings = readSettings(orm);
  const isShut = !isOpenDay(day, settings) || closedPart(settings.closings, day) === window;
  return isShut && !isDone(orm, closedDayCause(bookingId, day));
}

/** That no truck of ours goes out for what is still to leave: its customer hears from us with another day. */
export const isJobShut = (
  orm: Orm,
  {
    booking_id,
    day,
    delivery_window,
    state,
  }: Pick<typeof jobs.$inferSelect, "booking_id" | "day" | "delivery_window" | "state">,
  now: Instant,
): boolean => isBeforeItLeaves(state) && day >= dayAt(now) && isClosedFor(orm, booking_id, day, delivery_window);

/** The same of the jobs of a day, as a condition on them. */
export function isServed(orm: Orm, day: Day): SQL {
  const settings = readSettings(orm);
  const part = isOpenDay(day, settings) ? closedPart(settings.closings, day) : "day";
  if (part === null) return sql`true`;
  return part === "day" ? GOES_OUT_ALL_THE_SAME : sql`(${jobs.delivery_window} <> ${part} or ${GOES_OUT_ALL_THE_SAME})`;
}

/** Whether a dumpster is still to be brought on a day, today or later, that we have closed since it was promised. */
export function isOnClosedDay(
  orm: Orm,
  unit: Pick<typeof units.$inferSelect, "booking_id" | "state" | "delivery_date" | "delivery_window">,
  now: Instant,
): boolean {
  const { booking_id, state, delivery_date, delivery_window } = unit;
  const isToCome = state === "reserved" && delivery_date >= dayAt(now);
  return isToCome && isClosedFor(orm, booking_id, delivery_date, delivery_window);
}

const askedOf = prepared((orm) =>
  orm
    .select({ cause: tasks.cause, state: tasks.state })
    .from(tasks)
    .where(and(eq(tasks.booking_id, ID), eq(tasks.kind, "closed_day"), sql`${tasks.state} in ('open','done')`))
    .prepare(),
);

/**
 * Whose cause goes on: of a day that has passed while nobody acted, until what stood there has another or its truck has
 * come; the word that a truck goes out ends with its day, and is no less so where that truck was there in vain.
 */
function goesOn(
  { cause, state }: { cause: string; state: string },
  standing: readonly Standing[],
  now: Instant,
): boolean {
  const day = dayOfCause(cause);
  const keeps = standing.filter((one) => one.day === day);
  return state === "done"
    ? day !== null && day >= dayAt(now) && keeps.length > 0
    : keeps.some(({ is }) => is !== "tried");
}

/**
 * Somebody agrees on another day, for each closed one that something of a booking stands on; the task ends when nothing
 * does. What is to be scheduled follows from it.
 */
export function renewClosedDay(tx: Tx, deed: Deed, bookingId: Id<"booking">, calendar = readCalendar(tx)): void {
  const standing = listStanding(tx, bookingId, deed.now, calendar);
  const days = new Set(standing.flatMap(({ day, is }) => (is === "ahead" ? [day] : [])));
  for (const asked of askedOf(tx).all({ id: bookingId }))
    if (!goesOn(asked, standing, deed.now)) closeTask(tx, deed, asked.cause);
  for (const day of days)
    openTask(tx, deed, {
      kind: "closed_day",
      cause: closedDayCause(bookingId, day),
      subject: { kind: "booking", id: bookingId },
      bookingId,
      due: instantAt(addDays(day, -CALL_DAYS_AHEAD), CALL_AT_HOUR),
    });
  const shut = standing.flatMap(({ day, what }) =>
    what === "delivery" && isOpenTask(tx, closedDayCause(bookingId, day)) ? [day] : [],
  );
  renewToSchedule(tx, deed, bookingId, new Set(shut));
}

const plannedOn = prepared((orm) =>
  orm
    .selectDistinct({ id: jobs.booking_id })
    .from(jobs)
    .where(
      // The states are written out as in the partial index of what is open.
      sql`${jobs.day} in (select value from json_each(${sql.placeholder("days")})) and ${jobs.state} in ('unscheduled','scheduled','assigned','en_route','arrived')`,
    )
    .prepare(),
);
const unpaid = prepared((orm) => orm.select({ id: bookings.id }).from(bookings).where(IS_PREPARED).prepare());
const askedAbout = prepared((orm) =>
  orm
    .selectDistinct({ id: tasks.booking_id })
    .from(tasks)
    .where(sql`${tasks.state} = 'open' and ${tasks.kind} = 'closed_day'`)
    .prepare(),
);
const daysAhead = (now: Instant): Day[] => eachDay(dayAt(now), addDays(dayAt(now), PLANNED_AHEAD_DAYS));

/** What may stand on a closed day: planned on one of these, prepared and not paid, or asked about already. As many as are open at a time. */
function listCandidates(orm: Orm, days: readonly Day[], now: Instant): Id<"booking">[] {
  const found = [
    ...plannedOn(orm).all({ days: JSON.stringify(days) }),
    ...unpaid(orm).all({ now }),
    ...askedAbout(orm).all(),
  ];
  return [...new Set(found.flatMap(({ id }) => id ?? []))];
}

/** Asks of everything ahead, in the transaction that changes the calendar: what stood on a day that is open now is over, also where a person had done it. */
export function renewClosedDays(tx: Tx, deed: Deed): void {
  const calendar = readCalendar(tx);
  for (const id of listCandidates(tx, daysAhead(deed.now), deed.now)) renewClosedDay(tx, deed, id, calendar);
}

/** The same by the round, in slices: for what time brought about, or a change of the calendar that was planned before. */
export function askAboutClosedDays(db: Db, deed: Deed): Promise<Slices> {
  const { orm } = db;
  const { now } = deed;
  const calendar = readCalendar(orm);
  const isToRenew = (id: Id<"booking">) => {
    const standing = listStanding(orm, id, now, calendar);
    return (
      standing.some(({ day, is }) => is === "ahead" && !isAskedAbout(orm, closedDayCause(id, day))) ||
      askedOf(orm)
        .all({ id })
        .some((asked) => !goesOn(asked, standing, now))
    );
  };
  const closed = daysAhead(now).filter((day) => !isOpenDay(day, calendar.all));
  const toRenew = listCandidates(orm, closed, now).filter(isToRenew);
  return inSlices(db, (tx, most) => {
    const some = toRenew.splice(0, most);
    for (const id of some) renewClosedDay(tx, deed, id, calendar);
    return some.length;
  });
}
