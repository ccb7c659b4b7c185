import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { changes, charges, disputes, ledgerAllocations, ledgerEntries } from "#db/schema/index";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import type { ChargeState } from "../states/transitions";

/**
 * Its money is here, or a bank has not decided yet whose it is (given back then, it waits for that), or the bank took it: a part
 * of it, maybe. Nothing bought is on account.
 */
const STANDS: readonly ChargeState[] = ["succeeded", "disputed", "won", "lost"];

/**
 * What its customer has paid for a change that is done and what was neither given back, written off nor lost to a bank;
 * cents, tax included. The one meaning of "paid" for a truck (docs/decisions/0095): what `returnBought` would give back,
 * 0 for what cost nothing, and without a change.
 */
export function paidFor(orm: Orm, changeId: Id<"change"> | null): Cents {
  if (changeId === null) return 0;
  const change = orm.select().from(changes).where(eq(changes.id, changeId)).get();
  if (change?.state !== "applied") return 0;
  const { booking_id } = change;
  const made = orm
    .select({ id: charges.id, total: sql<number>`${charges.amount} + ${charges.tax}` })
    .from(charges)
    // By its booking, which has an index.
    .where(
      and(eq(charges.booking_id, booking_id), eq(charges.change_id, changeId), inArray(charges.state, [...STANDS])),
    )
    .all();
  if (made.length === 0) return 0;
  const ids = made.map(({ id }) => id);
  const [gone] = orm
    .select({ total: sql<number>`coalesce(sum(${ledgerEntries.amount} + ${ledgerEntries.tax}), 0)` })
    .from(ledgerEntries)
    .where(and(inArray(ledgerEntries.kind, ["credit", "write_off"]), inArray(ledgerEntries.charge_id, ids)))
    .all();
  const left = made.reduce((sum, { total }) => sum + total, 0) - (gone?.total ?? 0);
  return left === 0 ? 0 : Math.max(0, left - takenOf(orm, booking_id, ids));
}

/**
 * What its customer has back already of the payments for these charges, and still owes us for it: a bank took it for good, or
 * a refund was more than what was due (`listTaken`, which lies above this word).
 */
function takenOf(orm: Orm, bookingId: Id<"booking">, ids: readonly Id<"charge">[]): Cents {
  const paid = orm
    .select({ id: sql<Id<"payment">>`paid.payment_id` })
    .from(ledgerEntries)
    .innerJoin(ledgerAllocations, eq(ledgerAllocations.to_entry, ledgerEntries.id))
    .innerJoin(sql`${ledgerEntries} paid`, sql`paid.id = ${ledgerAllocations.from_entry}`)
    .where(and(eq(ledgerEntries.kind, "charge"), inArray(ledgerEntries.charge_id, [...ids])));
  const isLost = sql`exists (select 1 from ${disputes} where ${disputes.state} = 'lost' and ${ledgerEntries.cause} = 'dispute:' || ${disputes.id})`;
  const settled = sql`coalesce((select sum(${ledgerAllocations.amount}) from ${ledgerAllocations} where ${ledgerAllocations.to_entry} = ${ledgerEntries.id}), 0)`;
  const [taken] = orm
    .select({ open: sql<number>`coalesce(sum(${ledgerEntries.amount} - ${settled}), 0)` })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.booking_id, bookingId),
        or(eq(ledgerEntries.kind, "refund"), and(eq(ledgerEntries.kind, "dispute"), isLost)),
        inArray(ledgerEntries.payment_id, paid),
      ),
    )
    .all();
  return taken?.open ?? 0;
}

/** Whether the payment for it is disputed at the bank: what is given back goes out when that is won, if it is. */
export function isPaymentDisputed(orm: Orm, changeId: Id<"change"> | null): boolean {
  const change = changeId && orm.select().from(changes).where(eq(changes.id, changeId)).get();
  if (!change) return false;
  const disputed = and(
    eq(charges.booking_id, change.booking_id),
    eq(charges.change_id, change.id),
    eq(charges.state, "disputed"),
  );
  return orm.select({ id: charges.id }).from(charges).where(disputed).limit(1).get() !== undefined;
}
