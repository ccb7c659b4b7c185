import { and, eq, isNull, sql } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { insertRow } from "#db/insert.server";
import { rentalAgreements } from "#db/schema/index";
import { type Booking, getBooking, isBeingPaid } from "../booking/order/bookings.server";
import { recordCallerChanges } from "../booking/order/caller-changes.server";
import type { DraftData } from "../booking/draft/data";
import { type Draft, findDraft, saveDraft } from "../booking/draft/drafts.server";
import { findOrderExemption } from "../booking/draft/order-exemption.server";
import { grantableOrder, type Rights } from "../booking/draft/grants";
import { rightsFor, endOtherGrants } from "../booking/draft/grants.server";
import { honourPrice, describeOrder, taxedAsPrepared, type Order } from "../booking/order/order.server";
import { renewBooking, createBooking } from "../booking/order/place.server";
import { FINISHED_BY_PHONE, findUndeliverable, type Undeliverable } from "../booking/order/schedule-check.server";
import { firstIncomplete } from "../booking/draft/steps";
import { notServedOf } from "../customers/serve.server";
import { findTermsFor } from "../customers/terms.server";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import { dayAt, formatInstant, type Instant } from "../kernel/time.server";
import { newId, newCapability } from "../kernel/ids.server";
import { findLiveHold } from "../inventory/holds.server";
import { isPayable } from "../states/status-rules";
import type { Settings } from "../settings/schema";
import { draftAgreement } from "./agreement.server";
import { signedTermsOf } from "./signed-terms";

/**
 * How somebody signed; `image` is a drawing that we have drawn anew (PicturesPort). Wall-clock facts of the request
 * belong to the proof.
 */
export interface Signature {
  name: string;
  image: string | null;
  ip: string;
  userAgent: string;
}

export const CONSENT_TEXT =
  "I have read and agree to this rental agreement. I agree to sign it electronically, and that my typed name counts as my signature.";

export type SignResult =
  | { ok: true; booking: Booking }
  | { ok: false; code: "incomplete" | "already_paid" | "changed" | "checkout_open" }
  | Undeliverable;

/** Whoever is not served signs nothing, however they change the contact in an order of theirs. */
const ofWhoIsNotServed = (tx: Tx, existing: Booking | null): Undeliverable | null =>
  existing && notServedOf(tx, existing)
    ? { ok: false, code: "obstacle", fields: FINISHED_BY_PHONE.fields, byPhone: true, isTooSmall: false }
    : null;

/**
 * Signing creates the booking with its number, in `pending_payment`; signing again after a change renews the same
 * booking and keeps the number. `seenSha256` is the hash of what the page showed: another content is refused as
 * "changed", so nobody signs what they have not seen. The caller has ended an open checkout first; one that was opened
 * meanwhile is refused as "checkout_open", because its hold is for the order as it was. The draft is read again here:
 * another tab may have signed it since the caller read theirs. Nobody signs what cannot be delivered as it stands.
 */
export function signAgreement(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  { id: draftId }: Pick<Draft, "id">,
  signature: Signature,
  seenSha256: string,
  website: string,
): SignResult {
  const draft = findDraft(tx, draftId);
  if (!draft) return { ok: false, code: "incomplete" };
  const existing = draft.bookingId ? getBooking(tx, draft.bookingId) : null;
  const wanted = grantableOrder(draft.data);
  const rights = rightsFor(tx, draft.id, wanted, deed.now);
  const order = orderToSign(tx, settings, draft, existing, rights, deed.now);
  // The page asked as well, but another tab may have changed the order since: nobody signs past a call-back or a day.
  if (
    !order.schedule ||
    firstIncomplete({
      data: draft.data,
      stepsDone: draft.stepsDone,
      signed: false,
      lacksSize: order.lacksSize,
      rights,
    }) !== "agreement"
  )
    return { ok: false, code: "incomplete" };
  if (existing && !isPayable(existing)) return { ok: false, code: "already_paid" };
  const undeliverable = findUndeliverable(tx, settings, draft.data, deed.now, rights) ?? ofWhoIsNotServed(tx, existing);
  if (undeliverable) return undeliverable;
  const seen = draftAgreement(settings, draft.data, order, existing?.booking_number ?? NUMBER_WHEN_SIGNED, website);
  if (seen?.view.contentSha256 !== seenSha256) return { ok: false, code: "changed" };
  const held = existing && findLiveHold(tx, existing.id);
  if (existing && held && (!held.for_quote || isBeingPaid(tx, existing.id)))
    return { ok: false, code: "checkout_open" };

  if (existing) endOtherGrants(tx, deed, draft, wanted);
  const bookingId = existing
    ? renewBooking(tx, deed, existing, draft, order, rights)
    : createBooking(tx, deed, draft, order, "pending_payment");
  const booking = getBooking(tx, bookingId);
  if (existing) recordCallerChanges(tx, deed, draft, bookingId);
  keepAgreement(tx, deed, settings, draft.data, order, booking, signature, website);
  saveDraft(
    tx,
    deed,
    draft.id,
    { bookingId, stepsDone: [...new Set([...draft.stepsDone, "agreement"])] },
    settings.draftDays,
  );
  return { ok: true, booking };
}

