import { and, asc, eq, gte, lt, sql } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { bookings, disputes, ledgerEntries, payments, refunds, stripeTransactions } from "#db/schema/index";
import { WHO_ORDERED } from "../customers/who-ordered.server";
import { addDays, type Day } from "../kernel/days";
import type { Cents } from "../kernel/money";
import { dayAt, instantAt, later, type Instant } from "../kernel/time.server";
import { MONEY_KINDS } from "./entries";
import {
  compareTakings,
  WAY_OF_MONEY,
  type Booked,
  type Difference,
  type Elsewhere,
  type Moved,
  type MoneyKind,
  type TakingsRow,
} from "./takings";

/** Written out as in the partial index. */
const MONEY = sql.raw(`(${MONEY_KINDS.map((kind) => `'${kind}'`).join(",")})`);
/** A refund that was refused before it was sent has an id of ours. */
const NEVER_SENT = "refused:";

/** Card money that moved between two instants, by our books; what was refused before it was sent never moved. */
function listBooked(orm: Orm, from: Instant, until: Instant): Booked[] {
  const { kind, amount, at, payment_id, refund_id, cause } = ledgerEntries;
  // "dispute:<id>", "dispute_won:<id>": an entry names its dispute by its cause.
  const ofDispute = sql`${disputes.id} = substr(${cause}, instr(${cause}, ':') + 1)`;
  const rows = orm
    .select({
      kind,
      amount,
      at,
      intent: payments.stripe_payment_intent_id,
      refund: refunds.stripe_refund_id,
      refundState: refunds.state,
      refundMethod: refunds.method,
      dispute: disputes.stripe_dispute_id,
      method: payments.method,
      booking: bookings.booking_number,
      customer: WHO_ORDERED,
    })
    .from(ledgerEntries)
    .innerJoin(bookings, eq(bookings.id, ledgerEntries.booking_id))
    .innerJoin(payments, eq(payments.id, payment_id))
    .leftJoin(refunds, eq(refunds.id, refund_id))
    .leftJoin(disputes, ofDispute)
    .where(and(sql`${kind} in ${MONEY}`, gte(at, from), lt(at, until)))
    .orderBy(asc(at), asc(ledgerEntries.id))
    .all();
  return rows.flatMap((row): Booked[] => {
    const money = row.kind as MoneyKind;
    const isRefund = money === "refund" || money === "refund_failed";
    if ((isRefund ? row.refundMethod : row.method) !== "card") return [];
    const neverSent =
      isRefund &&
      (row.refund?.startsWith(NEVER_SENT) ||
        (row.refund === null && (row.refundState === "canceled" || row.refundState === "failed")));
    if (neverSent) return [];
    const ref = isRefund ? row.refund : money === "payment" ? row.intent : row.dispute;
    return [
      {
        kind: money,
        amount: WAY_OF_MONEY[money] * row.amount,
        at: row.at,
        ref,
        booking: row.booking,
        customer: row.customer,
      },
    ];
  });
}

/** Movements on the card company's balance between two instants, its fees and payouts too. */
function listMoved(orm: Orm, from: Instant, until: Instant): Moved[] {
  return orm
    .select({
      id: stripeTransactions.id,
      kind: stripeTransactions.kind,
      amount: stripeTransactions.amount,
      fee: stripeTransactions.fee,
      at: stripeTransactions.at,
      intent: stripeTransactions.payment_intent,
      refund: stripeTransactions.refund,
      dispute: stripeTransactions.dispute,
      booking: bookings.booking_number,
    })
    .from(stripeTransactions)
    .leftJoin(payments, eq(payments.stripe_payment_intent_id, stripeTransactions.payment_intent))
    .leftJoin(bookings, eq(bookings.id, payments.booking_id))
    .where(and(gte(stripeTransactions.at, from), lt(stripeTransactions.at, until)))
    .orderBy(asc(stripeTransactions.at), asc(stripeTransactions.id))
    .all()
    .map(({ intent, refund, dispute, ...one }) => ({ ...one, ref: refund ?? dispute ?? intent }));
}

/** Where the card company has a movement that our books have on this day. */
const atStripe =
  (orm: Orm): Elsewhere =>
  (kind, ref) => {
    const { at, amount, payment_intent, refund, dispute } = stripeTransactions;
    const column = kind === "payment" ? payment_intent : kind.startsWith("refund") ? refund : dispute;
    const found = orm
      .select({ at, amount })
      .from(stripeTransactions)
      .where(and(eq(column, ref), eq(stripeTransactions.kind, kind)))
      .get();
    return found ? { day: dayAt(found.at), amount: found.amount } : null;
  };

/** Where our books have a movement that is on the card company's balance on this day. */
const inBooks =
  (orm: Orm): Elsewhere =>
  (kind, ref) => {
    const id =
      kind === "payment"
        ? orm.select({ id: payments.id }).from(payments).where(eq(payments.stripe_payment_intent_id, ref)).get()?.id
        : kind === "refund" || kind === "refund_failed"
          ? orm.select({ id: refunds.id }).from(refunds).where(eq(refunds.stripe_refund_id, ref)).get()?.id
          : orm.select({ id: disputes.id }).from(disputes).where(eq(disputes.stripe_dispute_id, ref)).get()?.id;
    const entry = id
      ? orm
          .select()
          .from(ledgerEntries)
          .where(eq(ledgerEntries.cause, `${kind}:${id}`))
          .get()
      : undefined;
    return entry ? { day: dayAt(entry.at), amount: WAY_OF_MONEY[kind] * entry.amount } : null;
  };

