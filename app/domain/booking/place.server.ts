import { and, eq, isNull, sql } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { bookingItems, bookings, rentalAgreements } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed, StaffActor } from "../kernel/deed";
import { newCapability, newId, type Id } from "../kernel/ids.server";
import { formatInstant, type Instant } from "../kernel/time.server";
import { findOpenCheckout } from "../payments/checkouts.server";
import { needsConsultation } from "../pricing/rules";
import type { Settings } from "../settings/schema";
import { renewAccess } from "./access.server";
import { getBooking, keepCustomer, moveBooking, nextBookingNumber, type Booking } from "./bookings.server";
import type { DraftData } from "./draft-data";
import { findDraft, insertDraft, saveDraft, type Draft } from "./drafts.server";
import { grant, endOtherGrants, rightsFor } from "./grants.server";
import { grantableOrder, type Right, type Rights } from "./grants";
import { describeOrder, draftAgreement, honourPrice, type Order } from "./order.server";
import { firstIncomplete } from "./steps";

/** How somebody signed; `image` is a drawing that we have drawn anew (PicturesPort). Wall-clock facts of the request belong to the proof. */
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
  | { ok: false; code: "incomplete" | "already_paid" | "changed" | "checkout_open" };

/**
 * Signing creates the booking with its number, in `pending_payment`; signing again after a change renews the same
 * booking and keeps the number. `seenSha256` is the hash of what the page showed: another content is refused as
 * "changed", so nobody signs what he has not seen. The caller has ended an open checkout first; one that was opened
 * meanwhile is refused as "checkout_open", because its hold is for the order as it was. The draft is read again here:
 * another tab may have signed it since the caller read his.
 */
export function signAgreement(tx: Tx, deed: Deed, settings: Settings, { id: draftId }: Pick<Draft, "id">, signature: Signature, seenSha256: string, website: string): SignResult {
  const draft = findDraft(tx, draftId);
  if (!draft) return { ok: false, code: "incomplete" };
  const existing = draft.bookingId ? getBooking(tx, draft.bookingId) : null;
  const wanted = grantableOrder(draft.data);
  const rights = rightsFor(tx, draft.id, wanted, deed.now);
  const order = honourPrice(describeOrder(tx, settings, draft.data), existing, rights);
  // The page asked as well, but another tab may have changed the order since: nobody signs past a call-back or a day.
  if (!order.schedule || firstIncomplete({ data: draft.data, stepsDone: draft.stepsDone, signed: false, rights }) !== "agreement") return { ok: false, code: "incomplete" };
  if (existing && existing.status !== "pending_payment" && existing.status !== "quoted" && existing.status !== "expired") return { ok: false, code: "already_paid" };
  const seen = draftAgreement(settings, draft.data, order, existing?.booking_number ?? NUMBER_WHEN_SIGNED, website);
  if (seen?.view.contentSha256 !== seenSha256) return { ok: false, code: "changed" };
  if (existing && findOpenCheckout(tx, existing.id)) return { ok: false, code: "checkout_open" };

  if (existing) endOtherGrants(tx, deed, draft, wanted);
  const bookingId = existing ? renewBooking(tx, deed, existing, draft, order, rights) : createBooking(tx, deed, draft, order, "pending_payment");
  const booking = getBooking(tx, bookingId);
  keepAgreement(tx, deed, settings, draft.data, order, booking, signature, website);
  saveDraft(tx, deed, draft.id, { bookingId, stepsDone: [...new Set([...draft.stepsDone, "agreement"])] }, settings.draftDays);
  return { ok: true, booking };
}

/** What the agreement shows instead of a number before it is signed for the first time. */
export const NUMBER_WHEN_SIGNED = "given when you sign";

/** What staff give by preparing an order: its price, its window, and the talk about its material. */
const GIVEN_BY_PREPARING: readonly Right[] = ["price", "full_window", "consultation"];

/**
 * A price made by the office for a caller: a draft and a booking in `quoted`, to be signed and paid by link. What makes it
 * more than anybody's order are grants, which hold until the price ends.
 */
export function prepareQuote(tx: Tx, deed: Deed<StaffActor>, settings: Settings, data: DraftData, expiresAt: Instant): { draft: Draft; booking: Booking } {
  const made = prepareUnsigned(tx, deed, settings, data, { preparedBy: deed.by.id, expiresAt });
  const order = grantableOrder(data);
  for (const right of GIVEN_BY_PREPARING) if (right !== "consultation" || needsConsultation(order.lines)) grant(tx, deed, made.draft, right, order, expiresAt);
  return made;
}

/** A booking that waits for its first signature, with the draft that it is signed in. Without `office` it is a customer's like any other. */
export function prepareUnsigned(tx: Tx, deed: Deed, settings: Settings, data: DraftData, office: { preparedBy: Id<"account">; expiresAt: Instant } | null = null): { draft: Draft; booking: Booking } {
  const draft = insertDraft(tx, data, deed.now, settings.draftDays, ["project", "schedule"], office?.preparedBy);
  const bookingId = createBooking(tx, deed, draft, describeOrder(tx, settings, data), office ? "quoted" : "pending_payment", office?.expiresAt);
  saveDraft(tx, deed, draft.id, { bookingId }, settings.draftDays);
  return { draft: { ...draft, bookingId }, booking: getBooking(tx, bookingId) };
}

