import { and, asc, desc, eq, inArray, isNull, ne, sql, type SQL } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { charges, invoices, ledgerAllocations, ledgerEntries, payments } from "#db/schema/index";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import type { Instant } from "../kernel/time.server";
import type { Invoice } from "./invoices.server";
import type { InvoiceView } from "./views";

/** Which papers there are of what the books charged and took back, and how they are named. */

/** The invoice of a charge of the books: the order's for its rental. Null where none was made. */
export function findChargePaper(orm: Orm, charge: { id: Id<"charge"> }): Invoice | null {
  return paperOf(orm).get({ charge: charge.id })?.paper ?? null;
}

/**
 * The card payment that paid what an invoice asked for, also where it was there before: the fee of a cancellation is
 * kept of what the order was paid with. Null where no single one did, or it was not by card.
 */
export function findCardPayment(orm: Orm, { entry_id }: Invoice): typeof payments.$inferSelect | null {
  if (entry_id === null) return null;
  const paid = orm
    .select({ payment: payments })
    .from(ledgerEntries)
    .innerJoin(charges, eq(charges.id, ledgerEntries.charge_id))
    .innerJoin(payments, eq(payments.id, charges.payment_id))
    .where(and(eq(ledgerEntries.id, entry_id), eq(ledgerEntries.kind, "charge"), eq(payments.method, "card")))
    .get();
  return paid?.payment ?? findPaymentBefore(orm, entry_id);
}

/** By way of what was credited, or at once: what the money was that is allotted to a charge. */
function findPaymentBefore(orm: Orm, entry: number): typeof payments.$inferSelect | null {
  const from = orm
    .selectDistinct({ payment: payments })
    .from(ledgerAllocations)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerAllocations.from_entry))
    .leftJoin(charges, eq(charges.id, ledgerEntries.charge_id))
    .leftJoin(payments, sql`${payments.id} = coalesce(${ledgerEntries.payment_id}, ${charges.payment_id})`)
    .where(eq(ledgerAllocations.to_entry, entry))
    .all();
  const [one] = from;
  return from.length === 1 && one?.payment?.method === "card" ? one.payment : null;
}

/** The credit notes that took back a charge, whole or in parts, oldest first. */
export function listCreditNotes(orm: Orm, charge: { id: Id<"charge"> }): Invoice[] {
  return papersWhere(orm, ofCharges("credit", eq(ledgerEntries.charge_id, charge.id)));
}

const ofCharges = (kind: "charge" | "credit", which: SQL) => and(eq(ledgerEntries.kind, kind), which);

const papers = (orm: Orm, which: SQL | undefined) =>
  orm
    .select({ paper: invoices })
    .from(ledgerEntries)
    .innerJoin(invoices, eq(invoices.entry_id, ledgerEntries.id))
    .where(which)
    .orderBy(asc(ledgerEntries.id));
const paperOf = prepared((orm) =>
  papers(orm, ofCharges("charge", eq(ledgerEntries.charge_id, sql.placeholder("charge")))).prepare(),
);

/** In the order of the books. */
function papersWhere(orm: Orm, which: SQL | undefined): Invoice[] {
  return papers(orm, which)
    .all()
    .map(({ paper }) => paper);
}

/** A paper as mails and pages name it; `total` in cents, below 0 for a credit note. */
export interface PaperLink {
  /** "Invoice INV-2026-000123" */
  label: string;
  /** "Extra days" */
  what: string;
  total: Cents;
  /** The PDF, or the page that prints while there is none. */
  url: string;
  capability: string;
}

/** What an invoice is for in a few words: "Extra days", "2 × 20-yard dumpster"; "Rental" where it has several lines. */
export function whatIs({ lines: [line, ...more] }: Pick<InvoiceView, "lines">): string {
  if (!line || more.length > 0) return "Rental";
  return line.quantity > 1 ? `${line.quantity} × ${line.description}` : line.description;
}

export const paperLink = ({ invoice_number, pdf_url, capability, view }: Invoice): PaperLink => ({
  label: `${view.credits ? "Credit note" : "Invoice"} ${invoice_number}`,
  what: whatIs(view),
  total: view.credits ? -view.total : view.total,
  url: pdf_url ?? `/files/${capability}/print`,
  capability,
});

/** All papers of a booking, oldest first: the order's invoice, those of what came after it, and the credit notes. */
export function listPapers(orm: Orm, bookingId: Id<"booking">): PaperLink[] {
  return orm
    .select()
    .from(invoices)
    .where(eq(invoices.booking_id, bookingId))
    .orderBy(asc(invoices.created_at), asc(invoices.entry_id))
    .all()
    .map(paperLink);
}

/**
 * The papers of what was bought after the order, and of what was cancelled and taken back, newest first, at most so many.
 * A later charge's stand with it.
 */
export function listBoughtPapers(orm: Orm, bookingId: Id<"booking">, most: number): PaperLink[] {
  return boughtPapers(orm)
    .all({ bookingId, most })
    .map(({ paper }) => paperLink(paper));
}

const boughtPapers = prepared((orm) =>
  orm
    .select({ paper: invoices })
    .from(invoices)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, invoices.entry_id))
    .innerJoin(charges, eq(charges.id, ledgerEntries.charge_id))
    .where(
      and(
        eq(invoices.booking_id, sql.placeholder("bookingId")),
        ne(invoices.invoice_type, "booking"),
        isNull(charges.cause),
      ),
    )
    .orderBy(desc(ledgerEntries.id))
    .limit(sql.placeholder("most"))
    .prepare(),
);

/** What a purchase was invoiced by ("charge"), or what took it back ("credit"). */
export function listPapersOfChange(orm: Orm, changeId: Id<"change">, kind: "charge" | "credit"): PaperLink[] {
  const made = orm.select({ id: charges.id }).from(charges).where(eq(charges.change_id, changeId));
  return papersWhere(orm, ofCharges(kind, inArray(ledgerEntries.charge_id, made))).map(paperLink);
}

/** What a cancellation was papered by: its credit notes, and the invoice of its fee. `at`: its moment. */
export function listPapersOfCancellation(orm: Orm, bookingId: Id<"booking">, at: Instant): PaperLink[] {
  return papersWhere(orm, and(eq(ledgerEntries.booking_id, bookingId), eq(ledgerEntries.at, at))).map(paperLink);
}

/** The credit notes whose money a refund gives back. */
export function listPapersOfRefund(orm: Orm, refundId: Id<"refund">): PaperLink[] {
  const from = orm
    .select({ id: ledgerAllocations.from_entry })
    .from(ledgerAllocations)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerAllocations.to_entry))
    .where(eq(ledgerEntries.cause, `refund:${refundId}`));
  return papersWhere(orm, ofCharges("credit", inArray(ledgerEntries.id, from))).map(paperLink);
}
