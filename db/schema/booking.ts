import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Language } from "~/domain/kernel/language";
import type { Right } from "~/domain/booking/draft/grants";
import type { Placement } from "~/domain/schedule/placement";
import type { BookingStatus, UnitState } from "~/domain/states/transitions";
// Relative paths: drizzle-kit reads this file and knows no alias.
import type { OfficeContact } from "~/domain/booking/draft/office-contact";
import { STORED_DRAFT } from "../../app/domain/booking/draft/data";
import { STORED_PRICE } from "../../app/domain/pricing/stored-price";
import { UNITS_OUT } from "../../app/domain/states/transitions";
import { accounts } from "./accounts";
import { customers } from "./customers";
import {
  centsColumn,
  dayColumn,
  flagColumn,
  idColumn,
  instantColumn,
  jsonColumn,
  storedColumn,
  writtenOut,
} from "./columns";

/** The number of an order that has no booking yet, as it is shown. */
export const DRAFT_PHONE = sql`"data" ->> '$.contactInfo.phone'`;

/** A booking being typed. `data` is the specification's "Booking form data", checked again at every read. */
export const bookingDrafts = sqliteTable(
  "booking_drafts",
  {
    id: idColumn("id", "draft").primaryKey(),
    data: storedColumn("data", STORED_DRAFT).notNull(),
    /** Opens the draft on another device: /book/resume?key=… */
    resume_key: text("resume_key").notNull().unique(),
    booking_id: idColumn("booking_id", "booking"),
    /** Which steps have been sent and found right. */
    steps_done: jsonColumn<string[]>("steps_done").notNull(),
    /** The account of the office that prepared it for a caller. Information, never a right: those are grants. */
    prepared_by: idColumn("prepared_by", "account"),
    /** Of a prepared one: whom the office has said that it is for. What its caller writes into it is in `data` alone. */
    office_contact: jsonColumn<OfficeContact>("office_contact"),
    /** Of who orders: a new customer is made with it. */
    language: text("language").$type<Language>().notNull().default("en"),
    /** Goes up when everything that could open the draft is ended; its cookies carry it. */
    access_version: integer("access_version").notNull().default(1),
    /** Of an order that the office prepared: goes up with each save that changed something (`draft_writes`). */
    version: integer("version").notNull().default(1),
    created_at: instantColumn("created_at").notNull(),
    updated_at: instantColumn("updated_at").notNull(),
    expires_at: instantColumn("expires_at").notNull(),
  },
  // Only of drafts that can be forgotten: booked ones stay, and walking over them would cost more every day.
  (t) => [
    index("booking_drafts_expiry")
      .on(t.expires_at)
      .where(sql`${t.booking_id} is null`),
    // What a caller has begun on the website: asked while their number is typed.
    index("booking_drafts_phone")
      .on(DRAFT_PHONE)
      .where(sql`${t.booking_id} is null`),
  ],
);

/**
 * What staff allowed on a prepared order beyond what anybody may (domain.md, 4.25): made by a person signed in at that
 * moment, for these facts, until its end. It holds nothing once its facts are others.
 */
export const grants = sqliteTable(
  "grants",
  {
    id: idColumn("id", "grant").primaryKey(),
    draft_id: idColumn("draft_id", "draft")
      .notNull()
      .references(() => bookingDrafts.id),
    right: text("right").$type<Right>().notNull(),
    /** What it was given for, as the canonical text of domain/booking/draft/grants.ts: compared whole. */
    facts: text("facts").notNull(),
    granted_by: idColumn("granted_by", "account")
      .notNull()
      .references(() => accounts.id),
    granted_at: instantColumn("granted_at").notNull(),
    ends_at: instantColumn("ends_at").notNull(),
    /** Set when another order was signed: what was given for the former one does not come back. */
    ended_at: instantColumn("ended_at"),
    end_reason: text("end_reason"),
  },
  (t) => [index("grants_draft").on(t.draft_id)],
);

