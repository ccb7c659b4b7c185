import { eq, inArray, sql } from "drizzle-orm";
import type { Orm } from "#db/client.server";
import {
  bookings,
  charges,
  disputes,
  invoices,
  ledgerAllocations,
  ledgerEntries,
  payments,
  refunds,
} from "#db/schema/index";
import { writtenLimit } from "#db/written-limits.server";
import type { Cents } from "../kernel/money";
import { ASKING_KINDS, ENTRY_KINDS, owedBy, type EntryKind } from "./entries";
import { GONE_BY_CARD, LOST_DISPUTE } from "./given-otherwise.server";

/** The ledger of the whole company: every entry of every booking. Cents, tax included. Reads all of it: not for a page. */
export interface CompanyBooks {
  sums: Record<EntryKind, Cents>;
  /** What all bookings together owe; below 0 we owe it. */
  owed: Cents;
  /** The same as the sum over the bookings, and of how many of them. */
  owedByBookings: Cents;
  bookings: number;
}

export function readCompanyBooks(orm: Orm): CompanyBooks {
  const { kind, amount, tax, booking_id } = ledgerEntries;
  const byKind = orm
    .select({ kind, amount: sql<number>`sum(${amount})`, tax: sql<number>`sum(${tax})` })
    .from(ledgerEntries)
    .groupBy(kind)
    .all();
  const sums = Object.fromEntries(ENTRY_KINDS.map((one) => [one, 0])) as Record<EntryKind, Cents>;
  for (const one of byKind) sums[one.kind] = one.amount + one.tax;
  const each = orm
    .select({
      id: booking_id,
      owed: sql<number>`sum(case when ${inArray(kind, ASKING_KINDS)} then 1 else -1 end * (${amount} + ${tax}))`,
    })
    .from(ledgerEntries)
    .innerJoin(bookings, eq(bookings.id, booking_id))
    .groupBy(booking_id)
    .all();
  return {
    sums,
    owed: owedBy(byKind),
    owedByBookings: each.reduce((sum, { owed }) => sum + owed, 0),
    bookings: each.length,
  };
}

/**
 * What is wrong in the books themselves, a line each, at most `most`: a payment, refund or dispute that is not booked by
 * its amount, more allocated than there is, a paper of another sum, a refund that failed and still counts, money that its customer has otherwise
 * and we owe all the same, a charge of which more is taken back than it was, a booking of which something is asked although
 * it has something to give. Empty when they are right.
 */
export function findBookFaults(orm: Orm, most = 20): string[] {
  const rows = (query: ReturnType<typeof sql>) =>
    orm.all<{ id: string; said: string }>(query).map(({ id, said }) => `${id}: ${said}`);
  return [
    ...rows(
      sql`select p.id as id, 'the payment is not booked by its amount' as said from ${payments} p left join ${ledgerEntries} e on e.cause = 'payment:' || p.id and e.amount = p.amount where e.id is null${writtenLimit(most)}`,
    ),
    ...rows(
      sql`select r.id as id, 'the refund is not booked by its amount' as said from ${refunds} r left join ${ledgerEntries} e on e.cause = 'refund:' || r.id and e.amount = r.amount where e.id is null${writtenLimit(most)}`,
    ),
    ...rows(
      sql`select r.id as id, 'the refund did not arrive, but the books still count it' as said from ${refunds} r left join ${ledgerEntries} e on e.cause = 'refund_failed:' || r.id and e.amount = r.amount where (r.state in ('failed','canceled')) <> (e.id is not null)${writtenLimit(most)}`,
    ),
    ...rows(
      sql`select r.id as id, 'what is paid out by hand has no time, or the other way round' as said from ${refunds} r where (r.method <> 'card' and r.state = 'succeeded') <> (r.paid_out_at is not null)${writtenLimit(most)}`,
    ),
    ...rows(
      sql`select r.id as id, 'its customer has it already, and the books owe it once more' as said from ${refunds} r join ${ledgerEntries} e on e.cause = 'refund_failed:' || r.id where r.failure_reason in (${LOST_DISPUTE}, ${GONE_BY_CARD}) and e.amount > (select coalesce(sum(a.amount), 0) from ledger_allocations a where a.from_entry = e.id)${writtenLimit(most)}`,
    ),
    ...rows(
      sql`select c.id as id, 'more is taken back of the charge than it was' as said from ${charges} c join ${ledgerEntries} e on e.charge_id = c.id and e.kind in ('credit','write_off') group by c.id having sum(e.amount + e.tax) > c.amount + c.tax${writtenLimit(most)}`,
    ),
    ...rows(
      sql`select d.id as id, 'what the bank took is not booked' as said from ${disputes} d where d.withdrawn <> (select coalesce(sum(e.amount), 0) from ${ledgerEntries} e where e.cause = 'dispute:' || d.id) or d.reinstated <> (select coalesce(sum(e.amount), 0) from ${ledgerEntries} e where e.cause = 'dispute_won:' || d.id)${writtenLimit(most)}`,
    ),
    ...rows(
      sql`select i.invoice_number as id, 'the paper says another sum than the books' as said from ${invoices} i join ${ledgerEntries} e on e.id = i.entry_id where i.total <> e.amount + e.tax or i.booking_id <> e.booking_id or (i.invoice_number glob 'CRN-*') <> (e.kind = 'credit')${writtenLimit(most)}`,
    ),
    ...rows(
      sql`select e.cause as id, 'more is allocated than there is' as said from ${ledgerEntries} e join ledger_allocations a on a.from_entry = e.id or a.to_entry = e.id group by e.id having sum(a.amount) > e.amount + e.tax${writtenLimit(most)}`,
    ),
    ...rows(
      sql`select b.booking_number as id, 'something is asked although what it has to give would pay it' as said from (${openEntries()}) o join ${bookings} b on b.id = o.booking_id where o.open > 0 group by b.id having min(o.asks) <> max(o.asks)${writtenLimit(most)}`,
    ),
  ];
}

/** What of each entry is not allocated, and whether it asks; without refunds that came back, which have a way of their own. */
function openEntries() {
  const used = sql`select from_entry as id, amount from ${ledgerAllocations} union all select to_entry, amount from ${ledgerAllocations}`;
  return sql`select e.booking_id, e.kind in ${ASKING_KINDS} as asks, e.amount + e.tax - coalesce(u.amount, 0) as open from ${ledgerEntries} e left join (select id, sum(amount) as amount from (${used}) group by id) u on u.id = e.id where e.kind <> 'refund_failed'`;
}
