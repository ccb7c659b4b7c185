import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { bookings, customers, customerSites, invoices, ledgerEntries, rentalAgreements } from "#db/schema/index";
import { BOOKING_ROW } from "../booking/office/search.server";
import { decidedBy } from "../customers/serve.server";
import { listContacts, listPerhapsSame, type CustomerContact } from "../customers/contacts.server";
import { familyOf, findCustomer, nameOf, standsFor, type Customer } from "../customers/family.server";
import { grantsDiffer, holdsGrants } from "../customers/granted.server";
import { listMergedInto } from "../customers/merge.server";
import { listHistory, type TimelineEvent } from "../events/events.server";
import type { EventData } from "../events/happenings";
import type { Day } from "../kernel/days";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { formatPhone, phoneView } from "../kernel/phone";
import { findTextStop } from "../messages/stops.server";
import { listTexts } from "../messages/thread.server";
import { owedBy } from "../payments/entries";

const SHOWN = 50;

/** Everything the office shows of a customer and of all that is merged into them on a New York day, or null. */
export function findCustomerRecord(orm: Orm, id: string, today: Day) {
  const customer = findCustomer(orm, id);
  if (!customer) return null;
  const family = familyOf(orm, customer.id);
  const history = listHistory(orm, "customer", family).filter((event) => !isToldTwice(event, family));
  return {
    customer,
    name: nameOf(customer),
    /** They have terms, or a certificate that has not ended. */
    hasGrants: holdsGrants(customer, today),
    /** A certificate whose last day is over. */
    isExemptionOver: customer.exempt_until !== null && customer.exempt_until < today,
    grantedBy: customer.terms_granted_by && decidedBy(orm, customer.terms_granted_by),
    contacts: contactViews(listContacts(orm, family)),
    textStops: listTextStops(orm, listContacts(orm, family)),
    texts: listTexts(orm, family),
    sites: listSites(orm, family),
    bookings: listOwn(orm, family),
    bookingCount: countOwn(orm, family),
    owed: owedByFamily(orm, family),
    papers: listPapers(orm, family),
    notServed: notServedOf(orm, family),
    perhapsSame: listPerhapsSame(orm, customer.id).map((other) => summaryOf(orm, other)),
    merged: listMergedInto(orm, customer.id).map((other) => ({
      id: other.id,
      name: nameOf(other),
      isAdmins: grantsDiffer(customer, other, today),
    })),
    names: namesOfMerged(orm, history),
    notes: history.filter(({ action }) => action === "customer_noted"),
    history: history.filter(({ action }) => action !== "customer_noted").reverse(),
  };
}
export type CustomerRecord = NonNullable<ReturnType<typeof findCustomerRecord>>;

const ofMerge = ({ action, data }: TimelineEvent) =>
  action === "customer_merged" || action === "customer_unmerged" ? (data as EventData<"customer_merged">) : null;

/** A merge is an event of both records: where both are one, it is told once. */
function isToldTwice(event: TimelineEvent, family: Id<"customer">[]): boolean {
  const merge = ofMerge(event);
  return merge !== null && event.subject_id === merge.from && family.some((id) => id === merge.into);
}

/** Who was merged and parted, by their names as they are now. */
function namesOfMerged(orm: Orm, history: TimelineEvent[]): Record<string, string> {
  const ids = new Set(history.flatMap((event) => Object.values(ofMerge(event) ?? {})));
  const found = [...ids].flatMap((id) => findCustomer(orm, id) ?? []);
  return Object.fromEntries(found.map((customer) => [customer.id, nameOf(customer)]));
}

/**
 * What merging another record into a customer's would bring together, on this New York day: asked before anybody does.
 * Null for nobody.
 */
export function previewMerge(orm: Orm, into: Customer, otherId: string, today: Day) {
  const other = findCustomer(orm, otherId);
  return other && { ...summaryOf(orm, other), isAdmins: grantsDiffer(into, other, today) };
}
export type MergePreview = NonNullable<ReturnType<typeof previewMerge>>;

function summaryOf(orm: Orm, customer: Customer) {
  const family = familyOf(orm, customer.id);
  return {
    id: customer.id,
    name: nameOf(customer),
    merged: customer.merged_into !== null,
    notServed: notServedOf(orm, family) !== null,
    contacts: contactViews(listContacts(orm, family)).flatMap(({ text, ended }) => (ended ? [] : [text])),
    sites: listSites(orm, family).map(({ address, city }) => `${address}, ${city}`),
    bookings: countOwn(orm, family),
    owed: owedByFamily(orm, family),
  };
}

/** Those of their numbers that get no texts. */
function listTextStops(orm: Orm, contacts: CustomerContact[]) {
  const numbers = contacts.flatMap((one) => (one.kind === "phone" && one.ended_at === null ? [one.value] : []));
  return [...new Set(numbers)].flatMap((number) => {
    const stop = findTextStop(orm, number);
    return stop ? [{ ...stop, text: formatPhone(number) }] : [];
  });
}

