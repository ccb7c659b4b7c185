import { isDeepStrictEqual } from "node:util";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { charges, files, invoices, ledgerEntries, rentalAgreements } from "#db/schema/index";
import { getBooking, listUnits, nextNumber, type Booking, type Unit } from "../booking/order/bookings.server";
import { findAgreement, type Agreement } from "./agreement.server";
import { deliveryTimeLabel } from "../schedule/rules";
import { getCustomer, standsFor } from "../customers/family.server";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import { newCapability, newId, type Id } from "../kernel/ids.server";
import { dayAt } from "../kernel/time.server";
import { enqueue } from "../outbox/outbox.server";
import type { Settings } from "../settings/schema";
import { agreementHtml } from "./agreement-html";
import { invoiceView } from "./invoice-view.server";
import type { InvoiceView } from "./views";
import { apartOf, isPaidUntil } from "../booking/order/apart";

export type Invoice = typeof invoices.$inferSelect;

export type StoredFile = typeof files.$inferSelect;

/**
 * Issues the booking's invoice once, inside the transaction that confirms the payment: INV-year-sequence without gaps
 * and without doubles. Its PDF is made afterwards by the outbox. A booking that has one keeps it.
 */
export function issueInvoice(tx: Tx, deed: Deed, settings: Settings, booking: Booking, website: string): Invoice {
  const existing = findInvoice(tx, booking.id);
  if (existing) return existing;
  const { year, value } = nextNumber(tx, "invoice", deed.now);
  const invoice_number = `INV-${year}-${String(value).padStart(6, "0")}`;
  const invoice = tx
    .insert(invoices)
    .values({
      id: newId("invoice"),
      booking_id: booking.id,
      invoice_number,
      invoice_type: "booking",
      entry_id: entryOfRental(tx, booking.id),
      total: booking.total_amount,
      issued_on: dayAt(deed.now),
      view: { ...invoiceView(settings, booking, invoice_number, deed, website), ...accountOf(tx, booking) },
      capability: newCapability(),
      created_at: deed.now,
    })
    .returning()
    .get();
  recordEvent(tx, deed, {
    subject: { kind: "invoice", id: invoice.id },
    bookingId: booking.id,
    action: "invoice_issued",
    data: { invoice_number },
  });
  enqueue(tx, {
    kind: "document.invoice",
    cause: `invoice:${invoice.id}`,
    bookingId: booking.id,
    payload: { bookingId: booking.id },
  });
  return invoice;
}

/** The entry that the order's rental is booked by; null before it is. */
function entryOfRental(orm: Orm, bookingId: Id<"booking">): number | null {
  const rental = and(eq(charges.booking_id, bookingId), eq(charges.kind, "rental"), isNull(charges.change_id));
  const found = orm
    .select({ id: ledgerEntries.id })
    .from(charges)
    .innerJoin(ledgerEntries, and(eq(ledgerEntries.charge_id, charges.id), eq(ledgerEntries.kind, "charge")))
    .where(rental)
    .get();
  return found?.id ?? null;
}

/**
 * The company and its own number as they are when the paper is made, for an order on its account: that is theirs for sure,
 * while anybody can book with a company's address and pay by card.
 */
export function accountOf(orm: Orm, { account_days, customer_id }: Booking): Pick<InvoiceView, "company" | "poNumber"> {
  if (account_days === null) return {};
  const { company_name: company, po_number: poNumber } = standsFor(orm, getCustomer(orm, customer_id));
  return { ...(company && { company }), ...(poNumber && { poNumber }) };
}

/**
 * Has the PDF of the signature that holds made, inside the transaction that confirms the payment. Not earlier: signing
 * is free, and whoever signs without paying must not keep the browser from printing for those who paid (decision 0022).
 */
export function orderAgreementPdf(tx: Tx, bookingId: Id<"booking">): void {
  const agreement = findAgreement(tx, bookingId);
  if (agreement)
    enqueue(tx, {
      kind: "document.agreement",
      cause: `document.agreement:${agreement.id}`,
      bookingId,
      payload: { agreementId: agreement.id },
    });
}

/** The signed agreement as it is printed: its facts, with the drawn signature, which is kept beside them. */
export function printAgreement({ view, signature_image }: Pick<Agreement, "view" | "signature_image">): string {
  const { signature } = view;
  return agreementHtml(signature ? { ...view, signature: { ...signature, imageDataUrl: signature_image } } : view);
}

