import { and, eq, inArray, isNull, notInArray, or } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { charges, dumpsters, jobs, units, weightTickets } from "#db/schema/index";
import { getBooking, getUnit } from "../booking/order/bookings.server";
import { recomputeBooking } from "../booking/order/recompute.server";
import { mayBeSetDown } from "../schedule/placement-rules";
import { CHARGES_UNDER_WAY } from "../states/money";
import { canMove, canMoveJob, needsDisposal, type JobState, type UnitState } from "../states/transitions";
import { findFirstSince, recordEvent } from "../events/events.server";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { dayAt } from "../kernel/time.server";
import { tellCustomer } from "../outbox/news.server";
import { isBeforeItLeaves, isExtra, isOurs, notThere, setsDown } from "../states/job-places";
import { noDayCause } from "../tasks/no-room";
import { closeTask } from "../tasks/tasks.server";
import { judgeAfter } from "./attempts.server";
import { listOnTruck } from "./straight-on.server";
import { effectOf, type Effect, type Place } from "./effects";
import { endErrands, isBeingEmptied, isPaidFor } from "./errands.server";
import { freeDumpsters, plannedElsewhere } from "./planned.server";
import { getJob, moveJob, type Job, type JobResult } from "./jobs.server";
import { followLoad, relocateCause, remindOfMoney, remindToMove, remindToPlan } from "./reminders.server";
import { followSetDown } from "./set-down-day.server";
import { cancelPickups, undoSwap } from "./swap.server";

type Unit = typeof units.$inferSelect;
type Dumpster = typeof dumpsters.$inferSelect;

/** What the owner's flags say of a step. */
export interface StepRules {
  /** Flag "auto sync dumpster status": on, a step moves its dumpster; off, staff do, and a task reminds them. */
  movesDumpster: boolean;
}
export const AS_USUAL: StepRules = { movesDumpster: true };

/** What a pickup does at the site or on its way there. */
const TAKES: readonly JobState[] = ["en_route", "serviced", "attempted"];
const CLOSED: JobState[] = ["completed", "dump_later", "attempted"];

/**
 * Moves a job one step on, and its unit, its dumpster and its booking with it, each with an event, in the caller's
 * transaction. What leaves the yard for a customer takes a free dumpster of its size; a swap moves the unit that it brings
 * as well. Refused when the tables do not allow the step, when the job has no driver, when the street has no permit for
 * today (`no_permit`), when its booking is on hold and no truck has left (`on_hold`), when the yard has no dumpster (`no_dumpster`), or when it is to be picked up and another truck is
 * out with it (`away`). `why` is the reason of an attempt.
 */
export function advanceJob(
  tx: Tx,
  deed: Deed,
  jobId: Id<"job">,
  to: JobState,
  why?: string,
  rules: StepRules = AS_USUAL,
): JobResult {
  const job = getJob(tx, jobId);
  const refuse = (code: Extract<JobResult, { ok: false }>["code"]): JobResult => ({ ok: false, code, from: job.state });
  // No driver's steps: a job is planned, taken back, recalled and cancelled by verbs of their own.
  if (isBeforeItLeaves(to) || to === "cancelled" || !canMoveJob(job.kind, job.state, to)) return refuse("not_allowed");
  if (to === "en_route" && !job.driver_id) return refuse("no_driver");
  const isGone = notThere({ kind: job.kind, unit: getUnit(tx, job.unit_id).state }) !== null;
  if (isGone && (to === "en_route" || to === "serviced")) return refuse("not_allowed");
  if (job.kind === "pickup" && TAKES.includes(to) && isBeingEmptied(tx, job.unit_id)) return refuse("away");
  const brings = setsDown(job);
  // The day on which it leaves, whatever was planned: it is then that the dumpster is set down.
  if (to === "en_route" && brings && !mayBeSetDown(getBooking(tx, job.booking_id), dayAt(deed.now)))
    return refuse("no_permit");
  if (to === "en_route" && !isOurs(job) && wasHeld(tx, job.booking_id, deed)) return refuse("on_hold");
  const { brings: effectOnNew, ...effect } = effectOf(job.kind, to, job.state);
  const parts = [
    planPart(tx, job, job.unit_id, effect),
    ...(job.brings_unit_id && effectOnNew ? [planPart(tx, job, job.brings_unit_id, effectOnNew)] : []),
  ];
  if (parts.some(({ isAllowed }) => !isAllowed)) return refuse("not_allowed");
  if (parts.some(({ effect, dumpster }) => effect.dumpster && !dumpster)) return refuse("no_dumpster");

  const takes = job.kind === "pickup" || job.kind === "dump_and_return";
  if (to === "serviced" ? needsDisposal(job.kind) : to === "en_route" && brings)
    leaveInYard(tx, deed, job, parts, rules);
  for (const part of parts) carryOut(tx, deed, job, part, rules, why);
  // Told at once (domain.md, 4.8): a customer who waits at home must not learn it from the look-up.
  if (job.kind === "delivery" && to === "attempted")
    tellCustomer(tx, "delivery-failed", { bookingId: job.booking_id, cause: job.id, payload: { jobId: job.id } });
  if (job.kind === "pickup" && to === "attempted")
    tellCustomer(tx, "pickup-failed", { bookingId: job.booking_id, cause: job.id, payload: { jobId: job.id } });
  tellOfStep(tx, deed, job, to, isGone);
  if (brings && to === "serviced") followSetDown(tx, deed, job.brings_unit_id ?? job.unit_id);
  if (job.kind === "swap" && to === "attempted") undoSwap(tx, deed, job);
  if (job.kind === "swap" && to === "serviced") cancelPickups(tx, deed, job.unit_id, "was_swapped");
  followLoad(tx, deed, job, to);
  if (job.kind === "pickup" && to === "serviced") endErrands(tx, deed, job.unit_id);
  if (to === "en_route") for (const cause of [relocateCause(job.id), noDayCause(job.id)]) closeTask(tx, deed, cause);
  if (to === "attempted" && isPaidFor(tx, job)) remindOfMoney(tx, deed, job);
  else if (to === "attempted" && isExtra(job.kind) && !isGone) remindToPlan(tx, deed, job);
  const closing = { ...(CLOSED.includes(to) && { done_at: deed.now }), ...dayOfWork(deed, job, to) };
  const also = to === "attempted" ? { ...closing, failure_reason: why ?? "No reason given" } : closing;
  const done = moveJob(tx, deed, job, to, also, why);
  if (takes && (to === "serviced" || to === "returned")) judgeAfter(tx, deed, job.unit_id);
  return done;
}

