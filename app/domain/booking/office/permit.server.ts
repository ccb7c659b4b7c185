import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { bookings } from "#db/schema/index";
import { recordEvent } from "../../events/events.server";
import type { Day } from "../../kernel/days";
import type { Deed } from "../../kernel/deed";
import type { Id } from "../../kernel/ids.server";
import { getBooking } from "../order/bookings.server";

/** A city's or county's permit for a place on the street: its number, and the first and last day that it holds. */
export interface Permit {
  number: string;
  from: Day;
  until: Day;
}

export type PermitResult = { ok: true } | { ok: false; code: "permit_dates" };

/** Keeps the permit, without which no truck leaves for the street (domain.md, 4.31). Refused when it ends before it begins. */
export function keepPermit(
  tx: Tx,
  deed: Deed,
  bookingId: Id<"booking">,
  { number, from, until }: Permit,
): PermitResult {
  if (until < from) return { ok: false, code: "permit_dates" };
  const before = getBooking(tx, bookingId);
  if (before.permit_number === number && before.permit_from === from && before.permit_until === until)
    return { ok: true };
  tx.update(bookings)
    .set({ permit_number: number, permit_from: from, permit_until: until, updated_at: deed.now })
    .where(eq(bookings.id, bookingId))
    .run();
  recordEvent(tx, deed, {
    subject: { kind: "booking", id: bookingId },
    bookingId,
    action: "permit_kept",
    data: { permit_number: number, from, until },
  });
  return { ok: true };
}
