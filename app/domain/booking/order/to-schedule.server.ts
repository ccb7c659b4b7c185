import { and, asc, eq, sql } from "drizzle-orm";
import { prepared, type Tx } from "#db/client.server";
import { jobs } from "#db/schema/index";
import { addDays, type Day } from "../../kernel/days";
import type { Deed } from "../../kernel/deed";
import type { Id } from "../../kernel/ids.server";
import { instantAt } from "../../kernel/time.server";
import { closeTask, openTask } from "../../tasks/tasks.server";

const ID = sql.placeholder("id");
const unscheduledDays = prepared((orm) =>
  orm
    .select({ day: jobs.day })
    .from(jobs)
    .where(and(eq(jobs.booking_id, ID), eq(jobs.kind, "delivery"), eq(jobs.state, "unscheduled")))
    .orderBy(asc(jobs.day))
    .prepare(),
);

/**
 * Somebody schedules what is paid and to be brought, whatever else of its booking stands somewhere already, by the day
 * before its own. But nothing that waits for another day: where each of its deliveries stands on a closed one (`shut`),
 * that is the one thing to do about it, and this is asked for once they have another, or the office has said that a truck
 * goes out.
 */
export function renewToSchedule(tx: Tx, deed: Deed, bookingId: Id<"booking">, shut: ReadonlySet<Day>): void {
  const [first] = unscheduledDays(tx)
    .all({ id: bookingId })
    .flatMap(({ day }) => (shut.has(day) ? [] : [day]));
  const cause = `to_schedule:${bookingId}`;
  if (first === undefined) closeTask(tx, deed, cause);
  else
    openTask(tx, deed, {
      kind: "to_schedule",
      cause,
      subject: { kind: "booking", id: bookingId },
      bookingId,
      due: instantAt(addDays(first, -1), 12),
    });
}
