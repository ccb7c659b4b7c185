import { and, desc, eq, gt } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { events } from "#db/schema/index";
import { recordEvent } from "../../events/events.server";
import type { Deed, StaffActor } from "../../kernel/deed";
import type { Id } from "../../kernel/ids.server";
import { plus } from "../../kernel/time.server";

const DOUBLE_CLICK_MS = 60_000;

/**
 * What somebody of the office wants the others to know of a booking: an entry of its history, which nobody changes
 * later. The same words of the same person within a minute are a double click, and kept once.
 */
export function writeNote(tx: Tx, deed: Deed<StaffActor>, bookingId: Id<"booking">, note: string): void {
  const before = tx
    .select({ why: events.why, by: events.actor_id })
    .from(events)
    .where(
      and(
        eq(events.booking_id, bookingId),
        eq(events.action, "note_written"),
        gt(events.at, plus(deed.now, -DOUBLE_CLICK_MS)),
      ),
    )
    .orderBy(desc(events.id))
    .all();
  if (before.some(({ why, by }) => why === note && by === deed.by.id)) return;
  recordEvent(tx, deed, { subject: { kind: "booking", id: bookingId }, bookingId, action: "note_written", why: note });
}