/**
 * On hold, and since before this: a phone without signal may say late that its truck had left by then. Another reason for
 * the same hold begins none.
 */
function wasHeld(tx: Tx, id: Id<"booking">, { now }: Deed): boolean {
  if (getBooking(tx, id).on_hold_reason === null) return false;
  return (findFirstSince(tx, id, "put_on_hold", "taken_off_hold") ?? now) <= now;
}

/** What was done sooner than it was planned is a stop of the day on which it was done. */
const dayOfWork = (deed: Deed, { day }: Job, to: JobState): Partial<Job> => {
  const today = dayAt(deed.now);
  return to === "serviced" && today < day ? { day: today, position: null } : {};
};

/** What the customer hears of a truck's steps (domain.md, section 6), each once. */
function tellOfStep(tx: Tx, deed: Deed, job: Job, to: JobState, isGone: boolean): void {
  const { id: jobId, booking_id: bookingId, kind } = job;
  if (isOurs({ kind })) return;
  if (to === "en_route")
    tellCustomer(tx, "on-the-way", { bookingId, cause: `${jobId}:${deed.now}`, payload: { jobId, at: deed.now } });
  if (to === "serviced" && (kind === "delivery" || kind === "swap"))
    tellCustomer(tx, "delivered", { bookingId, cause: jobId, payload: { jobId } });
  // What we have collected meanwhile was not in their way: it is off, and nothing was asked for it.
  if (to === "attempted" && isExtra(kind) && isGone && !isPaidFor(tx, job))
    tellCustomer(tx, "extra-withdrawn", { bookingId, cause: jobId, payload: { jobId, back: 0 } });
  else if (to === "attempted" && isExtra(kind))
    tellCustomer(tx, "extra-failed", { bookingId, cause: jobId, payload: { jobId } });
  if (to === "serviced" && kind === "pickup")
    tellCustomer(tx, "picked-up", { bookingId, cause: jobId, payload: { jobId } });
}

interface Part {
  unit: Unit;
  effect: Effect;
  dumpster: Dumpster | undefined;
  isAllowed: boolean;
}

/** What a step would do to one unit, before anything is written. */
function planPart(tx: Orm, job: Job, unitId: Id<"unit">, effect: Effect): Part {
  const unit = getUnit(tx, unitId);
  const path = [unit.state, ...(effect.unit ?? [])];
  const isAllowed = path.slice(1).every((to, i) => canMove("unit", path[i] ?? to, to));
  return { unit, effect, dumpster: effect.dumpster && dumpsterFor(tx, unit, job), isAllowed };
}

/** A truck carries one: what it went straight on with has been set down in the yard before it takes another. */
function leaveInYard(tx: Tx, deed: Deed, job: Job, parts: readonly Part[], { movesDumpster }: StepRules): void {
  if (!movesDumpster || !job.driver_id) return;
  for (const { id } of listOnTruck(tx, job.driver_id)) {
    const left = tx.select().from(dumpsters).where(eq(dumpsters.id, id)).get();
    if (left && !parts.some(({ dumpster }) => dumpster?.id === id))
      moveDumpster(tx, deed, job, left, { location: "yard" });
  }
}

