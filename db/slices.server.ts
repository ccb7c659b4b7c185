import { setTimeout as pause } from "node:timers/promises";
import { sql, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db, Tx } from "./client.server";

/** What a slice may take with its commit (bars.md); the next one is made as large as fits into half of it. */
export const SLICE_MS = 5;
const FIRST = 4;
const GROWTH = 2;
/** How long one round works at most; what is left waits for the next round. */
const ROUND_MS = 1_000;

export interface Slices {
  /** All that was worked on in this round. */
  handled: number;
  /** The longest slice in milliseconds, its commit included. */
  longest: number;
  /** False when the round ended before the work did. */
  finished: boolean;
}

/**
 * Works through many rows without standing in anybody's way: `slice` deals with up to `most` rows found by an index and
 * returns how many there were; each slice is a short transaction of its own. Slices grow while they are short and
 * shrink when one was long; between two of them everybody else has at least as long. Throws what `slice` throws, and
 * DatabaseBusyError.
 */
export async function inSlices(
  db: Db,
  slice: (tx: Tx, most: number) => number,
  { roundMs = ROUND_MS, first = FIRST } = {},
): Promise<Slices> {
  const done: Slices = { handled: 0, longest: 0, finished: false };
  for (let most = first, worked = 0; worked < roundMs;) {
    let begun = 0;
    const handled = await db.write((tx) => {
      // From here, not from the call: waiting for another process's lock stops nobody.
      begun = performance.now();
      return slice(tx, most);
    });
    const took = performance.now() - begun;
    done.handled += handled;
    done.longest = Math.max(done.longest, took);
    if (handled < most) return { ...done, finished: true };
    worked += took;
    const fitting = Math.floor((most * SLICE_MS) / 2 / took);
    most = Math.max(1, Math.min(most * GROWTH, fitting));
    await pause(Math.max(1, took));
  }
  return done;
}

/** Deletes up to `most` rows that meet a condition which an index answers; returns how many. */
export function deleteSome(tx: Tx, table: SQLiteTable, where: SQL | undefined, most: number): number {
  const some = tx
    .select({ row: sql`rowid` })
    .from(table)
    .where(where)
    .limit(most);
  return tx
    .delete(table)
    .where(sql`rowid in ${some}`)
    .run().changes;
}
