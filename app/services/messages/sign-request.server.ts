import { getBooking, type Booking } from "~/domain/booking/order/bookings.server";
import { wishOf } from "~/domain/booking/order/order.server";
import { accountDaysOf } from "~/domain/documents/sign.server";
import { asToSign, type ToDo } from "~/domain/documents/to-sign.server";
import { findLastEvent } from "~/domain/events/events.server";
import { findLiveHold } from "~/domain/inventory/holds.server";
import { isHeldFor } from "~/domain/inventory/quote-holds.server";
import type { Deed } from "~/domain/kernel/deed";
import { formatEnd } from "~/domain/kernel/time.server";
import * as templates from "~/domain/messages/templates";
import type { Task } from "~/domain/outbox/outbox.server";
import { paths } from "~/paths";
import { website } from "../payments/checkout.server";
import { facts, links, OVER, wordsNow, type Mailing, type Texting } from "./facts.server";
import { notSent, send, type Effect } from "./send.server";
import { sendText } from "./texts.server";

type Asking = Task<"mail.sign-request" | "sms.sign-request">;

/** The link to sign and pay what the office prepared: the mail and the text, as the order is when they leave. */
export async function signRequest(services: Mailing, deed: Deed, work: Task<"mail.sign-request">): Promise<Effect> {
  const asked = askedNow(services, deed, work);
  if (!asked) return notSent(work, OVER);
  const { booking, toDo } = asked;
  const { orm } = services.db;
  const hold = findLiveHold(orm, booking.id);
  const content = templates.agreementRequest({
    ...facts(services, booking),
    signUrl: links(services).url(paths.signAgreement(booking.signing_key)),
    ends: booking.quote_expires_at ? formatEnd(booking.quote_expires_at) : null,
    isHeld: hold !== undefined && isHeldFor(hold, wishOf(booking, services.settings())),
    accountDays: accountDaysOf(orm, booking, deed.now),
    toDo,
  });
  return send(services, deed, work, booking.email, content, { booking });
}

const SAID: Readonly<Record<ToDo, string>> = {
  sign: "",
  "sign-again": "was changed after you signed it: please sign again.",
  pay: "is signed, and still to be paid.",
};

export async function signRequestText(services: Texting, deed: Deed, work: Task<"sms.sign-request">): Promise<Effect> {
  const asked = askedNow(services, deed, work);
  if (!asked) return notSent(work, OVER);
  const { booking, toDo } = asked;
  return sendText(services, deed, work, booking, paths.signAgreement(booking.signing_key), SAID[toDo]);
}

/** Null once nothing is to be asked for any more: of who has signed since only what the office sends after that. */
function askedNow(services: Mailing | Texting, { now }: Deed, work: Asking): { booking: Booking; toDo: ToDo } | null {
  const { orm } = services.db;
  const stored = getBooking(orm, work.payload.bookingId);
  const words = wordsNow(work, stored);
  if (words === null || (stored.quote_expires_at !== null && now >= stored.quote_expires_at)) return null;
  const last = (action: "agreement_signed" | "sent_again") => findLastEvent(orm, stored.id, action)?.id ?? 0;
  if (words === "go-on" && last("sent_again") < last("agreement_signed")) return null;
  return asToSign(orm, services.settings(), stored, now, website(services));
}
