import type { Orm } from "#db/client.server";
import { findDraft, type Draft } from "../booking/draft/drafts.server";
import { grantableOrder } from "../booking/draft/grants";
import { rightsFor } from "../booking/draft/grants.server";
import { onlySaid, partsOf } from "../booking/draft/office-contact";
import type { Booking } from "../booking/order/bookings.server";
import { bookingColumns } from "../booking/order/place.server";
import { phoneColumns } from "../kernel/phone";
import type { Instant } from "../kernel/time.server";
import type { Settings } from "../settings/schema";
import { isPayable } from "../states/status-rules";
import { draftAgreement, findAgreementLink } from "./agreement.server";
import { orderToSign } from "./sign.server";

/** What the caller of a prepared order has still to do. */
export type ToDo = "sign" | "sign-again" | "pay";

/** The draft of a prepared order that was signed and is not paid: what is put right in it, its booking does not know. */
function signedDraft(orm: Orm, booking: Booking): Draft | null {
  if (booking.status === "quoted" || !isPayable(booking) || booking.draft_id === null) return null;
  const draft = findDraft(orm, booking.draft_id);
  return draft?.preparedBy ? draft : null;
}

/**
 * A prepared order as its caller would sign and pay it now, and what they have to do for that. Until it is signed again
 * the booking itself says what was signed, at the price of then. `website` stands in the agreement.
 */
export function asToSign(
  orm: Orm,
  settings: Settings,
  booking: Booking,
  now: Instant,
  website: string,
): { booking: Booking; toDo: ToDo } {
  const draft = signedDraft(orm, booking);
  if (!draft) return { booking, toDo: "sign" };
  const rights = rightsFor(orm, draft.id, grantableOrder(draft.data), now);
  const order = orderToSign(orm, settings, draft, booking, rights, now);
  const written = draftAgreement(settings, draft.data, order, booking.booking_number, website);
  const isSigned = written?.view.contentSha256 === findAgreementLink(orm, booking.id)?.contentSha256;
  if (isSigned || !order.schedule) return { booking, toDo: isSigned ? "pay" : "sign-again" };
  const asNow = { ...booking, ...bookingColumns(draft.data, order), permit_number: null };
  return { booking: reachedNow(orm, asNow, booking), toDo: "sign-again" };
}

/**
 * Where its messages go: to whom it was signed by, unless the office has put that right since. What only the caller wrote
 * is no address that a key to the booking goes to before they have signed it. `as`: the booking that it is put into.
 */
export function reachedNow(orm: Orm, as: Booking, { email, phone, phone_extension }: Booking = as): Booking {
  const draft = signedDraft(orm, as);
  const contact = draft?.officeContact && onlySaid(draft.data.contactInfo, draft.officeContact);
  if (!contact) return { ...as, email, phone, phone_extension };
  const said = partsOf(contact);
  return {
    ...as,
    sms_consent: draft.data.smsConsent,
    email: said.email || email,
    ...(said.phone ? phoneColumns(contact.phone) : { phone, phone_extension }),
  };
}
