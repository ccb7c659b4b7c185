import { and, desc, eq, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { cancellations, jobs, payments } from "#db/schema/index";
import { moveUnit } from "../dispatch/advance.server";
import { cancelUnitJobs } from "../dispatch/jobs.server";
import { recordEvent } from "../events/events.server";
import { giveBack } from "../inventory/holds.server";
import type { Deed } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { HOUR, instantAt, plus, type Instant } from "../kernel/time.server";
import { enqueue } from "../outbox/outbox.server";
import { approveRefund, readLedger } from "../payments/ledger.server";
import type { Settings } from "../settings/schema";
import { getBooking, listUnits, moveBooking, type Booking, type Unit } from "./bookings.server";
import { cancellationFee, customerMayCancel, staffMayCancel } from "./cancel-rules";
import { recomputeBooking } from "./recompute.server";
import { windowHours } from "./schedule-rules";

export interface CancellationPreview {
  ok: true;
  percent: number;
  /** What was paid for what would be cancelled, tax included; cents, like fee and refund. */
  paid: Cents;
  fee: Cents;
  refund: Cents;
  /** Until when cancelling is free, and until when the middle fee holds. */
  deadlines: { freeUntil: Instant; lateUntil: Instant };
  units: Unit[];
}
export type CancelRefusal = { ok: false; code: "too_late" | "nothing_to_cancel" };

/**
 * What cancelling now would cost: the whole booking (unitId null) or one unit by its share. A booking that nobody has
 * paid costs nothing. "too_late" once a truck is on its way (domain.md, section 2).
 */
export function previewCancellation(orm: Orm, settings: Settings, bookingId: Id<"booking">, unitId: Id<"unit"> | null, now: Instant, by: "customer" | "staff" = "customer"): CancellationPreview | CancelRefusal {
  const booking = getBooking(orm, bookingId);
  const start = instantAt(booking.scheduled_delivery_date, windowHours(booking.delivery_time_window).startHour);
  const end = instantAt(booking.scheduled_delivery_date, windowHours(booking.delivery_time_window).endHour);
  const { freeHours, lateHours } = settings.cancellation;
  const deadlines = { freeUntil: plus(start, -freeHours * HOUR), lateUntil: plus(start, -lateHours * HOUR) };
  if (booking.status === "pending_payment" || booking.status === "quoted" || booking.status === "expired") {
    if (unitId !== null) return { ok: false, code: "nothing_to_cancel" };
    return { ok: true, percent: 0, paid: 0, fee: 0, refund: 0, deadlines, units: [] };
  }
  const open = listUnits(orm, bookingId).filter((unit) => unit.state !== "cancelled" && (unitId === null || unit.id === unitId));
  if (open.length === 0) return { ok: false, code: "nothing_to_cancel" };
  const may = by === "staff" ? staffMayCancel : customerMayCancel;
  if (!open.every((unit) => may(unit.state, deliveryJobState(orm, unit.id)))) return { ok: false, code: "too_late" };
  const paid = open.reduce((sum, unit) => sum + unit.share, 0);
  // Free when we have not come; a driver who stood before a closed gate has.
  const missedWindow = now >= end && open.every((unit) => unit.state === "reserved");
  const failed = open.filter((unit) => unit.state === "delivery_failed").length;
  if (failed === open.length) {
    // After a failed delivery the office may cancel, with the dry-run fee instead of a tier (domain.md, section 2).
    const fee = Math.min(paid, failed * settings.dryRunFee);
    return { ok: true, percent: 0, paid, fee, refund: paid - fee, deadlines, units: open };
  }
  const { percent, fee, refund } = cancellationFee({ totalPaid: paid, msToWindowStart: start - now, tiers: settings.cancellation, missedWindow });
  return { ok: true, percent, paid, fee, refund, deadlines, units: open };
}

const lastDelivery = prepared((orm) =>
  orm.select({ state: jobs.state }).from(jobs).where(and(eq(jobs.unit_id, sql.placeholder("unit")), eq(jobs.kind, "delivery"))).orderBy(desc(jobs.attempt)).limit(1).prepare());

function deliveryJobState(orm: Orm, unitId: Id<"unit">) {
  return lastDelivery(orm).get({ unit: unitId })?.state ?? null;
}

export type CancelResult = { ok: true; fee: Cents; refund: Cents } | CancelRefusal | { ok: false; code: "changed" };

/**
 * Cancels with exactly the fee that was shown: when the tier moved meanwhile the answer is "changed" and nothing
 * happens. Units, jobs, inventory, refund and mail are one transaction. The caller has ended an open checkout first.
 */
export function cancelBooking(tx: Tx, deed: Deed, settings: Settings, bookingId: Id<"booking">, unitId: Id<"unit"> | null, expectedFee: Cents, why = "asked for by the customer"): CancelResult {
  const preview = previewCancellation(tx, settings, bookingId, unitId, deed.now, deed.by.kind === "staff" || deed.by.kind === "admin" ? "staff" : "customer");
  if (!preview.ok) return preview;
  if (preview.fee !== expectedFee) return { ok: false, code: "changed" };
  const booking = getBooking(tx, bookingId);
  for (const unit of preview.units) cancelUnit(tx, deed, unit, why);
  const id = newId("cancellation");
  tx.insert(cancellations).values({
    id, booking_id: bookingId, unit_id: unitId, tier_percent: preview.percent, base_amount: preview.paid, fee: preview.fee,
    refund_amount: preview.refund, reason: why, created_at: deed.now,
  }).run();
  refundAcrossPayments(tx, deed, bookingId, preview.refund);
  finish(tx, deed, booking, why);
  recordEvent(tx, deed, { subject: { kind: "cancellation", id }, bookingId, action: "cancelled", why, data: { percent: preview.percent, fee: preview.fee, refund: preview.refund } });
  enqueue(tx, { kind: "mail.cancelled", cause: `mail.cancelled:${id}`, bookingId, payload: { cancellationId: id } });
  return { ok: true, fee: preview.fee, refund: preview.refund };
}

function cancelUnit(tx: Tx, deed: Deed, unit: Unit, why: string): void {
  moveUnit(tx, deed, unit, "cancelled", why);
  cancelUnitJobs(tx, deed, unit.id, why);
  // Reserved or not delivered, the two that can be cancelled: both still take their days.
  giveBack(tx, { lines: [{ size: unit.size_yards, quantity: 1 }], deliveryDate: unit.delivery_date, deliveryWindow: unit.delivery_window, occupiedUntil: unit.occupied_until });
}

function finish(tx: Tx, deed: Deed, booking: Booking, why: string): void {
  if (listUnits(tx, booking.id).length === 0) moveBooking(tx, deed, booking.id, "cancelled", why, { cancelled_at: deed.now });
  else recomputeBooking(tx, deed, booking.id);
}

/** Gives an amount back over the booking's payments, oldest first, never more than each has left. */
function refundAcrossPayments(tx: Tx, deed: Deed, bookingId: Id<"booking">, amount: Cents): void {
  const { refunds } = readLedger(tx, bookingId);
  let left = amount;
  for (const payment of tx.select().from(payments).where(eq(payments.booking_id, bookingId)).orderBy(payments.paid_at).all()) {
    const used = refunds.filter((refund) => refund.payment_id === payment.id && refund.state !== "failed" && refund.state !== "canceled").reduce((sum, refund) => sum + refund.amount, 0);
    const part = Math.min(left, payment.amount - used);
    approveRefund(tx, deed, payment, part, "cancellation");
    left -= Math.max(0, part);
  }
  if (left > 0) throw new Error(`a refund of ${left} cents has no payment to come from`);
}
