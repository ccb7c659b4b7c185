import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { outbox } from "#db/schema/index";
import { receiptAddress, type Booking } from "~/domain/booking/order/bookings.server";
import { reachedNow } from "~/domain/documents/to-sign.server";
import { findLastEvent, recordEvent } from "~/domain/events/events.server";
import type { Deed, StaffActor } from "~/domain/kernel/deed";
import { newCapability } from "~/domain/kernel/ids.server";
import { wordsFor } from "~/domain/messages/still-true";
import { findTextStop } from "~/domain/messages/stops.server";
import { enqueue } from "~/domain/outbox/outbox.server";
import { isQuoteOver } from "~/domain/states/status-rules";

export type SentAgain = "link" | "papers";

const KINDS = {
  link: ["mail.sign-request", "sms.sign-request"],
  papers: ["mail.booking-documents", "sms.booking-confirmed"],
} as const;
/** A second press of the button is no second message. */
const DOUBLE_CLICK_MS = 60_000;

/**
 * What can be sent to this customer once more: the link to sign and pay, of what the office prepared until it is paid, or
 * the papers of what was paid. Null where nothing fits the booking's state; who gave no email address at all gets the papers as the text of the confirmation,
 * while that is still true.
 */
export function sendableAgain(
  booking: Pick<Booking, "status" | "source" | "email" | "receipt_email">,
): SentAgain | null {
  const { status, source } = booking;
  const words = wordsFor("mail.sign-request", status);
  // Whoever ordered on the website signed there, and asks for their order themselves.
  if (words === "sign" || (words !== null && source === "staff")) return "link";
  return wordsFor(receiptAddress(booking) ? "mail.booking-documents" : "sms.booking-confirmed", status)
    ? "papers"
    : null;
}

export type NotSent = { ok: false; code: "nothing_to_send" | "price_over" | "reaches_nobody" };

/**
 * Sends it to the booking's stored address, the link also by text where the customer agreed; all of it by text where
 * there is no address. Refused where nothing fits, where the link leads nowhere because the price is over, and where
 * nobody would get it.
 */
export function sendAgain(tx: Tx, deed: Deed<StaffActor>, booking: Booking): { ok: true } | NotSent {
  const what = sendableAgain(booking);
  if (!what) return { ok: false, code: "nothing_to_send" };
  if (what === "link" && isQuoteOver(booking, deed.now)) return { ok: false, code: "price_over" };
  const last = findLastEvent(tx, booking.id, "sent_again");
  // What was put right since, another address perhaps, went out with nothing.
  const corrected = findLastEvent(tx, booking.id, "order_corrected");
  const isSame = last !== null && (corrected?.id ?? 0) < last.id;
  if (isSame && deed.now - last.at < DOUBLE_CLICK_MS) return { ok: true };
  return sendAnew(tx, deed, booking, what) ? { ok: true } : { ok: false, code: "reaches_nobody" };
}

/**
 * Sends the link again, because what its message said is not so any more. Not where that message still waits, a text for
 * the morning for instance: it says what is true when it leaves. Nothing for an order whose link is not asked for.
 */
export function correctLink(tx: Tx, deed: Deed<StaffActor>, booking: Booking): void {
  if (sendableAgain(booking) !== "link" || isQuoteOver(booking, deed.now)) return;
  const waiting = and(
    eq(outbox.booking_id, booking.id),
    inArray(outbox.kind, ["mail.sign-request", "sms.sign-request"]),
    eq(outbox.state, "waiting"),
  );
  // From before the signature it would not leave any more (sign-request.server.ts).
  const isOld = (findLastEvent(tx, booking.id, "agreement_signed")?.id ?? 0) > lastAskedId(tx, booking.id);
  if (isOld)
    tx.update(outbox)
      .set({ state: "done", done_at: Date.now(), last_error: "not sent: they have signed meanwhile" })
      .where(and(waiting, isNull(outbox.lease_token)))
      .run();
  else if (tx.select({ id: outbox.id }).from(outbox).where(waiting).get()) return;
  sendAnew(tx, deed, booking, "link");
}

const lastAskedId = (tx: Tx, id: Booking["id"]) => findLastEvent(tx, id, "sent_again")?.id ?? 0;

/** The message once more whatever was sent before, with its event; false where nobody would get it. */
export function sendAnew(tx: Tx, deed: Deed<StaffActor>, stored: Booking, what: SentAgain): boolean {
  const booking = what === "link" ? reachedNow(tx, stored) : stored;
  // The link to sign has a key of the customer's: no receipt's address gets it.
  const to = what === "link" ? booking.email : receiptAddress(booking);
  const byText = booking.sms_consent && (what === "link" || !to);
  const [mail, text] = KINDS[what];
  const kinds = [...(to ? [mail] : []), ...(byText ? [text] : [])];
  // Beside a mail the text is kept with the reason why it was not sent.
  const arrives = to !== "" || (byText && !findTextStop(tx, booking.phone));
  if (!arrives) return false;
  for (const kind of kinds)
    enqueue(tx, {
      kind,
      cause: `${kind}:${booking.id}:${newCapability()}`,
      bookingId: booking.id,
      payload: { bookingId: booking.id },
    });
  const subject = { kind: "booking", id: booking.id } as const;
  recordEvent(tx, deed, { subject, bookingId: booking.id, action: "sent_again", data: { what } });
  return true;
}
