import { eq } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { files, invoices, rentalAgreements } from "#db/schema/index";
import { invoiceHtml } from "./invoice-html";
import {
  findAgreementByCapability,
  findInvoiceByCapability,
  printAgreement,
  type MadePdf,
  type StoredFile,
} from "./invoices.server";
import { recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";

/** A stored file by its address, the revoked ones too: their page says that the link has ended. Null when unknown. */
export function findFileAtAddress(orm: Orm, capability: string): StoredFile | null {
  return orm.select().from(files).where(eq(files.capability, capability)).get() ?? null;
}

/** What a stored PDF was made from, to make it again. Null for files that are no documents (photos, tickets). */
export function findDocumentOfFile(
  orm: Orm,
  file: StoredFile,
): { title: string; html: string; mustContain: string } | null {
  const invoice = orm.select().from(invoices).where(eq(invoices.file_id, file.id)).get();
  if (invoice)
    return {
      title: `Invoice ${invoice.invoice_number}`,
      html: invoiceHtml(invoice.view),
      mustContain: invoice.view.bookingNumber,
    };
  const agreement = orm.select().from(rentalAgreements).where(eq(rentalAgreements.file_id, file.id)).get();
  if (agreement)
    return {
      title: `Rental agreement ${agreement.view.bookingNumber}`,
      html: printAgreement(agreement),
      mustContain: agreement.view.bookingNumber,
    };
  return null;
}

/** The printable page of an invoice or agreement at its own capability; null when there is none. */
export function findPrintable(orm: Orm, capability: string): string | null {
  const invoice = findInvoiceByCapability(orm, capability);
  if (invoice) return invoiceHtml(invoice.view);
  const agreement = findAgreementByCapability(orm, capability);
  return agreement ? printAgreement(agreement) : null;
}

/** A PDF that was lost from the disk and made again from the stored facts: its hash changes, so the history says so. */
export function replaceLostPdf(tx: Tx, deed: Deed, file: StoredFile, made: MadePdf): void {
  tx.update(files).set(made).where(eq(files.id, file.id)).run();
  tx.update(rentalAgreements).set({ pdf_sha256: made.sha256 }).where(eq(rentalAgreements.file_id, file.id)).run();
  recordEvent(tx, deed, {
    subject: { kind: "file", id: file.id },
    bookingId: file.booking_id,
    action: "pdf_made_again",
    data: { reason: "file_missing", before: file.sha256, sha256: made.sha256 },
  });
}
