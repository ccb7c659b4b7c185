import { and, desc, eq } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { checkouts, payments, refunds } from "#db/schema/index";
import { findCheckout } from "../payments/checkouts.server";
import type { Job } from "../dispatch/jobs.server";
import type { Payment, Refund } from "../payments/books.server";
import { getPayment } from "../payments/ledger.server";
import { shortCard } from "../payments/card-words";
import type { PaymentMethod } from "../payments/methods";

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

/**
 * Where these refunds go: on which ways, each once, and of those to a card "Visa 4242", or that it is several; null where none
 * goes to a card, or nobody knows which.
 */
export function refundedTo(
  orm: Orm,
  given: readonly Pick<Refund, "payment_id" | "method">[],
): { by: PaymentMethod[]; card: string | null } {
  const ids = new Set(given.filter(({ method }) => method === "card").map(({ payment_id }) => payment_id));
  const cards = new Set([...ids].map((id) => shortCard(getPayment(orm, id))));
  const card = cards.size > 1 ? "the cards you paid with" : ([...cards][0] ?? null);
  return { by: [...new Set(given.map(({ method }) => method))], card };
}

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
