import { and, eq } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { files, invoices } from "#db/schema/index";
import { getBooking, nextNumber, type Booking } from "../booking/order/bookings.server";
import { recordEvent } from "../events/events.server";
import { addDays } from "../kernel/days";
import type { Deed } from "../kernel/deed";
import { newCapability, newId, type Id } from "../kernel/ids.server";
import { formatInstant } from "../kernel/moments";
import type { Cents } from "../kernel/money";
import { dayAt } from "../kernel/time.server";
import { enqueue } from "../outbox/outbox.server";
import type { Settings } from "../settings/schema";
import { invoiceView } from "./invoice-view.server";
import type { Invoice } from "./invoices.server";
import type { InvoiceView } from "./views";

/** A later charge as its paper needs it; cents. */
export interface Charged {
  id: Id<"charge">;
  /** "Extra weight: 2.37 tons" */
  title: string;
  /** The arithmetic, a line for each step. */
  how: string[];
  amount: Cents;
  tax: Cents;
}

const typeOf = (id: Id<"charge">) => `charge:${id}`;
const creditType = (id: Id<"charge">) => `credit:${id}`;

/** The invoice of a later charge, or its credit note; null where none was made. */
export function findChargePaper(orm: Orm, charge: { id: Id<"charge">; booking_id: Id<"booking"> }, credit = false) {
  const type = credit ? creditType(charge.id) : typeOf(charge.id);
  const mine = and(eq(invoices.booking_id, charge.booking_id), eq(invoices.invoice_type, type));
  return orm.select().from(invoices).where(mine).get() ?? null;
}

/**
 * Issues the invoice of a later charge, once, in the transaction in which it falls due: the next number of the year,
 * without gaps. Null where the company makes no invoices.
 */
export function issueChargeInvoice(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  booking: Booking,
  website: string,
  charged: Charged,
): Invoice | null {
  if (!settings.invoicesEnabled) return null;
  const before = findChargePaper(tx, { id: charged.id, booking_id: booking.id });
  if (before) return before;
  const { year, value } = nextNumber(tx, "invoice", deed.now);
  const number = `INV-${year}-${String(value).padStart(6, "0")}`;
  const view = paperOf(settings, booking, website, deed, number, charged);
  const onAccount = booking.account_days !== null;
  const invoice = keepPaper(tx, deed, booking, typeOf(charged.id), {
    ...view,
    paid: 0,
    balance: view.total,
    // Its own days to pay, counted from its own day.
    ...(booking.account_days !== null && { dueBy: addDays(dayAt(deed.now), booking.account_days) }),
  });
  // A card's is printed when it is paid, a moment later; until then its page can be printed.
  if (onAccount) print(tx, deed, invoice);
  return invoice;
}

/**
 * Issues the credit note of a charge that was taken back after it was invoiced, with a number of its own kind. Null where
 * it has no invoice.
 */
export function issueCreditNote(
  tx: Tx,
  deed: Deed,
  charge: { id: Id<"charge">; booking_id: Id<"booking"> },
): Invoice | null {
  const invoice = findChargePaper(tx, charge);
  if (!invoice) return null;
  const before = findChargePaper(tx, charge, true);
  if (before) return before;
  const { year, value } = nextNumber(tx, "credit_note", deed.now);
  const number = `CRN-${year}-${String(value).padStart(6, "0")}`;
  closeInvoice(tx, deed, invoice, { paid: invoice.view.total, balance: 0 });
  const { dueBy: _none, ...view } = invoice.view;
  const note = keepPaper(tx, deed, getBooking(tx, charge.booking_id), creditType(charge.id), {
    ...view,
    invoiceNumber: number,
    credits: invoice.invoice_number,
    issuedOn: dayAt(deed.now),
    paid: view.total,
    balance: 0,
    payment: null,
  });
  print(tx, deed, note);
  return note;
}

/** A later charge's invoice is paid: it says so, by the card on file unless it was paid by hand, and its PDF is made. */
export function notePaid(
  tx: Tx,
  deed: Deed,
  charge: { id: Id<"charge">; booking_id: Id<"booking"> },
  byCard = true,
): void {
  const invoice = findChargePaper(tx, charge);
  if (!invoice) return;
  const { card_brand, card_last4 } = getBooking(tx, invoice.booking_id);
  const payment =
    byCard && card_brand && card_last4
      ? { brand: card_brand, last4: card_last4, paidAt: formatInstant(deed.now) }
      : null;
  closeInvoice(tx, deed, invoice, { paid: invoice.view.total, balance: 0, payment });
}

function closeInvoice(
  tx: Tx,
  deed: Deed,
  invoice: Invoice,
  is: Pick<InvoiceView, "paid" | "balance"> & Partial<Pick<InvoiceView, "payment">>,
): void {
  if (invoice.file_id) tx.update(files).set({ revoked_at: deed.now }).where(eq(files.id, invoice.file_id)).run();
  tx.update(invoices)
    .set({ view: { ...invoice.view, ...is }, file_id: null, pdf_url: null })
    .where(eq(invoices.id, invoice.id))
    .run();
  print(tx, deed, invoice);
}

function paperOf(
  settings: Settings,
  booking: Booking,
  website: string,
  deed: Deed,
  number: string,
  { title, how, amount, tax }: Charged,
): InvoiceView {
  const order = invoiceView(settings, booking, number, deed, website);
  const none = { discount: 0, deliveryFee: 0, extension: 0, haulFee: 0 };
  return {
    ...order,
    ...none,
    lines: [{ description: title, detail: how.join(". "), quantity: 1, unitCents: amount, totalCents: amount }],
    subtotal: amount,
    tax,
    total: amount + tax,
    payment: null,
    notes: settings.invoiceNote ? [settings.invoiceNote] : [],
  };
}

function keepPaper(tx: Tx, deed: Deed, booking: Booking, invoice_type: string, view: InvoiceView): Invoice {
  const invoice = tx
    .insert(invoices)
    .values({
      id: newId("invoice"),
      booking_id: booking.id,
      invoice_number: view.invoiceNumber,
      invoice_type,
      total: view.total,
      issued_on: view.issuedOn,
      view,
      capability: newCapability(),
      created_at: deed.now,
    })
    .returning()
    .get();
  recordEvent(tx, deed, {
    subject: { kind: "invoice", id: invoice.id },
    bookingId: booking.id,
    action: "invoice_issued",
    data: { invoice_number: view.invoiceNumber },
  });
  return invoice;
}

function print(tx: Tx, { now }: Deed, { id, booking_id }: Invoice): void {
  enqueue(tx, {
    kind: "document.charge-invoice",
    cause: `document.charge-invoice:${id}:${now}`,
    bookingId: booking_id,
    payload: { invoiceId: id },
  });
}