/** Money that came or went by hand on a day; cents, below 0 what was paid out. */
export interface ByHand {
  method: "check" | "cash";
  amount: Cents;
  reference: string | null;
  batch: string | null;
  booking: string;
  customer: string;
}

export interface Takings {
  day: Day;
  /** Card money from before the first move that Stripe told us of: it is compared with nothing. */
  before: { count: number; sum: Cents };
  rows: TakingsRow[];
  /** What the card company kept on that day. */
  fees: Cents;
  /** What it paid out to the bank, below 0. */
  paidOut: Cents;
  /** Movements that are none of ours: adjustments, fees of its own. */
  other: Cents;
  differences: Difference[];
  byHand: ByHand[];
}

/** A New York day's takings: our books beside the card company's balance, each difference named, and what came by hand. */
export function readTakings(orm: Orm, on: Day): Takings {
  const [from, until] = [instantAt(on, 0), instantAt(addDays(on, 1), 0)];
  const moved = listMoved(orm, from, until);
  const since = firstTransaction(orm) ?? until;
  const all = listBooked(orm, from, until);
  const [booked, before] = [all.filter(({ at }) => at >= since), all.filter(({ at }) => at < since)];
  const sumOf = (kind: Moved["kind"]) => moved.reduce((sum, one) => sum + (one.kind === kind ? one.amount : 0), 0);
  return {
    day: on,
    before: { count: before.length, sum: before.reduce((sum, { amount }) => sum + amount, 0) },
    ...compareTakings(booked, moved, atStripe(orm), inBooks(orm)),
    fees: moved.reduce((sum, { fee }) => sum + fee, 0),
    paidOut: sumOf("payout"),
    other: sumOf("other") + sumOf("fee"),
    byHand: listByHand(orm, from, until),
  };
}

function listByHand(orm: Orm, from: Instant, until: Instant): ByHand[] {
  const who = { booking: bookings.booking_number, customer: WHO_ORDERED };
  const came = orm
    .select({
      method: payments.method,
      amount: payments.amount,
      reference: payments.reference,
      batch: payments.deposit_batch,
      ...who,
    })
    .from(payments)
    .innerJoin(bookings, eq(bookings.id, payments.booking_id))
    .where(and(sql`${payments.method} <> 'card'`, gte(payments.paid_at, from), lt(payments.paid_at, until)))
    .orderBy(asc(payments.paid_at))
    .all();
  const went = orm
    .select({
      method: refunds.method,
      amount: sql<number>`-${refunds.amount}`,
      reference: refunds.reference,
      batch: refunds.deposit_batch,
      ...who,
    })
    .from(refunds)
    .innerJoin(bookings, eq(bookings.id, refunds.booking_id))
    .where(and(gte(refunds.paid_out_at, from), lt(refunds.paid_out_at, until)))
    .orderBy(asc(refunds.paid_out_at), asc(refunds.id))
    .all();
  return [...came, ...went].map(({ method, ...one }) => ({
    ...one,
    method: method as ByHand["method"],
  }));
}

/** The first movement that the card company told us of. Null before any. */
export function firstTransaction(orm: Orm): Instant | null {
  return (
    orm
      .select({ at: stripeTransactions.at })
      .from(stripeTransactions)
      .orderBy(asc(stripeTransactions.at))
      .limit(1)
      .get()?.at ?? null
  );
}

/** Card money by our books, and by the card company's movements, for every New York day that has any; cents. */
export function listDays(orm: Orm, from: Instant, until: Instant): { day: Day; ours: Cents; theirs: Cents }[] {
  const days = new Map<Day, { ours: Cents; theirs: Cents }>();
  const on = (at: number) => {
    const key = dayAt(at as Instant);
    const found = days.get(key) ?? { ours: 0, theirs: 0 };
    days.set(key, found);
    return found;
  };
  for (const { at, amount } of listBooked(orm, from, until)) on(at).ours += amount;
  for (const { at, amount, kind } of listMoved(orm, from, until)) if (kind in WAY_OF_MONEY) on(at).theirs += amount;
  return [...days].map(([day, sums]) => ({ day, ...sums })).sort((a, b) => a.day.localeCompare(b.day));
}

/** How far back a day's page looks for other days on which the two differ. */
const DAYS_BACK = 13;

/** The days before this one, two weeks of them, on which our books and the card company come to different sums. */
export function unevenDays(orm: Orm, on: Day): { day: Day; ours: Cents; theirs: Cents }[] {
  const since = firstTransaction(orm);
  if (since === null) return [];
  const from = later(since, instantAt(addDays(on, -DAYS_BACK), 0));
  return listDays(orm, from, instantAt(on, 0)).filter(({ ours, theirs }) => ours !== theirs);
}

/** All that does not go together between two instants, of the whole company; what lies on another day besides. */
export function listDifferences(orm: Orm, from: Instant, until: Instant): Difference[] {
  return compareTakings(listBooked(orm, from, until), listMoved(orm, from, until), atStripe(orm), inBooks(orm))
    .differences;
}
