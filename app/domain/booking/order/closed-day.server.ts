import { and, eq, gte, inArray, sql } from "drizzle-orm";
import { prepared, type Db, type Orm, type Tx } from "#db/client.server";
import { bookingDrafts, bookings, jobs, tasks, units } from "#db/schema/index";
import { inSlices, type Slices } from "#db/slices.server";
import { addDays, eachDay, type Day } from "../../kernel/days";
import type { Deed } from "../../kernel/deed";
import type { Id } from "../../kernel/ids.server";
import { dayAt, instantAt, type Instant } from "../../kernel/time.server";
import { isOpenDay } from "../../schedule/rules";
import { closedPart } from "../../settings/closings";
import { readSettings, readStoredSettings } from "../../settings/settings.server";
import { BEFORE_IT_LEAVES } from "../../states/job-places";
import { isKeptJob } from "../../states/kept";
import type { JobState } from "../../states/transitions";
import { isAskedAbout, needPerson } from "../../tasks/tasks.server";

/** Something of a booking stands on a day that no truck goes out on; one task, whatever it is and however much. */
export const closedDayCause = (bookingId: Id<"booking">): string => `closed_day:${bookingId}`;

/** Trucks are planned so far ahead. A weekday that is taken away closes many days. */
export const PLANNED_AHEAD_DAYS = 200;
/** Who has to choose another day gets a week to do it, and hears of it in the morning. */
const [CALL_DAYS_AHEAD, CALL_AT_HOUR] = [7, 9];

const ID = sql.placeholder("id");
const IS_PREPARED = eq(bookings.source, "staff");
const plannedJobs = prepared((orm) =>
  orm
    .select({
      day: jobs.day,
      kind: jobs.kind,
      state: jobs.state,
      unit: units.state,
      mayKeep: bookings.flexible_extension,
    })
    .from(jobs)
    .innerJoin(units, eq(units.id, jobs.unit_id))
    .innerJoin(bookings, eq(bookings.id, jobs.booking_id))
    .where(and(eq(jobs.booking_id, ID), inArray(jobs.state, BEFORE_IT_LEAVES)))
    .prepare(),
);
/** What waits until its customer asks drives on no day, unless somebody was given it by hand. */
const isDriven = ({ state, ...job }: Parameters<typeof isKeptJob>[0] & { state: JobState }) =>
  state === "assigned" || !isKeptJob(job);
const preparedDay = prepared((orm) =>
  orm
    .select({ data: bookingDrafts.data })
    .from(bookings)
    .innerJoin(bookingDrafts, eq(bookingDrafts.id, bookings.draft_id))
    .where(
      and(
        sql`${bookings.id} = ${ID} and ${bookings.status} in ('pending_payment','quoted')`,
        and(IS_PREPARED, gte(bookings.quote_expires_at, sql.placeholder("now"))),
      ),
    )
    .prepare(),
);

/**
 * The first day to come on which something of a booking is planned and which the calendar closes, or the day of an order
 * that the office prepared, while its price is good. Null for none. What the office closes for a while (a storm) gives
 * every job another place by itself and has tasks of its own, but moves no order that nobody has paid.
 */
export function closedDayOf(orm: Orm, bookingId: Id<"booking">, now: Instant): Day | null {
  const today = dayAt(now);
  const planned = plannedJobs(orm)
    .all({ id: bookingId })
    .flatMap((job) => (job.day >= today && isDriven(job) ? [job.day] : []));
  const calendar = planned.length > 0 ? readStoredSettings(orm) : null;
  const closed = calendar ? planned.filter((day) => !isOpenDay(day, calendar)).toSorted()[0] : undefined;
  if (closed !== undefined) return closed;
  const order = preparedDay(orm).get({ id: bookingId, now })?.data;
  const day = order?.deliveryDate as Day | "" | undefined;
  if (!order || !day || day < today) return null;
  const settings = readSettings(orm);
  return !isOpenDay(day, settings) || closedPart(settings.closings, day) === order.deliveryTime ? day : null;
}

/** Somebody agrees on another day where anything of a booking stands on a closed one; the task ends when nothing does. */
export function renewClosedDay(tx: Tx, deed: Deed, bookingId: Id<"booking">): void {
  const day = closedDayOf(tx, bookingId, deed.now);
  needPerson(tx, deed, day !== null, {
    kind: "closed_day",
    cause: closedDayCause(bookingId),
    subject: { kind: "booking", id: bookingId },
    bookingId,
    due: instantAt(addDays(day ?? dayAt(deed.now), -CALL_DAYS_AHEAD), CALL_AT_HOUR),
  });
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
const unpaid = prepared((orm) =>
  orm
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        sql`${bookings.status} in ('pending_payment','quoted')`,
        and(IS_PREPARED, gte(bookings.quote_expires_at, sql.placeholder("now"))),
      ),
    )
    .prepare(),
);
const askedAbout = prepared((orm) =>
  orm
    .select({ id: tasks.booking_id })
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
  for (const id of listCandidates(tx, daysAhead(deed.now), deed.now)) renewClosedDay(tx, deed, id);
}

/** The same by the round, in slices: for what time brought about, or a change of the calendar that was planned before. */
export function askAboutClosedDays(db: Db, deed: Deed): Promise<Slices> {
  const { orm } = db;
  const { now } = deed;
  const settings = readSettings(orm);
  const closed = daysAhead(now).filter((day) => !isOpenDay(day, settings));
  const toRenew = listCandidates(orm, closed, now).filter(
    (id) => isAskedAbout(orm, closedDayCause(id)) !== (closedDayOf(orm, id, now) !== null),
  );
  return inSlices(db, (tx, most) => {
    const some = toRenew.splice(0, most);
    for (const id of some) renewClosedDay(tx, deed, id);
    return some.length;
  });
}