/**
 * What a draft's signature is for: its order now, at the price that the office fixed if it did, taxed as of today, and on
 * the customer's account where the office allowed that and their terms still hold. Certificate and account must be those
 * of who signs: the caller's link lets them put another name and address into the order.
 */
export function orderToSign(
  orm: Orm,
  settings: Settings,
  draft: Pick<Draft, "data" | "officeContact">,
  booking: Booking | null,
  rights: Rights,
  now: Instant,
): Order {
  const { data } = draft;
  const described = honourPrice(describeOrder(orm, settings, data), booking, rights);
  const order = { ...described, accountDays: booking && daysAllowed(orm, booking, data, rights) };
  // An order that was corrected has another price than the office fixed: its exemption is a right of its own.
  if (!booking || !(order.price.exempt || rights.has("exempt"))) return order;
  return taxedAsPrepared(order, findOrderExemption(orm, draft, data, dayAt(now))?.certificate ?? null, settings);
}

/** Days to pay an order that is on its customer's account, or goes there when it is signed as it is now; null: by card. */
export function accountDaysOf(orm: Orm, booking: Booking, now: Instant): number | null {
  if (!isPayable(booking)) return booking.account_days;
  const draft = booking.draft_id === null ? null : findDraft(orm, booking.draft_id);
  if (!draft) return null;
  return daysAllowed(orm, booking, draft.data, rightsFor(orm, draft.id, grantableOrder(draft.data), now));
}

/** Days to pay where the office lets this order go on the account of whom it is for; null: it is paid by card. */
function daysAllowed(orm: Orm, booking: Booking, { contactInfo }: DraftData, rights: Rights): number | null {
  if (!rights.has("on_account")) return null;
  return findTermsFor(orm, booking.customer_id, contactInfo)?.days ?? null;
}

/** What the agreement shows instead of a number before it is signed for the first time. */
export const NUMBER_WHEN_SIGNED = "given when you sign";

export function keepAgreement(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  data: DraftData,
  order: Order,
  booking: Booking,
  signature: Signature,
  website: string,
): void {
  const signed = draftAgreement(settings, data, order, booking.booking_number, website);
  if (!signed) throw new Error("nothing to sign");
  const mine = and(eq(rentalAgreements.booking_id, booking.id), isNull(rentalAgreements.superseded_at));
  tx.update(rentalAgreements).set({ superseded_at: deed.now }).where(mine).run();
  const version =
    (tx
      .select({ last: sql<number>`coalesce(max(${rentalAgreements.version}), 0)` })
      .from(rentalAgreements)
      .where(eq(rentalAgreements.booking_id, booking.id))
      .get()?.last ?? 0) + 1;
  const id = newId("agreement");
  insertRow(tx, rentalAgreements, {
    id,
    booking_id: booking.id,
    version,
    terms_version: signed.view.termsVersion,
    signature_name: signature.name,
    signature_image: signature.image,
    consent_text: CONSENT_TEXT,
    signed_terms: signedTermsOf(settings),
    signed_at: deed.now,
    ip_address: signature.ip,
    user_agent: signature.userAgent.slice(0, 500),
    content: signed.canonical,
    content_sha256: signed.view.contentSha256,
    view: {
      ...signed.view,
      signature: {
        name: signature.name,
        signedAt: formatInstant(deed.now),
        ip: signature.ip,
        userAgent: signature.userAgent.slice(0, 500),
        imageDataUrl: null,
        consentText: CONSENT_TEXT,
      },
    },
    capability: newCapability(),
    created_at: deed.now,
  });
  recordEvent(tx, deed, {
    subject: { kind: "agreement", id },
    bookingId: booking.id,
    action: "agreement_signed",
    data: { version, content_sha256: signed.view.contentSha256, terms_version: signed.view.termsVersion },
  });
}
