import { lt, sql, type SQL } from "drizzle-orm";
import type { Db, Orm, Tx } from "#db/client.server";
import { bookings, events, jobs, reminders, units } from "#db/schema/index";
import { writtenLimit } from "#db/written-limits.server";
import { deleteSome, inSlices, type Slices } from "#db/slices.server";
import { recordEvent } from "../events/events.server";
import { isServed } from "../booking/order/closed-day.server";
import { addDays, type Day } from "../kernel/days";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { DAY, dayAt, instantAt, plus, type Instant } from "../kernel/time.server";
import type { JobKind, UnitState } from "../states/transitions";
import { causesOf, tellCustomer } from "../outbox/news.server";
import { doAfterAll, notSentWords } from "../outbox/after-all.server";
import { DELIVERY_WINDOWS } from "../schedule/rules";
import { FROM_HOUR } from "./quiet-hours.server";
import {
  DATED_REMINDERS,
  daysAhead,
  overdueOn,
  REMINDER_HOUR,
  reminderDay,
  truckDayOf,
  type DatedReminder,
  type LateKind,
  type ReminderKind,
} from "./reminders";

/** When a reminder of a day leaves, on New York's clock, and until when it may: nobody is reminded in the night. */
export const reminderAt = (day: Day): Instant => instantAt(day, REMINDER_HOUR);
const reminderEnds = (day: Day): Instant => instantAt(day, FROM_HOUR);

/** As the partial index `jobs_open` has it, and of those the ones whose truck has not left. */
const IS_OPEN = sql`${jobs.state} in ('unscheduled','scheduled','assigned','en_route','arrived')`;
const NOT_LEFT = sql`${jobs.state} in ('unscheduled','scheduled','assigned')`;

/** Which jobs a reminder speaks of, by job, dumpster and booking. Written once: whoever sends it asks the same again. */
const SPEAKS_OF: Readonly<Record<ReminderKind, SQL>> = {
  "day-before": sql`((${jobs.kind} = 'delivery' and ${units.state} = 'reserved') or (${jobs.kind} in ('swap','dump_and_return','relocate') and ${units.state} = 'on_site'))`,
  "due-soon": sql`(${jobs.kind} = 'pickup' and ${units.state} = 'on_site')`,
  "due-today": sql`(${jobs.kind} = 'pickup' and ${units.state} in ('on_site','pickup_requested','pickup_failed'))`,
  // Asked for, its days have stopped: that we are late is told all the same.
  overdue: sql`(${jobs.kind} = 'pickup' and ${units.state} in ('on_site','pickup_requested'))`,
  "delivery-late": sql`(${jobs.kind} = 'delivery' and ${units.state} = 'reserved')`,
  "errand-late": sql`(${jobs.kind} in ('swap','dump_and_return','relocate') and ${units.state} in ('on_site','pickup_requested'))`,
};

/** The jobs of a reminder that are still to leave; what is on hold is talked about by people. */
const JOBS_OF = (kind: ReminderKind): SQL =>
  sql`from ${jobs} join ${units} on ${units.id} = ${jobs.unit_id} join ${bookings} on ${bookings.id} = ${jobs.booking_id}
      where ${IS_OPEN} and ${NOT_LEFT} and ${SPEAKS_OF[kind]} and ${bookings.on_hold_reason} is null`;

interface Due {
  bookingId: Id<"booking">;
  truckDay: Day;
  /** When the customer was last told anything of the dumpsters that it is about. */
  toldAt: Instant;
}

/** How far back a reminder that was missed is noted; older ones are nobody's concern any more. */
const NOTED_DAYS = 7;

function dueRows(orm: Orm, kind: ReminderKind, truckDays: SQL, reminded: SQL, most: number): Due[] {
  const toldAt = sql`min(max(coalesce(${bookings.paid_at}, 0), coalesce((select max(${events.at}) from ${events} where ${events.subject_kind} = 'unit' and ${events.subject_id} = ${units.id}), 0)))`;
  return orm.all<Due>(
    sql`select ${jobs.booking_id} as bookingId, ${jobs.day} as truckDay, ${toldAt} as toldAt ${JOBS_OF(kind)}
        and ${truckDays} and not exists (select 1 from ${reminders} where ${reminders.booking_id} = ${jobs.booking_id} and ${reminders.kind} = ${kind} and ${reminders.day} = ${reminded})
        group by ${jobs.booking_id}, ${jobs.day}${writtenLimit(most)}`,
  );
}

