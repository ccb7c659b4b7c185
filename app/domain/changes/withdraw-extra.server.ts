import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { charges, units } from "#db/schema/index";
import type { Unit } from "../booking/order/bookings.server";
import { recomputeBooking } from "../booking/order/recompute.server";
import { moveUnit, relocateCause } from "../dispatch/advance.server";
import { cancelUnitJobs, getJob, moveJob } from "../dispatch/jobs.server";
import { undoSwap } from "../dispatch/swap.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { tellCustomer } from "../outbox/news.server";
import { creditCharge, leftOfCharge } from "../payments/credits.server";
import { totalOf } from "../payments/entries";
import { getPayment } from "../payments/ledger.server";
import { approveRefund, leftOfPayment } from "../payments/refunds.server";
import { BEFORE_IT_LEAVES } from "../states/job-places";
import { closeTask } from "../tasks/tasks.server";
import { getChange, moveChange } from "./changes.server";
import { EXTRA } from "./extra-job.server";

/**
 * Takes back what was planned beyond delivery and pickup, before its truck leaves: with a swap everything is as it was
 * before it. What its customer has paid for it goes back. False when it has left, is done, or is a delivery or a pickup.
 */
export function withdrawExtra(tx: Tx, deed: Deed, jobId: Id<"job">, why: string): boolean {
  const job = getJob(tx, jobId);
  if (!EXTRA.includes(job.kind) || !BEFORE_IT_LEAVES.some((state) => state === job.state)) return false;
  if (job.kind === "swap" && job.brings_unit_id) {
    moveUnit(tx, deed, getUnit(tx, job.brings_unit_id), "cancelled", why);
    undoSwap(tx, deed, job);
    cancelUnitJobs(tx, deed, job.brings_unit_id, why, "swap");
    recomputeBooking(tx, deed, job.booking_id);
  } else if (!moveJob(tx, deed, job, "cancelled", { driver_id: null, position: null }, why).ok) return false;
  closeTask(tx, deed, relocateCause(jobId));
  const back = job.change_id ? returnBought(tx, deed, job.change_id, why) : 0;
  tellCustomer(tx, "extra-withdrawn", { bookingId: job.booking_id, cause: jobId, payload: { jobId, back } });
  return true;
}

/**
 * Gives back all that was paid for a change that was done and is not wanted any more, to the card that paid for it: each of
 * its charges is credited. Nothing for one that is not done, or was given back already. Returns cents.
 */
export function returnBought(tx: Tx, deed: Deed, changeId: Id<"change">, why: string): Cents {
  const change = getChange(tx, changeId);
  if (change.state !== "applied") return 0;
  let back = 0;
  for (const charge of tx.select().from(charges).where(eq(charges.change_id, changeId)).all()) {
    const left = totalOf(leftOfCharge(tx, charge));
    if (left === 0) continue;
    const credit = creditCharge(tx, deed, charge, null, `withdrawn:${charge.id}`);
    if (!charge.payment_id) continue;
    const payment = getPayment(tx, charge.payment_id);
    const amount = Math.min(left, leftOfPayment(tx, payment));
    approveRefund(tx, deed, payment, amount, "change_withdrawn", [credit]);
    back += amount;
  }
  moveChange(tx, deed, change, "withdrawn", why);
  return back;
}

function getUnit(tx: Tx, id: Id<"unit">): Unit {
  const unit = tx.select().from(units).where(eq(units.id, id)).get();
  if (!unit) throw new Error(`no unit ${id}`);
  return unit;
}
