import { desc, eq } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { payments, refunds } from "#db/schema/index";
import { findCheckout } from "../payments/checkouts.server";
import type { Refund } from "../payments/books.server";

/** The refund of the payment that a session made; null when nothing was charged or given back. */
export function refundOfCheckout(orm: Orm, sessionId: string): Refund | null {
  const checkout = findCheckout(orm, { sessionId });
  if (!checkout) return null;
  const payment = orm
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.checkout_id, checkout.id))
    .limit(1)
    .get();
  return payment
    ? (orm
        .select()
        .from(refunds)
        .where(eq(refunds.payment_id, payment.id))
        .orderBy(desc(refunds.created_at))
        .limit(1)
        .get() ?? null)
    : null;
}
