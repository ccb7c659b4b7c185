import type Database from "better-sqlite3";
import type { Orm } from "#db/client.server";
import { keepReports } from "#db/report-facts.server";
import {
  bookings,
  cancellations,
  charges,
  deliveryWindowDays,
  holds,
  inventoryDays,
  jobs,
  units,
} from "#db/schema/index";
import { bookingStatus } from "~/domain/states/status-rules";
import { eachDay } from "~/domain/kernel/days";
import { and, eq, sql } from "drizzle-orm";
import type { Id } from "~/domain/kernel/ids.server";
import { listAllocations, listEntries, type LedgerEntry } from "~/domain/payments/books.server";
import { gives, openOf, sumOfKind } from "~/domain/payments/entries";
import { readLedger } from "~/domain/payments/ledger.server";
import { MADE_AT_STRIPE } from "~/domain/payments/refund-elsewhere.server";
import { surplusTask } from "~/domain/payments/pay-open.server";
import { findSurplus } from "~/domain/payments/surplus.server";
import { isAskedAbout } from "~/domain/tasks/tasks.server";

type Counts = Record<string, number>;

/** What the two tables of counts must say: every unit that is not cancelled, and every live hold. */
export function expectedCounts(orm: Orm): { days: Counts; windows: Counts } {
  const days: Counts = {};
  const windows: Counts = {};
  const add = (counts: Counts, key: string, count: number) => (counts[key] = (counts[key] ?? 0) + count);
  const take = (
    size: number,
    quantity: number,
    from: Parameters<typeof eachDay>[0],
    until: Parameters<typeof eachDay>[1],
    window: string | null,
  ) => {
    for (const day of eachDay(from, until)) add(days, `${size} ${day}`, quantity);
    if (window !== null) add(windows, `${from} ${window}`, quantity);
  };
  for (const unit of orm.select().from(units).all())
    if (unit.state !== "cancelled")
      take(unit.size_yards, 1, unit.delivery_date, unit.occupied_until, unit.delivery_window);
  for (const hold of orm.select().from(holds).all()) {
    if (hold.state === "live")
      for (const line of hold.lines)
        take(line.size, line.quantity, hold.delivery_date, hold.occupied_until, hold.delivery_window);
  }
  return { days, windows };
}

/** What they say. */
export function storedCounts(orm: Orm): { days: Counts; windows: Counts } {
  const days = orm
    .select()
    .from(inventoryDays)
    .all()
    .filter((row) => row.taken > 0)
    .map((row) => [`${row.size_yards} ${row.day}`, row.taken]);
  const windows = orm
    .select()
    .from(deliveryWindowDays)
    .all()
    .filter((row) => row.taken > 0)
    .map((row) => [`${row.day} ${row.delivery_window}`, row.taken]);
  return { days: Object.fromEntries(days), windows: Object.fromEntries(windows) };
}

/** Whether a later charge stands in the books follows from its state. */
const BOOKED = [
  "processing",
  "billed",
  "succeeded",
  "requires_action",
  "failed",
  "written_off",
  "disputed",
  "won",
  "lost",
];
const NOT_BOOKED = ["proposed", "evidence_ready", "noticed", "questioned"];
const OPEN = ["processing", "billed", "requires_action", "failed"];
const FACT = sql.raw("figure, subject, key, at, amount, extra, booking_id");
const PIECE = sql.raw("(at / 3600000 - 5) / 24 * 2 + ((at / 3600000 - 5) % 24 = 23)");

/** Its statements are prepared once for a connection: a history asks at each step. */
const KEEPERS = new WeakMap<Orm, () => void>();
function keeperOf(orm: Orm): () => void {
  const keeper = KEEPERS.get(orm) ?? keepReports((orm as unknown as { $client: Database.Database }).$client);
  KEEPERS.set(orm, keeper);
  return keeper;
}

