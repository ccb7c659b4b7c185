import { and, asc, eq, gt, gte, isNull, sql, type SQL } from "drizzle-orm";
import { countRows, type Orm } from "#db/client.server";
import { blockedVisits, bookings, charges, holds, jobOffers, jobs, outbox, reminders, units } from "#db/schema/index";
import { addDays, type Day } from "../kernel/days";
import { dayAt, HOUR, instantAt, plus, type Instant } from "../kernel/time.server";
import {
  DATED_REMINDERS,
  nextOverdueDay,
  reminderDay,
  type DatedReminder,
  type ReminderKind,
} from "../messages/reminders";
import { reminderAt } from "../messages/reminders.server";
import { FROM_HOUR, UNTIL_HOUR } from "../messages/quiet-hours.server";
import { windowHours } from "../schedule/rules";
import type { Settings } from "../settings/schema";
import { JOB_KIND } from "../states/job-labels";
import { isKeptJob } from "../states/kept";
import type { JobKind } from "../states/transitions";

/** What time will bring, for the sandbox's clock: when, in the office's words, and of which booking. */
export interface NextEvent {
  at: Instant;
  what: string;
  /** Of a booking; null where it is about none, or about several. */
  number: string | null;
  /** Money is asked for then: who is charged hears of it, once the card company has answered. */
  isCharge?: true;
}

/** One stop of the clock: everything of the same minute. */
export interface NextStop {
  at: Instant;
  events: NextEvent[];
}

type Ask = (orm: Orm, settings: Settings, now: Instant, most: number) => NextEvent[];

const REMINDER: Readonly<Record<ReminderKind, string>> = {
  "day-before": "day-before reminder",
  "due-soon": "reminder two days before the pickup",
  "due-today": "reminder that it is due today",
  overdue: "overdue reminder",
  "delivery-late": "the delivery is late, and its customer hears of it",
  "errand-late": "the swap, emptying or move is late, and its customer hears of it",
};

/** As the partial index `jobs_open` has it. */
const IS_OPEN = sql`${jobs.state} in ('unscheduled','scheduled','assigned','en_route','arrived')`;
const NOT_LEFT = sql`${jobs.state} in ('unscheduled','scheduled','assigned')`;
/** Days ahead that are looked at: the first stops lie in them, or there are none to speak of. */
const AHEAD_DAYS = 40;

/** Jobs of some days whose truck is still to leave, the nearest first. */
function openJobs(orm: Orm, from: Day, until: Day, most: number, also?: SQL) {
  return orm
    .select({
      id: jobs.booking_id,
      kind: jobs.kind,
      day: jobs.day,
      window: jobs.delivery_window,
      unitState: units.state,
      number: bookings.booking_number,
      mayKeep: bookings.flexible_extension,
      onHold: bookings.on_hold_reason,
    })
    .from(jobs)
    .innerJoin(units, eq(units.id, jobs.unit_id))
    .innerJoin(bookings, eq(bookings.id, jobs.booking_id))
    .where(and(IS_OPEN, NOT_LEFT, gte(jobs.day, from), sql`${jobs.day} <= ${until}`, also))
    .orderBy(asc(jobs.day))
    .limit(most)
    .all();
}
type OpenJob = ReturnType<typeof openJobs>[number];

const windows: Ask = (orm, _settings, now, most) =>
  openJobs(orm, dayAt(now), addDays(dayAt(now), AHEAD_DAYS), most)
    .filter(({ kind, mayKeep, unitState: unit }) => !isKeptJob({ kind, mayKeep, unit }))
    .map(({ kind, day, window, number }) => ({
      at: instantAt(day, windowHours(window).startHour),
      what: `${JOB_KIND[kind].toLowerCase()}: its window begins`,
      number,
    }));

/** A delivery's cancellation fee steps up, as it was signed or not: the settings' hours, which is near enough for a clock. */
const tiers: Ask = (orm, { cancellation }, now, most) =>
  openJobs(orm, dayAt(now), addDays(dayAt(now), AHEAD_DAYS), most, sql`${units.state} = 'reserved'`)
    .filter(({ kind }) => kind === "delivery")
    .flatMap(({ day, window, number }) => {
      const start = instantAt(day, windowHours(window).startHour);
      // At the exact hour the customer still has the better tier.
      const after = (hours: number) => plus(start, -hours * HOUR + 60_000);
      return [
        {
          at: after(cancellation.freeHours),
          what: `cancelling costs ${cancellation.latePercent}% from now on`,
          number,
        },
        {
          at: after(cancellation.lateHours),
          what: `cancelling costs ${cancellation.lastPercent}% from now on`,
          number,
        },
      ];
    });

