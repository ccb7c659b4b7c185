import { and, eq, lt, sql } from "drizzle-orm";
import type { Db } from "#db/client.server";
import { rateLimits } from "#db/schema/index";

const KEEP_MS = 24 * 3_600_000;
const PRUNE_SHARE = 0.01;

export interface TryLimit {
  max: number;
  windowSeconds: number;
  /** How many tries this one counts for; one that weighs more than `max` passes where nothing was counted yet. */
  weight?: number;
}

/**
 * Counts one try (or one that weighs more) in the current window of `windowSeconds` (wall time) and returns 0, or the
 * whole seconds until the window ends when that would make more than `max`. A refused try writes nothing, so that an
 * attack costs a read. Throws DatabaseBusyError.
 */
export async function countTry(db: Db, key: string, { max, windowSeconds, weight = 1, now = Date.now() }: TryLimit & { now?: number }): Promise<number> {
  const size = windowSeconds * 1000;
  const start = Math.floor(now / size) * size;
  const row = and(eq(rateLimits.key, key), eq(rateLimits.window_start, start));
  const counted = () => db.orm.select({ hits: rateLimits.hits }).from(rateLimits).where(row).get()?.hits ?? 0;
  const wait = Math.max(1, Math.ceil((start + size - now) / 1000));
  const isTooMuch = () => counted() + Math.min(weight, max) > max;
  if (isTooMuch()) return wait;
  return db.write((tx) => {
    if (isTooMuch()) return wait;
    tx.insert(rateLimits).values({ key, window_start: start, hits: weight })
      .onConflictDoUpdate({ target: [rateLimits.key, rateLimits.window_start], set: { hits: sql`${rateLimits.hits} + ${weight}` } }).run();
    if (Math.random() < PRUNE_SHARE) tx.delete(rateLimits).where(lt(rateLimits.window_start, now - KEEP_MS)).run();
    return 0;
  });
}
