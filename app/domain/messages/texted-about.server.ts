import { and, desc, eq, inArray, notInArray, or } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { bookings } from "#db/schema/index";
import { findByReach } from "../customers/contacts.server";
import { familyOf } from "../customers/family.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { formatPhone } from "../kernel/phone";
import { MINUTE, plus } from "../kernel/time.server";
import { ANSWER_WITHIN_MINUTES } from "../tasks/kinds";
import { openTask } from "../tasks/tasks.server";
import { BOOKING_OVER, textedCancelCause } from "../tasks/texted-cancel";

/** What a text from a number may be about: a number says nothing of which booking is meant. */
export interface TextedAbout {
  id: Id<"booking">;
  number: string;
}

/** More are in the customer's record. */
const MOST = 5;

/** The bookings of a number (E.164), or of whom it reaches, that are not over: the newest first, five at most. */
export function listTextedAbout(orm: Orm, phone: string): TextedAbout[] {
  const customers = findByReach(orm, [phone]).flatMap(({ id }) => familyOf(orm, id));
  return orm
    .select({ id: bookings.id, number: bookings.booking_number })
    .from(bookings)
    .where(
      and(
        or(eq(bookings.phone, formatPhone(phone)), inArray(bookings.customer_id, customers)),
        notInArray(bookings.status, [...BOOKING_OVER]),
      ),
    )
    .orderBy(desc(bookings.created_at), desc(bookings.id))
    .limit(MOST)
    .all();
}

/**
 * CANCEL is a word of the phone networks' that stops our texts, and in a customer's mouth it may mean the booking: a person
 * asks. Nothing for a number that has no booking with us. `thread`: the booking that the text joined, or null.
 */
export function askAboutCancel(
  tx: Tx,
  deed: Deed,
  text: { id: Id<"message">; from: string },
  thread: Id<"booking"> | null,
): void {
  const live = listTextedAbout(tx, text.from);
  const about = live.find(({ id }) => id === thread) ?? live[0];
  if (!about) return;
  openTask(tx, deed, {
    kind: "texted_cancel",
    cause: textedCancelCause(about.id),
    subject: { kind: "message", id: text.id },
    bookingId: about.id,
    due: plus(deed.now, ANSWER_WITHIN_MINUTES * MINUTE),
    again: true,
  });
}
