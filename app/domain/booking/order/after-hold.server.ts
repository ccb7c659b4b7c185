import { and, eq, inArray, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { bookings, jobs, reminders, units } from "#db/schema/index";
import { addDays } from "../../kernel/days";
import type { Deed } from "../../kernel/deed";
import type { Id } from "../../kernel/ids.server";
import { instantAt, type Instant } from "../../kernel/time.server";
import { BEFORE_IT_LEAVES, isOurs } from "../../states/job-places";
import { isKeptJob } from "../../states/kept";
import type { TaskKind } from "../../tasks/kinds";
import { closeTask, isOpenTask, openTask } from "../../tasks/tasks.server";

/** A hold that has ended, so near to its truck that no message of ours comes before it. */
export const holdEndedCause = (bookingId: Id<"booking">): string => `hold_ended:${bookingId}`;

/** A hold that has begun when its customer counts on a truck already. */
export const holdBegunCause = (bookingId: Id<"booking">): string => `hold_begun:${bookingId}`;

/** New York's hour after which nobody is reminded the evening before (messages/quiet-hours.server.ts). */
const FROM_HOUR = 21;
const planned = prepared((orm) =>
  orm
    .select({
      kind: jobs.kind,
      day: jobs.day,
      unit: units.state,
      mayKeep: bookings.flexible_extension,
      onHold: bookings.on_hold_reason,
      isReminded: sql<
        0 | 1
      >`exists (select 1 from ${reminders} where ${reminders.booking_id} = ${jobs.booking_id} and ${reminders.kind} in ('day-before', 'due-today') and ${reminders.outcome} = 'told' and ${reminders.day} >= date(${jobs.day}, '-1 days'))`,
    })
    .from(jobs)
    .innerJoin(units, eq(units.id, jobs.unit_id))
    .innerJoin(bookings, eq(bookings.id, jobs.booking_id))
    .where(and(eq(jobs.booking_id, sql.placeholder("id")), inArray(jobs.state, [...BEFORE_IT_LEAVES])))
    .prepare(),
);

type Planned = ReturnType<ReturnType<typeof planned>["all"]>[number];
/** Its trucks that are still to leave, and that come to its customer by a day of ours. */
const trucksOf = (orm: Orm, id: Id<"booking">): Planned[] =>
  planned(orm)
    .all({ id })
    .filter((job) => !isOurs(job) && !isKeptJob(job));
const isSince = (now: Instant, { day }: Planned, hour: number): boolean => now >= instantAt(addDays(day, -1), hour);

/** Its truck may leave, and the message of the day before cannot any more, or has been sent: none says so anew. */
const isTruckNear = (orm: Orm, id: Id<"booking">, now: Instant): boolean =>
  trucksOf(orm, id).some((job) => job.onHold === null && (job.isReminded === 1 || isSince(now, job, FROM_HOUR)));

/** Its customer counts on a truck today or tomorrow, and none comes. */
const isStoppedNear = (orm: Orm, id: Id<"booking">, now: Instant): boolean =>
  trucksOf(orm, id).some((job) => job.onHold !== null && isSince(now, job, 0));

/** Somebody tells the customer now, each time it begins. */
function askToCall(tx: Tx, deed: Deed, bookingId: Id<"booking">, kind: TaskKind, cause: string): void {
  openTask(tx, deed, {
    kind,
    cause,
    subject: { kind: "booking", id: bookingId },
    bookingId,
    due: deed.now,
    again: true,
  });
}

/** No message of ours says that a hold begins: on the truck's own day, or the day before it, somebody does. */
export function askToTellOfHold(tx: Tx, deed: Deed, bookingId: Id<"booking">): void {
  if (!isStoppedNear(tx, bookingId, deed.now)) return;
  askToCall(tx, deed, bookingId, "hold_begun", holdBegunCause(bookingId));
}

/**
 * While a booking is on hold its customer reads that we call or write before a truck comes. Where the hold ends on the
 * truck's own day nothing of ours would: somebody does, until the truck leaves, has another day or is stopped once more.
 */
export function askToTellAfterHold(tx: Tx, deed: Deed, bookingId: Id<"booking">): void {
  if (!isTruckNear(tx, bookingId, deed.now)) return;
  askToCall(tx, deed, bookingId, "hold_ended", holdEndedCause(bookingId));
}

/** Either task ends with what it is about. */
export function renewAfterHold(tx: Tx, deed: Deed, bookingId: Id<"booking">): void {
  for (const [cause, isNear] of [
    [holdEndedCause(bookingId), isTruckNear],
    [holdBegunCause(bookingId), isStoppedNear],
  ] as const)
    if (isOpenTask(tx, cause) && !isNear(tx, bookingId, deed.now)) closeTask(tx, deed, cause);
}
