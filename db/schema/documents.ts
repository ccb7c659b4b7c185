import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
// A relative path: drizzle-kit reads this file and knows no alias.
import { STORED_AGREEMENT, STORED_INVOICE } from "../../app/domain/documents/stored-views";
import { STORED_SIGNED_TERMS } from "../../app/domain/documents/signed-terms";
import { centsColumn, dayColumn, idColumn, instantColumn, storedColumn } from "./columns";
import { bookings } from "./booking";
import { ledgerEntries } from "./ledger";

/** Stored files, each at an unguessable, revocable address /files/<capability>. */
export const files = sqliteTable(
  "files",
  {
    id: idColumn("id", "file").primaryKey(),
    capability: text("capability").notNull().unique(),
    kind: text("kind").$type<"invoice_pdf" | "agreement_pdf" | "photo" | "weight_ticket">().notNull(),
    booking_id: idColumn("booking_id", "booking"),
    content_type: text("content_type").notNull(),
    filename: text("filename").notNull(),
    path: text("path").notNull(),
    sha256: text("sha256").notNull(),
    bytes: integer("bytes").notNull(),
    created_at: instantColumn("created_at").notNull(),
    revoked_at: instantColumn("revoked_at"),
  },
  (t) => [index("files_booking").on(t.booking_id)],
);

export const invoices = sqliteTable(
  "invoices",
  {
    id: idColumn("id", "invoice").primaryKey(),
    booking_id: idColumn("booking_id", "booking")
      .notNull()
      .references(() => bookings.id),
    invoice_number: text("invoice_number").notNull().unique(),
    invoice_type: text("invoice_type").notNull(),
    /** The charge or credit of the books that it is the paper of: each has one. Null for what was bought before these. */
    entry_id: integer("entry_id").references(() => ledgerEntries.id),
    total: centsColumn("total").notNull(),
    issued_on: dayColumn("issued_on").notNull(),
    /** The facts as issued; the PDF and its printable HTML twin (/files/<capability>/print) are made from them. */
    view: storedColumn("view", STORED_INVOICE).notNull(),
    file_id: idColumn("file_id", "file").references(() => files.id),
    /** Null until the PDF is made. */
    pdf_url: text("pdf_url"),
    capability: text("capability").notNull().unique(),
    created_at: instantColumn("created_at").notNull(),
  },
  (t) => [uniqueIndex("invoices_one").on(t.booking_id, t.invoice_type), uniqueIndex("invoices_entry").on(t.entry_id)],
);

export const rentalAgreements = sqliteTable(
  "rental_agreements",
  {
    id: idColumn("id", "agreement").primaryKey(),
    booking_id: idColumn("booking_id", "booking")
      .notNull()
      .references(() => bookings.id),
    version: integer("version").notNull(),
    terms_version: text("terms_version").notNull(),
    signature_name: text("signature_name").notNull(),
    signature_image: text("signature_image"),
    consent_text: text("consent_text").notNull(),
    /** What may be charged later, as it was signed (documents/signed-terms.server.ts). Null: signed before it was kept. */
    signed_terms: storedColumn("signed_terms", STORED_SIGNED_TERMS),
    signed_at: instantColumn("signed_at").notNull(),
    ip_address: text("ip_address").notNull(),
    user_agent: text("user_agent").notNull(),
    /** The canonical text that was signed, and its SHA-256. */
    content: text("content").notNull(),
    content_sha256: text("content_sha256").notNull(),
    /** SHA-256 of the numbered PDF, once it is made. */
    pdf_sha256: text("pdf_sha256"),
    /** The facts as signed, for the PDF and its HTML twin. */
    view: storedColumn("view", STORED_AGREEMENT).notNull(),
    file_id: idColumn("file_id", "file").references(() => files.id),
    pdf_url: text("pdf_url"),
    capability: text("capability").notNull().unique(),
    superseded_at: instantColumn("superseded_at"),
    created_at: instantColumn("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("rental_agreements_version").on(t.booking_id, t.version),
    // Holds all that a page asks of the valid one: the row itself is long, its hash behind its whole text.
    index("rental_agreements_valid").on(
      t.booking_id,
      t.superseded_at,
      t.version,
      t.content_sha256,
      t.capability,
      t.pdf_url,
    ),
  ],
);
