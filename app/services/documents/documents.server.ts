import { setTimeout as pause } from "node:timers/promises";
import { getBooking } from "~/domain/booking/order/bookings.server";
import { invoiceHtml } from "~/domain/documents/invoice-html";
import {
  findInvoice,
  getAgreement,
  getInvoice,
  keepInvoicePayment,
  keepAgreementPdf,
  keepInvoicePdf,
  printAgreement,
  type Invoice,
  type MadePdf,
} from "~/domain/documents/invoices.server";
import { findCardPayment } from "~/domain/documents/papers.server";
import type { Deed } from "~/domain/kernel/deed";
import { sha256, type Id } from "~/domain/kernel/ids.server";
import { formatInstant } from "~/domain/kernel/time.server";
import { keepCard } from "~/domain/payments/receive.server";
import { findCheckout, findLatestCheckout, type Checkout } from "~/domain/payments/checkouts.server";
import { findPaymentOf, getPayment } from "~/domain/payments/ledger.server";
import type { Services } from "~/services.server";

export type PdfResult = { ok: true; pdfUrl: string } | { ok: false; code: "no_invoice" };

/** What making a document and keeping it takes. */
export type Printing = Pick<Services, "db" | "files" | "pdf">;

/**
 * The address of the booking's invoice PDF, made now if it is not there yet. Made once: of two processes that render
 * at the same time the first one's file stays. Throws when the PDF browser fails; the outbox tries again.
 */
export function ensureInvoicePdf(
  services: Printing & Pick<Services, "stripe">,
  deed: Deed,
  bookingId: Id<"booking">,
): Promise<PdfResult> {
  return once(`invoice ${bookingId}`, () => makeInvoicePdf(services, deed, bookingId));
}

async function makeInvoicePdf(
  services: Printing & Pick<Services, "stripe">,
  deed: Deed,
  bookingId: Id<"booking">,
): Promise<PdfResult> {
  let invoice = findInvoice(services.db.orm, bookingId);
  if (!invoice) return { ok: false, code: "no_invoice" };
  if (invoice.pdf_url) return { ok: true, pdfUrl: invoice.pdf_url };
  invoice = await nameTheCard(services, deed, invoice);
  const pdf = await services.pdf.render(invoiceHtml(invoice.view), {
    title: `Invoice ${invoice.invoice_number}`,
    mustContain: invoice.view.bookingNumber,
  });
  const made = await store(services, `invoices/${invoice.invoice_number}`, pdf);
  const kept = invoice;
  return { ok: true, pdfUrl: await services.db.write((tx) => keepInvoicePdf(tx, deed, kept, made)) };
}

/** The same for a later charge's invoice, or its credit note. */
export function ensureChargeInvoicePdf(
  services: Printing & Pick<Services, "stripe">,
  deed: Deed,
  invoiceId: Id<"invoice">,
): Promise<string> {
  return once(`invoice ${invoiceId}`, async () => {
    const asked = getInvoice(services.db.orm, invoiceId);
    if (asked.pdf_url) return asked.pdf_url;
    const invoice = await nameThePayment(services, asked);
    const { invoice_number: number, view } = invoice;
    const title = `${view.credits ? "Credit note" : "Invoice"} ${number}`;
    const pdf = await services.pdf.render(invoiceHtml(view), { title, mustContain: view.bookingNumber });
    const made = await store(services, `invoices/${number}`, pdf);
    return services.db.write((tx) => keepInvoicePdf(tx, deed, invoice, made));
  });
}

/** The same for a signed agreement; null while nobody has paid for it (decision 0022): it has its printable page. */
export function ensureAgreementPdf(
  services: Printing,
  deed: Deed,
  agreementId: Id<"agreement">,
): Promise<string | null> {
  return once(`agreement ${agreementId}`, () => makeAgreementPdf(services, deed, agreementId));
}

