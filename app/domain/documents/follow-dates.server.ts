import type { Tx } from "#db/client.server";
import { getBooking, listUnits } from "../booking/order/bookings.server";
import { deriveDates } from "../booking/order/dates.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { findInvoice, reviseInvoiceDates, saysTheSame, withDatesNow } from "./invoices.server";

/**
 * After any change of a dumpster's days: the booking's dates follow from its dumpsters', and its invoice from the
 * booking's. An invoice that says them already stays as it is, with its PDF.
 */
export function followDates(tx: Tx, deed: Deed, bookingId: Id<"booking">): void {
  deriveDates(tx, deed, bookingId);
  const invoice = findInvoice(tx, bookingId);
  if (!invoice) return;
  const now = withDatesNow(invoice.view, getBooking(tx, bookingId), listUnits(tx, bookingId));
  if (!saysTheSame(invoice.view, now)) reviseInvoiceDates(tx, deed, bookingId);
}