function createBooking(tx: Tx, deed: Deed, draft: Draft, order: Order, status: "pending_payment" | "quoted", quoteExpiresAt: Instant | null = null): Id<"booking"> {
  const id = newId("booking");
  const booking_number = nextBookingNumber(tx, deed.now);
  const customer_id = keepCustomer(tx, draft.data.contactInfo, draft.data.smsConsent, deed.now);
  tx.insert(bookings).values({
    id, booking_number, status, ...columns(draft.data, order), customer_id, source: draft.preparedBy ? "staff" : "web", draft_id: draft.id,
    signing_key: newCapability(), capability: newCapability(), quote_expires_at: quoteExpiresAt, created_at: deed.now, updated_at: deed.now,
  }).run();
  insertItems(tx, id, order);
  recordEvent(tx, deed, { subject: { kind: "booking", id }, bookingId: id, action: status === "quoted" ? "quoted" : "created", to: status, data: { booking_number } });
  return id;
}

function renewBooking(tx: Tx, deed: Deed, booking: Booking, draft: Draft, order: Order, rights: Rights): Id<"booking"> {
  const customer_id = keepCustomer(tx, draft.data.contactInfo, draft.data.smsConsent, deed.now);
  // The day on which the office's price ends means nothing to an order at the price of everybody.
  const quote_expires_at = rights.has("price") ? booking.quote_expires_at : null;
  const signed = columns(draft.data, order);
  moveBooking(tx, deed, booking.id, "pending_payment", "signed again", { ...signed, customer_id, quote_expires_at });
  if (signed.email !== booking.email) renewAccess(tx, deed, { bookingId: booking.id, draftId: draft.id }, "another email address was signed for");
  tx.delete(bookingItems).where(eq(bookingItems.booking_id, booking.id)).run();
  insertItems(tx, booking.id, order);
  return booking.id;
}

/**
 * Keeps the consent for the card on file with its words, and takes over what may be changed after the signature without a
 * new one: notes, project and wishes. Price, place, day and contact are what was signed and stay. Called before each
 * payment, so that a gate code typed last reaches the driver.
 */
export function giveCardConsent(tx: Tx, deed: Deed, bookingId: Id<"booking">, data: DraftData, consentText: string): void {
  tx.update(bookings).set({ ...wishes(data), card_consent_at: deed.now, card_consent_text: consentText }).where(eq(bookings.id, bookingId)).run();
  recordEvent(tx, deed, { subject: { kind: "booking", id: bookingId }, bookingId, action: "card consent given" });
}

function wishes(data: DraftData) {
  return {
    waste_types: data.wasteTypes,
    project_type: data.projectType,
    business_type: data.businessType,
    special_instructions: data.specialInstructions,
    eco_friendly_options: data.ecoFriendlyOptions,
    sms_consent: data.smsConsent,
  };
}

function columns(data: DraftData, order: Order) {
  if (!order.schedule) throw new Error("a booking needs a schedule");
  return {
    items_summary: order.itemsSummary,
    total_units: order.price.totalUnits,
    dumpster_size: order.lines[0]?.size ?? 0,
    scheduled_delivery_date: order.schedule.deliveryDate,
    scheduled_pickup_date: order.schedule.pickupDate,
    rental_duration_days: data.rentalDays,
    delivery_time_window: order.schedule.window,
    total_amount: order.price.total,
    price: order.price,
    first_name: data.contactInfo.firstName,
    last_name: data.contactInfo.lastName,
    email: data.contactInfo.email.toLowerCase(),
    phone: data.contactInfo.phone,
    address: data.address,
    city: data.city,
    county: data.county,
    zip: data.zip,
    service_area_id: order.area?.id ?? null,
    flexible_extension: data.flexibleExtension,
    ...wishes(data),
  };
}

function insertItems(tx: Tx, bookingId: Id<"booking">, order: Order): void {
  order.price.items.forEach((item, index) => {
    tx.insert(bookingItems).values({
      id: newId("bookingItem"), booking_id: bookingId, line_number: index + 1, quantity: item.quantity, size_yards: item.size,
      material_category: item.material, unit_price: item.unit_price, line_total: item.line_total,
    }).run();
  });
}

function keepAgreement(tx: Tx, deed: Deed, settings: Settings, data: DraftData, order: Order, booking: Booking, signature: Signature, website: string): void {
  const signed = draftAgreement(settings, data, order, booking.booking_number, website);
  if (!signed) throw new Error("nothing to sign");
  const mine = and(eq(rentalAgreements.booking_id, booking.id), isNull(rentalAgreements.superseded_at));
  tx.update(rentalAgreements).set({ superseded_at: deed.now }).where(mine).run();
  const version = (tx.select({ last: sql<number>`coalesce(max(${rentalAgreements.version}), 0)` }).from(rentalAgreements).where(eq(rentalAgreements.booking_id, booking.id)).get()?.last ?? 0) + 1;
  const id = newId("agreement");
  tx.insert(rentalAgreements).values({
    id, booking_id: booking.id, version, terms_version: signed.view.termsVersion, signature_name: signature.name, signature_image: signature.image,
    consent_text: CONSENT_TEXT, signed_at: deed.now, ip_address: signature.ip, user_agent: signature.userAgent.slice(0, 500),
    content: signed.canonical, content_sha256: signed.view.contentSha256,
    view: { ...signed.view, signature: { name: signature.name, signedAt: formatInstant(deed.now), ip: signature.ip, userAgent: signature.userAgent.slice(0, 500), imageDataUrl: null, consentText: CONSENT_TEXT } },
    capability: newCapability(), created_at: deed.now,
  }).run();
  recordEvent(tx, deed, { subject: { kind: "agreement", id }, bookingId: booking.id, action: "signed", to: `version ${version}`, data: { content_sha256: signed.view.contentSha256, terms_version: signed.view.termsVersion } });
}