/** The order's own: later charges have invoices of their own (charge-invoices.server.ts). */
const ofBooking = and(eq(invoices.booking_id, sql.placeholder("id")), eq(invoices.invoice_type, "booking"));
const newestFirst = desc(invoices.created_at);
const newestInvoice = prepared((orm) =>
  orm.select().from(invoices).where(ofBooking).orderBy(newestFirst).limit(1).prepare(),
);
const newestInvoiceLink = prepared((orm) =>
  orm
    .select({ number: invoices.invoice_number, pdfUrl: invoices.pdf_url, capability: invoices.capability })
    .from(invoices)
    .where(ofBooking)
    .orderBy(newestFirst)
    .limit(1)
    .prepare(),
);

export function findInvoice(orm: Orm, bookingId: Id<"booking">): Invoice | null {
  return newestInvoice(orm).get({ id: bookingId }) ?? null;
}

/** Its number and where it can be had, without its text, which is most of the row. */
export function findInvoiceLink(
  orm: Orm,
  bookingId: Id<"booking">,
): { number: string; pdfUrl: string | null; capability: string } | null {
  return newestInvoiceLink(orm).get({ id: bookingId }) ?? null;
}

/** Throws when there is none. */
export function getInvoice(orm: Orm, id: Id<"invoice">): Invoice {
  const found = orm.select().from(invoices).where(eq(invoices.id, id)).get();
  if (!found) throw new Error(`no invoice ${id}`);
  return found;
}

export function findInvoiceByCapability(orm: Orm, capability: string): Invoice | null {
  return orm.select().from(invoices).where(eq(invoices.capability, capability)).get() ?? null;
}

export function findAgreementByCapability(orm: Orm, capability: string): Agreement | null {
  return orm.select().from(rentalAgreements).where(eq(rentalAgreements.capability, capability)).get() ?? null;
}

export function getAgreement(orm: Orm, id: Id<"agreement">): Agreement {
  const found = orm.select().from(rentalAgreements).where(eq(rentalAgreements.id, id)).get();
  if (!found) throw new Error(`no agreement ${id}`);
  return found;
}

export function getFile(orm: Orm, id: Id<"file">): StoredFile {
  const found = orm.select().from(files).where(eq(files.id, id)).get();
  if (!found) throw new Error(`no file ${id}`);
  return found;
}

export interface MadePdf {
  path: string;
  sha256: string;
  bytes: number;
}

/**
 * Links a finished PDF to its invoice; its address. The first one stays, a later one of another process is ignored.
 * Throws when the invoice is gone (the test booking), and when its dates were moved while it was printed: the outbox
 * makes it again, of what it says now.
 */
export function keepInvoicePdf(tx: Tx, deed: Deed, invoice: Invoice, pdf: MadePdf): string {
  // By its id: its address may have been renewed meanwhile.
  const fresh = tx.select().from(invoices).where(eq(invoices.id, invoice.id)).get();
  if (!fresh) throw new Error(`no invoice ${invoice.invoice_number} any more`);
  if (fresh.pdf_url) return fresh.pdf_url;
  if (!saysTheSame(fresh.view, invoice.view))
    throw new Error(`invoice ${invoice.invoice_number} has changed while it was printed`);
  const filename = `Invoice-${invoice.invoice_number}.pdf`;
  const { file_id, pdf_url } = keepFile(tx, deed, { kind: "invoice", owner: invoice, filename }, pdf);
  tx.update(invoices).set({ file_id, pdf_url }).where(eq(invoices.id, invoice.id)).run();
  return pdf_url;
}

/** The same for a signed agreement, which never changes. */
export function keepAgreementPdf(
  tx: Tx,
  deed: Deed,
  agreement: Agreement,
  bookingNumber: string,
  pdf: MadePdf,
): string {
  const fresh = tx.select().from(rentalAgreements).where(eq(rentalAgreements.id, agreement.id)).get();
  if (!fresh) throw new Error(`no agreement ${agreement.id} any more`);
  if (fresh.pdf_url) return fresh.pdf_url;
  const filename = `Rental-agreement-${bookingNumber}.pdf`;
  const { file_id, pdf_url } = keepFile(tx, deed, { kind: "agreement", owner: agreement, filename }, pdf);
  tx.update(rentalAgreements)
    .set({ file_id, pdf_url, pdf_sha256: pdf.sha256 })
    .where(eq(rentalAgreements.id, agreement.id))
    .run();
  return pdf_url;
}

