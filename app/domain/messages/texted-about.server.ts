import { and, desc, eq, inArray, notInArray, or, type SQL } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { bookings } from "#db/schema/index";
import { findByReach } from "../customers/contacts.server";
import { familyOf } from "../customers/family.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { MINUTE, plus } from "../kernel/time.server";
import { ANSWER_WITHIN_MINUTES } from "../tasks/kinds";
import { isAskedAbout, openTask } from "../tasks/tasks.server";
import { BOOKING_OVER, textedCancelCause } from "../tasks/texted-cancel";

/** What a text from a number may be about: a number says nothing of which booking is meant. */
export interface TextedAbout {
  id: Id<"booking">;
  number: string;
}

/** More are in the customer's record. */
const MOST = 5;

/**
 * The bookings of a number (E.164), or of whom it reaches, that are not over: five at most, the newest first, before them
 * the one that the text joined (`thread`), however old it is.
 */
export function listTextedAbout(orm: Orm, phone: string, thread: Id<"booking"> | null): TextedAbout[] {
  const customers = findByReach(orm, [phone]).flatMap(({ id }) => familyOf(orm, id));
  const found = (which: SQL | undefined) =>
    orm
      .select({ id: bookings.id, number: bookings.booking_number })
      .from(bookings)
      .where(and(which, notInArray(bookings.status, [...BOOKING_OVER])))
      .orderBy(desc(bookings.created_at), desc(bookings.id))
      .limit(MOST)
      .all();
  const joined = thread === null ? [] : found(eq(bookings.id, thread));
  const others = found(or(eq(bookings.phone, phone), inArray(bookings.customer_id, customers)));
  return [...joined, ...others.filter(({ id }) => id !== thread)].slice(0, MOST);
}

/**
 * CANCEL is a word of the phone networks' that stops our texts, and in a customer's mouth it may mean the booking: a person
 * asks. Nothing for a number that has no booking with us. `thread`: the booking that the text joined, or null; without an
 * `id` the text itself was not kept.
 */
export function askAboutCancel(
  tx: Tx,
  deed: Deed,
  { id, from }: { id?: Id<"message">; from: string },
  thread: Id<"booking"> | null,
): void {
  const [about] = listTextedAbout(tx, from, thread);
  if (!about) return;
  // Of a number that texts without end one that is asked about already is neither begun again nor put off.
  if (id === undefined && isAskedAbout(tx, textedCancelCause(about.id))) return;
  openTask(tx, deed, {
    kind: "texted_cancel",
    cause: textedCancelCause(about.id),
    subject: id ? { kind: "message", id } : { kind: "booking", id: about.id },
    bookingId: about.id,
    due: plus(deed.now, ANSWER_WITHIN_MINUTES * MINUTE),
    again: true,
  });
}
