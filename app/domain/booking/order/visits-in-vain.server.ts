import { and, eq, sql } from "drizzle-orm";
import { prepared, type Tx } from "#db/client.server";
import { jobs, units } from "#db/schema/index";
import { addDays } from "../../kernel/days";
import type { Deed } from "../../kernel/deed";
import type { Id } from "../../kernel/ids.server";
import { dayAt, instantAt } from "../../kernel/time.server";
import { nextOpenDay } from "../../schedule/rules";
import { readSettings } from "../../settings/settings.server";
import { closeTask, openTask } from "../../tasks/tasks.server";

/** A truck came for this dumpster in vain, and no day has been chosen since. */
export const anotherDayCause = (unitId: Id<"unit">): string => `another_day:${unitId}`;

/**
 * A job that was the last one of a dumpster which could not be set down, or not collected: nothing is planned for it any
 * more, and it would be out of everybody's sight. Asked of `jobs` joined with their `units`.
 */
export const IS_IN_VAIN = sql`${jobs.state} = 'attempted'
  and ((${units.state} = 'delivery_failed' and ${jobs.kind} = 'delivery') or (${units.state} = 'pickup_failed' and ${jobs.kind} = 'pickup'))
  and not exists (select 1 from jobs as later where later.unit_id = ${jobs.unit_id} and later.kind = ${jobs.kind}
    and later.attempt > ${jobs.attempt} and later.state <> 'cancelled')`;

const ID = sql.placeholder("id");
const unitsOf = prepared((orm) =>
  orm
    .select({ id: units.id, done: jobs.done_at })
    .from(units)
    .leftJoin(jobs, and(eq(jobs.unit_id, units.id), IS_IN_VAIN))
    .where(eq(units.booking_id, ID))
    .prepare(),
);
/** Its customer may choose by themselves until then; in the morning they are called. */
const CALL_AT_HOUR = 9;

/** Somebody agrees on a new day, for each dumpster of a booking that needs one: one task, until a day is chosen or it is not needed any more. */
export function renewVisitTasks(tx: Tx, deed: Deed, bookingId: Id<"booking">): void {
  for (const { id, done } of unitsOf(tx).all({ id: bookingId })) {
    if (done === null) {
      closeTask(tx, deed, anotherDayCause(id));
      continue;
    }
    const morning = nextOpenDay(addDays(dayAt(done), 1), readSettings(tx));
    openTask(tx, deed, {
      kind: "another_day",
      cause: anotherDayCause(id),
      subject: { kind: "booking", id: bookingId },
      bookingId,
      due: instantAt(morning, CALL_AT_HOUR),
    });
  }
}
