import { eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { drivers, dumpsters, jobs, units } from "#db/schema/index";
import { assignJob, assignPlanned, getJob } from "../dispatch/jobs.server";
import { findLastMove, forgetLastMove, lastMoveSeen, standsAsMoved } from "../dispatch/last-move.server";
import { movedJobs, type LastMove, type Standing } from "../dispatch/last-move-data";
import { answeredByMove, askAgain } from "../dispatch/answered.server";
import { planDumpster } from "../dispatch/planned.server";
import { placeJob } from "../dispatch/plan.server";
import { putInPlaces } from "../dispatch/stop-places.server";
import { recordEvent } from "../events/events.server";
import type { Deed, StaffActor } from "../kernel/deed";
import type { Instant } from "../kernel/time.server";
import { isDeliveryWindow } from "../schedule/rules";
import type { Settings } from "../settings/schema";
import { isClosed } from "./closure-read.server";
import { putStayBack } from "./extra-move.server";
import { moveJobTo, type MoveJobResult } from "./move-job.server";
import { wasAskedSince } from "./paid-days.server";
import { rescheduleUnit, type RescheduleResult } from "./reschedule.server";

type Unit = typeof units.$inferSelect;
export type UndoResult =
  | { ok: true }
  | { ok: false; code: "no_move" | "other_move" | "changed" | "driver_off" }
  | Exclude<RescheduleResult | MoveJobResult, { ok: true }>;

/**
 * Takes back this dispatcher's own last move on the board: dates, driver, place and chosen dumpster are what they were (the
 * latter, unless another job has it by now), and so is who was needed for it; of a day that was given out, each job of it,
 * or none. Refused as `no_move` when there is none of the last minutes, as `other_move` when it is
 * not the one that was seen (`lastMoveSeen`), as `changed` when anybody
 * has changed the dumpsters' jobs since, or a truck has left, as `driver_off` when who had it does not drive any more, and
 * as `rescheduleUnit` where the former dates are taken.
 */
export function undoMove(tx: Tx, deed: Deed<StaffActor>, settings: Settings, seen: string | null = null): UndoResult {
  const last = findLastMove(tx, deed.by.id, deed.now);
  if (!last) return { ok: false, code: "no_move" };
  if (seen !== null && seen !== lastMoveSeen(last)) return { ok: false, code: "other_move" };
  const { move } = last;
  if (!standsAsMoved(tx, move)) return { ok: false, code: "changed" };
  if (move.parts.some((part) => isToldDayTaken(tx, part, last.at))) return { ok: false, code: "changed" };
  // Only who gets something back: another job of the dumpster, which stood still, may be with anybody.
  const had = new Set(movedJobs(move).flatMap(({ driverId }) => driverId ?? []));
  for (const driverId of had)
    if (!tx.select().from(drivers).where(eq(drivers.id, driverId)).get()?.is_active)
      return { ok: false, code: "driver_off" };
  const ids = movedJobs(move).map(({ id }) => id);
  const answered = answeredByMove(tx, ids, last.at);
  if (move.what === "given_out") takeDayBack(tx, deed, move);
  else
    for (const { unitId, was, is } of move.parts) {
      const dated = putDatesBack(tx, deed, settings, unitId, { was, is, at: last.at });
      if (!dated.ok) return dated;
      putDriversBack(tx, deed, was);
      putDumpstersBack(tx, deed, was, is);
    }
  putInPlaces(tx, placesOf(move));
  askAgain(tx, deed, ids, answered);
  const told = move.what === "given_out" ? ids : [last.jobId];
  for (const id of told) {
    const job = getJob(tx, id);
    recordEvent(tx, deed, {
      subject: { kind: "job", id },
      bookingId: job.booking_id,
      action: "move_undone",
      data: { job: job.kind },
    });
  }
  forgetLastMove(tx, deed.by.id);
  return { ok: true };
}

/** Many at once, as they were given out: what follows for an order is worked out once. What a person fixed was not moved. */
function takeDayBack(tx: Tx, deed: Deed<StaffActor>, move: LastMove): void {
  assignPlanned(
    tx,
    deed,
    movedJobs(move).map((was) => ({ jobId: was.id, driverId: was.driverId, position: was.position, ...backTo(was) })),
  );
}

/** Where each job that was moved stood among its driver's stops. */
const placesOf = (move: LastMove) =>
  new Map(movedJobs(move).flatMap(({ id, position }) => (position === null ? [] : [[id, position] as const])));

/** What had no place in the schedule has none again: it is waited for, and its customer is promised nothing. */
const backTo = ({ state }: Standing["jobs"][number]) => ({
  backTo: state === "unscheduled" ? ("unscheduled" as const) : ("scheduled" as const),
});

function putDriversBack(tx: Tx, deed: Deed<StaffActor>, was: Standing): void {
  for (const one of was.jobs) {
    const now = getJob(tx, one.id);
    if (one.driverId === null) {
      if (now.driver_id !== null) assignJob(tx, deed, one.id, null, backTo(one).backTo);
    } else if (now.driver_id !== one.driverId) placeJob(tx, deed, one.id, one.driverId);
    tx.update(jobs).set({ is_fixed: one.isFixed }).where(eq(jobs.id, one.id)).run();
  }
}

/** What was chosen with the move; one that was chosen since stays. */
function putDumpstersBack(tx: Tx, deed: Deed<StaffActor>, was: Standing, is: Standing): void {
  for (const { id, dumpster } of was.jobs) {
    const then = is.jobs.find((one) => one.id === id)?.dumpster;
    if (dumpster === undefined || dumpster === then || getJob(tx, id).planned_dumpster_id !== then) continue;
    const former = dumpster && tx.select().from(dumpsters).where(eq(dumpsters.id, dumpster)).get();
    if (!former || !planDumpster(tx, deed, id, former.number).ok) planDumpster(tx, deed, id, null);
  }
}

/** We put its pickup off, and its customer has asked for it since, by the day that they were told: that day stands. */
function isToldDayTaken(tx: Tx, { unitId, was, is }: LastMove["parts"][number], at: Instant): boolean {
  const unit = tx.select().from(units).where(eq(units.id, unitId)).get();
  return was.pickup < is.pickup && unit !== undefined && wasAskedSince(unit, at);
}

function putDatesBack(
  tx: Tx,
  deed: Deed<StaffActor>,
  settings: Settings,
  unitId: Unit["id"],
  { was, is, at }: { was: Standing; is: Standing; at: Instant },
): { ok: true } | Exclude<RescheduleResult | MoveJobResult, { ok: true }> {
  if (was.delivery !== is.delivery || was.window !== is.window) {
    const unit = tx.select().from(units).where(eq(units.id, unitId)).get();
    if (unit?.replaces_unit_id) {
      putStayBack(tx, deed, settings, unit, was.pickup);
      return { ok: true };
    }
    if (!isDeliveryWindow(was.window)) throw new Error(`unit ${unitId} had no window`);
    const dates = { deliveryDate: was.delivery, window: was.window, pickupDate: was.pickup };
    // Its time may be over meanwhile: it stands there as outstanding again. A day that was closed since takes nothing back.
    const decided = !isClosed(tx, was.delivery, was.window);
    return asDone(rescheduleUnit(tx, deed, settings, unitId, dates, { decided }));
  }
  for (const { id, day, window } of was.jobs) {
    const now: { day: string; window: string } | undefined = is.jobs.find((one) => one.id === id);
    if (!now || (now.day === day && now.window === window) || !isDeliveryWindow(window)) continue;
    const moved = moveJobTo(tx, deed, settings, id, { day, window }, null, {
      back: { pickup: was.pickup, movedAt: at },
    });
    if (!moved.ok) return moved;
  }
  return { ok: true };
}

const asDone = (done: RescheduleResult): { ok: true } | Exclude<RescheduleResult, { ok: true }> =>
  done.ok ? { ok: true } : done;
