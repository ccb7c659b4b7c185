import { asc, like } from "drizzle-orm";
import type { Orm } from "../client.server";
import { bookings, payments, refunds } from "../schema/index";

/** A seeded booking's customer at the card company, with what was paid and given back; cents, seconds since 1970. */
export interface SeededCustomer {
  id: string;
  email: string | null;
  name: string;
  card: { id: string; brand: "visa" | "mastercard"; last4: string } | null;
  payments: { intentId: string; amount: number; at: number; refunds: { id: string; amount: number; at: number }[] }[];
}

const seconds = (at: number) => Math.floor(at / 1000);

/** What the seeded bookings say was paid by card, for a card company that never saw it. Empty where nothing is seeded. */
export function listSeededPayments(orm: Orm): SeededCustomer[] {
  const back = orm
    .select()
    .from(refunds)
    .where(like(refunds.stripe_refund_id, "re_seed_%"))
    .orderBy(asc(refunds.created_at))
    .all();
  const paid = orm
    .select()
    .from(payments)
    .where(like(payments.stripe_payment_intent_id, "pi_seed_%"))
    .orderBy(asc(payments.paid_at))
    .all();
  return orm
    .select()
    .from(bookings)
    .where(like(bookings.stripe_customer_id, "cus_seed_%"))
    .all()
    .map((booking) => ({
      id: booking.stripe_customer_id ?? "",
      email: booking.email || null,
      name: `${booking.first_name} ${booking.last_name}`,
      card: booking.payment_method_id?.startsWith("pm_seed_")
        ? {
            id: booking.payment_method_id,
            brand: booking.card_brand === "mastercard" ? "mastercard" : "visa",
            last4: booking.card_last4 ?? "4242",
          }
        : null,
      payments: paid
        .filter(({ booking_id }) => booking_id === booking.id)
        .map(({ id, stripe_payment_intent_id, amount, paid_at }) => ({
          intentId: stripe_payment_intent_id ?? "",
          amount,
          at: seconds(paid_at),
          refunds: back
            .filter(({ payment_id }) => payment_id === id)
            .map((refund) => ({
              id: refund.stripe_refund_id ?? "",
              amount: refund.amount,
              at: seconds(refund.created_at),
            })),
        })),
    }));
}
