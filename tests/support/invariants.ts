import type { Orm } from "#db/client.server";
import { bookings, charges, deliveryWindowDays, holds, inventoryDays, jobs, units } from "#db/schema/index";
import { bookingStatus } from "~/domain/booking/status-rules";
import { eachDay } from "~/domain/kernel/days";
import { readLedger } from "~/domain/payments/ledger.server";

type Counts = Record<string, number>;

/** What the two tables of counts must say: every unit that is not cancelled, and every live hold. */
export function expectedCounts(orm: Orm): { days: Counts; windows: Counts } {
  const days: Counts = {};
  const windows: Counts = {};
  const add = (counts: Counts, key: string, count: number) => (counts[key] = (counts[key] ?? 0) + count);
  const take = (size: number, quantity: number, from: Parameters<typeof eachDay>[0], until: Parameters<typeof eachDay>[1], window: string) => {
    for (const day of eachDay(from, until)) add(days, `${size} ${day}`, quantity);
    add(windows, `${from} ${window}`, quantity);
  };
  for (const unit of orm.select().from(units).all()) if (unit.state !== "cancelled") take(unit.size_yards, 1, unit.delivery_date, unit.occupied_until, unit.delivery_window);
  for (const hold of orm.select().from(holds).all()) {
    if (hold.state === "live") for (const line of hold.lines) take(line.size, line.quantity, hold.delivery_date, hold.occupied_until, hold.delivery_window);
  }
  return { days, windows };
}

/** What they say. */
export function storedCounts(orm: Orm): { days: Counts; windows: Counts } {
  const days = orm.select().from(inventoryDays).all().filter((row) => row.taken > 0).map((row) => [`${row.size_yards} ${row.day}`, row.taken]);
  const windows = orm.select().from(deliveryWindowDays).all().filter((row) => row.taken > 0).map((row) => [`${row.day} ${row.delivery_window}`, row.taken]);
  return { days: Object.fromEntries(days), windows: Object.fromEntries(windows) };
}

/** Everything that is wrong with the stored bookings; empty when ledger, units and status agree. */
export function listContradictions(orm: Orm): string[] {
  const wrong: string[] = [];
  for (const booking of orm.select().from(bookings).all()) {
    const ledger = readLedger(orm, booking.id);
    const mine = orm.select().from(units).all().filter((unit) => unit.booking_id === booking.id);
    if (ledger.refunded > ledger.paid) wrong.push(`${booking.booking_number}: ${ledger.refunded} went back of ${ledger.paid}`);
    for (const payment of ledger.payments) {
      const back = ledger.refunds.filter((refund) => refund.payment_id === payment.id && refund.state !== "failed" && refund.state !== "canceled").reduce((sum, refund) => sum + refund.amount, 0);
      if (back > payment.amount) wrong.push(`${booking.booking_number}: payment ${payment.id} of ${payment.amount} gave back ${back}`);
    }
    if (booking.paid_at === null) {
      if (mine.length > 0) wrong.push(`${booking.booking_number}: units without a payment`);
      continue;
    }
    if (mine.reduce((sum, unit) => sum + unit.share, 0) !== booking.total_amount) wrong.push(`${booking.booking_number}: the shares do not sum to the total`);
    if (ledger.charged !== booking.total_amount) wrong.push(`${booking.booking_number}: ${ledger.charged} charged, ${booking.total_amount} signed`);
    const status = statusByRule(orm, mine, booking.id);
    if (status !== booking.status) wrong.push(`${booking.booking_number}: ${booking.status}, by the rule ${status}`);
  }
  return wrong;
}

function statusByRule(orm: Orm, mine: (typeof units.$inferSelect)[], bookingId: string): string {
  const deliveries = orm.select().from(jobs).all().filter((job) => job.booking_id === bookingId && job.kind === "delivery");
  const isScheduled = (unitId: string) => {
    const newest = deliveries.filter((job) => job.unit_id === unitId).sort((a, b) => b.attempt - a.attempt)[0];
    return newest !== undefined && !["unscheduled", "cancelled", "attempted"].includes(newest.state);
  };
  const balanceDue = orm.select().from(charges).all().some((charge) => charge.booking_id === bookingId && ["noticed", "questioned", "processing", "requires_action", "failed"].includes(charge.state));
  return bookingStatus(mine.map((unit) => ({ state: unit.state, deliveryScheduled: isScheduled(unit.id) })), { balanceDue });
}
