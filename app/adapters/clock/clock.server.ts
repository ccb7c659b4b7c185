import type { Db } from "#db/client.server";
import { instant, type Clock } from "~/domain/kernel/time.server";

/** Wall time; in the sandbox plus the offset that /sandbox/clock keeps in the database for all processes. */
export function createClock(db: Db, sandbox: boolean): Clock {
  if (!sandbox) return { now: () => instant(Date.now()) };
  // Asked several times for each page, so without the query builder.
  const offset = db.sqlite.prepare<[], number>("select offset_ms from sandbox_clock where id = 1").pluck();
  return { now: () => instant(Date.now() + (offset.get() ?? 0)) };
}
