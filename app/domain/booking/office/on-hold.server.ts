import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { bookings } from "#db/schema/index";
import { recordEvent } from "../../events/events.server";
import type { Deed } from "../../kernel/deed";
import type { Id } from "../../kernel/ids.server";
import { cut } from "../../kernel/text";
import { doAfterHold } from "../../outbox/after-all.server";
import { getBooking } from "../order/bookings.server";

export type OnHoldResult = { ok: true } | { ok: false; code: "no_reason" | "finished" };

/**
 * Puts a booking on hold with a reason, or (null) lets it go on: what its customer was not told meanwhile looks again
 * whether it is true. A flag, not a state: domain.md, section 2.
 */
export function setOnHold(tx: Tx, deed: Deed, bookingId: Id<"booking">, reason: string | null): OnHoldResult {
  const booking = getBooking(tx, bookingId);
  const wanted = reason === null ? null : cut(reason.replace(/\s+/g, " ").trim(), 200);
  if (wanted === "") return { ok: false, code: "no_reason" };
  if (wanted && (booking.status === "cancelled" || booking.status === "completed"))
    return { ok: false, code: "finished" };
  if (booking.on_hold_reason === wanted) return { ok: true };
  tx.update(bookings).set({ on_hold_reason: wanted, updated_at: deed.now }).where(eq(bookings.id, bookingId)).run();
  if (wanted === null) doAfterHold(tx, bookingId);
  recordEvent(tx, deed, {
    subject: { kind: "booking", id: bookingId },
    bookingId,
    ...(wanted ? { action: "put_on_hold", why: wanted } : { action: "taken_off_hold" }),
  });
  return { ok: true };
}
