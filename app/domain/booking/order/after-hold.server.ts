import { and, eq, inArray, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { bookings, jobs, units } from "#db/schema/index";
import { addDays } from "../../kernel/days";
import type { Deed } from "../../kernel/deed";
import type { Id } from "../../kernel/ids.server";
import { instantAt, type Instant } from "../../kernel/time.server";
import { BEFORE_IT_LEAVES, isOurs } from "../../states/job-places";
import { isKeptJob } from "../../states/kept";
import { closeTask, isOpenTask, openTask } from "../../tasks/tasks.server";

/** A hold that has ended, so near to its truck that no message of ours comes before it. */
export const holdEndedCause = (bookingId: Id<"booking">): string => `hold_ended:${bookingId}`;

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
    })
    .from(jobs)
    .innerJoin(units, eq(units.id, jobs.unit_id))
    .innerJoin(bookings, eq(bookings.id, jobs.booking_id))
    .where(and(eq(jobs.booking_id, sql.placeholder("id")), inArray(jobs.state, [...BEFORE_IT_LEAVES])))
    .prepare(),
);

/** Its truck may leave, and the message of the day before cannot any more. */
function isTruckNear(orm: Orm, id: Id<"booking">, now: Instant): boolean {
  return planned(orm)
    .all({ id })
    .some(
      (job) =>
        job.onHold === null && !isOurs(job) && !isKeptJob(job) && now >= instantAt(addDays(job.day, -1), FROM_HOUR),
    );
}

/**
 * While a booking is on hold its customer reads that we call or write before a truck comes. Where the hold ends on the
 * truck's own day nothing of ours would: somebody does, until the truck leaves, has another day or is stopped once more.
 */
export function askToTellAfterHold(tx: Tx, deed: Deed, bookingId: Id<"booking">): void {
  if (!isTruckNear(tx, bookingId, deed.now)) return;
  openTask(tx, deed, {
    kind: "hold_ended",
    cause: holdEndedCause(bookingId),
    subject: { kind: "booking", id: bookingId },
    bookingId,
    due: deed.now,
    again: true,
  });
}

/** The task ends with what it is about. */
export function renewAfterHold(tx: Tx, deed: Deed, bookingId: Id<"booking">): void {
  const cause = holdEndedCause(bookingId);
  if (isOpenTask(tx, cause) && !isTruckNear(tx, bookingId, deed.now)) closeTask(tx, deed, cause);
}