export const bookings = sqliteTable(
  "bookings",
  {
    id: idColumn("id", "booking").primaryKey(),
    booking_number: text("booking_number").notNull().unique(),
    status: text("status").$type<BookingStatus>().notNull(),
    on_hold_reason: text("on_hold_reason"),
    items_summary: text("items_summary").notNull(),
    total_units: integer("total_units").notNull(),
    dumpster_size: integer("dumpster_size").notNull(),
    scheduled_delivery_date: dayColumn("scheduled_delivery_date").notNull(),
    scheduled_pickup_date: dayColumn("scheduled_pickup_date").notNull(),
    rental_duration_days: integer("rental_duration_days").notNull(),
    delivery_time_window: text("delivery_time_window").notNull(),
    waste_types: jsonColumn<string[]>("waste_types").notNull(),
    project_type: text("project_type").notNull(),
    business_type: text("business_type").notNull(),
    total_amount: centsColumn("total_amount").notNull(),
    /** The priced order as it was signed, cents throughout. */
    price: storedColumn("price", STORED_PRICE).notNull(),
    customer_id: idColumn("customer_id", "customer")
      .notNull()
      .references(() => customers.id),
    first_name: text("first_name").notNull(),
    last_name: text("last_name").notNull(),
    email: text("email").notNull(),
    /**
     * Of an order without an address: the one that was typed at the card company's page. Its papers and what is about money
     * go there; it is no contact, opens nothing, and nobody is looked up by it (decision 0068).
     */
    receipt_email: text("receipt_email"),
    /** Here and in leads E.164, "+14075550133", or, in rows from before numbers were read, what was typed. */
    phone: text("phone").notNull(),
    phone_extension: text("phone_extension"),
    address: text("address").notNull(),
    city: text("city").notNull(),
    county: text("county").notNull(),
    zip: text("zip").notNull(),
    service_area_id: idColumn("service_area_id", "serviceArea"),
    special_instructions: text("special_instructions").notNull().default(""),
    /** For drivers and the office alone: in no message, paper, event or export. */
    gate_code: text("gate_code").notNull().default(""),
    placement: text("placement").$type<Placement>().notNull().default("driveway"),
    /** An association (HOA) has to agree to the dumpster. */
    association_approval: flagColumn("association_approval").notNull().default(false),
    /** What a place on the street needs before a truck may leave; dates as the city or county wrote them. */
    permit_number: text("permit_number"),
    permit_from: dayColumn("permit_from"),
    permit_until: dayColumn("permit_until"),
    flexible_extension: flagColumn("flexible_extension").notNull().default(false),
    eco_friendly_options: flagColumn("eco_friendly_options").notNull().default(false),
    sms_consent: flagColumn("sms_consent").notNull().default(false),
    card_consent_at: instantColumn("card_consent_at"),
    card_consent_text: text("card_consent_text"),
    /** How it came: by the website, or typed by staff for a caller. Information, never a right. */
    source: text("source").$type<"web" | "staff">().notNull(),
    draft_id: idColumn("draft_id", "draft"),
    /** /sign-agreement/<session>: the signing address for a booking made by staff. */
    signing_key: text("signing_key").notNull().unique(),
    /** /booking-confirmation?booking=<capability> and the link in each email. */
    capability: text("capability").notNull().unique(),
    /** Goes up when everything that could open the booking is ended; its cookies carry it. */
    access_version: integer("access_version").notNull().default(1),
    /** /manage-booking/pay?key=…: opens the page to pay what is owed, and nothing else. Null until it is needed. */
    pay_capability: text("pay_capability").unique(),
    card_brand: text("card_brand"),
    card_last4: text("card_last4"),
    payment_method_id: text("payment_method_id"),
    /**
     * The card company's customer that holds this booking's card; on the booking, because anybody may type an email
     * address.
     */
    stripe_customer_id: text("stripe_customer_id"),
    quote_expires_at: instantColumn("quote_expires_at"),
    /** Goes up with each change of the dates, so that calendars replace the older events. */
    calendar_sequence: integer("calendar_sequence").notNull().default(0),
    /**
     * Days to pay, as an admin had granted them, of an order that the customer's account carries; null: it was paid at a
     * payment page (decision 0056).
     */
    account_days: integer("account_days"),
    /** When it was paid, or went on the customer's account: from then on it is booked. */
    paid_at: instantColumn("paid_at"),
    cancelled_at: instantColumn("cancelled_at"),
    created_at: instantColumn("created_at").notNull(),
    updated_at: instantColumn("updated_at").notNull(),
  },
  (t) => [
    index("bookings_created").on(t.created_at, t.id),
    index("bookings_status").on(t.status, t.created_at, t.id),
    // What time ends: unpaid orders that nobody has touched, and prices of the office past their day.
    index("bookings_unpaid")
      .on(t.updated_at)
      .where(sql`${t.status} in ('pending_payment','quoted')`),
    index("bookings_quote_end")
      .on(t.quote_expires_at)
      .where(sql`${t.status} = 'quoted'`),
    index("bookings_customer").on(t.customer_id, t.created_at, t.id),
    // The list of a day, newest first.
    index("bookings_delivery").on(t.scheduled_delivery_date, t.created_at, t.id),
    index("bookings_email").on(t.email, t.created_at),
    index("bookings_phone").on(t.phone, t.created_at),
    index("bookings_draft").on(t.draft_id),
  ],
);

