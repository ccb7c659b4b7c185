import { and, eq, isNotNull, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { bookingDrafts, bookings, charges, rentalAgreements, invoices, files, checkouts } from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import type { LinksEnd } from "../events/happenings";
import type { Deed } from "../kernel/deed";
import { newCapability, type Id } from "../kernel/ids.server";

/** What can be opened by a link or a cookie: a draft, a booking, or a booking with the draft that it was made in. */
export type Openable =
  | { bookingId: Id<"booking">; draftId: Id<"draft"> | null }
  | { bookingId: null; draftId: Id<"draft"> };

/**
 * Ends everything by which a draft and its booking could be opened so far: cookies, the links of mails and pages
 * (manage, sign, resume, documents), the addresses that one came back to from a payment. New ones stand in later mails;
 * number and email address always open a booking. Whoever acts gets new cookies in the answer, where they shall stay.
 */
export function renewAccess(tx: Tx, deed: Deed, what: Openable, reason: LinksEnd): void {
  const { bookingId, draftId } = what;
  if (bookingId) {
    tx.update(bookings)
      .set({
        capability: newCapability(),
        signing_key: newCapability(),
        // Made anew when it is needed again.
        pay_capability: null,
        access_version: sql`${bookings.access_version} + 1`,
      })
      .where(eq(bookings.id, bookingId))
      .run();
    renewDocumentAddresses(tx, bookingId);
    renewChargeAddresses(tx, bookingId);
    revokeSessions(tx, deed, bookingId);
  }
  if (draftId) renewDraft(tx, draftId);
  const subject =
    what.bookingId !== null
      ? { kind: "booking" as const, id: what.bookingId }
      : { kind: "draft" as const, id: what.draftId };
  recordEvent(tx, deed, { subject, bookingId, action: "links_ended", data: { reason } });
}

/** The draft's own part of it: writes over its row and tells nobody. Enough where no link went anywhere. */
export function renewDraft(tx: Tx, draftId: Id<"draft">): void {
  tx.update(bookingDrafts)
    .set({ resume_key: newCapability(), access_version: sql`${bookingDrafts.access_version} + 1` })
    .where(eq(bookingDrafts.id, draftId))
    .run();
}

const versionOfBooking = prepared((orm) =>
  orm
    .select({ version: bookings.access_version })
    .from(bookings)
    .where(eq(bookings.id, sql.placeholder("id")))
    .prepare(),
);
const versionOfDraft = prepared((orm) =>
  orm
    .select({ version: bookingDrafts.access_version })
    .from(bookingDrafts)
    .where(eq(bookingDrafts.id, sql.placeholder("id")))
    .prepare(),
);

/** What a cookie must carry now to open it. Throws when there is no such row. */
export function accessVersion(orm: Orm, of: { bookingId: Id<"booking"> } | { draftId: Id<"draft"> }): number {
  const row =
    "bookingId" in of ? versionOfBooking(orm).get({ id: of.bookingId }) : versionOfDraft(orm).get({ id: of.draftId });
  if (!row) throw new Error(`nothing to open: ${JSON.stringify(of)}`);
  return row.version;
}

/** Every document of a booking gets another address; the former ones are unknown from now on. */
function renewDocumentAddresses(tx: Tx, bookingId: Id<"booking">): void {
  for (const { id } of tx.select({ id: files.id }).from(files).where(eq(files.booking_id, bookingId)).all()) {
    const capability = newCapability();
    tx.update(files).set({ capability }).where(eq(files.id, id)).run();
    for (const table of [invoices, rentalAgreements])
      tx.update(table)
        .set({ pdf_url: `/files/${capability}` })
        .where(and(eq(table.booking_id, bookingId), eq(table.file_id, id)))
        .run();
  }
  for (const { id } of tx.select({ id: invoices.id }).from(invoices).where(eq(invoices.booking_id, bookingId)).all()) {
    tx.update(invoices).set({ capability: newCapability() }).where(eq(invoices.id, id)).run();
  }
  for (const { id } of tx
    .select({ id: rentalAgreements.id })
    .from(rentalAgreements)
    .where(eq(rentalAgreements.booking_id, bookingId))
    .all()) {
    tx.update(rentalAgreements).set({ capability: newCapability() }).where(eq(rentalAgreements.id, id)).run();
  }
}

/** The pages of its later charges, where they can be questioned. */
function renewChargeAddresses(tx: Tx, bookingId: Id<"booking">): void {
  const mine = and(eq(charges.booking_id, bookingId), isNotNull(charges.capability));
  for (const { id } of tx.select({ id: charges.id }).from(charges).where(mine).all())
    tx.update(charges).set({ capability: newCapability() }).where(eq(charges.id, id)).run();
}

/**
 * The addresses that one came back to from the booking's payment pages do not open it any more. Whoever pays on a page
 * that is open still comes back by its address: `confirmPayment` takes this away again.
 */
function revokeSessions(tx: Tx, deed: Deed, bookingId: Id<"booking">): void {
  tx.update(checkouts).set({ revoked_at: deed.now }).where(eq(checkouts.booking_id, bookingId)).run();
}
