import { findInvoice } from "~/domain/documents/invoices.server";
import type { Booking } from "~/domain/booking/order/bookings.server";
import { type Verification, verifyPayment } from "~/services/payments/verify.server";
import type { Scope } from "../context.server";
import { mayCause, type Limited } from "./limits.server";

/**
 * Counts one look-up (domain.md, 4.2). Returns 0, or the seconds to wait. A number has a limit of its own only together
 * with who asks: a stranger's tries never lock its owner out. When many connections try one number, or all of them
 * together very much, each connection keeps a few tries: enough for an owner, who also has the link in every mail, and
 * hardly any for a crowd. It never matters here whether there is such a booking.
 */
export async function limitLookup(scope: Scope, number: string): Promise<number> {
  const target = number.toLowerCase();
  const own = await mayCause(scope, "lookup", { target });
  if (!own.ok) return own.retryAfter;
  if ((await mayCause(scope, "lookup-crowd", { target })).ok) return 0;
  const inCrowd = await mayCause(scope, "lookup-in-crowd", {});
  return inCrowd.ok ? 0 : inCrowd.retryAfter;
}
const PAYMENT_PAGE = { kind: "visitor", label: "Payment page" } as const;
/**
 * What became of a payment, for whoever holds the session's id; the card company is asked no oftener than `verify`
 * says.
 */
export function askForPayment(scope: Scope, sessionId: string, checkoutId?: string | null): Promise<Verification> {
  return verifyPayment(scope.services, scope.deed(PAYMENT_PAGE), {
    sessionId,
    checkoutId,
    mayAsk: async (target) => (await mayCause(scope, "verify", { target })).ok,
  });
}
/**
 * Whether the invoice of a booking may be asked for now: one that is printed already always, else as often as `pdf`
 * says.
 */
export async function mayPrint(scope: Scope, booking: Pick<Booking, "id">): Promise<Limited> {
  return findInvoice(scope.services.db.orm, booking.id)?.pdf_url
    ? { ok: true }
    : mayCause(scope, "pdf", { target: booking.id });
}
