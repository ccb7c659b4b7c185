import type { Orm } from "#db/client.server";
import { findDraft, type Draft } from "../booking/draft/drafts.server";
import { grantableOrder } from "../booking/draft/grants";
import { rightsFor } from "../booking/draft/grants.server";
import { onlySaid, partsOf } from "../booking/draft/office-contact";
import type { Booking } from "../booking/order/bookings.server";
import type { Order } from "../booking/order/order.server";
import { bookingColumns, isPermitted } from "../booking/order/place.server";
import { phoneColumns } from "../kernel/phone";
import type { Instant } from "../kernel/time.server";
import type { Settings } from "../settings/schema";
import { isPayable } from "../states/status-rules";
import { draftAgreement, findAgreement } from "./agreement.server";
import { orderToSign } from "./sign.server";
import { isOnlyOurs } from "./what-changed";

/** What the caller of a prepared order has still to do; `sign-ours`: the order is as they signed it, our agreement is not. */
export type ToDo = "sign" | "sign-again" | "sign-ours" | "pay";

/** The draft of a prepared order that is not paid: what is changed in it before the next signature, its booking does not know. */
function preparedDraft(orm: Orm, booking: Booking): Draft | null {
  if (!isPayable(booking) || booking.draft_id === null) return null;
  const draft = findDraft(orm, booking.draft_id);
  return draft?.preparedBy ? draft : null;
}

/**
 * A prepared order as its caller would sign and pay it now, and what they have to do for that. Until it is signed (again)
 * the booking itself says what was prepared or signed, at the price of then. One whose price is not fixed any more has no end of its
 * price, as once it is signed: only its link ends. `website` stands in the agreement.
 */
export function asToSign(
  orm: Orm,
  settings: Settings,
  booking: Booking,
  now: Instant,
  website: string,
): { booking: Booking; toDo: ToDo } {
  const draft = preparedDraft(orm, booking);
  if (!draft) return { booking, toDo: "sign" };
  const rights = rightsFor(orm, draft.id, grantableOrder(draft.data), now);
  const order = orderToSign(orm, settings, draft, booking, rights, now);
  const written = draftAgreement(settings, draft.data, order, booking.booking_number, website);
  const quote_expires_at = rights.has("price") ? booking.quote_expires_at : null;
  if (booking.status === "quoted") {
    // The caller may have changed it, unsigned. By text it goes to whom the office said, who agreed to that or not.
    const columns = written && { ...columnsNow(booking, draft, order), sms_consent: booking.sms_consent };
    return { booking: reachedNow(orm, { ...booking, ...columns, quote_expires_at }, booking), toDo: "sign" };
  }
  const signed = findAgreement(orm, booking.id);
  if (!written) return { booking: reachedNow(orm, booking), toDo: "sign-again" };
  if (written.view.contentSha256 === signed?.content_sha256) return { booking: reachedNow(orm, booking), toDo: "pay" };
  const asNow = { ...booking, ...columnsNow(booking, draft, order), quote_expires_at };
  const toDo = signed && isOnlyOurs(signed.view, written.view) ? "sign-ours" : "sign-again";
  return { booking: reachedNow(orm, asNow, booking), toDo };
}

/** What its booking will say once it is signed as it is now; a permit is for its place and days. */
function columnsNow(booking: Booking, { data }: Draft, order: Order) {
  const columns = bookingColumns(data, order);
  return { ...columns, permit_number: isPermitted(booking, columns) ? booking.permit_number : null };
}

/**
 * Where its messages go: to whom it was signed by, unless the office has put that right since. What only the caller wrote
 * is no address that a key to the booking goes to before they have signed it. `as`: the booking that it is put into.
 */
export function reachedNow(orm: Orm, as: Booking, { email, phone, phone_extension }: Booking = as): Booking {
  // Unsigned, its booking is as the office said it.
  const draft = as.status === "quoted" ? null : preparedDraft(orm, as);
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
