import { and, asc, eq, gte, lt, or } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { stripePayouts } from "#db/schema/index";

import { addDays, type Day } from "../kernel/days";
import type { Deed } from "../kernel/deed";
import { dayAt, instant, instantAt } from "../kernel/time.server";
import type { PayoutState } from "../states/payout";
import { needPerson } from "../tasks/tasks.server";
import type { PayoutFacts } from "./money-port";

export type Payout = typeof stripePayouts.$inferSelect;

/** How far a payout has come: told late, an earlier word changes nothing. A bank may send back what was paid. */
const ORDER: Readonly<Record<PayoutState, number>> = {
  pending: 0,
  in_transit: 1,
  paid: 2,
  canceled: 3,
  failed: 4,
};

/**
 * Keeps what the card company says of a payout to our bank, whole each time and in any order. One that failed asks somebody to
 * look at the bank account.
 */
export function takePayout(tx: Tx, deed: Deed, facts: PayoutFacts): void {
  const before = tx.select().from(stripePayouts).where(eq(stripePayouts.id, facts.payoutId)).get();
  if (before && ORDER[before.state] >= ORDER[facts.state]) return;
  const row = {
    state: facts.state,
    amount: facts.amount,
    arrives_on: dayAt(instant(facts.arrival * 1000)),
    failure_reason: facts.failureReason,
  };
  tx.insert(stripePayouts)
    .values({ id: facts.payoutId, made_at: instant(facts.created * 1000), ...row })
    .onConflictDoUpdate({ target: stripePayouts.id, set: row })
    .run();
  needPerson(tx, deed, facts.state === "failed", {
    kind: "payout_failed",
    cause: `payout:${facts.payoutId}`,
    subject: { kind: "payout", id: facts.payoutId },
    due: deed.now,
  });
}

/** The payouts that left on a New York day, or arrive on it, oldest first. */
export function listPayouts(orm: Orm, on: Day): Payout[] {
  const { made_at, arrives_on } = stripePayouts;
  const left = and(gte(made_at, instantAt(on, 0)), lt(made_at, instantAt(addDays(on, 1), 0)));
  return orm
    .select()
    .from(stripePayouts)
    .where(or(left, eq(arrives_on, on)))
    .orderBy(asc(made_at))
    .all();
}

/** By the card company's id; null when there is none. */
export function findPayout(orm: Orm, id: string): Payout | null {
  return orm.select().from(stripePayouts).where(eq(stripePayouts.id, id)).get() ?? null;
}
