import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { outbox } from "#db/schema/index";

/** What `noteOutcome` says of a message that was not sent. */
export const notSentWords = (why: string): string => `not sent: ${why}`;

/**
 * Work that ended without doing anything, for a reason that has gone since, is done after all, and looks again whether it
 * may. What was done, or waits, is left alone.
 */
export function doAfterAll(tx: Tx, causes: readonly string[], why: string): void {
  tx.update(outbox)
    .set({ state: "waiting", attempts: 0, run_at: Date.now(), done_at: null, last_error: null })
    .where(and(inArray(outbox.cause, [...causes]), eq(outbox.state, "done"), eq(outbox.last_error, why)))
    .run();
}
