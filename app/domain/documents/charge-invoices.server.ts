import { eq } from "drizzle-orm";
import { exemptNotes } from "./exempt-words";
import type { Tx } from "#db/client.server";
import { files, invoices, type payments } from "#db/schema/index";
import { listUnits, getBooking, nextNumber, type Booking } from "../booking/order/bookings.server";
import { recordEvent } from "../events/events.server";
import { addDays } from "../kernel/days";
import type { Deed } from "../kernel/deed";
import { newCapability, newId, type Id } from "../kernel/ids.server";
import { formatInstant } from "../kernel/moments";
import { formatCents, type Cents } from "../kernel/money";
import { dayAt } from "../kernel/time.server";
import { enqueue } from "../outbox/outbox.server";
import { NOTHING_ADDED } from "../pricing/types";
import type { Settings } from "../settings/schema";
import { invoiceView } from "./invoice-view.server";
import { accountOf, cancelledAsAWhole, findInvoice, type Invoice, invoiceDates, withDatesNow } from "./invoices.server";
import { findChargePaper, whatIs } from "./papers.server";
import type { InvoiceView } from "./views";

/** A charge of the books as its paper needs it; cents. */
export interface Charged {
  id: Id<"charge">;
  /** Its entry of the books: the paper says exactly that amount and tax. */
  entryId: number;
  /** "Extra weight: 1.37 tons" */
  title: string;
  /** The arithmetic, a line for each step. */
  how: string[];
  amount: Cents;
  tax: Cents;
}

type Payment = typeof payments.$inferSelect;

const typeOf = (id: Id<"charge">) => `charge:${id}`;

/**
 * Issues the invoice of a later charge, once, in the transaction in which it falls due: the next number of the year,
 * without gaps. `paid` cents of it were, by what had been paid too much. Null where the company makes no invoices.
 */
export function issueChargeInvoice(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  booking: Booking,
  website: string,
  charged: Charged,
  paid: Cents,
): Invoice | null {
  if (!settings.invoicesEnabled) return null;
  const order = {
    ...invoiceView(settings, booking, "", deed, website),
    ...accountOf(tx, booking),
    ...invoiceDates(booking, listUnits(tx, booking.id)),
  };
  return keepInvoice(tx, deed, booking, order, charged, paid, settings.invoiceNote ? [settings.invoiceNote] : []);
}

/**
 * The same for what is bought after the order, and for the fees of a cancellation: `paid` cents of it at once. It names
 * company and customer as the order's invoice does; null where that has none, because the company made no invoices then.
 */
export function issueInvoiceOf(tx: Tx, deed: Deed, charged: Charged, booking: Booking, paid: Cents): Invoice | null {
  const order = findInvoice(tx, booking.id);
  if (!order) return null;
  const now = withDatesNow(order.view, booking, listUnits(tx, booking.id));
  return keepInvoice(tx, deed, booking, now, charged, paid, []);
}

function keepInvoice(
  tx: Tx,
  deed: Deed,
  booking: Booking,
  order: InvoiceView,
  charged: Charged,
  paid: Cents,
  notes: string[],
): Invoice {
  const before = findChargePaper(tx, charged);
  if (before) return before;
  const { dueBy: _order, credited: _none, ...of } = order;
  const view: InvoiceView = {
    ...of,
    ...cancelledAsAWhole(listUnits(tx, booking.id)),
    ...oneLine(charged.title, charged.how.join(". "), charged, of),
    isLater: true,
    invoiceNumber: numberOf(tx, deed, "invoice"),
    issuedOn: dayAt(deed.now),
    paid,
    balance: charged.amount + charged.tax - paid,
    payment: null,
    notes: [...notes, ...exemptNotes(booking.price)],
    // Its own days to pay, counted from its own day.
    ...(booking.account_days !== null && { dueBy: addDays(dayAt(deed.now), booking.account_days) }),
  };
  const invoice = keepPaper(tx, deed, booking, typeOf(charged.id), charged.entryId, view);
  // What a card is asked for now is printed when it is paid, a moment later; until then its page can be printed.
  if (view.balance === 0 || booking.account_days !== null) print(tx, deed, invoice);
  return invoice;
}

const PREFIX = { invoice: "INV", credit_note: "CRN" } as const;

function numberOf(tx: Tx, deed: Deed, kind: keyof typeof PREFIX): string {
  const { year, value } = nextNumber(tx, kind, deed.now);
  return `${PREFIX[kind]}-${year}-${String(value).padStart(6, "0")}`;
}

