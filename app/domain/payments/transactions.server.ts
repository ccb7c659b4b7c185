import { desc, eq } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { meta, stripeSums, stripeTransactions } from "#db/schema/index";
import type { Deed } from "../kernel/deed";
import type { Cents } from "../kernel/money";
import { HOUR, instant, plus, type Instant } from "../kernel/time.server";
import type { TransactionFacts } from "./money-port";

export type StripeTransaction = typeof stripeTransactions.$inferSelect;

/** When the card company was last asked for its balance, and what it said; a row of `meta` in one text. */
const ASKED = "stripe_balance";
/** Asked again each time: a movement may be shown a little late. */
const OVERLAP_MS = HOUR;
/** How far the first question goes back: what is older was never in books that are compared. */
const FIRST_DAYS = 90;

/** Keeps movements on the card company's balance, each once; returns how many are new. One never changes. */
export function keepTransactions(tx: Tx, facts: readonly TransactionFacts[]): number {
  let fresh = 0;
  // Oldest first, so that what came in a second lies before what left in it.
  for (const one of facts.toReversed())
    fresh += tx
      .insert(stripeTransactions)
      .values({
        id: one.id,
        kind: one.kind,
        type: one.type,
        amount: one.amount,
        fee: one.fee,
        at: instant(one.at * 1000),
        source: one.source,
        payment_intent: one.paymentIntentId,
        refund: one.refundId,
        dispute: one.disputeId,
        description: one.description,
      })
      .onConflictDoNothing()
      .run().changes;
  return fresh;
}

const newest = prepared((orm) =>
  orm
    .select({ at: stripeTransactions.at })
    .from(stripeTransactions)
    .orderBy(desc(stripeTransactions.at))
    .limit(1)
    .prepare(),
);

/**
 * From when on movements are to be asked for, unix seconds: from the newest one, or from the last question where that is
 * older, as after the sandbox's clock was turned back. `all`: as far back as the first question goes.
 */
export function askSince(orm: Orm, now: Instant, { all = false }: { all?: boolean } = {}): number {
  const last = newest(orm).get()?.at;
  const from =
    last === undefined || all
      ? plus(now, -FIRST_DAYS * 24 * HOUR)
      : plus(instant(Math.min(last, readAsked(orm)?.at ?? last, now)), -OVERLAP_MS);
  return Math.floor(from / 1000);
}

/** Writes down that the card company was asked, and what its balance was then. */
export function keepBalance(tx: Tx, deed: Pick<Deed, "now">, balance: Cents): void {
  const value = `${deed.now} ${balance}`;
  tx.insert(meta).values({ key: ASKED, value }).onConflictDoUpdate({ target: meta.key, set: { value } }).run();
}

/** When it was last asked and what it said; null before the first time. Cents. */
export function readAsked(orm: Orm): { at: Instant; balance: Cents } | null {
  const found = orm.select().from(meta).where(eq(meta.key, ASKED)).get();
  const [at, balance] = (found?.value ?? "").split(" ").map(Number);
  return found && at !== undefined && balance !== undefined ? { at: instant(at), balance } : null;
}

/** What all movements that we know come to, less the fees: the balance, if we have been told of all. Kept, not summed. Cents. */
export function sumOfTransactions(orm: Orm): Cents {
  return orm.select().from(stripeSums).get()?.known ?? 0;
}

/**
 * By how much the balance, when it was last asked for, was more than all movements that we know; cents. Not 0 means that some
 * are missing: they are older than what we asked for, came while we asked, or were missed. 0 before the first time.
 */
export function unknownMoves(orm: Orm): Cents {
  const asked = readAsked(orm);
  return asked ? asked.balance - sumOfTransactions(orm) : 0;
}
