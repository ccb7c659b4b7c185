import { and, gt, isNull, like, sql } from "drizzle-orm";
import type { Db } from "#db/client.server";
import { closures, outbox, sandboxClock } from "#db/schema/index";
import { instant, type Instant } from "~/domain/kernel/time.server";

const UNITS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };
/** Days and prices are only meant for our century. */
const FARTHEST_MS = 20 * 366 * 86_400_000;

/** "3d", "2h", "30m", "1w", also negative, as milliseconds; null when it is none of these. */
export function readSpan(text: string): number | null {
  const found = /^\s*([+-]?\d{1,6})\s*([mhdw])\s*$/i.exec(text);
  const unit = UNITS[found?.[2]?.toLowerCase() ?? ""];
  return found?.[1] && unit ? Number(found[1]) * unit : null;
}

/**
 * Moves the sandbox's domain time for all processes: to a moment, by a span, or back to wall time. Returns the new
 * offset in milliseconds; null when it would lie more than 20 years away.
 */
export async function moveClock(
  db: Db,
  move: { to: Instant } | { by: number } | { reset: true },
): Promise<number | null> {
  return db.write((tx) => {
    const before = tx.select().from(sandboxClock).get()?.offset_ms ?? 0;
    const offset_ms = "reset" in move ? 0 : "to" in move ? move.to - Date.now() : before + move.by;
    if (Math.abs(offset_ms) > FARTHEST_MS) return null;
    tx.insert(sandboxClock)
      .values({ id: 1, offset_ms })
      .onConflictDoUpdate({ target: sandboxClock.id, set: { offset_ms } })
      .run();
    // The outbox goes by wall time: texts that wait for the morning look at the hour again, and mails that wait some
    // minutes have waited as long as the clock went.
    // The state is written out, so that SQLite uses the partial index of what waits.
    const waits = (kind: string) =>
      and(like(outbox.kind, kind), sql`${outbox.state} = 'waiting'`, isNull(outbox.lease_token));
    tx.update(outbox).set({ run_at: Date.now() }).where(waits("sms.%")).run();
    const passed = offset_ms - before;
    if (passed > 0) {
      const now = Date.now();
      tx.update(outbox)
        .set({ run_at: sql`max(${now}, ${outbox.run_at} - ${passed})` })
        .where(and(waits("mail.%"), gt(outbox.run_at, now)))
        .run();
      // With the mails goes the end of undoing what they tell.
      tx.update(closures)
        .set({ told_at: sql`max(${now}, ${closures.told_at} - ${passed})` })
        .where(gt(closures.told_at, now))
        .run();
    }
    return offset_ms;
  });
}

export type ClockMove = Parameters<typeof moveClock>[1];

/** `{"advance":"3d"}`, or `{"now": ISO text or milliseconds}`; null when it is neither. */
export function readClockMove(body: unknown): ClockMove | null {
  if (typeof body !== "object" || body === null) return null;
  const { now, advance } = body as { now?: unknown; advance?: unknown };
  if (typeof advance === "string" && advance !== "") {
    const by = readSpan(advance);
    return by === null ? null : { by };
  }
  const to = typeof now === "number" ? now : typeof now === "string" ? Date.parse(now) : NaN;
  return Number.isFinite(to) ? { to: instant(to) } : null;
}