function keepFile(
  tx: Tx,
  deed: Deed,
  { kind, owner, filename }: { kind: "invoice" | "agreement"; owner: Invoice | Agreement; filename: string },
  pdf: MadePdf,
): { file_id: Id<"file">; pdf_url: string } {
  const capability = newCapability();
  const file_id = newId("file");
  tx.insert(files)
    .values({
      id: file_id,
      capability,
      kind: `${kind}_pdf`,
      booking_id: owner.booking_id,
      content_type: "application/pdf",
      filename,
      ...pdf,
      created_at: deed.now,
    })
    .run();
  recordEvent(tx, deed, {
    subject: { kind, id: owner.id },
    bookingId: owner.booking_id,
    action: "pdf_made",
    data: { sha256: pdf.sha256 },
  });
  return { file_id, pdf_url: `/files/${capability}` };
}

const DATES = ["deliveryDay", "windowLabel", "pickupDay", "apart", "isKept"] as const;

/** The same dates, by the same names, and the same left to pay. */
export function saysTheSame(a: InvoiceView, b: InvoiceView): boolean {
  return (
    isDeepStrictEqual(
      DATES.map((name) => a[name]),
      DATES.map((name) => b[name]),
    ) && a.balance === b.balance
  );
}

/** The dates of a booking as its invoice says them. */
export function invoiceDates(booking: Booking, units: readonly Unit[]): Pick<InvoiceView, (typeof DATES)[number]> {
  const apart = apartOf(units);
  return {
    deliveryDay: booking.scheduled_delivery_date,
    windowLabel: deliveryTimeLabel(booking.delivery_time_window),
    pickupDay: booking.scheduled_pickup_date,
    apart: Object.keys(apart).length > 0 ? apart : undefined,
    isKept: isPaidUntil(booking, units) || undefined,
  };
}

/** What a paper says of the dates of a booking of which nothing comes any more; nothing while a dumpster of it does. */
export const cancelledAsAWhole = (units: readonly Unit[]): Pick<InvoiceView, "isCancelled"> =>
  units.every(({ state }) => state === "cancelled") ? { isCancelled: true } : {};

/** What an invoice says of the dates now; what is cancelled as a whole keeps those that it had. */
export const withDatesNow = (before: InvoiceView, booking: Booking, units: readonly Unit[]): InvoiceView =>
  cancelledAsAWhole(units).isCancelled ? before : { ...before, ...invoiceDates(booking, units) };

/**
 * The dates on the invoice follow the booking's: the same number, its facts as they are now, its PDF made anew. The one
 * that was made before opens no more, because it says something else.
 */
export function reviseInvoiceDates(tx: Tx, deed: Deed, bookingId: Id<"booking">): void {
  const invoice = findInvoice(tx, bookingId);
  if (!invoice) return;
  const booking = getBooking(tx, bookingId);
  const dates = invoiceDates(booking, listUnits(tx, bookingId));
  if (invoice.file_id) tx.update(files).set({ revoked_at: deed.now }).where(eq(files.id, invoice.file_id)).run();
  tx.update(invoices)
    .set({ view: { ...invoice.view, ...dates }, file_id: null, pdf_url: null })
    .where(eq(invoices.id, invoice.id))
    .run();
  enqueue(tx, {
    kind: "document.invoice",
    cause: `invoice:${invoice.id}:${booking.calendar_sequence}:${deed.now}`,
    bookingId,
    payload: { bookingId },
  });
}

/** The card's name on an invoice, once the card company has told it; its dates may have moved while that was asked. */
export function keepInvoicePayment(tx: Tx, { id }: Invoice, payment: InvoiceView["payment"]): Invoice {
  const fresh = getInvoice(tx, id);
  if (fresh.pdf_url) return fresh;
  const view = { ...fresh.view, payment };
  tx.update(invoices).set({ view }).where(eq(invoices.id, id)).run();
  return { ...fresh, view };
}
