import { and, eq, inArray, type SQL } from "drizzle-orm";
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

function wake(tx: Tx, which: SQL, why: string): void {
  tx.update(outbox)
    .set({ state: "waiting", attempts: 0, run_at: Date.now(), done_at: null, last_error: null })
    .where(and(which, eq(outbox.state, "done"), eq(outbox.last_error, why)))
    .run();
}