/** Where the reports' facts are not what happened (the views of migration 0065), or their sums not of their facts. */
export function reportContradictions(orm: Orm): string[] {
  // What a test changed by its own hand is counted with the next transaction.
  keeperOf(orm)();
  const facts = orm.all<{ figure: string; subject: string; side: string }>(
    sql`select *, 'too much' as side from (select ${FACT} from report_facts except select ${FACT} from report_truth)
      union all select *, 'missing' from (select ${FACT} from report_truth except select ${FACT} from report_facts)`,
  );
  const sums = orm.all<{ figure: string; key: string; n: number }>(
    sql`select figure, key, sum(n) as n, sum(amount) as amount, sum(extra) as extra from (
      select figure, piece, key, n, amount, extra from report_pieces
      union all select figure, ${PIECE}, key, -1, -amount, -extra from report_facts) group by figure, piece, key having sum(n) <> 0 or sum(amount) <> 0 or sum(extra) <> 0`,
  );
  const months = orm.all<{ figure: string; key: string; n: number }>(
    sql`select figure, key, sum(n) as n from (select figure, key, n, amount, extra from report_pieces
      union all select figure, key, -n, -amount, -extra from report_months) group by figure, key having sum(n) <> 0 or sum(amount) <> 0 or sum(extra) <> 0`,
  );
  return [
    ...facts.map(({ figure, subject, side }) => `report fact ${figure} of ${subject}: ${side}`),
    ...[...sums, ...months].map(({ figure, key, n }) => `report sums of ${figure} ${key}: ${n} off`),
  ];
}

/** Everything that is wrong with the stored bookings; empty when ledger, units and status agree. */
export function listContradictions(orm: Orm): string[] {
  const wrong: string[] = reportContradictions(orm);
  const all = orm.select().from(units).all();
  for (const booking of orm.select().from(bookings).all()) {
    const ledger = readLedger(orm, booking.id);
    const mine = all.filter((unit) => unit.booking_id === booking.id);
    wrong.push(...wrongRefunds(ledger).map((what) => `${booking.booking_number}: ${what}`));
    if (booking.paid_at === null) {
      if (mine.length > 0) wrong.push(`${booking.booking_number}: units without a payment`);
      continue;
    }
    if (mine.reduce((sum, unit) => sum + unit.share, 0) !== booking.total_amount)
      wrong.push(`${booking.booking_number}: the shares do not sum to the total`);
    wrong.push(...wrongInBooks(orm, booking));
    const status = statusByRule(orm, mine, booking.id);
    if (status !== booking.status) wrong.push(`${booking.booking_number}: ${booking.status}, by the rule ${status}`);
  }
  return wrong;
}

/**
 * What we decided to give back of a payment is never more than it was, and neither is what its card has. Both together may be:
 * what a check has paid out, somebody may refund in Stripe's dashboard once more, and that is owed to us (`listExcess`).
 */
function wrongRefunds({ payments, refunds }: ReturnType<typeof readLedger>): string[] {
  const counting = refunds.filter(({ state }) => state !== "failed" && state !== "canceled");
  const sum = (list: typeof refunds) => list.reduce((all, { amount }) => all + amount, 0);
  return payments.flatMap(({ id, amount }) => {
    const mine = counting.filter((refund) => refund.payment_id === id);
    const decided = sum(mine.filter(({ reason }) => reason !== MADE_AT_STRIPE));
    const byCard = sum(mine.filter(({ method, state }) => method === "card" && state !== "requested"));
    return [
      ...(decided > amount ? [`${decided} of payment ${id} of ${amount} is to go back`] : []),
      ...(byCard > amount ? [`payment ${id} of ${amount} gave back ${byCard} by card`] : []),
    ];
  });
}

