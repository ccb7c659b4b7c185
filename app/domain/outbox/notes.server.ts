import { eq, sql } from "drizzle-orm";
import { countRows, type Orm, type Tx } from "#db/client.server";
import { outbox } from "#db/schema/index";
import type { ClaimedWork } from "./outbox.server";

/** Says in a piece of work that it has been counted by a cap, so that its next try is not counted again. */
export function markCounted(tx: Tx, work: Pick<ClaimedWork, "id">): void {
  tx.update(outbox)
    .set({ payload: sql`json_set(${outbox.payload}, '$.counted', json('true'))` })
    .where(eq(outbox.id, work.id))
    .run();
}

/** Whether an earlier try of a piece of work was counted. */
export function isCounted(orm: Orm, { id }: Pick<ClaimedWork, "id">): boolean {
  return countRows(orm, outbox, sql`${outbox.id} = ${id} and ${outbox.payload} ->> '$.counted' = 1`) > 0;
}

/** Why a piece of work ended without doing anything, for the office. */
export function noteOutcome(tx: Tx, work: Pick<ClaimedWork, "id">, why: string): void {
  tx.update(outbox).set({ last_error: why }).where(eq(outbox.id, work.id)).run();
}
