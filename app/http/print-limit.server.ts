import type { Booking } from "~/domain/booking/bookings.server";
import { findInvoice } from "~/domain/documents/invoices.server";
import type { Scope } from "./context.server";
import { mayCause, type Limited } from "./limits.server";

/** Whether the invoice of a booking may be asked for now: one that is printed already always, else as often as `pdf` says. */
export async function mayPrint(scope: Scope, booking: Pick<Booking, "id">): Promise<Limited> {
  return findInvoice(scope.services.db.orm, booking.id)?.pdf_url ? { ok: true } : mayCause(scope, "pdf", { target: booking.id });
}
