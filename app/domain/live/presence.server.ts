import { and, asc, eq, gt, lt, ne, sql } from "drizzle-orm";
import type { Db } from "#db/client.server";
import { livePresence, profiles } from "#db/schema/index";
import { deleteSome, inSlices, type Slices } from "#db/slices.server";
import type { Id } from "../kernel/ids.server";
import { sendSignal } from "./happened.server";

/** A page says it every 25 s; whoever has been silent for longer than two of them has gone. */
export const SEEN_MS = 60_000;

/**
 * Somebody of the team looks at a booking, still looks, or has left it. Tells the office only when they come or go.
 * Returns the names of the others who look at it now, by name.
 */
export function lookAt(
  db: Db,
  { bookingId, userId, leaving }: { bookingId: Id<"booking">; userId: Id<"account">; leaving: boolean },
  now = Date.now(),
): Promise<string[]> {
  const mine = and(eq(livePresence.booking_id, bookingId), eq(livePresence.user_id, userId));
  return db.write(
    (tx) => {
      const before = tx.select({ seen: livePresence.seen_at }).from(livePresence).where(mine).get();
      const wasHere = before !== undefined && before.seen > now - SEEN_MS;
      if (leaving) tx.delete(livePresence).where(mine).run();
      else
        tx.insert(livePresence)
          .values({ booking_id: bookingId, user_id: userId, seen_at: now })
          .onConflictDoUpdate({ target: [livePresence.booking_id, livePresence.user_id], set: { seen_at: now } })
          .run();
      if (wasHere === leaving) sendSignal(tx, { topic: "office", kind: "presence", id: bookingId });
      return tx
        .select({ name: sql<string>`coalesce(${profiles.display_name}, 'Somebody')` })
        .from(livePresence)
        .leftJoin(profiles, eq(profiles.user_id, livePresence.user_id))
        .where(
          and(
            eq(livePresence.booking_id, bookingId),
            ne(livePresence.user_id, userId),
            gt(livePresence.seen_at, now - SEEN_MS),
          ),
        )
        .orderBy(asc(profiles.display_name))
        .limit(20)
        .all()
        .map(({ name }) => name);
    },
    { durable: false },
  );
}

/** Forgets who looked at what, in slices. */
export function forgetOldPresence(db: Db, now = Date.now()): Promise<Slices> {
  return inSlices(db, (tx, most) => deleteSome(tx, livePresence, lt(livePresence.seen_at, now - 2 * SEEN_MS), most));
}
