import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { countRows, type Orm, type Tx } from "#db/client.server";
import {
  blockedVisits,
  bookingDrafts,
  bookingItems,
  bookings,
  cancellations,
  changes,
  chargeAttempts,
  chargeQuestions,
  charges,
  checkouts,
  closureJobs,
  closureUnits,
  customerContacts,
  customers,
  customerSites,
  dumpsters,
  events,
  files,
  grants,
  holds,
  invoices,
  jobAttempts,
  jobOffers,
  jobProposals,
  jobReports,
  jobs,
  lastMoves,
  leads,
  ledgerAllocations,
  disputes,
  ledgerEntries,
  messages,
  meta,
  outbox,
  payments,
  photos,
  placePhotos,
  refunds,
  reminders,
  rentalAgreements,
  tasks,
  units,
  weightTickets,
} from "#db/schema/index";
import { recordEvent } from "../events/events.server";
import { giveBack, releaseHold } from "../inventory/holds.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { listOpenCheckouts } from "../payments/checkouts.server";
import { findBooking, listUnits, type Booking } from "../booking/order/bookings.server";

/** The row of `meta` that names the one booking that may be deleted. */
const MARK = "test_booking";

/** Marks the database's one test booking. Throws when there is one already. */
export function markTestBooking(tx: Tx, id: Id<"booking">): void {
  tx.insert(meta).values({ key: MARK, value: id }).run();
}

/** The marked booking; null when it was deleted, or in a database that never had one. */
export function findTestBooking(orm: Orm): Booking | null {
  const id = readMeta(orm, MARK);
  return id === undefined ? null : findBooking(orm, { id });
}

export type DeleteResult =
  | {
      ok: true;
      bookingNumber: string;
      /** Stored files that nothing names any more; to be removed after the commit. */ filePaths: string[];
    }
  | { ok: false; code: "not_a_sandbox" | "none_left" | "payment_page_open" };

/**
 * Deletes the test booking (specification, section 2) with everything that hangs on it, in the caller's transaction:
 * its days, windows and dumpsters are free again. No other booking can be meant: the mark alone says which, and only in
 * a database that is marked as a sandbox's. Its numbers are not given out again; one event says where they went.
 * Refused while its payment page is open, because money could come for nothing.
 */
export function deleteTestBooking(tx: Tx, deed: Deed): DeleteResult {
  if (readMeta(tx, "kind") !== "sandbox") return { ok: false, code: "not_a_sandbox" };
  const booking = findTestBooking(tx);
  if (!booking) return { ok: false, code: "none_left" };
  if (listOpenCheckouts(tx, booking.id).length > 0) return { ok: false, code: "payment_page_open" };

  freeInventory(tx, deed, booking.id);
  const invoiceNumbers = tx
    .select({ number: invoices.invoice_number })
    .from(invoices)
    .where(eq(invoices.booking_id, booking.id))
    .all()
    .map((row) => row.number);
  const filePaths = deleteRows(tx, booking);
  recordEvent(tx, deed, {
    subject: { kind: "booking", id: booking.id },
    action: "test_booking_deleted",
    from: booking.status,
    data: { booking_number: booking.booking_number, invoice_numbers: invoiceNumbers },
  });
  return { ok: true, bookingNumber: booking.booking_number, filePaths };
}

function readMeta(orm: Orm, key: string): string | undefined {
  return orm.select().from(meta).where(eq(meta.key, key)).get()?.value;
}

function freeInventory(tx: Tx, deed: Deed, bookingId: Id<"booking">): void {
  for (const { id } of tx.select({ id: holds.id }).from(holds).where(eq(holds.booking_id, bookingId)).all())
    releaseHold(tx, deed, id, "test_booking_deleted");
  for (const unit of listUnits(tx, bookingId)) {
    if (unit.state !== "cancelled") {
      giveBack(tx, {
        lines: [{ size: unit.size_yards, quantity: 1 }],
        deliveryDate: unit.delivery_date,
        deliveryWindow: unit.delivery_window,
        occupiedUntil: unit.occupied_until,
      });
    }
    if (unit.dumpster_id) bringHome(tx, deed, unit.dumpster_id, bookingId);
  }
}

