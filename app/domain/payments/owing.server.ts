import { eq, inArray, sql } from "drizzle-orm";
import { prepared, type Orm } from "#db/client.server";
import { bookings, ledgerAllocations, ledgerEntries } from "#db/schema/index";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { ASKING_KINDS } from "./entries";

const { kind, amount, tax, booking_id } = ledgerEntries;
const asks = inArray(kind, [...ASKING_KINDS]);
const OWED = sql<Cents>`sum(case when ${asks} then 1 else -1 end * (${amount} + ${tax}))`;

/** What of an entry that asks is joined to what gives: of a charge what is paid and taken back. For a query of entries; cents. */
export const SETTLED = sql<Cents>`(select coalesce(sum(${ledgerAllocations.amount}), 0) from ${ledgerAllocations} where ${ledgerAllocations.to_entry} = ${ledgerEntries.id})`;

const owing = prepared((orm) =>
  orm
    .select({ of: booking_id, cents: OWED })
    .from(bookings)
    .innerJoin(ledgerEntries, eq(booking_id, bookings.id))
    .where(sql`${bookings.customer_id} in (select value from json_each(${sql.placeholder("family")}))`)
    .groupBy(booking_id)
    .having(sql`${OWED} > 0`)
    .prepare(),
);

/**
 * The bookings of these customers on which something is open, each with what is owed on it; cents. Summed where the books
 * are: a company's are looked at with each key while its order is typed, and most of what it ever ordered is paid.
 */
export function listOwing(orm: Orm, family: readonly Id<"customer">[]): { of: Id<"booking">; cents: Cents }[] {
  return owing(orm).all({ family: JSON.stringify(family) });
}
