import { isDeepStrictEqual } from "node:util";
import { and, eq, gt } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { insertRow } from "#db/insert.server";
import { bookingItems, bookings } from "#db/schema/index";
import { findLastData, recordEvent } from "../../events/events.server";
import type { Deed, StaffActor } from "../../kernel/deed";
import { newCapability, newId, type Id } from "../../kernel/ids.server";
import { phoneColumns } from "../../kernel/phone";
import { dayAt, plus, type Instant } from "../../kernel/time.server";
import type { Settings } from "../../settings/schema";
import { renewAccess } from "../../access/access.server";
import { getBooking, moveBooking, nextBookingNumber, type Booking } from "./bookings.server";
import { findKnown, keepCustomer } from "../../customers/customers.server";
import { languageOf } from "../../customers/family.server";
import { materialAnswerOf, STORED_DRAFT, type DraftData } from "../draft/data";
import { findDraft, insertDraft, saveDraft, type Draft } from "../draft/drafts.server";
import { findOrderExemption } from "../draft/order-exemption.server";
import { grantPrepared } from "../draft/grants.server";
import type { Rights } from "../draft/grants";
import { describeOrder, exempted, type Order } from "./order.server";

/**
 * A price made by the office for a caller: a draft and a booking in `quoted`, to be signed and paid by link. What makes
 * it more than anybody's order are grants, which hold until the price ends. The same order a moment ago is this one.
 */
export function prepareQuote(
  tx: Tx,
  deed: Deed<StaffActor>,
  settings: Settings,
  data: DraftData,
  expiresAt: Instant,
): { draft: Draft; booking: Booking } {
  const before = findSameQuote(tx, deed, data);
  if (before) return before;
  const made = prepareUnsigned(tx, deed, settings, data, { preparedBy: deed.by.id, expiresAt });
  grantPrepared(tx, deed, made.draft, data, expiresAt);
  return made;
}

const DOUBLE_CLICK_MS = 60_000;

/**
 * What the same person of the office prepared within a minute from the very same form, while nobody has signed it: a double
 * click, or the form sent again; the caller would get two links, and might pay both. To be asked before dumpsters are
 * counted, because the first one may hold the last of them. `data` as they are stored (`fillSchedule`).
 */
export function findSameQuote(
  tx: Tx,
  { by, now }: Deed<StaffActor>,
  data: DraftData,
): { draft: Draft; booking: Booking } | null {
  const asStored = STORED_DRAFT.read(STORED_DRAFT.write(data));
  const lately = tx
    .select()
    .from(bookings)
    .where(
      and(
        eq(bookings.email, data.contactInfo.email.toLowerCase()),
        gt(bookings.created_at, plus(now, -DOUBLE_CLICK_MS)),
      ),
    )
    .all();
  for (const booking of lately) {
    const draft = booking.status === "quoted" && booking.draft_id ? findDraft(tx, booking.draft_id) : null;
    if (draft?.preparedBy === by.id && isDeepStrictEqual(draft.data, asStored)) return { draft, booking };
  }
  return null;
}

/**
 * A booking that waits for its first signature, with the draft that it is signed in. Without `office` it is a
 * customer's like any other.
 */
export function prepareUnsigned(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  data: DraftData,
  office: { preparedBy: Id<"account">; expiresAt: Instant } | null = null,
): { draft: Draft; booking: Booking } {
  const draft = insertDraft(
    tx,
    data,
    deed.now,
    settings.draftDays,
    ["project", "schedule"],
    office?.preparedBy,
    findKnown(tx, data.contactInfo)?.language,
  );
  const exemption = office && findOrderExemption(tx, draft, data, dayAt(deed.now));
  const bookingId = createBooking(
    tx,
    deed,
    draft,
    exempted(describeOrder(tx, settings, data), exemption?.certificate ?? null),
    office ? "quoted" : "pending_payment",
    office?.expiresAt,
  );
  saveDraft(tx, deed, draft.id, { bookingId }, settings.draftDays);
  return { draft: { ...draft, bookingId }, booking: getBooking(tx, bookingId) };
}

export function createBooking(
  tx: Tx,
  deed: Deed,
  draft: Draft,
  order: Order,
  status: "pending_payment" | "quoted",
  quoteExpiresAt: Instant | null = null,
): Id<"booking"> {
  const id = newId("booking");
  const booking_number = nextBookingNumber(tx, deed.now);
  const customer_id = keepCustomer(tx, draft.data.contactInfo, draft.data.smsConsent, deed.now, draft.language);
  insertRow(tx, bookings, {
    id,
    booking_number,
    status,
    ...bookingColumns(draft.data, order),
    customer_id,
    source: draft.preparedBy ? "staff" : "web",
    draft_id: draft.id,
    signing_key: newCapability(),
    capability: newCapability(),
    quote_expires_at: quoteExpiresAt,
    created_at: deed.now,
    updated_at: deed.now,
  });
  insertItems(tx, id, order);
  recordEvent(tx, deed, {
    subject: { kind: "booking", id },
    bookingId: id,
    action: status === "quoted" ? "booking_quoted" : "booking_made",
    to: status,
    data: { booking_number },
  });
  recordMaterialAnswer(tx, deed, id, draft.data);
  return id;
}

