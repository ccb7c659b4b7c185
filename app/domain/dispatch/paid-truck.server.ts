import { and, eq, inArray, sql } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import { changes, charges, ledgerEntries } from "#db/schema/index";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import type { ChargeState } from "../states/transitions";

/** Its money is here, or a bank has not decided yet whose it is: given back then, it waits for that. Nothing bought is on account. */
const STANDS: readonly ChargeState[] = ["succeeded", "disputed", "won"];

/**
 * What its customer has paid for a change that is done and what was neither given back, written off nor lost to a bank;
 * cents, tax included. The one meaning of "paid" for a truck (docs/decisions/0095): what `returnBought` would give back,
 * 0 for what cost nothing, and without a change.
 */
export function paidFor(orm: Orm, changeId: Id<"change"> | null): Cents {
  if (changeId === null) return 0;
  const change = orm.select().from(changes).where(eq(changes.id, changeId)).get();
  if (change?.state !== "applied") return 0;
  const made = orm
    .select({ id: charges.id, total: sql<number>`${charges.amount} + ${charges.tax}` })
    .from(charges)
    // By its booking, which has an index.
    .where(
      and(
        eq(charges.booking_id, change.booking_id),
        eq(charges.change_id, changeId),
        inArray(charges.state, [...STANDS]),
      ),
    )
    .all();
  if (made.length === 0) return 0;
  const [taken] = orm
    .select({ total: sql<number>`coalesce(sum(${ledgerEntries.amount} + ${ledgerEntries.tax}), 0)` })
    .from(ledgerEntries)
    .where(
      and(
        inArray(ledgerEntries.kind, ["credit", "write_off"]),
        inArray(
          ledgerEntries.charge_id,
          made.map(({ id }) => id),
        ),
      ),
    )
    .all();
  return made.reduce((sum, { total }) => sum + total, 0) - (taken?.total ?? 0);
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
