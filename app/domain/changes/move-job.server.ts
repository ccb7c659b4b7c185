import { and, desc, eq } from "drizzle-orm";
import type { Tx } from "#db/client.server";
import { jobs, units } from "#db/schema/index";
import { getBooking, type Unit } from "../booking/order/bookings.server";
import { paidUntil } from "../booking/order/paid-stay.server";
import { moveUnit } from "../dispatch/advance.server";
import { isCrossed } from "../dispatch/attempts.server";
import { getJob, isLastAttempt, recalledCause, type Job } from "../dispatch/jobs.server";
import { moveUnitJobs } from "../dispatch/move-jobs.server";
import { isAsSeen, type Seen } from "../dispatch/plan.server";
import { recordEvent } from "../events/events.server";
import { checkShortage } from "../inventory/shortage.server";
import { formatDay, later, type Day } from "../kernel/days";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { dayAt, type Instant } from "../kernel/time.server";
import { tellExtraMoved, tellMoved } from "../outbox/news.server";
import { closedTimeProblem, isDeliveryWindow, truckDayProblem, type DeliveryWindowId } from "../schedule/rules";
import type { Settings } from "../settings/schema";
import { isBeforeItLeaves } from "../states/job-places";
import { isAskedFor, staysUntilAsked } from "../states/kept";
import { leftCause } from "../tasks/left-jobs.server";
import { closeTask } from "../tasks/tasks.server";
import { beforeErrandProblem } from "./errand-limit.server";
import { moveExtraJob } from "./extra-move.server";
import { occupyAnew, waivedAfter } from "./paid-days.server";
import { pickupAfter } from "./pickup-after.server";
import { rescheduleUnit, type RescheduleResult } from "./reschedule.server";

export type MoveJobResult =
  | { ok: true; job: Job }
  | Exclude<RescheduleResult, { ok: true }>
  | { ok: false; code: "changed" | "under_way" };

/** A move that is undone: when it was made, and which pickup day its dumpster had, from which its truck's may be another. */
interface Back {
  pickup: Day;
  movedAt: Instant;
}

/**
 * Moves a job to another day or window, and its dumpster's dates with it (`rescheduleUnit`). A delivery takes its pickup
 * along, so that the rental stays as long as it was paid for; a pickup moves alone, to any open day of the coming year.
 * A driver who had it keeps it only on its own day. One that could not be done is tried again then: its next attempt is
 * opened. Refused as `under_way` once the truck has left, as `changed` when the
 * job is not where it was seen. `back`: a move is undone, so that the day may have passed.
 * `isTold` false: who calls tells the customer the day with something else.
 */
export function moveJobTo(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  jobId: Id<"job">,
  to: { day: Day; window: DeliveryWindowId },
  seen: Seen | null = null,
  { back = null, isTold = true }: { back?: Back | null; isTold?: boolean } = {},
): MoveJobResult {
  const job = getJob(tx, jobId);
  if (!isAsSeen(job, seen)) return { ok: false, code: "changed" };
  const isTriedAgain = job.state === "attempted" && isLastAttempt(tx, job);
  if (!isBeforeItLeaves(job.state) && !isTriedAgain) return { ok: false, code: "under_way" };
  if (!isTriedAgain && job.day === to.day && job.delivery_window === to.window) return { ok: true, job };
  if (job.kind !== "pickup" && job.kind !== "delivery") {
    if (isTriedAgain) return { ok: false, code: "under_way" };
    const moved = moveExtraJob(tx, deed, settings, job, to, { isBack: back !== null });
    // Dumping what is parked is our own matter.
    if (moved.ok && job.kind !== "disposal") tellExtraMoved(tx, job, settings.moveNoticeMinutes);
    return moved;
  }
  const unit = tx.select().from(units).where(eq(units.id, job.unit_id)).get();
  if (!unit) throw new Error(`job ${jobId} has no unit`);
  const moved =
    job.kind === "pickup"
      ? movePickup(tx, deed, settings, job, unit, { ...to, back })
      : moveDelivery(tx, deed, settings, job, unit, to);
  if (moved.ok && isTold) tellMoved(tx, unit, settings.moveNoticeMinutes);
  return moved;
}

function moveDelivery(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  job: Job,
  unit: Unit,
  { day, window }: { day: Day; window: DeliveryWindowId },
): MoveJobResult {
  const pickupDate = pickupAfter(tx, settings, unit, day);
  const moved = rescheduleUnit(tx, deed, settings, unit.id, { deliveryDate: day, window, pickupDate });
  return moved.ok ? { ok: true, job: newestOf(tx, job) } : moved;
}

/** The attempt that stands now: the job itself, or the one that was opened after it. */
function newestOf(tx: Tx, { id, unit_id, kind }: Job): Job {
  const mine = and(eq(jobs.unit_id, unit_id), eq(jobs.kind, kind));
  return tx.select().from(jobs).where(mine).orderBy(desc(jobs.attempt)).limit(1).get() ?? getJob(tx, id);
}