/** A dumpster that was out for the test booking stands in the yard again, unless another booking has it by now. */
function bringHome(tx: Tx, deed: Deed, dumpsterId: Id<"dumpster">, bookingId: Id<"booking">): void {
  const dumpster = tx.select().from(dumpsters).where(eq(dumpsters.id, dumpsterId)).get();
  const outForAnother =
    countRows(
      tx,
      units,
      and(
        eq(units.dumpster_id, dumpsterId),
        ne(units.booking_id, bookingId),
        sql`${units.state} not in ('off_site','settled','cancelled')`,
      ),
    ) > 0;
  if (!dumpster || outForAnother || (dumpster.location === "yard" && dumpster.load === "empty")) return;
  tx.update(dumpsters).set({ location: "yard", load: "empty" }).where(eq(dumpsters.id, dumpsterId)).run();
  recordEvent(tx, deed, {
    subject: { kind: "dumpster", id: dumpsterId },
    action: "dumpster_moved",
    data: {
      number: dumpster.number,
      was: { location: dumpster.location, load: dumpster.load },
      is: { location: "yard", load: "empty" },
      reason: "test_booking_deleted",
    },
  });
}

/** Children before their parents. Returns the paths of the files whose rows are gone. */
function deleteRows(tx: Tx, booking: Booking): string[] {
  const { id } = booking;
  const filePaths = tx
    .select({ path: files.path })
    .from(files)
    .where(eq(files.booking_id, id))
    .all()
    .map((row) => row.path);
  const pictures = [photos, placePhotos].flatMap((table) =>
    tx
      .select({ path: table.path, small: table.small_path })
      .from(table)
      .where(eq(table.booking_id, id))
      .all()
      .flatMap(({ path, small }) => [path, small]),
  );
  const ofBooking = tx.select({ id: jobs.id }).from(jobs).where(eq(jobs.booking_id, id));
  for (const table of [weightTickets, closureJobs, jobOffers, lastMoves])
    tx.delete(table).where(inArray(table.job_id, ofBooking)).run();
  for (const table of [
    ledgerAllocations,
    invoices,
    ledgerEntries,
    disputes,
    refunds,
    chargeQuestions,
    chargeAttempts,
    charges,
    payments,
    checkouts,
    holds,
    photos,
    placePhotos,
    jobReports,
    jobAttempts,
    jobProposals,
    blockedVisits,
    closureUnits,
    jobs,
    changes,
    cancellations,
    units,
    rentalAgreements,
    files,
    messages,
    reminders,
    outbox,
    tasks,
    events,
    bookingItems,
  ]) {
    tx.delete(table).where(eq(table.booking_id, id)).run();
  }
  const drafts = tx
    .select({ id: bookingDrafts.id })
    .from(bookingDrafts)
    .where(sql`${bookingDrafts.booking_id} = ${id} or ${bookingDrafts.id} = ${booking.draft_id}`)
    .all();
  for (const draft of drafts) {
    // A request for a call-back is somebody's own; it stays without the draft that it came from.
    tx.update(leads).set({ draft_id: null }).where(eq(leads.draft_id, draft.id)).run();
    tx.delete(grants).where(eq(grants.draft_id, draft.id)).run();
    tx.delete(bookingDrafts).where(eq(bookingDrafts.id, draft.id)).run();
  }
  tx.delete(bookings).where(eq(bookings.id, id)).run();
  const isElsewhere =
    countRows(tx, bookings, eq(bookings.customer_id, booking.customer_id)) > 0 ||
    countRows(tx, customers, eq(customers.merged_into, booking.customer_id)) > 0;
  if (!isElsewhere) {
    // What was said besides the booking is somebody's too; it stays without the customer.
    tx.update(messages).set({ customer_id: null }).where(eq(messages.customer_id, booking.customer_id)).run();
    tx.delete(customerContacts).where(eq(customerContacts.customer_id, booking.customer_id)).run();
    tx.delete(customerSites).where(eq(customerSites.customer_id, booking.customer_id)).run();
    tx.delete(customers).where(eq(customers.id, booking.customer_id)).run();
  }
  tx.delete(meta).where(eq(meta.key, MARK)).run();
  return [...filePaths, ...pictures];
}