function carryOut(tx: Tx, deed: Deed, job: Job, { unit, effect, dumpster }: Part, rules: StepRules, why?: string) {
  if (dumpster && effect.dumpster) {
    if (rules.movesDumpster) moveDumpster(tx, deed, job, dumpster, effect.dumpster);
    else remindToMove(tx, deed, job, dumpster.id);
  }
  for (const to of effect.unit ?? []) moveUnit(tx, deed, getUnit(tx, unit.id), to, why);
  if (dumpster)
    tx.update(units)
      .set({ dumpster_id: effect.release ? null : dumpster.id })
      .where(eq(units.id, unit.id))
      .run();
}

/**
 * Closes a unit whose jobs are over, whose load is weighed (or an admin let it go without), and whose charges have ended:
 * paid, waived, closed, or left to a payment link. A charge of the booking as a whole keeps each of its units. False while
 * any of that is not so.
 */
export function settleUnit(tx: Tx, deed: Deed, unitId: Id<"unit">): boolean {
  const unit = getUnit(tx, unitId);
  if (!canMove("unit", unit.state, "settled") || !isWeighed(tx, unit) || hasOpenJob(tx, unitId)) return false;
  const underWay = tx
    .select({ id: charges.id })
    .from(charges)
    .where(
      and(
        eq(charges.booking_id, unit.booking_id),
        inArray(charges.state, [...CHARGES_UNDER_WAY]),
        or(eq(charges.unit_id, unitId), isNull(charges.unit_id)),
      ),
    )
    .limit(1)
    .get();
  if (underWay) return false;
  moveUnit(tx, deed, unit, "settled");
  recomputeBooking(tx, deed, unit.booking_id);
  return true;
}

function isWeighed(orm: Orm, { id, ticket_waived_at }: Unit): boolean {
  const ticket = eq(weightTickets.unit_id, id);
  return (
    ticket_waived_at !== null ||
    orm.select({ id: weightTickets.id }).from(weightTickets).where(ticket).get() !== undefined
  );
}

/** A truck still has something to do with it, the parked load included; what a driver reports is final after that alone. */
function hasOpenJob(orm: Orm, unitId: Id<"unit">): boolean {
  const open = and(eq(jobs.unit_id, unitId), notInArray(jobs.state, [...CLOSED, "cancelled"]));
  return orm.select({ id: jobs.id }).from(jobs).where(open).limit(1).get() !== undefined;
}

/**
 * The dumpster a unit has, else the one that its driver went straight on with, else the one that was planned for the job
 * while it is free, else the first free one of its size that is planned for no other job: in the yard, empty, fit. Where
 * every free one is planned elsewhere, any of them: a truck that stands ready goes before a plan.
 */
function dumpsterFor(tx: Orm, unit: Unit, job: Job): Dumpster | undefined {
  if (unit.dumpster_id) return tx.select().from(dumpsters).where(eq(dumpsters.id, unit.dumpster_id)).get();
  const carried = job.driver_id && listOnTruck(tx, job.driver_id).find(({ size }) => size === unit.size_yards);
  if (carried) return tx.select().from(dumpsters).where(eq(dumpsters.id, carried.id)).get();
  const free = freeDumpsters(tx, unit.size_yards);
  const elsewhere = plannedElsewhere(tx, job.id);
  return free.find(({ id }) => id === job.planned_dumpster_id) ?? free.find(({ id }) => !elsewhere.has(id)) ?? free[0];
}

export function moveDumpster(tx: Tx, deed: Deed, job: Job, dumpster: Dumpster, change: Place): void {
  tx.update(dumpsters).set(change).where(eq(dumpsters.id, dumpster.id)).run();
  const { number, location, load } = dumpster;
  recordEvent(tx, deed, {
    subject: { kind: "dumpster", id: dumpster.id },
    bookingId: job.booking_id,
    action: "dumpster_moved",
    data: { number, was: { location, load }, is: { location, load, ...change } },
  });
}

/** Moves a unit with its event. Throws when the table does not allow it: the caller has decided before. */
export function moveUnit(tx: Tx, deed: Deed, unit: Unit, to: UnitState, why?: string): void {
  if (!canMove("unit", unit.state, to)) throw new Error(`unit ${unit.id}: ${unit.state} cannot become ${to}`);
  tx.update(units)
    .set({ state: to, ...pickupAsked(unit, to, deed), ...(to === "cancelled" && { cancelled_at: deed.now }) })
    .where(eq(units.id, unit.id))
    .run();
  recordEvent(tx, deed, {
    subject: { kind: "unit", id: unit.id },
    bookingId: unit.booking_id,
    action: "unit_moved",
    from: unit.state,
    to,
    data: { unit_number: unit.unit_number },
    why,
  });
}

/** The charges by the day stop with the request, and run again for who keeps it after all (domain.md, section 2). */
function pickupAsked({ state, pickup_asked_at }: Unit, to: UnitState, { now }: Deed): Partial<Unit> {
  if (to === "pickup_requested") return { pickup_asked_at: pickup_asked_at ?? now };
  return to === "on_site" && (state === "pickup_requested" || state === "pickup_failed")
    ? { pickup_asked_at: null }
    : {};
}
