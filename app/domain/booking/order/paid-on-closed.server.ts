import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { jobs, units } from "#db/schema/index";
import type { Deed } from "../../kernel/deed";
import type { Id } from "../../kernel/ids.server";
import { BEFORE_IT_LEAVES } from "../../states/job-places";
import { isKeptJob } from "../../states/kept";
import { closedDayCause } from "../../tasks/closed-days.server";
import { openTask } from "../../tasks/tasks.server";
import { isJobShut } from "./closed-day.server";

/**
 * Somebody agrees on another day, for each day, or half of one, that was closed while the order was being paid. A storm
 * has moved all that was planned for it then, so nobody is asked of what comes to stand there later, as of what a calendar
 * closes (`renewClosedDay`, which has this go on and end).
 */
export function askAboutPaidOnClosed(tx: Tx, deed: Deed, booking: { id: Id<"booking">; mayKeep: boolean }): void {
  const planned = tx
    .select({ job: jobs, unit: units.state })
    .from(jobs)
    .innerJoin(units, eq(units.id, jobs.unit_id))
    .where(and(eq(jobs.booking_id, booking.id), inArray(jobs.state, BEFORE_IT_LEAVES)))
    .all();
  for (const { job, unit } of planned) {
    if (isKeptJob({ kind: job.kind, unit, mayKeep: booking.mayKeep }) || !isJobShut(tx, job, deed.now)) continue;
    openTask(tx, deed, {
      kind: "closed_day",
      cause: closedDayCause(booking.id, job.day),
      subject: { kind: "booking", id: booking.id },
      bookingId: booking.id,
      due: deed.now,
    });
  }
}
