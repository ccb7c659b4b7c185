import { and, desc, eq } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { checkouts, payments, refunds } from "#db/schema/index";
import { findCheckout } from "../payments/checkouts.server";
import type { Job } from "../dispatch/jobs.server";
import type { Payment, Refund } from "../payments/books.server";

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

type Named = Pick<Payment, "card_brand" | "card_last4">;
const UNKNOWN: Named = { card_brand: null, card_last4: null };

/** The card that paid for a truck that was bought; nothing of it where none did, or it is not known. */
export function cardOfBought(orm: Orm, { change_id, booking_id }: Pick<Job, "change_id" | "booking_id">): Named {
  if (change_id === null) return UNKNOWN;
  const ofChange = and(eq(checkouts.change_id, change_id), eq(checkouts.outcome, "confirmed"));
  const paid = orm
    .select({ card_brand: payments.card_brand, card_last4: payments.card_last4 })
    .from(payments)
    .innerJoin(checkouts, eq(checkouts.id, payments.checkout_id))
    .where(and(eq(payments.booking_id, booking_id), ofChange))
    .get();
  return paid ?? UNKNOWN;
}