/** Each contact once: merged records often have the same. */
function contactViews(contacts: CustomerContact[]) {
  const open = new Set(contacts.flatMap((one) => (one.ended_at === null ? [one.value] : [])));
  const counts = new Set(
    contacts.flatMap((one) => (one.unconfirmed_at === null && one.ended_at === null ? [one.value] : [])),
  );
  const shown = contacts.filter((one) => one.ended_at === null || !open.has(one.value));
  return [...new Map(shown.map((one) => [`${one.value} ${one.ended_at === null}`, one])).values()].map((one) => ({
    id: one.id,
    kind: one.kind,
    value: one.value,
    label: one.label,
    ended: one.ended_at,
    /** It counts for terms and exemption once an admin confirms it. */
    waits: one.ended_at === null && !counts.has(one.value),
    text: one.kind === "phone" ? formatPhone(one.value, one.extension) : one.value,
    href:
      one.kind === "phone"
        ? phoneView({ phone: one.value, phone_extension: one.extension }).href
        : `mailto:${one.value}`,
  }));
}

function listSites(orm: Orm, family: Id<"customer">[]) {
  const rows = orm
    .select()
    .from(customerSites)
    .where(inArray(customerSites.customer_id, family))
    .orderBy(desc(customerSites.id))
    .limit(SHOWN)
    .all();
  return [...new Map(rows.map((site) => [`${site.address} ${site.zip}`, site])).values()];
}

/** The newest bookings of a family: each record's are a stretch of an index. */
function listOwn(orm: Orm, family: Id<"customer">[]) {
  return family
    .flatMap((id) => ownOf(orm).all({ id }))
    .sort((one, other) => other.createdAt - one.createdAt)
    .slice(0, SHOWN);
}

const ownOf = prepared((orm) =>
  orm
    .select(BOOKING_ROW)
    .from(bookings)
    .where(eq(bookings.customer_id, sql.placeholder("id")))
    .orderBy(desc(bookings.created_at), desc(bookings.id))
    .limit(SHOWN)
    .prepare(),
);

function countOwn(orm: Orm, family: Id<"customer">[]): number {
  const counted = orm
    .select({ n: sql<number>`count(*)` })
    .from(bookings)
    .where(inArray(bookings.customer_id, family));
  return counted.get()?.n ?? 0;
}

/** How many bookings a customer's family has. */
export function countBookingsOf(orm: Orm, id: Id<"customer">): number {
  return countOwn(orm, familyOf(orm, id));
}

/** The sum of the books of all their bookings; cents, below 0 we owe it. */
function owedByFamily(orm: Orm, family: Id<"customer">[]): Cents {
  const sums = orm
    .select({
      kind: ledgerEntries.kind,
      amount: sql<Cents>`sum(${ledgerEntries.amount})`,
      tax: sql<Cents>`sum(${ledgerEntries.tax})`,
    })
    .from(bookings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.booking_id, bookings.id))
    .where(inArray(bookings.customer_id, family))
    .groupBy(ledgerEntries.kind)
    .all();
  return owedBy(sums);
}

/** Their newest invoices and agreements that hold. */
function listPapers(orm: Orm, family: Id<"customer">[]) {
  const issued = orm
    .select({
      number: invoices.invoice_number,
      capability: invoices.capability,
      booking: bookings.booking_number,
      total: invoices.total,
    })
    .from(invoices)
    .innerJoin(bookings, eq(bookings.id, invoices.booking_id))
    .where(inArray(bookings.customer_id, family))
    .orderBy(desc(invoices.invoice_number))
    .limit(20)
    .all();
  const signed = orm
    .select({
      capability: rentalAgreements.capability,
      booking: bookings.booking_number,
      signedAt: rentalAgreements.signed_at,
    })
    .from(rentalAgreements)
    .innerJoin(bookings, eq(bookings.id, rentalAgreements.booking_id))
    .where(and(inArray(bookings.customer_id, family), isNull(rentalAgreements.superseded_at)))
    .orderBy(desc(rentalAgreements.signed_at))
    .limit(20)
    .all();
  return { issued, signed };
}

function notServedOf(orm: Orm, family: Id<"customer">[]) {
  const marked = orm
    .select({ reason: customers.do_not_serve_reason, since: customers.do_not_serve_at, by: customers.do_not_serve_by })
    .from(customers)
    .where(and(inArray(customers.id, family), sql`${customers.do_not_serve_at} is not null`))
    .get();
  return marked
    ? { reason: marked.reason ?? "", since: marked.since ?? 0, by: marked.by && decidedBy(orm, marked.by) }
    : null;
}

/**
 * What a new booking for a customer begins with: their name, how they are reached, and their newest site; and why they
 * are not served, where it is so. Nothing for nobody.
 */
export function prefillOf(orm: Orm, id: string): { values: Record<string, string>; notServed: string | null } {
  const known = findCustomer(orm, id);
  if (!known) return { values: {}, notServed: null };
  const customer = standsFor(orm, known);
  const family = familyOf(orm, customer.id);
  const reached = contactViews(listContacts(orm, family)).filter(({ ended }) => ended === null);
  const [site] = listSites(orm, family);
  const values = {
    firstName: customer.first_name,
    lastName: customer.last_name,
    phone: reached.find(({ kind }) => kind === "phone")?.text ?? "",
    email: reached.find(({ kind }) => kind === "email")?.value ?? "",
    ...(site && { zip: site.zip, address: site.address, city: site.city }),
    businessType: customer.kind === "company" ? "commercial" : "residential",
  };
  return { values, notServed: notServedOf(orm, family)?.reason ?? null };
}
