import { and, count, eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { events } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import { findCheckout } from "./checkouts.server";
import type { DeclineFacts } from "./ports";

/** More of one payment page say nothing new: somebody tries cards. */
export const MOST_DECLINES = 10;

/**
 * Keeps that a card was refused on an open payment page, so that the office, who has them on the line, knows why nothing
 * happens. Nothing else changes: they try another card there.
 */
export function noteDecline(tx: Tx, deed: Deed, { checkoutId, code }: DeclineFacts): void {
  const checkout = findCheckout(tx, { id: checkoutId });
  if (!checkout || (checkout.state !== "open" && checkout.state !== "creating")) return;
  const ofPage = and(
    eq(events.subject_kind, "checkout"),
    eq(events.subject_id, checkout.id),
    eq(events.action, "card_declined"),
  );
  const known = tx.select({ declines: count() }).from(events).where(ofPage).get()?.declines ?? 0;
  if (known >= MOST_DECLINES) return;
  recordEvent(tx, deed, {
    subject: { kind: "checkout", id: checkout.id },
    bookingId: checkout.booking_id,
    action: "card_declined",
    data: code === null ? {} : { code },
  });
}
