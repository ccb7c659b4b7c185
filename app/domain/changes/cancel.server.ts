import { and, desc, eq, isNotNull, ne, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { cancellations, jobs } from "#db/schema/index";
import { isOnClosedDay } from "../booking/order/closed-day.server";
import { dropTripCharges } from "../charges/trips.server";
import { feeWhenCancelled } from "../charges/visit-fee.server";
import { moveUnit } from "../dispatch/advance.server";
import { cancelUnitJobs } from "../dispatch/jobs.server";
import { restoreStay } from "../dispatch/swap.server";
import { settingsAsSigned } from "../documents/signed-terms.server";
import { recordEvent } from "../events/events.server";
import { findLiveHold, giveBack, releaseHold } from "../inventory/holds.server";
import type { Deed } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import type { Instant } from "../kernel/time.server";
import { tellCustomer } from "../outbox/news.server";
import { isPayable } from "../states/status-rules";
import type { Settings } from "../settings/schema";
import { getBooking, listUnits, moveBooking, type Booking, type Unit } from "../booking/order/bookings.server";
import { noRoomCause } from "../tasks/no-room";
import { withdrawChangesOf } from "./changes.server";
import { cancellationFee, customerMayCancel, feeOf, staffMayCancel, withinOf } from "./cancel-rules";
import {
  paidForUnits,
  planRefundOf,
  settleMoney,
  type CancellationFee,
  type CancelledMoney,
} from "./cancel-money.server";
import { deadlinesOf, windowOf, type Deadlines } from "./cancel-window.server";
import { closeTask } from "../tasks/tasks.server";
import { recomputeBooking } from "../booking/order/recompute.server";
import { followDates } from "../documents/follow-dates.server";

export interface CancellationPreview extends CancelledMoney {
  ok: true;
  percent: number;
  /** What was paid for what would be cancelled, or is owed for it on account, tax included; cents, like fee and refund. */
  paid: Cents;
  fee: Cents;
  /** Of the fee, what is for visits in vain. */
  trip: Cents;
  /** Until when cancelling is free, and until when the middle fee holds: for those whose day we have not moved. */
  deadlines: Deadlines;
}

export type CancelRefusal = { ok: false; code: "too_late" | "nothing_to_cancel" };

/**
 * What cancelling now would cost: the whole booking (unitId null) or one unit by its share. A booking that nobody has
 * paid costs nothing. "too_late" once a truck is on its way (domain.md, section 2).
 */
export function previewCancellation(
  orm: Orm,
  present: Settings,
  bookingId: Id<"booking">,
  unitId: Id<"unit"> | null,
  now: Instant,
  by: "customer" | "staff" = "customer",
): CancellationPreview | CancelRefusal {
  // Fees are those that were signed.
  const settings = settingsAsSigned(orm, bookingId, present);
  const booking = getBooking(orm, bookingId);
  const open = listUnits(orm, bookingId).filter(
    (unit) => unit.state !== "cancelled" && (unitId === null || unit.id === unitId),
  );
  const refusal = refusalOf(orm, booking, open, unitId === null, by);
  if (refusal) return refusal;
  const deadlines = deadlinesOf(settings, booking, open);
  if (isPayable(booking)) return { ok: true, ...NOTHING_PAID, deadlines };
  const { paidFor, paid, ofOrder, cameIn } = paidForUnits(orm, booking.id, open);
  const fees = feesOf(orm, booking, open, ({ id }) => paidFor.get(id) ?? 0, settings, now);
  const fee = fees.reduce((sum, part) => sum + part.fee, 0);
  const trip = fees.reduce((sum, part) => sum + (part.kind === "dry_run" ? part.fee : 0), 0);
  const percent = Math.max(...fees.map((part) => part.percent));
  // What is owed on account and nobody has paid is only taken off it.
  const back = planRefundOf(orm, booking.id, open, Math.max(0, cameIn - fee));
  return { ok: true, percent, paid, ofOrder, fee, trip, ...back, fees, deadlines, units: open };
}

/** What a customer's account has less by it: what nobody has paid, less the fee; cents. Null where it was paid at once. */
export function offAccount(
  { account_days }: Pick<Booking, "account_days">,
  { paid, fee, refund, already }: Pick<CancellationPreview, "paid" | "fee" | "refund" | "already">,
): Cents | null {
  return account_days === null ? null : paid - fee - refund - already;
}

const NOTHING_PAID = {
  percent: 0,
  paid: 0,
  ofOrder: 0,
  fee: 0,
  trip: 0,
  refund: 0,
  by: [],
  waits: { cents: 0, by: [] },
  already: 0,
  fees: [],
  units: [],
};

/** Whether a customer could cancel these dumpsters now, all of the booking's (`whole`) or some; without what it costs. */
export function mayCancel(orm: Orm, booking: Booking, units: readonly Unit[], { whole }: { whole: boolean }): boolean {
  const open = units.filter((unit) => unit.state !== "cancelled");
  return refusalOf(orm, booking, open, whole, "customer") === null;
}

function refusalOf(
  orm: Orm,
  booking: Booking,
  open: readonly Unit[],
  whole: boolean,
  by: "customer" | "staff",
): CancelRefusal | null {
  // Nobody has paid: it can only be given up as a whole.
  if (isPayable(booking)) return whole ? null : { ok: false, code: "nothing_to_cancel" };
  // What comes with a swap that was paid for is given up with that swap, whose money goes back as a whole.
  if (open.length === 0 || open.some((unit) => isBought(orm, unit))) return { ok: false, code: "nothing_to_cancel" };
  const may = by === "staff" ? staffMayCancel : customerMayCancel;
  return open.every((unit) => may(unit.state, deliveryJobState(orm, unit.id))) ? null : { ok: false, code: "too_late" };
}

function isBought(orm: Orm, { id, replaces_unit_id }: Unit): boolean {
  const brings = and(eq(jobs.brings_unit_id, id), isNotNull(jobs.change_id), ne(jobs.state, "cancelled"));
  return replaces_unit_id !== null && orm.select({ id: jobs.id }).from(jobs).where(brings).get() !== undefined;
}

/**
 * What each dumpster costs to cancel, by its own window and floor; those of one tier together, so that an order of one
 * day is rounded once. After a failed delivery it is the dry-run fee instead of a tier (domain.md, section 2).
 */
function feesOf(
  orm: Orm,
  booking: Booking,
  open: Unit[],
  paid: (unit: Unit) => Cents,
  settings: Settings,
  now: Instant,
): CancellationFee[] {
  // A trip itself is charged once: by its proof and notice, or with the cancellation; never where it is free.
  const trip = (unit: Unit, most: Cents): CancellationFee => {
    const fee = Math.min(most, feeWhenCancelled(orm, settings, booking, unit, now));
    return { kind: "dry_run", percent: 0, of: paid(unit), fee };
  };
  const trips: CancellationFee[] = [];
  const tiers = new Map<number, Cents>();
  for (const unit of open) {
    if (unit.state === "delivery_failed") {
      trips.push(trip(unit, paid(unit)));
      continue;
    }
    const { start, end } = windowOf(unit);
    // Free when we have not come, or have closed its day; a driver who stood before a closed gate has.
    const missedWindow = (now >= end && unit.state === "reserved") || isOnClosedDay(orm, unit, now);
    const when = { msToWindowStart: start - now, tiers: settings.cancellation, missedWindow };
    // Moved by a closed day: free, whatever its new day is (domain.md, 4.32).
    const { percent } =
      unit.closure_id !== null
        ? { percent: 0 }
        : cancellationFee({ ...when, totalPaid: 0, floorPercent: unit.tier_floor_percent });
    tiers.set(percent, (tiers.get(percent) ?? 0) + paid(unit));
    // It has another day since: what its customer was told of the former visit stands beside the tier.
    const former = trip(unit, paid(unit) - feeOf(paid(unit), percent).fee);
    if (former.fee > 0) trips.push(former);
  }
  const byTier = [...tiers].map(
    ([percent, of]) => ({ kind: "cancellation_fee", of, percent, fee: feeOf(of, percent).fee }) as const,
  );
  // Those of one tier are rounded together: never a cent more than was paid.
  const left = open.reduce((sum, unit) => sum + paid(unit), 0) - byTier.reduce((sum, { fee }) => sum + fee, 0);
  return [...withinOf(trips, left), ...byTier];
}

const lastDelivery = prepared((orm) =>
  orm
    .select({ state: jobs.state })
    .from(jobs)
    .where(and(eq(jobs.unit_id, sql.placeholder("unit")), eq(jobs.kind, "delivery")))
    .orderBy(desc(jobs.attempt))
    .limit(1)
    .prepare(),
);

function deliveryJobState(orm: Orm, unitId: Id<"unit">) {
  return lastDelivery(orm).get({ unit: unitId })?.state ?? null;
}

export type CancelResult = { ok: true; fee: Cents; refund: Cents } | CancelRefusal | { ok: false; code: "changed" };

/** What was shown before it was pressed: the fee alone, or also what goes back; cents. */
export type ShownCost = Cents | Pick<CancellationPreview, "fee" | "refund">;

/**
 * Cancels with exactly the money that was shown: when the tier moved meanwhile, or a bank has taken what was to go back, the
 * answer is "changed" and nothing happens. Units, jobs, inventory, refund and mail are one transaction. The caller has ended an open checkout first.
 */
export function cancelBooking(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  bookingId: Id<"booking">,
  unitId: Id<"unit"> | null,
  shown: ShownCost,
  why = "customer_asked",
): CancelResult {
  const preview = previewCancellation(
    tx,
    settings,
    bookingId,
    unitId,
    deed.now,
    deed.by.kind === "staff" || deed.by.kind === "admin" ? "staff" : "customer",
  );
  if (!preview.ok) return preview;
  const { fee, refund } = typeof shown === "number" ? { fee: shown, refund: preview.refund } : shown;
  if (preview.fee !== fee || preview.refund !== refund) return { ok: false, code: "changed" };
  const booking = getBooking(tx, bookingId);
  for (const unit of preview.units) cancelUnit(tx, deed, unit, why);
  const id = newId("cancellation");
  tx.insert(cancellations)
    .values({
      id,
      booking_id: bookingId,
      unit_id: unitId,
      tier_percent: preview.percent,
      base_amount: preview.paid,
      fee: preview.fee,
      refund_amount: preview.refund,
      reason: why,
      created_at: deed.now,
    })
    .run();
  if (preview.units.length > 0) {
    // What stays may come on another day than what is gone; the fee's paper says that day.
    followDates(tx, deed, bookingId);
    settleMoney(tx, deed, booking, preview, id);
  }
  const held = findLiveHold(tx, bookingId);
  if (held) releaseHold(tx, deed, held.id, why);
  finish(tx, deed, booking, why);
  recordEvent(tx, deed, {
    subject: { kind: "cancellation", id },
    bookingId,
    action: "order_cancelled",
    why,
    data: { percent: preview.percent, fee: preview.fee, refund: preview.refund },
  });
  tellCustomer(tx, "cancelled", { bookingId, cause: id, payload: { cancellationId: id } });
  return { ok: true, fee: preview.fee, refund: preview.refund };
}

function cancelUnit(tx: Tx, deed: Deed, unit: Unit, why: string): void {
  withdrawChangesOf(tx, deed, unit, why);
  dropTripCharges(tx, deed, unit);
  moveUnit(tx, deed, unit, "cancelled", why);
  closeTask(tx, deed, noRoomCause(unit.id));
  // A swap that would have brought it: the one that stands there stays as long as before.
  for (const job of cancelUnitJobs(tx, deed, unit.id, why))
    if (job.brings_unit_id === unit.id) restoreStay(tx, deed, job);
  // Reserved or not delivered, the two that can be cancelled: both still take their days.
  giveBack(tx, {
    lines: [{ size: unit.size_yards, quantity: 1 }],
    deliveryDate: unit.delivery_date,
    deliveryWindow: unit.delivery_window,
    occupiedUntil: unit.occupied_until,
  });
}

function finish(tx: Tx, deed: Deed, booking: Booking, why: string): void {
  if (listUnits(tx, booking.id).length === 0)
    moveBooking(tx, deed, booking.id, "cancelled", why, { cancelled_at: deed.now });
  else recomputeBooking(tx, deed, booking.id);
}
