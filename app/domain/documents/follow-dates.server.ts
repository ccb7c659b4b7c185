import type { Tx } from "#db/client.server";
import { getBooking, listUnits } from "../booking/order/bookings.server";
import { deriveDates } from "../booking/order/dates.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { findInvoice, invoiceDates, reviseInvoiceDates, saysTheSame } from "./invoices.server";

/**
 * After any change of a dumpster's days: the booking's dates follow from its dumpsters', and its invoice from the
 * booking's. An invoice that says them already stays as it is, with its PDF.
 */
export function followDates(tx: Tx, deed: Deed, bookingId: Id<"booking">): void {
  deriveDates(tx, deed, bookingId);
  const invoice = findInvoice(tx, bookingId);
  if (!invoice) return;
  const units = listUnits(tx, bookingId);
  // What is cancelled as a whole keeps its dates, and its papers.
  if (units.every(({ state }) => state === "cancelled")) return;
  const now = invoiceDates(getBooking(tx, bookingId), units);
  if (!saysTheSame(invoice.view, { ...invoice.view, ...now })) reviseInvoiceDates(tx, deed, bookingId);
}