/** How many bookings have a status, and the status's place in the search; both kept by triggers (migration 0007). */
export const bookingStatuses = sqliteTable("booking_statuses", {
  place: integer("place").primaryKey({ autoIncrement: true }),
  status: text("status").$type<BookingStatus>().notNull().unique(),
  bookings: integer("bookings").notNull().default(0),
});

/** The ordered lines: quantity × size × material. */
export const bookingItems = sqliteTable(
  "booking_items",
  {
    id: idColumn("id", "bookingItem").primaryKey(),
    booking_id: idColumn("booking_id", "booking")
      .notNull()
      .references(() => bookings.id),
    line_number: integer("line_number").notNull(),
    quantity: integer("quantity").notNull(),
    size_yards: integer("size_yards").notNull(),
    material_category: text("material_category").notNull(),
    unit_price: centsColumn("unit_price").notNull(),
    line_total: centsColumn("line_total").notNull(),
  },
  (t) => [uniqueIndex("booking_items_line").on(t.booking_id, t.line_number)],
);

/** One dumpster at one site for one rental. */
export const units = sqliteTable(
  "units",
  {
    id: idColumn("id", "unit").primaryKey(),
    booking_id: idColumn("booking_id", "booking")
      .notNull()
      .references(() => bookings.id),
    booking_item_id: idColumn("booking_item_id", "bookingItem")
      .notNull()
      .references(() => bookingItems.id),
    unit_number: integer("unit_number").notNull(),
    state: text("state").$type<UnitState>().notNull(),
    size_yards: integer("size_yards").notNull(),
    material_category: text("material_category").notNull(),
    dumpster_id: idColumn("dumpster_id", "dumpster"),
    /** Of a swap: the unit whose place it takes. Its delivery is that job. */
    replaces_unit_id: idColumn("replaces_unit_id", "unit"),
    delivery_date: dayColumn("delivery_date").notNull(),
    /** The day that was promised, once it was set down on a sooner one: its paid days count from there. */
    promised_date: dayColumn("promised_date"),
    delivery_window: text("delivery_window").notNull(),
    pickup_date: dayColumn("pickup_date").notNull(),
    /** Half open: the first day on which the dumpster may go out again. */
    occupied_until: dayColumn("occupied_until").notNull(),
    /** This unit's share of the total, tax included; the shares of a booking sum to its total. */
    share: centsColumn("share").notNull(),
    /** The cancellation tier that held when the delivery was last moved: it stays as a minimum (domain.md, section 2). */
    tier_floor_percent: integer("tier_floor_percent").notNull().default(0),
    /** The closed day that moved it last: cancelling and another day are free while it stands here (domain.md, 4.32). */
    closure_id: idColumn("closure_id", "closure"),
    /**
     * When its customer asked for the pickup: the charges by the day stop with this minute, however long we take. Null
     * again when they keep it after all (domain.md, section 2).
     */
    pickup_asked_at: instantColumn("pickup_asked_at"),
    /** Days that we added, because of a closed day: nothing is charged for them. */
    waived_days: integer("waived_days").notNull().default(0),
    /** Since when an admin lets it settle without a weight ticket; why stands with the event. */
    ticket_waived_at: instantColumn("ticket_waived_at"),
    created_at: instantColumn("created_at").notNull(),
    /** Of a booking that is cancelled as a whole, the days of those that went last are told (decision 0105). */
    cancelled_at: instantColumn("cancelled_at"),
  },
  (t) => [
    uniqueIndex("units_number").on(t.booking_id, t.unit_number),
    index("units_dumpster").on(t.dumpster_id, t.occupied_until),
    index("units_out")
      .on(t.size_yards, t.occupied_until)
      .where(sql`${t.state} in ${writtenOut(UNITS_OUT)}`),
  ],
);

export const cancellations = sqliteTable(
  "cancellations",
  {
    id: idColumn("id", "cancellation").primaryKey(),
    booking_id: idColumn("booking_id", "booking")
      .notNull()
      .references(() => bookings.id),
    unit_id: idColumn("unit_id", "unit"),
    tier_percent: integer("tier_percent").notNull(),
    base_amount: centsColumn("base_amount").notNull(),
    fee: centsColumn("fee").notNull(),
    refund_amount: centsColumn("refund_amount").notNull(),
    reason: text("reason").notNull(),
    created_at: instantColumn("created_at").notNull(),
  },
  (t) => [index("cancellations_booking").on(t.booking_id)],
);