/** What is wrong with the books of a paid booking: they follow from its rows, and every cent of them is for something. */
function wrongInBooks(orm: Orm, { id, booking_number, total_amount }: typeof bookings.$inferSelect): string[] {
  const ledger = readLedger(orm, id);
  const entries = listEntries(orm, id);
  const allocations = listAllocations(orm, id);
  const cancelled = orm.select().from(cancellations).where(eq(cancellations.booking_id, id)).all();
  const sum = (list: { amount: number; tax?: number }[]) =>
    list.reduce((all, { amount, tax = 0 }) => all + amount + tax, 0);
  const rental = ledger.charges.filter((charge) => charge.kind === "rental" && charge.unit_id === null);
  // Later charges go by proof and notice, and have a cause.
  const fees = ledger.charges.filter(
    ({ kind, cause }) => cause === null && (kind === "cancellation_fee" || kind === "dry_run"),
  );
  const booked = new Set(entries.flatMap(({ kind, charge_id }) => (kind === "charge" ? [charge_id] : [])));
  const wrongly = ledger.charges.filter(({ id, state }) =>
    booked.has(id) ? NOT_BOOKED.includes(state) : BOOKED.includes(state),
  );
  const writtenOff = sumOfKind(entries, "write_off") - sumOfKind(entries, "write_off_back");
  const disputed = sumOfKind(entries, "dispute") - sumOfKind(entries, "dispute_won");
  // A check may have paid a part of a charge; what a bank took for good, or Stripe's dashboard gave beyond what was due, is
  // owed until somebody sees to it.
  const open = new Set(ledger.charges.flatMap(({ id, state }) => (OPEN.includes(state) ? [id] : [])));
  const isAsked = ({ kind, charge_id }: LedgerEntry) =>
    kind === "dispute" || kind === "refund" || (kind === "charge" && charge_id !== null && open.has(charge_id));
  const unpaid = entries.filter(isAsked).reduce((all, entry) => all + openOf(entry, allocations), 0);
  // What was paid too much is owed by us, and somebody is asked to give it back.
  const tooMuch = isAskedAbout(orm, surplusTask(id))
    ? findSurplus(orm, id).from.reduce((all, entry) => all + openOf(entry, allocations), 0)
    : 0;
  const byCancelling = entries.filter(({ cause }) => cause.startsWith("credit:can_"));
  const expected: [string, number, number][] = [
    ["rental", sum(rental), total_amount],
    ["fees", sum(fees), cancelled.reduce((all, { fee }) => all + fee, 0)],
    ["credits of cancellations", sum(byCancelling), cancelled.reduce((all, { base_amount }) => all + base_amount, 0)],
    ["charges in the books", ledger.charged, sum(ledger.charges.filter((charge) => booked.has(charge.id)))],
    ["charges that are booked too early or never", wrongly.length, 0],
    ["owed", ledger.owed, ledger.charged - ledger.credited - writtenOff - ledger.paid + ledger.refunded + disputed],
    ["open", ledger.owed, sum(entries.map((one) => ({ amount: (gives(one) ? -1 : 1) * openOf(one, allocations) })))],
  ];
  const overdrawn = entries.filter((entry) => openOf(entry, allocations) < 0).map(({ cause }) => cause);
  return [
    ...expected.filter(([, is, wanted]) => is !== wanted).map(([what, is, wanted]) => `${what}: ${is}, not ${wanted}`),
    ...overdrawn.map((cause) => `${cause} is allocated beyond its amount`),
    ...(mayOwe(ledger.refunds) || ledger.owed === unpaid - tooMuch
      ? []
      : [`${ledger.owed} is owed, ${unpaid} is open`]),
  ].map((what) => `${booking_number}: ${what}`);
}

/** Money that could not be given back is owed by us until somebody sees to it. */
function mayOwe(given: { state: string }[]): boolean {
  return given.some(({ state }) => state === "failed" || state === "canceled");
}

function statusByRule(orm: Orm, mine: (typeof units.$inferSelect)[], bookingId: string): string {
  const ofBooking = eq(jobs.booking_id, bookingId as Id<"booking">);
  const deliveries = orm
    .select()
    .from(jobs)
    .where(and(ofBooking, eq(jobs.kind, "delivery")))
    .all();
  const isScheduled = (unitId: string) => {
    const newest = deliveries.filter((job) => job.unit_id === unitId).sort((a, b) => b.attempt - a.attempt)[0];
    return newest !== undefined && !["unscheduled", "cancelled", "attempted"].includes(newest.state);
  };
  const balanceDue = orm
    .select()
    .from(charges)
    .where(eq(charges.booking_id, bookingId as Id<"booking">))
    .all()
    .some(({ state }) => ["requires_action", "failed"].includes(state));
  return bookingStatus(
    mine.map((unit) => ({ state: unit.state, deliveryScheduled: isScheduled(unit.id) })),
    { balanceDue },
  );
}
