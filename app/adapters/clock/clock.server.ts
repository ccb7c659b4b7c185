import { eq } from "drizzle-orm";
import type { Db } from "#db/client.server";
import { sandboxClock } from "#db/schema/index";
import { instant, type Clock } from "~/domain/kernel/time.server";

/** Wall time; in the sandbox plus the offset that /sandbox/clock keeps in the database for all processes. */
export function createClock(db: Db, sandbox: boolean): Clock {
  if (!sandbox) return { now: () => instant(Date.now()) };
  const offset = db.orm
    .select({ ms: sandboxClock.offset_ms })
    .from(sandboxClock)
    .where(eq(sandboxClock.id, 1))
    .prepare();
  return { now: () => instant(Date.now() + (offset.get()?.ms ?? 0)) };
}