const SPEAKS: Readonly<Record<DatedReminder, (job: OpenJob) => boolean>> = {
  "day-before": ({ kind, unitState }) =>
    (kind === "delivery" && unitState === "reserved") || (isErrand(kind) && unitState === "on_site"),
  // Where it is to stand by then.
  "due-soon": ({ kind, unitState }) => kind === "pickup" && (unitState === "on_site" || unitState === "reserved"),
  "due-today": ({ kind, unitState }) => kind === "pickup" && unitState !== "cancelled",
};
const isErrand = (kind: JobKind) => kind === "swap" || kind === "dump_and_return" || kind === "relocate";

const dated: Ask = (orm, _settings, now, most) =>
  openJobs(orm, dayAt(now), addDays(dayAt(now), AHEAD_DAYS), most)
    .filter(({ onHold }) => onHold === null)
    .flatMap((job) =>
      DATED_REMINDERS.filter((kind) => SPEAKS[kind](job)).flatMap((kind) =>
        remindedOf(orm, job, kind, reminderDay(kind, job.day)),
      ),
    );

const overdue: Ask = (orm, _settings, now, most) =>
  openJobs(
    orm,
    addDays(dayAt(now), -AHEAD_DAYS),
    dayAt(now),
    most,
    sql`${units.state} in ('on_site','pickup_requested')`,
  )
    .filter(({ kind, onHold }) => kind === "pickup" && onHold === null)
    .flatMap((job) => {
      const next = nextOverdueDay(job.day, now < reminderAt(dayAt(now)) ? dayAt(now) : addDays(dayAt(now), 1));
      return next === null ? [] : remindedOf(orm, job, "overdue", next);
    });

/** The time of a delivery is over, if no truck leaves for it before. */
const late: Ask = (orm, _settings, now, most) =>
  openJobs(orm, dayAt(now), addDays(dayAt(now), AHEAD_DAYS), most, sql`${units.state} = 'reserved'`)
    .filter(({ kind, onHold }) => kind === "delivery" && onHold === null)
    .flatMap((job) =>
      remindedOf(orm, job, "delivery-late", job.day, instantAt(job.day, windowHours(job.window).endHour)),
    );

/** The morning after the day of a swap, an emptying or a move, if no truck leaves for it before. */
const lateErrands: Ask = (orm, _settings, now, most) =>
  openJobs(orm, addDays(dayAt(now), -1), addDays(dayAt(now), AHEAD_DAYS), most, sql`${units.state} = 'on_site'`)
    .filter(({ kind, onHold }) => isErrand(kind) && onHold === null)
    .flatMap((job) => remindedOf(orm, job, "errand-late", job.day, reminderAt(addDays(job.day, 1))));

function remindedOf(
  orm: Orm,
  { id, number }: OpenJob,
  kind: ReminderKind,
  day: Day,
  at = reminderAt(day),
): NextEvent[] {
  const told = and(eq(reminders.booking_id, id), eq(reminders.kind, kind), eq(reminders.day, day));
  if (orm.select({ at: reminders.at }).from(reminders).where(told).get()) return [];
  return [{ at, what: REMINDER[kind], number }];
}

/** The first day that is not paid for, of a dumpster whose customer may keep it. */
const overage: Ask = (orm, _settings, now, most) =>
  openJobs(orm, addDays(dayAt(now), -1), addDays(dayAt(now), AHEAD_DAYS), most, sql`${units.state} = 'on_site'`)
    .filter(({ kind, mayKeep }) => kind === "pickup" && mayKeep)
    .map(({ day, number }) => ({ at: instantAt(addDays(day, 1), 0), what: "the first day that costs extra", number }));