function oneLine(
  description: string,
  detail: string,
  { amount, tax }: { amount: Cents; tax: Cents },
  { taxRatePercent }: Pick<InvoiceView, "taxRatePercent">,
) {
  return {
    // Weight, fees and permits bear no tax: a rate beside $0.00 looks like a mistake.
    taxRatePercent: tax === 0 && amount > 0 && taxRatePercent !== "exempt" ? "not taxed" : taxRatePercent,
    ...NOTHING_ADDED,
    lines: [
      { description, ...(detail && { detail }), quantity: 1, unitCents: amount, totalCents: amount },
    ] satisfies InvoiceView["lines"],
    subtotal: amount,
    tax,
    total: amount + tax,
  };
}

/** A credit of the books: of which charge, how much, and what of it nobody had paid; cents. */
export interface Credited {
  charge: { id: Id<"charge">; booking_id: Id<"booking"> };
  entry: { id: number; amount: Cents; tax: Cents };
  unpaid: Cents;
  /** What it is for: "Cancelled", "Taken back before the truck left". */
  why: string;
}

/**
 * Issues the credit note of what is taken back of an invoiced charge, the whole or a part, with a number of its own kind.
 * What nobody has paid is owed no more, and the invoice says so. Null where the charge has no invoice.
 */
export function issueCreditNote(tx: Tx, deed: Deed, { charge, entry, unpaid, why }: Credited): Invoice | null {
  const invoice = findChargePaper(tx, charge);
  if (!invoice) return null;
  const { dueBy: _none, credited = 0, ...view } = invoice.view;
  if (unpaid > 0) {
    const open = { credited: credited + unpaid, balance: view.balance - unpaid };
    reviseInvoice(tx, deed, invoice, open);
  }
  const total = entry.amount + entry.tax;
  const isWhole = total === view.total;
  const note = keepPaper(tx, deed, getBooking(tx, charge.booking_id), `credit:${entry.id}`, entry.id, {
    ...view,
    ...cancelledAsAWhole(listUnits(tx, charge.booking_id)),
    ...(!isWhole && oneLine(why, `Of ${invoice.invoice_number}: ${whatIs(view)}`, entry, view)),
    invoiceNumber: numberOf(tx, deed, "credit_note"),
    credits: invoice.invoice_number,
    issuedOn: dayAt(deed.now),
    paid: total,
    balance: 0,
    payment: null,
    notes: [
      ...(isWhole ? [`${why}.`] : []),
      ...(unpaid > 0 ? [`${formatCents(unpaid)} of it was not paid yet and is owed no more.`] : []),
    ],
  });
  print(tx, deed, note);
  return note;
}

/**
 * An invoice is paid: it says so, by the card of its payment, which need not be the one on file; null where none is known or
 * it was paid by hand. Its PDF is made.
 */
export function notePaid(
  tx: Tx,
  deed: Deed,
  charge: { id: Id<"charge"> },
  card: Pick<Payment, "card_brand" | "card_last4"> | null,
): void {
  const invoice = findChargePaper(tx, charge);
  if (!invoice) return;
  const payment =
    card?.card_brand && card.card_last4
      ? { brand: card.card_brand, last4: card.card_last4, paidAt: formatInstant(deed.now) }
      : null;
  const { total, credited = 0 } = invoice.view;
  reviseInvoice(tx, deed, invoice, { paid: total - credited, balance: 0, payment });
}

function reviseInvoice(tx: Tx, deed: Deed, invoice: Invoice, is: Partial<InvoiceView>): void {
  if (invoice.file_id) tx.update(files).set({ revoked_at: deed.now }).where(eq(files.id, invoice.file_id)).run();
  tx.update(invoices)
    .set({ view: { ...invoice.view, ...is }, file_id: null, pdf_url: null })
    .where(eq(invoices.id, invoice.id))
    .run();
  print(tx, deed, invoice);
}

function keepPaper(
  tx: Tx,
  deed: Deed,
  booking: Booking,
  invoice_type: string,
  entry_id: number,
  view: InvoiceView,
): Invoice {
  const invoice = tx
    .insert(invoices)
    .values({
      id: newId("invoice"),
      booking_id: booking.id,
      invoice_number: view.invoiceNumber,
      invoice_type,
      entry_id,
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
