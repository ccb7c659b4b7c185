import { and, eq, inArray } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { closureJobs, closures, closureUnits, jobs, units } from "#db/schema/index";
import { renewClosedDays } from "../booking/order/closed-day.server";
import { getUnit, type Unit } from "../booking/order/bookings.server";
import { getJob } from "../dispatch/jobs.server";
import { onList, placeOn, stopListsOf } from "../dispatch/stop-places.server";
import { recordEvent } from "../events/events.server";
import type { Day } from "../kernel/days";
import type { Deed, StaffActor } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import { dayAt, type Instant, HOUR, plus } from "../kernel/time.server";
import { tellExtraMoved, tellMoved } from "../outbox/news.server";
import { isDeliveryWindow, isOpenDay, type DeliveryWindowId } from "../schedule/rules";
import type { Closing } from "../settings/closings";
import type { Settings } from "../settings/schema";
import { BEFORE_IT_LEAVES, isErrand } from "../states/job-places";
import { noDayCause, noRoomCause } from "../tasks/no-room";
import { openTask } from "../tasks/tasks.server";
import type { Place } from "./closure-plan";
import { isClosed, planClosure, type ClosedJob, type Closure, type ClosurePlan } from "./closure-read.server";
import { activeClosures } from "./active-closures.server";
import { moveExtraHeld } from "./extra-move.server";
import { moveJobAlone } from "./move-job.server";
import { giveToldDays, waivedAfter } from "./paid-days.server";
import { rescheduleUnit } from "./reschedule.server";

/** `goes_out`: the office has said of all that stands on a closed day that a truck goes out for it. */
type NotClosed = { ok: false; code: "past" | "not_open" | "closed_already" | "goes_out" };

export type CloseResult =
  | { ok: true; closure: Closure; plan: ClosurePlan }
  | NotClosed
  /** What stands on the day is not what was shown, or goes elsewhere: somebody else was at it. */
  | { ok: false; code: "changed" };

/** What closing a day or a half of it would do (`planClosure`), or why it cannot be closed. */
export function lookAtClosure(
  orm: Orm,
  settings: Settings,
  closing: Closing,
  now: Instant,
): { ok: true; plan: ClosurePlan } | NotClosed {
  if (closing.day < dayAt(now)) return { ok: false, code: "past" };
  const isClosedNow = isClosed(orm, closing.day, closing.part);
  const plan = planClosure(orm, settings, closing, now);
  if (plan.jobs.length > 0) return { ok: true, plan };
  if (!isClosedNow && isOpenDay(closing.day, settings)) return { ok: true, plan };
  if (plan.goesOut.length > 0) return { ok: false, code: "goes_out" };
  return { ok: false, code: isClosedNow ? "closed_already" : "not_open" };
}

/**
 * Closes a day or a half of it and moves everything on it, in one transaction (domain.md, 4.32): exactly the plan that
 * was shown (`seen`, its digest), or nothing. What has no room stays and is a task. Customers hear of it after
 * `moveNoticeMinutes`; from now on nobody is offered the day. A closed day is closed again only where jobs have come to
 * stand on it since, and one that the calendar closes where anything stands on it that no truck goes out for.
 */
export function closeDay(
  tx: Tx,
  deed: Deed<StaffActor>,
  settings: Settings,
  wish: Closing & { seen: string },
  wallNow = Date.now(),
): CloseResult {
  const { seen, ...closing } = wish;
  const looked = lookAtClosure(tx, settings, closing, deed.now);
  if (!looked.ok) return looked;
  const { plan } = looked;
  if (plan.digest !== seen) return { ok: false, code: "changed" };

  const wait = settings.moveNoticeMinutes * 60_000;
  const closure = tx
    .insert(closures)
    .values({
      ...plan.closing,
      id: newId("closure"),
      closed_by: deed.by.id,
      closed_at: deed.now,
      told_at: wallNow + wait,
    })
    .returning()
    .get();
  keepStandings(tx, closure, plan);
  for (const job of plan.jobs) moveAway(tx, deed, settings, closure, job);
  renewClosedDays(tx, deed);
  recordEvent(tx, deed, {
    subject: { kind: "closure", id: closure.id },
    action: "day_closed",
    why: closing.reason,
    data: {
      day: closure.day,
      part: closure.part,
      moved: plan.jobs.filter(({ to }) => to !== null).length,
      left: plan.jobs.filter(({ to }) => to === null).length,
    },
  });
  return { ok: true, closure, plan };
}