/** Of a dated reminder: all trucks' days whose reminder is due by now and was not dealt with. */
function datedRows(orm: Orm, kind: DatedReminder, now: Instant, most: number): Due[] {
  const today = dayAt(now);
  const last = now >= reminderAt(today) ? today : addDays(today, -1);
  const days = sql`${jobs.day} >= ${truckDayOf(kind, addDays(today, -NOTED_DAYS))} and ${jobs.day} <= ${truckDayOf(kind, last)}`;
  return dueRows(orm, kind, days, sql`date(${jobs.day}, ${`-${daysAhead(kind)} days`})`, most);
}

function overdueRows(orm: Orm, now: Instant, most: number): Due[] {
  const today = dayAt(now);
  if (now < reminderAt(today) || now >= reminderEnds(today)) return [];
  const days = sql`${jobs.day} in ${overdueOn(today)}`;
  return dueRows(orm, "overdue", days, sql`${today}`, most);
}

/**
 * Deliveries whose time is over, by day: it stays true until a truck leaves, so a pause only delays it. On a day that we have
 * closed nobody is told so, as we said before that we cannot come; where nobody has acted by then, the next morning.
 */
function lateRows(orm: Orm, now: Instant, most: number): Due[] {
  const today = dayAt(now);
  if (now < reminderAt(today) || now >= reminderEnds(today)) return [];
  const ended = Object.entries(DELIVERY_WINDOWS).flatMap(([window, { endHour }]) =>
    now >= instantAt(today, endHour) ? [window] : [],
  );
  const days = sql`${jobs.day} >= ${addDays(today, -NOTED_DAYS)} and ${jobs.day} <= ${today} and (${jobs.day} < ${today} or (${jobs.delivery_window} in ${[...ended, ""]} and ${isServed(orm, today)}))`;
  return dueRows(orm, "delivery-late", days, sql`${jobs.day}`, most);
}

/** Swaps, emptyings and moves whose day is over, by day: their pages say so from the next morning on. */
function lateErrandRows(orm: Orm, now: Instant, most: number): Due[] {
  const today = dayAt(now);
  if (now < reminderAt(today) || now >= reminderEnds(today)) return [];
  const days = sql`${jobs.day} >= ${addDays(today, -NOTED_DAYS)} and ${jobs.day} < ${today}`;
  return dueRows(orm, "errand-late", days, sql`${jobs.day}`, most);
}

/**
 * Tells customers what time itself brings: once for a booking, kind and day, however often this is called and after
 * whatever pause. What is past its time (a server that was down, a clock that jumped) is left out and noted, so that nobody
 * gets yesterday's news; what its customer has just been told anyway is left out silently. In short slices by an index.
 */
export async function sendReminders(db: Db, deed: Deed): Promise<Slices[]> {
  const done: Slices[] = [];
  for (const kind of DATED_REMINDERS)
    done.push(
      await round(
        db,
        (orm, most) => datedRows(orm, kind, deed.now, most),
        (tx, due) => remind(tx, deed, kind, due),
      ),
    );
  done.push(
    await round(
      db,
      (orm, most) => overdueRows(orm, deed.now, most),
      (tx, due) => remindNow(tx, deed, "overdue", { bookingId: due.bookingId, day: dayAt(deed.now) }),
    ),
  );
  for (const [kind, rows] of LATE)
    done.push(
      await round(
        db,
        (orm, most) => rows(orm, deed.now, most),
        (tx, due) => remindNow(tx, deed, kind, { bookingId: due.bookingId, day: due.truckDay }),
      ),
    );
  return done;
}

const LATE: readonly (readonly [LateKind, typeof lateRows])[] = [
  ["delivery-late", lateRows],
  ["errand-late", lateErrandRows],
];

/** A read first: mostly there is nothing, and a write would take the lock. */
function round(db: Db, find: (orm: Orm, most: number) => Due[], deal: (tx: Tx, due: Due) => void): Promise<Slices> {
  if (find(db.orm, 1).length === 0) return Promise.resolve({ handled: 0, longest: 0, finished: true });
  return inSlices(db, (tx, most) => {
    const due = find(tx, most);
    for (const one of due) deal(tx, one);
    return due.length;
  });
}

