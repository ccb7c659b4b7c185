import type { Orm } from "#db/client.server";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { listAllocations, listEntries, type LedgerEntry, type Refund } from "./books.server";
import { totalOf } from "./entries";
import { readLedger } from "./ledger.server";
import type { BackState } from "./refund-words";
import { isOnTheBooks } from "./refunds.server";

/** Where the money is that credits have freed; cents. */
export interface WhereBack {
  /** What of it was to go back, or was its customer's already: the sum of the others, as long as nothing else was paid with it. */
  freed: Cents;
  /** What goes back, or went, by the refund that has it now: what failed and was taken up is that of what took its place. */
  parts: { refund: Refund; cents: Cents }[];
  /** What its customer has otherwise: from their bank for good, or because a refund had been more than what was due. */
  already: Cents;
}

/**
 * Follows the money of credits through the books' allocations to the refunds that have it now, past those that failed and were
 * made another way, those that gave way to a refund in Stripe's dashboard, and those of which a bank has given a part.
 * What of a refund came back and nothing has taken up stays with that one.
 */
export function followBack(orm: Orm, bookingId: Id<"booking">, credits: readonly LedgerEntry[]): WhereBack {
  const entries = listEntries(orm, bookingId);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const cameBack = new Map(entries.flatMap((one) => (one.kind === "refund_failed" ? [[one.refund_id, one]] : [])));
  const refunds = new Map(readLedger(orm, bookingId).refunds.map((refund) => [refund.id, refund]));
  // Two that failed may have gone one way: what of it was one's is not the other's.
  const joined = listAllocations(orm, bookingId).map((one) => ({ ...one, left: one.amount }));
  const parts = new Map<Id<"refund">, Cents>();
  let [freed, already] = [0, 0];

  /** What `from` has given of these cents; what it still has comes back. */
  const give = (from: LedgerEntry, cents: Cents): Cents => {
    let rest = cents;
    for (const one of joined) {
      const part = one.from_entry === from.id ? Math.min(rest, one.left) : 0;
      if (part === 0) continue;
      one.left -= part;
      rest -= part;
      const to = byId.get(one.to_entry);
      if (from.kind === "credit" && (to?.kind === "dispute" || to?.kind === "refund")) freed += part;
      if (to?.kind === "dispute" || to?.kind === "write_off_back") already += part;
      else if (to?.kind === "refund") reach(from, to, part);
    }
    return rest;
  };
  const reach = (from: LedgerEntry, to: LedgerEntry, cents: Cents): void => {
    const refund = to.refund_id && refunds.get(to.refund_id);
    // Of one that failed the money never went: what settled it by itself went nowhere.
    if (!refund || refund.id === from.refund_id) return;
    const back = cameBack.get(refund.id);
    // What was given before it was due is no refund of this.
    if (isOnTheBooks(refund) && from.kind === "credit" && to.id < from.id) already += cents;
    else {
      const here = isOnTheBooks(refund) || !back ? cents : give(back, cents);
      if (here > 0) parts.set(refund.id, (parts.get(refund.id) ?? 0) + here);
    }
  };
  for (const credit of credits) give(credit, totalOf(credit));
  return {
    freed,
    parts: [...refunds.values()].flatMap((refund) => {
      const cents = parts.get(refund.id);
      return cents === undefined ? [] : [{ refund, cents }];
    }),
    already,
  };
}

/** How far a refund is, as its customer is told it: of one that came back, what of it nothing has taken up. */
export function backState({ state }: Pick<Refund, "state">): BackState {
  if (state === "requested") return "waits";
  if (state === "succeeded") return "back";
  return state === "failed" || state === "canceled" || state === "requires_action" ? "failed" : "under-way";
}
