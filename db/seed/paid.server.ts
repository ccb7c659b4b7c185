import { and, asc, gte, lt } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
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

/** Names that begin so, by the column's index where it has one: a database in use has few seeded rows among many. */
const begins = (column: SQLiteColumn, start: string) => and(gte(column, start), lt(column, `${start}~`));

function groupedBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

/** What the seeded bookings say was paid by card, for a card company that never saw it. Empty where nothing is seeded. */
export function listSeededPayments(orm: Orm): SeededCustomer[] {
  const back = orm
    .select()
    .from(refunds)
    .where(begins(refunds.stripe_refund_id, "re_seed_"))
    .orderBy(asc(refunds.created_at))
    .all();
  const paid = orm
    .select()
    .from(payments)
    .where(begins(payments.stripe_payment_intent_id, "pi_seed_"))
    .orderBy(asc(payments.paid_at))
    .all();
  const backOf = groupedBy(back, ({ payment_id }) => payment_id);
  const paidFor = groupedBy(paid, ({ booking_id }) => booking_id);
  return orm
    .select()
    .from(bookings)
    .where(begins(bookings.stripe_customer_id, "cus_seed_"))
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
      payments: (paidFor.get(booking.id) ?? []).map(({ id, stripe_payment_intent_id, amount, paid_at }) => ({
        intentId: stripe_payment_intent_id ?? "",
        amount,
        at: seconds(paid_at),
        refunds: (backOf.get(id) ?? []).map((refund) => ({
          id: refund.stripe_refund_id ?? "",
          amount: refund.amount,
          at: seconds(refund.created_at),
        })),
      })),
    }));
}