async function makeAgreementPdf(services: Printing, deed: Deed, agreementId: Id<"agreement">): Promise<string | null> {
  const agreement = getAgreement(services.db.orm, agreementId);
  if (agreement.pdf_url) return agreement.pdf_url;
  const { booking_number, paid_at } = getBooking(services.db.orm, agreement.booking_id);
  if (paid_at === null) return null;
  const pdf = await services.pdf.render(printAgreement(agreement), {
    title: `Rental agreement ${booking_number}`,
    mustContain: booking_number,
  });
  const made = await store(services, `agreements/${booking_number}-v${agreement.version}`, pdf);
  return services.db.write((tx) => keepAgreementPdf(tx, deed, agreement, booking_number, made));
}

const making = new Map<string, Promise<unknown>>();

/** The worker and waiting customers often ask for the same document at the same moment: they share one rendering. */
export function once<T>(key: string, make: () => Promise<T>): Promise<T> {
  const running = making.get(key) as Promise<T> | undefined;
  if (running) return running;
  const started = make().finally(() => making.delete(key));
  making.set(key, started);
  return started;
}

async function store(services: Pick<Services, "files">, name: string, pdf: Buffer): Promise<MadePdf> {
  const hash = sha256(pdf);
  const path = `${name}-${hash.slice(0, 12)}.pdf`;
  await services.files.write(path, pdf);
  return { path, sha256: hash, bytes: pdf.length };
}

/**
 * How long an invoice waits for its card's name: the printing, and whoever waits for it, must not hang on the card
 * company.
 */
const NAME_THE_CARD_MS = 3_000;

/**
 * Writes "Visa ending in 4242" on the invoice. When the card company cannot be asked now, or is slow, it goes without.
 */
async function nameTheCard(services: Pick<Services, "db" | "stripe">, deed: Deed, invoice: Invoice): Promise<Invoice> {
  if (invoice.view.payment || invoice.total === 0) return invoice;
  // why: what it answers later is still kept with the booking.
  await Promise.race([
    learnCard(services, findLatestCheckout(services.db.orm, invoice.booking_id)),
    pause(NAME_THE_CARD_MS, undefined, { ref: false }),
  ]);
  const booking = getBooking(services.db.orm, invoice.booking_id);
  // Its dates may have moved while that was asked.
  if (!booking.card_brand || !booking.card_last4) return getInvoice(services.db.orm, invoice.id);
  const payment = {
    brand: booking.card_brand,
    last4: booking.card_last4,
    paidAt: formatInstant(booking.paid_at ?? deed.now),
  };
  return services.db.write((tx) => keepInvoicePayment(tx, invoice, payment));
}

/** The same for what was paid at a page of its own, by whatever card, which need not be the one on file. */
async function nameThePayment(services: Pick<Services, "db" | "stripe">, invoice: Invoice): Promise<Invoice> {
  const { orm } = services.db;
  const { payment, balance, credits } = invoice.view;
  const paid = payment || balance !== 0 || credits ? null : findCardPayment(orm, invoice);
  if (!paid) return invoice;
  await Promise.race([
    learnCard(services, paid.checkout_id && findCheckout(orm, { id: paid.checkout_id })),
    pause(NAME_THE_CARD_MS, undefined, { ref: false }),
  ]);
  const { card_brand, card_last4, paid_at } = getPayment(orm, paid.id);
  if (!card_brand || !card_last4) return getInvoice(orm, invoice.id);
  const by = { brand: card_brand, last4: card_last4, paidAt: formatInstant(paid_at) };
  return services.db.write((tx) => keepInvoicePayment(tx, invoice, by));
}

/** Asks the card company once which card was used at a checkout's page. False when it cannot be asked now. */
export async function learnCard(
  services: Pick<Services, "db" | "stripe">,
  checkout: Checkout | null,
): Promise<boolean> {
  if (!checkout?.session_id) return true;
  const { orm } = services.db;
  const paid = findPaymentOf(orm, checkout);
  const isKnown = paid ? paid.card_last4 !== null : getBooking(orm, checkout.booking_id).payment_method_id !== null;
  if (isKnown) return true;
  const card = await services.stripe.getCard({ sessionId: checkout.session_id });
  if (!card.ok) return card.code !== "unreachable";
  await services.db.write((tx) => keepCard(tx, checkout, card.value));
  return true;
}