function remind(tx: Tx, deed: Deed, kind: DatedReminder, { bookingId, truckDay, toldAt }: Due): void {
  const day = reminderDay(kind, truckDay);
  const isTold = toldAt >= reminderAt(day);
  const isOver = deed.now >= reminderEnds(day);
  keepReminder(tx, deed, kind, { bookingId, day, outcome: isTold || isOver ? "skipped" : "told" });
  if (isTold) return;
  if (isOver) noteSkipped(tx, deed, kind, { bookingId, day });
  else tellCustomer(tx, kind, { bookingId, cause: `${bookingId}:${day}`, payload: { bookingId, day } });
}

function remindNow(
  tx: Tx,
  deed: Deed,
  kind: Exclude<ReminderKind, DatedReminder>,
  { bookingId, day }: { bookingId: Id<"booking">; day: Day },
): void {
  keepReminder(tx, deed, kind, { bookingId, day, outcome: "told" });
  tellCustomer(tx, kind, { bookingId, cause: `${bookingId}:${day}`, payload: { bookingId, day } });
}

/** Why a reminder was left out of a day that we have closed, as its work says it. */
export const DAY_CLOSED = "the day is closed by now";

/**
 * A truck goes out after all on a day that was closed: what was left out of it this morning is looked at again and leaves
 * now, while it is the day for it and not night. `of`: of one booking; else of each that has a truck. What was sent, or
 * waits, is left alone, and what is still closed is left out once more.
 */
export function remindAfterAll(tx: Tx, { now }: Deed, of?: Id<"booking">): void {
  const today = dayAt(now);
  if (now < reminderAt(today) || now >= reminderEnds(today)) return;
  const causes = DATED_REMINDERS.flatMap((kind) =>
    (of ? [of] : bookingsOn(tx, truckDayOf(kind, today))).flatMap((id) => causesOf(kind, `${id}:${today}`)),
  );
  doAfterAll(tx, causes, notSentWords(DAY_CLOSED));
}

const bookingsOn = (tx: Tx, day: Day): Id<"booking">[] =>
  tx
    .selectDistinct({ id: jobs.booking_id })
    .from(jobs)
    .where(sql`${jobs.day} = ${day} and ${IS_OPEN}`)
    .all()
    .map(({ id }) => id);

function keepReminder(
  tx: Tx,
  deed: Deed,
  kind: ReminderKind,
  row: { bookingId: Id<"booking">; day: Day; outcome: "told" | "skipped" },
): void {
  const { bookingId: booking_id, day, outcome } = row;
  tx.insert(reminders).values({ booking_id, kind, day, outcome, at: deed.now }).onConflictDoNothing().run();
}

/** The history says that a reminder was left out because its time had passed. */
export function noteSkipped(
  tx: Tx,
  deed: Deed,
  kind: ReminderKind,
  { bookingId, day }: { bookingId: Id<"booking">; day: Day },
): void {
  recordEvent(tx, deed, {
    subject: { kind: "booking", id: bookingId },
    bookingId,
    action: "reminder_skipped",
    data: { reminder: kind, day },
  });
}

/** A dumpster that a reminder of a booking's day still speaks of, with its truck's day. */
export interface Reminded {
  unitId: Id<"unit">;
  jobKind: JobKind;
  day: Day;
  window: string;
  size: number;
  state: UnitState;
}

const isDated = (kind: ReminderKind): kind is DatedReminder => DATED_REMINDERS.some((one) => one === kind);

/** What the reminder of a New York day speaks of as it is now, in the order of the dumpsters; none where it is not true any more. */
export function listReminded(orm: Orm, kind: ReminderKind, bookingId: Id<"booking">, day: Day): Reminded[] {
  const on = isDated(kind) ? truckDayOf(kind, day) : day;
  const days = kind === "overdue" ? sql`${jobs.day} < ${on}` : sql`${jobs.day} = ${on}`;
  return orm.all<Reminded>(
    sql`select ${units.id} as unitId, ${jobs.kind} as jobKind, ${jobs.day} as day, ${jobs.delivery_window} as window, ${units.size_yards} as size, ${units.state} as state
        ${JOBS_OF(kind)} and ${jobs.booking_id} = ${bookingId} and ${days} order by ${units.unit_number}`,
  );
}

/** Nothing is due again after so long; the messages and events have what was said. */
const KEEP_MS = 400 * DAY;

/** Forgets which reminders were dealt with long ago, in slices. */
export function forgetOldReminders(db: Db, now: Instant): Promise<Slices> {
  return inSlices(db, (tx, most) => deleteSome(tx, reminders, lt(reminders.at, plus(now, -KEEP_MS)), most));
}
