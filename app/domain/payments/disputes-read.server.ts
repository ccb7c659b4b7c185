import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  sql,
  type SQL,
} from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import {
  bookings,
  charges,
  disputes,
  ledgerAllocations,
  ledgerEntries,
  payments,
  webhookInbox,
} from "#db/schema/index";
import { familyOf, getCustomer, standsFor } from "../customers/family.server";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { DAY, plus, type Instant } from "../kernel/time.server";
import { hasEnded } from "../states/dispute";
import type { Charge, Payment } from "./books.server";

export type Dispute = typeof disputes.$inferSelect;

/** By our id, or by the card company's; null when there is none. */
export function findDispute(orm: Orm, by: { id: string } | { stripeId: string }): Dispute | null {
  const where = "id" in by ? eq(disputes.id, by.id as Id<"dispute">) : eq(disputes.stripe_dispute_id, by.stripeId);
  return orm.select().from(disputes).where(where).get() ?? null;
}

const ofPayment = prepared((orm) =>
  orm
    .select()
    .from(disputes)
    .where(eq(disputes.payment_id, sql.placeholder("payment")))
    .orderBy(desc(disputes.opened_at))
    .prepare(),
);

const isTaken = ({ withdrawn, reinstated }: Dispute) => withdrawn > reinstated;
const isLost = (one: Dispute) => one.state === "lost" && isTaken(one);

/** What banks have taken of a payment for good; cents. It is not ours to give any more. */
export function lostOfPayment(orm: Orm, { id }: Pick<Payment, "id">): Cents {
  const lost = ofPayment(orm).all({ payment: id }).filter(isLost);
  return lost.reduce((sum, { withdrawn, reinstated }) => sum + withdrawn - reinstated, 0);
}

/**
 * Whether money of a payment can go back: `frozen` while a dispute of it is open (the card company refuses then), `gone`
 * where the bank took all of it for good; of what it took a part of, the rest can. An inquiry freezes nothing.
 */
export function standingOf(orm: Orm, payment: Pick<Payment, "id" | "amount">): "free" | "frozen" | "gone" {
  const all = ofPayment(orm).all({ payment: payment.id });
  if (all.some((one) => isTaken(one) && !hasEnded(one.state))) return "frozen";
  return all.some(isLost) && lostOfPayment(orm, payment) >= payment.amount ? "gone" : "free";
}

const ofBooking = prepared((orm) =>
  orm
    .select()
    .from(disputes)
    .where(eq(disputes.booking_id, sql.placeholder("booking")))
    .orderBy(desc(disputes.opened_at))
    .prepare(),
);

/** A booking's disputes, newest first. */
export function listDisputesOf(orm: Orm, bookingId: Id<"booking">): Dispute[] {
  return ofBooking(orm).all({ booking: bookingId });
}

const takenOfFamily = prepared((orm) =>
  orm
    .select(getTableColumns(payments))
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.payment_id))
    .where(
      and(
        sql`${disputes.booking_id} in (select ${bookings.id} from ${bookings} where ${bookings.customer_id} in (select value from json_each(${sql.placeholder("family")})))`,
        gt(disputes.withdrawn, disputes.reinstated),
      ),
    )
    .prepare(),
);

/**
 * The payments of a customer and of all that are merged with them, for whichever booking, of which a bank has money, while it
 * decides or for good. An inquiry takes none.
 */
export function listDisputedPayments(orm: Orm, customer: Id<"customer">): Payment[] {
  const family = familyOf(orm, standsFor(orm, getCustomer(orm, customer)).id);
  return takenOfFamily(orm).all({ family: JSON.stringify(family) });
}

/** Disputes that have not ended, for the reconciler. The states are written out as in the partial index. */
export function listOpenDisputes(orm: Orm): Dispute[] {
  return orm
    .select()
    .from(disputes)
    .where(sql`${disputes.state} not in ('won','lost','closed')`)
    .limit(200)
    .all();
}

/** Stripe tells a payment within three days, or not at all. */
const PAYMENT_TOLD_WITHIN = 3 * DAY;

/**
 * Disputes that Stripe told us of in the last days and that our books do not have, because the payment was not told yet
 * then; their ids at Stripe. Those of payments that are none of ours are among them.
 */
export function listUnknownDisputes(orm: Orm, now: Instant, most = 5_000): string[] {
  return orm
    .selectDistinct({ id: sql<string>`${webhookInbox.object_id}` })
    .from(webhookInbox)
    .leftJoin(disputes, eq(disputes.stripe_dispute_id, webhookInbox.object_id))
    .where(
      and(
        gte(webhookInbox.received_at, plus(now, -PAYMENT_TOLD_WITHIN)),
        like(webhookInbox.type, "charge.dispute.%"),
        isNotNull(webhookInbox.object_id),
        isNull(disputes.id),
      ),
    )
    .limit(most)
    .all()
    .map(({ id }) => id);
}

/**
 * The charges that a payment paid for, by the books, also by way of what was credited: the fee of a cancellation is kept of what
 * the order was paid with. The oldest first, as what is taken off them goes one after the other.
 */
export const chargesPaidBy = (orm: Orm, payment: Pick<Payment, "id">): Charge[] => paidBy(orm, payment, true);

/** The same without those that were kept of what was credited. */
export const chargesPaidAtOnce = (orm: Orm, payment: Pick<Payment, "id">): Charge[] => paidBy(orm, payment, false);

function paidBy(orm: Orm, { id }: Pick<Payment, "id">, byCredits: boolean): Charge[] {
  const paid = new Set<Id<"charge">>();
  let giving = entryIds(orm, eq(ledgerEntries.cause, `payment:${id}`));
  while (giving.length > 0) {
    const more = chargesOutOf(orm, giving).filter((charge) => !paid.has(charge));
    for (const charge of more) paid.add(charge);
    const credits = and(inArray(ledgerEntries.charge_id, more), eq(ledgerEntries.kind, "credit"));
    giving = byCredits && more.length > 0 ? entryIds(orm, credits) : [];
  }
  if (paid.size === 0) return [];
  const oldestFirst = [asc(charges.created_at), asc(charges.id)];
  return orm
    .select()
    .from(charges)
    .where(inArray(charges.id, [...paid]))
    .orderBy(...oldestFirst)
    .all();
}

function entryIds(orm: Orm, which: SQL | undefined): number[] {
  const found = orm.select({ id: ledgerEntries.id }).from(ledgerEntries).where(which).all();
  return found.map(({ id }) => id);
}

/** What these entries were joined to that is a charge. */
function chargesOutOf(orm: Orm, giving: readonly number[]): Id<"charge">[] {
  return orm
    .select({ charge: ledgerEntries.charge_id })
    .from(ledgerAllocations)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerAllocations.to_entry))
    .where(and(inArray(ledgerAllocations.from_entry, giving), eq(ledgerEntries.kind, "charge")))
    .all()
    .flatMap(({ charge }) => charge ?? []);
}

/** The payment of a payment intent; null where we have none. */
export function findPaymentOf(orm: Orm, intentId: string | null): Payment | null {
  if (intentId === null) return null;
  return orm.select().from(payments).where(eq(payments.stripe_payment_intent_id, intentId)).get() ?? null;
}
