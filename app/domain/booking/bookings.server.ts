import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { bookingItems, bookings, counters, customers, rentalAgreements, units } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import { dayAt, type Instant } from "../kernel/time.server";
import { canMove, type BookingStatus } from "./transitions";

export type Booking = typeof bookings.$inferSelect;
export type BookingItem = typeof bookingItems.$inferSelect;
export type Agreement = typeof rentalAgreements.$inferSelect;
export type Unit = typeof units.$inferSelect;

const by = (column: "id" | "booking_number" | "capability" | "signing_key") => prepared((orm) => orm.select().from(bookings).where(eq(bookings[column], sql.placeholder("value"))).prepare());
const byId = by("id");
const byNumber = by("booking_number");
const byCapability = by("capability");
const bySigningKey = by("signing_key");

const isValid = and(eq(rentalAgreements.booking_id, sql.placeholder("id")), isNull(rentalAgreements.superseded_at));
const newestFirst = desc(rentalAgreements.version);
const validAgreement = prepared((orm) => orm.select().from(rentalAgreements).where(isValid).orderBy(newestFirst).limit(1).prepare());
const validAgreementLink = prepared((orm) =>
  orm.select({ pdfUrl: rentalAgreements.pdf_url, capability: rentalAgreements.capability, contentSha256: rentalAgreements.content_sha256 }).from(rentalAgreements).where(isValid).orderBy(newestFirst).limit(1).prepare());

export function getBooking(orm: Orm, id: Id<"booking">): Booking {
  const found = byId(orm).get({ value: id });
  if (!found) throw new Error(`no booking ${id}`);
  return found;
}

export function findBooking(orm: Orm, key: { number: string } | { capability: string } | { signingKey: string } | { id: string }): Booking | null {
  const [query, value] = "number" in key ? [byNumber, key.number] : "capability" in key ? [byCapability, key.capability] : "signingKey" in key ? [bySigningKey, key.signingKey] : [byId, key.id];
  return query(orm).get({ value }) ?? null;
}

const itemsOf = prepared((orm) => orm.select().from(bookingItems).where(eq(bookingItems.booking_id, sql.placeholder("id"))).orderBy(asc(bookingItems.line_number)).prepare());
const unitsOf = prepared((orm) => orm.select().from(units).where(eq(units.booking_id, sql.placeholder("id"))).orderBy(asc(units.unit_number)).prepare());

export function listItems(orm: Orm, id: Id<"booking">): BookingItem[] {
  return itemsOf(orm).all({ id });
}

export function listUnits(orm: Orm, id: Id<"booking">): Unit[] {
  return unitsOf(orm).all({ id });
}

/** The signature that holds: the newest one that no later one replaced. Null before the first. */
export function findAgreement(orm: Orm, id: Id<"booking">): Agreement | null {
  return validAgreement(orm).get({ id }) ?? null;
}

export interface AgreementLink {
  pdfUrl: string | null;
  capability: string;
  /** Of the text that was signed. */
  contentSha256: string;
}

/** What was signed and where it can be had, without its text, which is most of the row. */
export function findAgreementLink(orm: Orm, id: Id<"booking">): AgreementLink | null {
  return validAgreementLink(orm).get({ id }) ?? null;
}

const countUp = prepared((orm) =>
  orm.insert(counters).values({ name: sql.placeholder("name"), year: sql.placeholder("year"), value: 1 })
    .onConflictDoUpdate({ target: [counters.name, counters.year], set: { value: sql`${counters.value} + 1` } }).returning().prepare());

/** The next number of a kind in a New York year, inside the caller's transaction: without gaps. */
export function nextNumber(tx: Tx, name: "booking" | "invoice", now: Instant): { year: number; value: number } {
  const year = Number(dayAt(now).slice(0, 4));
  return { year, value: countUp(tx).get({ name, year }).value };
}

/** DMP-year-sequence, six digits (domain.md 4.12). */
export function nextBookingNumber(tx: Tx, now: Instant): string {
  const { year, value } = nextNumber(tx, "booking", now);
  return `DMP-${year}-${String(value).padStart(6, "0")}`;
}

/** Moves a booking to a status with its event. Staying is no move; an impossible move throws. */
export function moveBooking(tx: Tx, deed: Deed, id: Id<"booking">, to: BookingStatus, why?: string, extra: Partial<typeof bookings.$inferInsert> = {}): void {
  const { status: from } = getBooking(tx, id);
  if (from !== to && !canMove("booking", from, to)) throw new Error(`booking cannot go from ${from} to ${to}`);
  tx.update(bookings).set({ ...extra, status: to, updated_at: deed.now }).where(eq(bookings.id, id)).run();
  if (from !== to) recordEvent(tx, deed, { subject: { kind: "booking", id }, bookingId: id, action: to, from, to, why });
}

export interface Contact {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
}

const known = prepared((orm) =>
  orm.insert(customers).values({
    id: sql.placeholder("id"), email: sql.placeholder("email"), first_name: sql.placeholder("firstName"), last_name: sql.placeholder("lastName"), phone: sql.placeholder("phone"),
    sms_consent_at: sql.placeholder("consent"), created_at: sql.placeholder("now"),
  }).onConflictDoUpdate({ target: customers.email, set: { email: sql`excluded.email` } }).returning({ id: customers.id }).prepare());

/**
 * The customer of an email address (in lower case); made when new. Anybody may type somebody else's address, so a known
 * customer's name and phone stay as they are: each booking keeps what was typed for it.
 */
export function keepCustomer(tx: Tx, contact: Contact, smsConsent: boolean, now: Instant): Id<"customer"> {
  return known(tx).get({ ...contact, id: newId("customer"), email: contact.email.toLowerCase(), consent: smsConsent ? now : null, now }).id;
}
