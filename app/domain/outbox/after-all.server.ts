import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { outbox } from "#db/schema/index";
import type { Id } from "../kernel/ids.server";

/** What `noteOutcome` says of a message that was not sent. */
export const notSentWords = (why: string): string => `not sent: ${why}`;

/**
 * Work that ended without doing anything, for a reason that has gone since, is done after all, and looks again whether it
 * may. What was done, or waits, is left alone.
 */
export function doAfterAll(tx: Tx, causes: readonly string[], why: string): void {
  wake(tx, inArray(outbox.cause, [...causes]), why);
}

/** Why a message that says that our truck comes was not sent. */
export const ON_HOLD = "the booking is on hold";

/** The same of what was left out as the booking was on hold. */
export function doAfterHold(tx: Tx, bookingId: Id<"booking">): void {
  wake(tx, eq(outbox.booking_id, bookingId), notSentWords(ON_HOLD));
}

/** What waits for the end of a hold. */
export const IS_HELD_BACK = sql`(${outbox.state} = 'done' and ${outbox.last_error} = ${notSentWords(ON_HOLD)})`;

/** How a row looks that is done at `runAt` (wall time, milliseconds), whatever became of it. */
export const waitingAnew = (runAt: number) =>
  ({ state: "waiting", attempts: 0, run_at: runAt, done_at: null, last_error: null }) as const;

function wake(tx: Tx, which: SQL, why: string): void {
  tx.update(outbox)
    .set(waitingAnew(Date.now()))
    .where(and(which, eq(outbox.state, "done"), eq(outbox.last_error, why)))
    .run();
}
