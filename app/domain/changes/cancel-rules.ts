/** What cancelling costs and who may do it (specification, section 9; domain.md, sections 2 and 3). Pure, in cents. */
import { roundCents, type Cents } from "../kernel/money";
import type { Settings } from "../settings/schema";
import type { JobState, UnitState } from "../states/transitions";

type CancellationTiers = Settings["cancellation"];

const MS_PER_HOUR = 3_600_000;

/** The fee's percentage at a distance to the start of the delivery window; exact boundaries go to the customer. */
export function cancellationTier(msToWindowStart: number, tiers: CancellationTiers): number {
  if (msToWindowStart >= tiers.freeHours * MS_PER_HOUR) return 0;
  return msToWindowStart >= tiers.lateHours * MS_PER_HOUR ? tiers.latePercent : tiers.lastPercent;
}

export interface CancellationInput {
  /** What was paid for what is cancelled, tax included: the booking's total, or the unit's share of it. */
  totalPaid: Cents;
  /** Milliseconds until the delivery window starts, over the clock; negative once it has begun. */
  msToWindowStart: number;
  tiers: CancellationTiers;
  /** The percentage that held when the customer asked to reschedule: stays as a minimum. */
  floorPercent?: number;
  /** We have not come by the end of the window: free, whatever the floor. */
  missedWindow?: boolean;
}

export interface CancellationResult {
  percent: number;
  fee: Cents;
  refund: Cents;
}

/** Fee and refund; they sum to what was paid. $409.32 at 30 hours: fee $40.93, refund $368.39. */
export function cancellationFee({
  totalPaid,
  msToWindowStart,
  tiers,
  floorPercent = 0,
  missedWindow = false,
}: CancellationInput): CancellationResult {
  return feeOf(totalPaid, missedWindow ? 0 : Math.max(floorPercent, cancellationTier(msToWindowStart, tiers)));
}

/** The fee of a percentage, and what is left of it. */
export function feeOf(totalPaid: Cents, percent: number): CancellationResult {
  const fee = roundCents((totalPaid * percent) / 100);
  return { percent, fee, refund: totalPaid - fee };
}

/** The customer may cancel a reserved unit until its delivery job is on the way (null: there is no job yet). */
export function customerMayCancel(unit: UnitState, deliveryJob: JobState | null): boolean {
  const notYetOut =
    deliveryJob === null || deliveryJob === "unscheduled" || deliveryJob === "scheduled" || deliveryJob === "assigned";
  return unit === "reserved" && notYetOut;
}

/** Staff may besides cancel a unit whose delivery failed; the dry-run fee then goes with it. */
export function staffMayCancel(unit: UnitState, deliveryJob: JobState | null): boolean {
  return unit === "delivery_failed" || customerMayCancel(unit, deliveryJob);
}

/** Fees one after the other, as far as `left` cents go. */
export function withinOf<F extends { fee: Cents }>(fees: readonly F[], left: Cents): F[] {
  return fees.map((one) => {
    const fee = Math.min(one.fee, left);
    left -= fee;
    return { ...one, fee };
  });
}