/** An order of the office that nobody has signed yet, as it was put right: its booking says what will be signed. */
export function renewUnsigned(
  tx: Tx,
  deed: Deed,
  booking: Booking,
  data: DraftData,
  order: Order,
  quoteExpiresAt: Instant,
): void {
  const signed = bookingColumns(data, order);
  const customer_id = keepCustomer(
    tx,
    data.contactInfo,
    data.smsConsent,
    deed.now,
    languageOf(tx, booking.customer_id),
  );
  tx.update(bookings)
    .set({ ...signed, customer_id, quote_expires_at: quoteExpiresAt, updated_at: deed.now })
    .where(eq(bookings.id, booking.id))
    .run();
  tx.delete(bookingItems).where(eq(bookingItems.booking_id, booking.id)).run();
  insertItems(tx, booking.id, order);
}

const PERMITTED = ["placement", "address", "zip", "scheduled_delivery_date", "scheduled_pickup_date"] as const;

/** A permit is for a place and its days: signing the prepared order as it is, or another phone number, keeps it. */
export function isPermitted(booking: Booking, now: Pick<Booking, (typeof PERMITTED)[number]>): boolean {
  return PERMITTED.every((fact) => now[fact] === booking[fact]);
}

export function renewBooking(
  tx: Tx,
  deed: Deed,
  booking: Booking,
  draft: Draft,
  order: Order,
  rights: Rights,
): Id<"booking"> {
  const customer_id = keepCustomer(tx, draft.data.contactInfo, draft.data.smsConsent, deed.now, draft.language);
  // The day on which the office's price ends means nothing to an order at the price of everybody.
  const quote_expires_at = rights.has("price") ? booking.quote_expires_at : null;
  const signed = bookingColumns(draft.data, order);
  const permit = isPermitted(booking, signed) ? {} : { permit_number: null, permit_from: null, permit_until: null };
  moveBooking(tx, deed, booking.id, "pending_payment", "signed_again", {
    ...signed,
    ...permit,
    customer_id,
    quote_expires_at,
  });
  if (signed.email !== booking.email)
    renewAccess(tx, deed, { bookingId: booking.id, draftId: draft.id }, "other_email_signed");
  tx.delete(bookingItems).where(eq(bookingItems.booking_id, booking.id)).run();
  insertItems(tx, booking.id, order);
  recordMaterialAnswer(tx, deed, booking.id, draft.data);
  return booking.id;
}

/** What the customer said when the form asked about the material: what counts when the load turns out another. Once. */
function recordMaterialAnswer(tx: Tx, deed: Deed, id: Id<"booking">, data: DraftData): void {
  const said = materialAnswerOf(data);
  const last = said && findLastData(tx, id, "material_asked");
  const same = (name: "wasteTypes" | "apart") => last?.[name]?.join() === said?.[name]?.join();
  if (!said || (last?.answer === said.answer && same("wasteTypes") && same("apart"))) return;
  recordEvent(tx, deed, { subject: { kind: "booking", id }, bookingId: id, action: "material_asked", data: said });
}

/**
 * Keeps the consent for the card on file with its words, and takes over what may be changed after the signature without
 * a new one: notes, project and wishes. Price, place, day and contact are what was signed and stay. Called before each
 * payment, so that a gate code typed last reaches the driver.
 */
export function giveCardConsent(
  tx: Tx,
  deed: Deed,
  bookingId: Id<"booking">,
  data: DraftData,
  consentText: string,
): void {
  tx.update(bookings)
    .set({ ...wishes(data), card_consent_at: deed.now, card_consent_text: consentText })
    .where(eq(bookings.id, bookingId))
    .run();
  recordMaterialAnswer(tx, deed, bookingId, data);
  recordEvent(tx, deed, { subject: { kind: "booking", id: bookingId }, bookingId, action: "card_consent_given" });
}

/** What only the driver reads, of an order that is signed and stays so. */
export function keepNotes(tx: Tx, { now }: Deed, id: Id<"booking">, data: DraftData): void {
  const notes = { special_instructions: data.specialInstructions, gate_code: data.gateCode };
  tx.update(bookings)
    .set({ ...notes, updated_at: now })
    .where(eq(bookings.id, id))
    .run();
}

function wishes(data: DraftData) {
  return {
    waste_types: data.wasteTypes,
    project_type: data.projectType,
    business_type: data.businessType,
    special_instructions: data.specialInstructions,
    gate_code: data.gateCode,
    eco_friendly_options: data.ecoFriendlyOptions,
    sms_consent: data.smsConsent,
  };
}

/** What a booking says of an order that is signed as this. Throws before its day and place are known. */
export function bookingColumns(data: DraftData, order: Order) {
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
    ...phoneColumns(data.contactInfo.phone),
    address: data.address,
    city: data.city,
    county: data.county,
    zip: data.zip,
    placement: data.placement,
    association_approval: data.associationApproval,
    service_area_id: order.area?.id ?? null,
    flexible_extension: data.flexibleExtension,
    ...wishes(data),
  };
}

function insertItems(tx: Tx, bookingId: Id<"booking">, order: Order): void {
  order.price.items.forEach((item, index) => {
    insertRow(tx, bookingItems, {
      id: newId("bookingItem"),
      booking_id: bookingId,
      line_number: index + 1,
      quantity: item.quantity,
      size_yards: item.size,
      material_category: item.material,
      unit_price: item.unit_price,
      line_total: item.line_total,
    });
  });
}
