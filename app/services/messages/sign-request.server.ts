import { getBooking, type Booking } from "~/domain/booking/order/bookings.server";
import { wishOf } from "~/domain/booking/order/order.server";
import { accountDaysOf } from "~/domain/documents/sign.server";
import { asToSign, type ToDo } from "~/domain/documents/to-sign.server";
import { findLastEvent } from "~/domain/events/events.server";
import { findLiveHold } from "~/domain/inventory/holds.server";
import { isHeldFor } from "~/domain/inventory/quote-holds.server";
import type { Deed } from "~/domain/kernel/deed";
import { formatEnd, type Instant } from "~/domain/kernel/time.server";
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
  const { booking, toDo, linkEnds } = asked;
  const { orm } = services.db;
  const hold = findLiveHold(orm, booking.id);
  const isHeld = hold && deed.now < hold.expires_at && isHeldFor(hold, wishOf(booking, services.settings()));
  const content = templates.agreementRequest({
    ...facts(services, booking),
    signUrl: links(services).url(paths.signAgreement(booking.signing_key)),
    ends: linkEnds === null ? null : formatEnd(linkEnds),
    isOfTheDay: isOfTheDay(asked),
    heldUntil: isHeld ? formatEnd(hold.expires_at) : null,
    accountDays: accountDaysOf(orm, booking, deed.now),
    toDo,
  });
  return send(services, deed, work, booking.email, content, { booking });
}

const SAID: Readonly<Record<ToDo, string>> = {
  sign: "",
  "sign-again": "was changed after you signed it: please sign again.",
  "sign-ours": "is as you signed it, but our agreement was changed: please sign again.",
  pay: "is signed, and still to be paid.",
};

export async function signRequestText(services: Texting, deed: Deed, work: Task<"sms.sign-request">): Promise<Effect> {
  const asked = askedNow(services, deed, work);
  if (!asked) return notSent(work, OVER);
  const { booking, toDo, linkEnds } = asked;
  const ends = linkEnds === null ? [] : [`The link works ${formatEnd(linkEnds, { short: true })}.`];
  // Until when a fixed price is good the text says by itself.
  const state = toDo === "sign" && isOfTheDay(asked) ? "is ready." : SAID[toDo];
  const said = [state, ...(isOfTheDay(asked) ? [...ends, templates.PRICE_OF_THE_DAY] : [])].join(" ");
  return sendText(services, deed, work, booking, paths.signAgreement(booking.signing_key), said);
}

/** An order as it is to be signed or paid now, and until when its link leads there. */
interface Asked {
  booking: Booking;
  toDo: ToDo;
  linkEnds: Instant | null;
}

/** Whether what is still to be signed has no price that the office fixed. */
const isOfTheDay = ({ booking, toDo }: Asked) => toDo !== "pay" && booking.quote_expires_at === null;

/** Null once nothing is to be asked for any more: of who has signed since only what the office sends after that. */
function askedNow(services: Mailing | Texting, { now }: Deed, work: Asking): Asked | null {
  const { orm } = services.db;
  const stored = getBooking(orm, work.payload.bookingId);
  const words = wordsNow(work, stored);
  if (words === null || (stored.quote_expires_at !== null && now >= stored.quote_expires_at)) return null;
  const last = (action: "agreement_signed" | "sent_again") => findLastEvent(orm, stored.id, action)?.id ?? 0;
  if (words === "go-on" && last("sent_again") < last("agreement_signed")) return null;
  return { ...asToSign(orm, services.settings(), stored, now, website(services)), linkEnds: stored.quote_expires_at };
}
