import { dayOn, formatWhen, yearOf } from "~/domain/kernel/moments";
import { told } from "~/domain/booking/draft/tracked";
import { fieldWord, valueWords } from "~/domain/booking/draft/write-words";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { lookAtRenewal } from "~/domain/booking/order/renew.server";
import { quietUntil } from "~/domain/messages/quiet-hours.server";
import { isPayable, isQuoteOver } from "~/domain/states/status-rules";
import { likelyMeant } from "~/domain/kernel/mail-slip";
import { formatEnd, formatInstant, formatTime, type Instant } from "~/domain/kernel/time.server";
import { declineWords } from "~/domain/payments/card-words";
import { phoneView } from "~/domain/kernel/phone";
import type { PreparedRecord } from "~/domain/records/prepared-record.server";
import { paths } from "~/paths";
import { noRenewalWords } from "~/services/booking/renew.server";
import type { Services } from "~/services.server";
import type { AsItIs } from "./prepared-as-it-is.server";
import { wordsToStaff } from "./said-to-staff.server";
import type { RenewalView } from "~/ui/office/RenewPrice";
import type { PreparedView } from "~/ui/office/PreparedOrder";

/** The offer to renew a price that has ended, or why it cannot be renewed as it is; null while it is good. */
export function renewalView(
  { clock, db, settings }: Pick<Services, "clock" | "db" | "settings">,
  booking: Booking,
): RenewalView | null {
  if (!isQuoteOver(booking, clock.now())) return null;
  const looked = lookAtRenewal(db.orm, settings(), booking, clock.now());
  const ended = formatEnd(booking.quote_expires_at ?? clock.now());
  if (!looked.ok) return { ended, why: wordsToStaff(noRenewalWords(looked)) };
  const { was, now, ends } = looked;
  return { ended, was, now, good: formatEnd(ends) };
}

const NOWHERE = "There is nowhere to send it: read it out, or copy it.";

/** Where the link went, and why it did not go: the text waits for the morning, which may be too late. */
function sentWords({ reached: booking, messages, steps, textStop }: PreparedRecord, now: Instant) {
  if (isQuoteOver(booking, now) && steps.sent === null)
    return { ways: [], unsent: "It reached nobody while the price was good." };
  const byText = booking.sms_consent && !textStop;
  const texted = messages.some(({ template }) => template === "sms.sign-request");
  const quiet = byText && !texted ? quietUntil("sms.sign-request", now) : null;
  const ways = [
    ...(booking.email ? [`email to ${booking.email}`] : []),
    ...(byText && quiet === null ? [`text message to ${phoneView(booking).text}`] : []),
  ];
  if (quiet === null) return { ways, unsent: ways.length > 0 ? "" : NOWHERE };
  const waits = `No text message leaves before ${formatInstant(quiet)}.`;
  if ((booking.quote_expires_at ?? Infinity) > quiet) return { ways, unsent: waits };
  return { ways, unsent: `${waits} The price ends by then: read the link out, add an email, or choose a later day.` };
}

/** Milliseconds until the price of an order that nobody paid for ends; null when it has, or does not end. */
export function priceEndsIn(booking: Booking, now: Instant): number | null {
  const { status, quote_expires_at: end } = booking;
  return end === null || end < now || !isPayable({ status }) ? null : end - now;
}

/** "9:42 am" today, "Dec 1, 9:42 am" on any other day: a price may hold for weeks. */
const timeOf = (at: Instant, now: Instant) =>
  dayOn(at) === dayOn(now) ? formatTime(at) : formatWhen(at, { thisYear: yearOf(now) });

/** Why nothing is held for the order of now. */
function unheldWords({ booking, hold, steps }: PreparedRecord, now: Instant): string {
  if (isQuoteOver(booking, now)) return "The dumpsters are not held any more, as the price has ended.";
  // The caller changed it by their link, and what was held is still for the order before that.
  if (hold) return "The dumpsters are not held: the order was changed since. Who pays first gets them.";
  const because = steps.signed === null ? ": too many of this size are held for other prices" : "";
  return `The dumpsters are not held${because}. Who pays first gets them.`;
}

/** What the page of a prepared order says of it, in words; what is signed `onAccount` asks for no payment. */
export function preparedView(
  record: PreparedRecord,
  site: string,
  now: Instant,
  { isSignedAsItIs, isHeldAsItIs, undeliverable, fixed }: AsItIs,
  onAccount = false,
): PreparedView {
  const { booking, draft, hold, steps, isToSendAnew, writes } = record;
  const link = site + paths.signAgreement(booking.signing_key);
  const sent = sentWords(record, now);
  const at = (moment: PreparedRecord["steps"]["sent"]) => (moment === null ? null : timeOf(moment, now));
  return {
    number: booking.booking_number,
    bookingId: booking.id,
    draftId: draft.id,
    status: booking.status,
    isSigned: isSignedAsItIs,
    keepsEnd: booking.status !== "quoted" && booking.quote_expires_at !== null && !isQuoteOver(booking, now),
    fixed,
    undeliverable: isQuoteOver(booking, now) ? null : undeliverable,
    version: draft.version,
    onAccount,
    link,
    ...sent,
    isToSendAnew,
    meant: likelyMeant(record.reached.email),
    good: booking.quote_expires_at === null ? null : formatEnd(booking.quote_expires_at),
    isOver: isQuoteOver(booking, now),
    endsIn: priceEndsIn(booking, now),
    held: hold && isHeldAsItIs ? formatEnd(hold.expires_at) : null,
    unheld: unheldWords(record, now),
    steps: [
      {
        name:
          steps.sent !== null
            ? "Link sent"
            : sent.unsent === NOWHERE
              ? "Link not sent"
              : isToSendAnew
                ? "Link to be sent again"
                : "Link on its way",
        at: at(steps.sent),
      },
      { name: "Opened by the caller", at: at(steps.opened) },
      isSignedAsItIs || steps.signed === null
        ? { name: "Signed", at: at(steps.signed) }
        : { name: "To be signed again: the agreement is another one now", at: null },
      // It may have been opened before the order went on account.
      ...(onAccount && steps.paying === null ? [] : [{ name: "Payment page open", at: at(steps.paying) }]),
      ...(onAccount ? [] : [{ name: "Paid", at: null }]),
    ],
    declined: steps.declined && `${declineWords(steps.declined.code)}, ${timeOf(steps.declined.at, now)}.`,
    writes: writes.map(({ field, was, now: is, by, at: when }) => ({
      field,
      words: `${fieldWord(field)}: ${valueWords(field, told(field, { [field]: was }))} → ${valueWords(field, told(field, { [field]: is }))}`,
      who: by.kind === "customer" ? "the caller" : by.label,
      at: timeOf(when, now),
    })),
  };
}
