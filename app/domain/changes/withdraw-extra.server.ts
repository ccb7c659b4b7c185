import { and, eq } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { charges, events, jobs } from "#db/schema/index";
import { getUnit } from "../booking/order/bookings.server";
import { recomputeBooking } from "../booking/order/recompute.server";
import { moveUnit } from "../dispatch/advance.server";
import { isPaymentDisputed, paidFor } from "../dispatch/paid-truck.server";
import { paidNotDoneCause, relocateCause } from "../dispatch/reminders.server";
import { cancelUnitJobs, getJob, moveJob, type Job } from "../dispatch/jobs.server";
import { undoSwap } from "../dispatch/swap.server";
import type { Day } from "../kernel/days";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { tellCustomer } from "../outbox/news.server";
import { creditCharge, leftOfCharge } from "../payments/credits.server";
import { totalOf } from "../payments/entries";
import { openAmount } from "../payments/books.server";
import { refundAcross } from "../payments/refund-across.server";
import { isBeforeItLeaves, isExtra } from "../states/job-places";
import { noDayCause } from "../tasks/no-room";
import { closeTask } from "../tasks/tasks.server";
import { getChange, moveChange } from "./changes.server";
import { errandsFrom } from "./errand-limit.server";
import type { FallingErrand } from "./extra-rules";

/**
 * Takes back what was planned beyond delivery and pickup, before its truck leaves: with a swap everything is as it was
 * before it. What its customer has paid for it goes back; so it does for one that could not be done. False when it has left,
 * is done, or is a delivery or a pickup.
 */
export function withdrawExtra(tx: Tx, deed: Deed, jobId: Id<"job">, why: string): boolean {
  const job = getJob(tx, jobId);
  if (!isExtra(job.kind) || !mayBeWithdrawn(tx, job)) return false;
  if (job.state === "attempted") return giveUp(tx, deed, job, why);
  if (job.kind === "swap" && job.brings_unit_id) {
    moveUnit(tx, deed, getUnit(tx, job.brings_unit_id), "cancelled", why);
    undoSwap(tx, deed, job);
    cancelUnitJobs(tx, deed, job.brings_unit_id, why, "swap");
    recomputeBooking(tx, deed, job.booking_id);
  } else if (!moveJob(tx, deed, job, "cancelled", { driver_id: null, position: null }, why).ok) return false;
  for (const cause of [relocateCause(jobId), noDayCause(jobId)]) closeTask(tx, deed, cause);
  return giveUp(tx, deed, job, why);
}

/**
 * The pickup comes before it: takes back each errand of a dumpster that is still planned from that day on. Their money goes
 * back and their customer is told, each once.
 */
export function withdrawErrands(tx: Tx, deed: Deed, unitId: Id<"unit">, from: Day, why: string): void {
  for (const { id } of errandsFrom(tx, unitId, from)) withdrawExtra(tx, deed, id, why);
}

/** What asking for its pickup on that day would end, and what of its money would go back (cents, tax included). */
export function errandsThatFall(orm: Orm, unitId: Id<"unit">, from: Day): FallingErrand[] {
  return errandsFrom(orm, unitId, from).map(({ id, kind, day, change_id }) => ({
    id,
    kind: kind === "relocate" ? kind : "dump_and_return",
    day,
    back: paidFor(orm, change_id),
    isDisputed: isPaymentDisputed(orm, change_id),
  }));
}

/** Its money goes back, where its customer paid for it, and they are told. */
function giveUp(tx: Tx, deed: Deed, { id: jobId, booking_id: bookingId, change_id }: Job, why: string): true {
  closeTask(tx, deed, paidNotDoneCause(jobId));
  const back = change_id ? returnBought(tx, deed, change_id, why) : 0;
  tellCustomer(tx, "extra-withdrawn", { bookingId, cause: jobId, payload: { jobId, back } });
  return true;
}

/** Before its truck leaves; or, where it was paid for and could not be done, while that money has not gone back. */
export function mayBeWithdrawn(orm: Orm, { state, change_id }: Job): boolean {
  if (isBeforeItLeaves(state)) return true;
  return state === "attempted" && paidFor(orm, change_id) > 0;
}

/**
 * Gives back all that was paid for a change that was done and is not wanted any more, first to the card that paid for it:
 * each of its charges is credited. What a bank has not decided about goes back once it has. Nothing for one that is not
 * done, or was given back already, nor of what a bank has given back. Returns cents.
 */
export function returnBought(tx: Tx, deed: Deed, changeId: Id<"change">, why: string): Cents {
  const change = getChange(tx, changeId);
  if (change.state !== "applied") return 0;
  const made = tx.select().from(charges).where(eq(charges.change_id, changeId)).all();
  const credits = made
    .filter((charge) => totalOf(leftOfCharge(tx, charge)) > 0)
    .map((charge) => creditCharge(tx, deed, charge, null, `withdrawn:${charge.id}`, "Taken back"));
  // What nobody has paid of them is owed no more; the rest is there to go back.
  const free = credits.reduce((sum, credit) => sum + openAmount(tx, credit), 0);
  const given = refundAcross(tx, deed, change.booking_id, { amount: free, reason: "change_withdrawn", credits });
  moveChange(tx, deed, change, "withdrawn", why);
  return given.reduce((sum, { state, amount }) => sum + (state === "canceled" ? 0 : amount), 0);
}

/** Whether its customer has taken it back already: who presses twice is told what the first press did. */
export function wasTakenBack(orm: Orm, jobId: Id<"job">): boolean {
  const { subject_kind, subject_id, to_state, actor_kind, why } = events;
  const ofJob = and(eq(subject_kind, "job"), eq(subject_id, jobId), eq(to_state, "cancelled"));
  const theirs = and(eq(actor_kind, "customer"), eq(why, "customer_asked"));
  return orm.select({ id: events.id }).from(events).where(and(ofJob, theirs)).get() !== undefined;
}

/**
 * A truck beyond delivery and pickup by its id, as it may come from an address: what of its payment would go back (cents),
 * whether a bank has to decide about that first, and whether it can still be taken back. Null for any other job and for none.
 */
export function findBoughtJob(
  orm: Orm,
  id: string,
): { job: Job; back: Cents; isDisputed: boolean; mayEnd: boolean } | null {
  const job = orm
    .select()
    .from(jobs)
    .where(eq(jobs.id, id as Id<"job">))
    .get();
  if (!job || !isExtra(job.kind)) return null;
  const back = paidFor(orm, job.change_id);
  const isDisputed = isPaymentDisputed(orm, job.change_id);
  return { job, back, isDisputed, mayEnd: isBeforeItLeaves(job.state) };
}
