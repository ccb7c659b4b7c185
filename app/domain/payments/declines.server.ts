import { and, count, desc, eq } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { events } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { EventData } from "../events/happenings";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
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
  const known = tx.select({ declines: count() }).from(events).where(ofPage(checkout.id)).get()?.declines ?? 0;
  if (known >= MOST_DECLINES) return;
  recordEvent(tx, deed, {
    subject: { kind: "checkout", id: checkout.id },
    bookingId: checkout.booking_id,
    action: "card_declined",
    data: code === null ? {} : { code },
  });
}

const ofPage = (id: Id<"checkout">) =>
  and(eq(events.subject_kind, "checkout"), eq(events.subject_id, id), eq(events.action, "card_declined"));

/** The last card that was refused on a payment page; null where none was. */
export function findDecline(orm: Orm, id: Id<"checkout">): { code: string | undefined } | null {
  const last = orm.select({ data: events.data }).from(events).where(ofPage(id)).orderBy(desc(events.id)).limit(1).get();
  return last ? { code: (last.data as EventData<"card_declined"> | null)?.code } : null;
}