const quotes: Ask = (orm, _settings, now, most) =>
  orm
    .select({ at: bookings.quote_expires_at, number: bookings.booking_number })
    .from(bookings)
    .where(and(sql`${bookings.status} = 'quoted'`, gt(bookings.quote_expires_at, now)))
    .orderBy(asc(bookings.quote_expires_at))
    .limit(most)
    .all()
    .flatMap(({ at, number }) => (at === null ? [] : [{ at, what: "the office’s price ends", number }]));

const heldOnes: Ask = (orm, _settings, now, most) =>
  orm
    .select({ at: holds.expires_at, number: bookings.booking_number })
    .from(holds)
    .innerJoin(bookings, eq(bookings.id, holds.booking_id))
    .where(and(sql`${holds.state} = 'live'`, gt(holds.expires_at, now)))
    .orderBy(asc(holds.expires_at))
    .limit(most)
    .all()
    .map(({ at, number }) => ({ at, what: "the time to pay ends", number }));

/** The time to question a later charge, which is made then. The state is written out as in the partial index. */
const notices: Ask = (orm, _settings, now, most) =>
  orm
    .select({ at: charges.due_at, number: bookings.booking_number })
    .from(charges)
    .innerJoin(bookings, eq(bookings.id, charges.booking_id))
    .where(and(sql`${charges.state} = 'noticed'`, gt(charges.due_at, now)))
    .orderBy(asc(charges.due_at))
    .limit(most)
    .all()
    .flatMap(({ at, number }) =>
      at === null ? [] : [{ at, what: "a charge’s notice ends, and it is made", number, isCharge: true as const }],
    );

const visits: Ask = (orm, _settings, now) =>
  orm
    .select({ at: blockedVisits.waits_until, number: bookings.booking_number })
    .from(blockedVisits)
    .innerJoin(bookings, eq(bookings.id, blockedVisits.booking_id))
    .where(and(isNull(blockedVisits.ended_at), gt(blockedVisits.waits_until, now)))
    .all()
    .map(({ at, number }) => ({ at, what: "the driver has waited long enough", number }));

const offers: Ask = (orm, _settings, now, most) =>
  orm
    .select({ at: jobOffers.expires_at })
    .from(jobOffers)
    .where(and(sql`${jobOffers.state} = 'open'`, gt(jobOffers.expires_at, now)))
    .orderBy(asc(jobOffers.expires_at))
    .limit(most)
    .all()
    .map(({ at }) => ({ at, what: "an offer to a driver ends", number: null }));

/** Texts of the night leave in the morning. */
const sleepers: Ask = (orm, _settings, now) => {
  const hour = (now - instantAt(dayAt(now), 0)) / HOUR;
  if (hour >= UNTIL_HOUR && hour < FROM_HOUR) return [];
  const waiting = sql`${outbox.state} = 'waiting' and ${outbox.run_at} > ${Date.now()} and ${outbox.kind} like 'sms.%'`;
  const count = countRows(orm, outbox, waiting);
  const morning = instantAt(hour < UNTIL_HOUR ? dayAt(now) : addDays(dayAt(now), 1), UNTIL_HOUR);
  const what = `${count} ${count === 1 ? "text leaves" : "texts leave"} that waited for the morning`;
  return count === 0 ? [] : [{ at: morning, what, number: null }];
};

/** Of one stop what is told comes first. */
const SOURCES: readonly Ask[] = [
  dated,
  overdue,
  notices,
  sleepers,
  quotes,
  heldOnes,
  visits,
  offers,
  overage,
  late,
  lateErrands,
  windows,
  tiers,
];
/** Of each source: more than one page of stops needs. */
const MOST_OF_EACH = 60;

/**
 * The next stops of the clock after `now`, the nearest first: what begins, ends, is told or costs more then. Computed from
 * what is stored, each source by its index; nothing changes. For the sandbox.
 */
export function listNextStops(orm: Orm, settings: Settings, now: Instant, most = 8): NextStop[] {
  const events = SOURCES.flatMap((ask) => ask(orm, settings, now, MOST_OF_EACH)).filter(({ at }) => at > now);
  const stops = new Map<Instant, NextEvent[]>();
  for (const event of events) {
    const known = stops.get(event.at) ?? [];
    if (!known.some(({ what, number }) => what === event.what && number === event.number))
      stops.set(event.at, [...known, event]);
  }
  return [...stops]
    .map(([at, all]) => ({ at, events: all }))
    .sort((a, b) => a.at - b.at)
    .slice(0, most);
}