function movePickup(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  job: Job,
  before: Unit,
  { day, window, back }: { day: Day; window: DeliveryWindowId; back: Back | null },
): MoveJobResult {
  const today = dayAt(deed.now);
  const isOver = back !== null && day < today;
  const badDay = (isOver ? null : truckDayProblem(day, today, settings)) ?? beforeErrandProblem(tx, before.id, day);
  if (badDay) return { ok: false, code: "bad_day", message: badDay };
  const badWindow = back ? null : closedTimeProblem(window, day, settings);
  if (badWindow) return { ok: false, code: "bad_window", message: badWindow };
  const pickupDate = back?.pickup ?? day;
  // Refused before anything is asked for: what is refused leaves all as it was.
  if (pickupDate < before.delivery_date)
    return { ok: false, code: "bad_day", message: "The pickup is after the delivery." };
  const tooSoon = back === null && keptProblem(tx, settings, before, day);
  if (tooSoon) return { ok: false, code: "bad_day", message: tooSoon };
  const unit = askedAgain(tx, deed, job, before);
  if (!isDeliveryWindow(unit.delivery_window)) throw new Error(`unit ${unit.id} has no window`);
  if (pickupDate !== unit.pickup_date) {
    const delivery = { deliveryDate: unit.delivery_date, window: unit.delivery_window };
    const dates = { ...delivery, pickupDate };
    // Sooner it takes nobody’s day.
    const held = isDue(unit, deed) || pickupDate < unit.pickup_date;
    const moved = rescheduleUnit(tx, deed, settings, unit.id, dates, {
      pickupAlone: true,
      held,
      movedAt: back?.movedAt ?? null,
    });
    if (!moved.ok) return moved;
    if (held) checkShortage(tx, deed, unit.size_yards);
    // Asked for, no day is counted any more, and none that was is given back.
    if (unit.pickup_asked_at === null) waiveDays(tx, deed, settings, unit, pickupDate);
  } else if (day !== job.day || job.state === "attempted") moveUnitJobs(tx, deed, unit, { pickupAlone: true });
  const moved = moveJobAlone(tx, deed, newestOf(tx, job).id, { day, window });
  if (back || isAskedFor(unit.state)) occupyAnew(tx, deed, settings, unit.id, day);
  return { ok: true, job: moved };
}

/**
 * Why the last paid day of what its customer keeps until they ask cannot be that one, in words: it is told as what is paid
 * for, and charged from, so it is never before the days that were bought. Null where nothing is.
 */
function keptProblem(tx: Tx, settings: Settings, unit: Unit, day: Day): string | null {
  const booking = getBooking(tx, unit.booking_id);
  if (!staysUntilAsked({ mayKeep: booking.flexible_extension, unit: unit.state })) return null;
  const { lastFree } = paidUntil(tx, settings, booking, { ...unit, waived_days: 0 });
  if (day >= lastFree || day >= unit.pickup_date) return null;
  return `They keep it until they ask, and have paid until ${formatDay(lastFree)}: that day cannot be sooner. If they want it gone before, ask for its pickup on the booking once it stands there.`;
}

/**
 * After a truck in vain another day is what asks for the pickup, whoever finds it, the customer (`chooseDay`) or the office:
 * no day is counted from then on, and none is given. Only where the trip was ours to lose is it as before.
 */
function askedAgain(tx: Tx, deed: Deed, job: Job, unit: Unit): Unit {
  const isOurs = unit.pickup_asked_at === null && isCrossed(tx, unit.id);
  if (unit.state !== "pickup_failed" || job.state !== "attempted" || isOurs) return unit;
  moveUnit(tx, deed, unit, "pickup_requested", "another_day");
  return tx.select().from(units).where(eq(units.id, unit.id)).get() ?? unit;
}

/**
 * It stands there until a truck comes, whoever it was promised to: its truck is planned all the same, and a shortage that
 * results is somebody's task (domain.md, section 2).
 */
const isDue = ({ state, pickup_date }: Unit, { now }: Pick<Deed, "now">): boolean =>
  isAskedFor(state) || (state === "on_site" && pickup_date <= dayAt(now));

/**
 * That we come later is no day of the customer's: the day that they are told now is the last one without charge, as the
 * reminders say. Days that were theirs before we moved it stay so; moved back, what was given ends.
 */
function waiveDays(tx: Tx, deed: Deed, settings: Settings, unit: Unit, day: Day): void {
  const today = dayAt(deed.now);
  const waived_days = waivedAfter(tx, settings, unit, later(unit.pickup_date, today), later(day, today));
  tx.update(units).set({ waived_days }).where(eq(units.id, unit.id)).run();
}

/** Another day or window of one job, whatever its dumpster's dates are. A driver who had it keeps it on its own day. */
export function moveJobAlone(
  tx: Tx,
  deed: Deed,
  jobId: Id<"job">,
  { day, window, why }: { day: Day; window: DeliveryWindowId; why?: string },
): Job {
  const job = getJob(tx, jobId);
  if (job.delivery_window === window && job.day === day) return job;
  const stays = job.day === day || job.state !== "assigned";
  const state = stays ? job.state : "scheduled";
  if (!stays) closeTask(tx, deed, leftCause(job.id));
  if (job.day !== day) closeTask(tx, deed, recalledCause(job.id));
  recordEvent(tx, deed, {
    subject: { kind: "job", id: job.id },
    bookingId: job.booking_id,
    action: "job_rescheduled",
    from: job.state,
    to: state,
    why,
    data: { job: job.kind, was: job.day, is: day, window },
  });
  return tx
    .update(jobs)
    .set({ day, delivery_window: window, ...(!stays && { state, driver_id: null, position: null, is_fixed: false }) })
    .where(eq(jobs.id, job.id))
    .returning()
    .get();
}