/** One job to its new place, with what is needed to bring it back. */
function moveAway(tx: Tx, deed: Deed, settings: Settings, closure: Closure, { to, ...job }: ClosedJob): void {
  const unit = getUnit(tx, job.unitId);
  if (to === null) {
    openTask(tx, deed, {
      kind: "no_room",
      cause: isErrand(job.kind) ? noDayCause(job.jobId) : noRoomCause(unit.id),
      subject: { kind: "booking", id: unit.booking_id },
      bookingId: unit.booking_id,
      due: plus(deed.now, 2 * HOUR),
    });
    return;
  }
  if (job.kind !== "delivery" && job.kind !== "pickup")
    return moveExtraAway(tx, deed, settings, closure, job.jobId, to);
  tellMoved(tx, unit, settings.moveNoticeMinutes);
  const isDelivery = job.kind === "delivery";
  const dates = isDelivery
    ? { deliveryDate: to.day, window: to.window, pickupDate: to.pickup }
    : { deliveryDate: unit.delivery_date, window: windowOf(unit), pickupDate: to.pickup };
  rescheduleUnit(tx, deed, settings, unit.id, dates, {
    ...{ held: true, decided: true, pickupAlone: !isDelivery },
    why: closure.reason,
  });
  if (!isDelivery) moveJobAlone(tx, deed, job.jobId, { day: to.day, window: to.window, why: closure.reason });
  // The rental is as long as it was paid for where the delivery moved; days that a late pickup adds are ours,
  // as long as any are counted: until it is asked for.
  const isCounted = !isDelivery && unit.pickup_asked_at === null;
  const waived_days = isCounted ? waivedAfter(tx, settings, unit, unit.pickup_date, to.pickup) : unit.waived_days;
  tx.update(units).set({ closure_id: closure.id, waived_days }).where(eq(units.id, unit.id)).run();
  keepPlace(tx, closure, unit.id);
}

/** What is beyond delivery and pickup moves no day of the dumpster that stands there; a swap takes the one that it brings along. */
function moveExtraAway(tx: Tx, deed: Deed, settings: Settings, closure: Closure, jobId: Id<"job">, to: Place): void {
  const job = getJob(tx, jobId);
  if (job.kind !== "disposal") tellExtraMoved(tx, job, settings.moveNoticeMinutes);
  moveExtraHeld(tx, deed, settings, job, { ...to, why: closure.reason });
  for (const unitId of [job.unit_id, job.brings_unit_id]) if (unitId) keepPlace(tx, closure, unitId);
}

/**
 * Where the dumpsters and their jobs stand, before anything is moved, so that they can be brought back: each job with its
 * place among its driver's stops, from 1.
 */
function keepStandings(tx: Tx, closure: Closure, plan: ClosurePlan): void {
  const ids = plan.jobs.flatMap(({ jobId }) => {
    const { unit_id, brings_unit_id } = getJob(tx, jobId);
    return brings_unit_id ? [unit_id, brings_unit_id] : [unit_id];
  });
  for (const unitId of new Set(ids)) {
    const unit = getUnit(tx, unitId);
    tx.insert(closureUnits)
      .values({
        closure_id: closure.id,
        unit_id: unitId,
        booking_id: unit.booking_id,
        was_delivery: unit.delivery_date,
        was_window: unit.delivery_window,
        was_pickup: unit.pickup_date,
        was_closure_id: unit.closure_id,
      })
      .run();
    const open = and(eq(jobs.unit_id, unitId), inArray(jobs.state, BEFORE_IT_LEAVES));
    for (const job of tx.select().from(jobs).where(open).all()) {
      const { state, day, delivery_window, driver_id, is_fixed } = job;
      // Without a number it stands last, and comes back so.
      const position = job.position && placeOn(stopListsOf(tx, [onList(job)]), onList(job));
      const was = { state, day, delivery_window, driver_id, position, is_fixed };
      tx.insert(closureJobs)
        .values({ closure_id: closure.id, job_id: job.id, unit_id: unitId, ...was })
        .run();
    }
  }
}

/** Where the closure has put it: only while it is there still is it brought back. */
function keepPlace(tx: Tx, closure: Closure, unitId: Id<"unit">): void {
  const is = getUnit(tx, unitId);
  tx.update(closureUnits)
    .set({ is_delivery: is.delivery_date, is_window: is.delivery_window, is_pickup: is.pickup_date })
    .where(and(eq(closureUnits.closure_id, closure.id), eq(closureUnits.unit_id, unitId)))
    .run();
}

/** Opens a closed day for new orders again; what was moved stays where it is. Returns how many closures ended. */
export function reopenDay(tx: Tx, deed: Deed<StaffActor>, settings: Settings, day: Day): number {
  const active = activeClosures(tx, day);
  for (const { id, part } of active) {
    tx.update(closures).set({ reopened_at: deed.now }).where(eq(closures.id, id)).run();
    recordEvent(tx, deed, { subject: { kind: "closure", id }, action: "day_opened", data: { day, part } });
  }
  if (active.length > 0) giveToldDays(tx, settings, day);
  renewClosedDays(tx, deed);
  return active.length;
}

function windowOf({ id, delivery_window }: Unit): DeliveryWindowId {
  if (!isDeliveryWindow(delivery_window)) throw new Error(`unit ${id} has no window`);
  return delivery_window;
}
