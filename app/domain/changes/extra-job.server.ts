import { and, eq, inArray, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { jobProposals, jobs } from "#db/schema/index";
import { getBooking, getUnit, type Unit } from "../booking/order/bookings.server";
import { scheduleContext } from "../booking/order/open-days.server";
import { recomputeBooking } from "../booking/order/recompute.server";
import { moveUnit } from "../dispatch/advance.server";
import { notDoneCause, relocateCause } from "../dispatch/reminders.server";
import { getJob, insertJob, type Job } from "../dispatch/jobs.server";
import { recordEvent } from "../events/events.server";
import { countAvailable, windowTaken } from "../inventory/availability.server";
import type { Day } from "../kernel/days";
import type { Deed, StaffActor } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { dayAt, instantAt } from "../kernel/time.server";
import { tellCustomer, tellPickupAsked } from "../outbox/news.server";
import { readPricingConfig } from "../pricing/pricing.server";
import { checkLine, needsConsultation } from "../pricing/rules";
import { sizesOf } from "../pricing/types";
import { closedTimeProblem, firstDeliveryDay, truckDayProblem } from "../schedule/rules";
import type { Settings } from "../settings/schema";
import { BEFORE_IT_LEAVES, EXTRAS, isBeforeItLeaves } from "../states/job-places";
import type { JobState, UnitState } from "../states/transitions";
import { closeTask, openTask } from "../tasks/tasks.server";
import { afterPickupProblem } from "./errand-limit.server";
import { priceExtra, type ExtraWish } from "./extra-rules";
import { beginSwap, freedBySwap, stayFrom } from "./extra-swap.server";
import { moveJobTo } from "./move-job.server";
import { findPaidInVain, isPaidWish, planAgain, type PaidInVain } from "./paid-in-vain.server";
import { sumUp, type ChangePrice } from "./wishes";

/** It stands there, and nobody has taken it away. */
const STANDS: readonly UnitState[] = ["on_site", "pickup_requested"];
const UNDER_WAY: readonly JobState[] = ["en_route", "arrived", "serviced", "to_disposal", "at_disposal", "ticketed"];

export type ExtraRefusal =
  | {
      ok: false;
      code:
        | ("not_there" | "another_open" | "no_pickup" | "window_full" | "no_size" | "bad_line" | "price_changed")
        /** Paid for and not possible: its money is used for that, or goes back, before anything else is planned. */
        | "paid_open";
    }
  | { ok: false; code: "bad_day" | "bad_window"; message: string }
  | { ok: false; code: "sold_out"; availableCount: number };
/** `paid`: its customer has paid for it already and it was not possible; no price is asked then. */
export type ExtraOffer = { ok: true; price: ChangePrice; paid: PaidInVain | null } | ExtraRefusal;

/**
 * What something beyond delivery and pickup would cost and whether it is possible, for a dumpster that stands at its
 * site. Nothing is stored. `another_open`: something else is planned for it already. A swap needs a dumpster of its size
 * from that day on, and room in the window.
 */
export function offerExtra(
  orm: Orm,
  settings: Settings,
  unitId: Id<"unit">,
  wish: ExtraWish,
  now: Deed["now"],
): ExtraOffer {
  const unit = getUnit(orm, unitId);
  const offer = describeExtra(orm, settings, unit, wish, now);
  return offer.ok ? (closedTime(settings, wish) ?? noRoomFor(orm, settings, unit, wish, now) ?? offer) : offer;
}

/** The same without asking whether a dumpster and a window are free: for who holds both. */
export function describeExtra(orm: Orm, settings: Settings, unit: Unit, wish: ExtraWish, now: Deed["now"]): ExtraOffer {
  const { kind } = wish;
  if (!STANDS.includes(unit.state)) return { ok: false, code: "not_there" };
  const refused = dayProblem(orm, settings, unit, wish, dayAt(now)) ?? openProblem(orm, unit, kind);
  if (refused) return refused;
  const paid = kind === "early" || kind === "relocate" ? null : findPaidInVain(orm, unit.id);
  if (paid && !isPaidWish(paid, wish)) return { ok: false, code: "paid_open" };
  const config = readPricingConfig(orm, settings);
  if (kind === "swap") {
    if (!sizesOf(config.prices).includes(wish.size)) return { ok: false, code: "no_size" };
    const line = { size: wish.size, quantity: 1, material: wish.material, rentalDays: settings.includedDays };
    if (!checkLine(line, sizesOf(config.prices)).ok || needsConsultation([line]))
      return { ok: false, code: "bad_line" };
  }
  const booking = getBooking(orm, unit.booking_id);
  const taxRate = booking.price.exempt ? 0 : settings.taxRate;
  const price = paid ? sumUp([], taxRate) : priceExtra(wish, config, taxRate, { size: unit.size_yards });
  return { ok: true, price, paid };
}

/** An emergency has no time: it goes before everything else. */
function closedTime(settings: Settings, { kind, day, window }: ExtraWish): ExtraRefusal | null {
  const message = kind === "emergency" ? null : closedTimeProblem(window, day, settings);
  return message === null ? null : { ok: false, code: "bad_window", message };
}

function noRoomFor(
  orm: Orm,
  settings: Settings,
  unit: Unit,
  { kind, day, window, size }: ExtraWish,
  now: Deed["now"],
): ExtraRefusal | null {
  if (kind !== "swap") return null;
  const period = { start: day, end: stayFrom(settings, day).until };
  const availableCount = countAvailable(orm, size, period, dayAt(now), freedBySwap(unit, day));
  if (availableCount < 1) return { ok: false, code: "sold_out", availableCount };
  return windowTaken(orm, day, window) >= settings.windowCapacity ? { ok: false, code: "window_full" } : null;
}

function dayProblem(
  orm: Orm,
  settings: Settings,
  unit: Unit,
  { kind, day }: ExtraWish,
  today: Day,
): ExtraRefusal | null {
  const bad = (message: string): ExtraRefusal => ({ ok: false, code: "bad_day", message });
  const badDay = truckDayProblem(day, today, settings);
  if (badDay) return bad(badDay);
  if (kind === "emergency" && day !== today) return bad("An emergency is today. Choose another job for a later day.");
  const isAfter = kind === "swap" || kind === "early" ? null : afterPickupProblem(orm, unit, day, today);
  if (isAfter) return bad(isAfter);
  if (kind === "early" && day >= unit.pickup_date) return bad("Early is before the pickup day that it has.");
  // It may stand there sooner than it was planned: the days that were promised begin on the delivery's all the same.
  if (kind === "early" && day < unit.delivery_date) return bad("The pickup is after the delivery.");
  return null;
}

/** What is planned or under way for a dumpster beyond delivery and pickup; null when nothing is. */
export function findOpenExtra(orm: Orm, unitId: Id<"unit">): Job | null {
  const isOpen = ({ state }: Job) => [...BEFORE_IT_LEAVES, ...UNDER_WAY].some((one) => one === state);
  return extrasOf(orm).all({ unit: unitId }).find(isOpen) ?? null;
}

const extrasOf = prepared((orm) =>
  orm
    .select()
    .from(jobs)
    .where(and(eq(jobs.unit_id, sql.placeholder("unit")), inArray(jobs.kind, [...EXTRAS])))
    .prepare(),
);

function openProblem(orm: Orm, unit: Unit, kind: ExtraWish["kind"]): ExtraRefusal | null {
  if (findOpenExtra(orm, unit.id)) return { ok: false, code: "another_open" };
  const mine = orm.select().from(jobs).where(eq(jobs.unit_id, unit.id)).all();
  if (kind === "early" && !mine.some((job) => job.kind === "pickup" && isBeforeItLeaves(job.state)))
    return { ok: false, code: "no_pickup" };
  return null;
}

export type ExtraResult = { ok: true; job: Job; price: ChangePrice } | ExtraRefusal;

/**
 * Plans it at the price that was shown (cents, tax included), in the caller's transaction: the job, for a swap the unit
 * that it brings with its days and its pickup, and the proposal of its money with its facts. Nothing is charged here.
 */
export function planExtra(
  tx: Tx,
  deed: Deed<StaffActor>,
  settings: Settings,
  unitId: Id<"unit">,
  wish: ExtraWish,
  shown: Cents,
): ExtraResult {
  const offer = offerExtra(tx, settings, unitId, wish, deed.now);
  if (!offer.ok) return offer;
  if (offer.price.total !== shown) return { ok: false, code: "price_changed" };
  const unit = getUnit(tx, unitId);
  const job =
    wish.kind === "early" ? comeEarly(tx, deed, settings, unit, wish) : insertExtra(tx, deed, settings, unit, wish);
  if (!("id" in job)) return job;
  if (offer.price.total > 0) propose(tx, deed, job, offer.price);
  if (offer.paid) planAgain(tx, deed, offer.paid, job.id);
  recomputeBooking(tx, deed, unit.booking_id);
  if (wish.kind !== "early") tellPlanned(tx, job);
  return { ok: true, job: getJob(tx, job.id), price: offer.price };
}

/**
 * Plans what its customer has paid for, or what costs nothing: no proposal, its money is the change's. `held`: a swap's
 * dumpster and window are held by who asks, and given back after it. Never a second time what was paid for and not
 * possible: the office plans that again.
 */
export function planBought(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  unit: Unit,
  wish: ExtraWish,
  held: boolean,
): { ok: true; job: Job } | ExtraRefusal {
  // What is held is a dumpster and a window: no truck goes out in one that a storm has closed while they paid.
  const offer = held
    ? (closedTime(settings, wish) ?? describeExtra(tx, settings, unit, wish, deed.now))
    : offerExtra(tx, settings, unit.id, wish, deed.now);
  if (!offer.ok) return offer;
  if (offer.paid) return { ok: false, code: "paid_open" };
  const job = insertExtra(tx, deed, settings, unit, wish);
  recomputeBooking(tx, deed, unit.booking_id);
  tellPlanned(tx, job);
  return { ok: true, job };
}

function tellPlanned(tx: Tx, { id: jobId, booking_id: bookingId }: Job): void {
  tellCustomer(tx, "extra-planned", { bookingId, cause: jobId, payload: { jobId } });
}

/**
 * The customer asks to have it set down at another place of the site: the next truck that can come, before everything else
 * where it is in the way (domain.md, 4.31), and a task until it leaves. It costs nothing.
 */
export function askToMove(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  unitId: Id<"unit">,
  { inTheWay, note }: { inTheWay: boolean; note: string },
): { ok: true; job: Job } | ExtraRefusal {
  const unit = getUnit(tx, unitId);
  const day = firstDeliveryDay(scheduleContext(settings, deed.now));
  const wish = { kind: "relocate", day, window: "anytime", size: unit.size_yards, note, material: "general" } as const;
  const done = planBought(tx, deed, settings, unit, wish, false);
  if (!done.ok) return done;
  const priority = inTheWay ? "emergency" : done.job.priority;
  const job = tx.update(jobs).set({ priority }).where(eq(jobs.id, done.job.id)).returning().get();
  openTask(tx, deed, {
    kind: "relocate",
    cause: relocateCause(job.id),
    subject: { kind: "booking", id: job.booking_id },
    bookingId: job.booking_id,
    due: inTheWay ? deed.now : instantAt(day, 8),
  });
  return { ok: true, job };
}

function insertExtra(tx: Tx, deed: Deed, settings: Settings, unit: Unit, wish: ExtraWish): Job {
  const swap = wish.kind === "swap" ? beginSwap(tx, deed, settings, unit, wish) : {};
  const isEmergency = wish.kind === "emergency";
  const kind = wish.kind === "swap" || wish.kind === "relocate" ? wish.kind : "dump_and_return";
  const today = wish.day === dayAt(deed.now);
  closeTask(tx, deed, notDoneCause(unit.id));
  return insertJob(tx, deed, {
    booking_id: unit.booking_id,
    unit_id: unit.id,
    kind,
    day: wish.day,
    delivery_window: isEmergency ? "anytime" : wish.window,
    priority: isEmergency ? "emergency" : today ? "same_day" : "normal",
    reason: "customer",
    note: wish.note,
    ...swap,
  });
}

function comeEarly(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  unit: Unit,
  { day, window, note }: ExtraWish,
): Job | ExtraRefusal {
  const open = and(eq(jobs.unit_id, unit.id), eq(jobs.kind, "pickup"), inArray(jobs.state, BEFORE_IT_LEAVES));
  const pickup = tx.select().from(jobs).where(open).get();
  if (!pickup) return { ok: false, code: "no_pickup" };
  // First asked for, then moved, like any that is asked for. Nothing else is planned for it (`openProblem`), so that day is free.
  const asks = unit.state === "on_site";
  if (asks) moveUnit(tx, deed, unit, "pickup_requested", "early_pickup");
  const moved = moveJobTo(tx, deed, settings, pickup.id, { day, window }, null, { isTold: !asks });
  // The minute at which the charges stopped, as for who asks by themselves; it names the day as well.
  if (asks) tellPickupAsked(tx, deed, unit);
  if (!moved.ok) throw new Error(`job ${pickup.id} does not move: ${moved.code}`);
  return tx
    .update(jobs)
    .set({ reason: "early", ...(note && { note }) })
    .where(eq(jobs.id, pickup.id))
    .returning()
    .get();
}

function propose(tx: Tx, deed: Deed, { id, booking_id, kind }: Job, price: ChangePrice): void {
  tx.insert(jobProposals).values({ job_id: id, booking_id, price, total: price.total, created_at: deed.now }).run();
  recordEvent(tx, deed, {
    subject: { kind: "job", id },
    bookingId: booking_id,
    action: "job_priced",
    data: { job: kind, total: price.total },
  });
}

/** What a booking's further jobs were said to cost, by job. */
export function listProposals(orm: Orm, bookingId: Id<"booking">) {
  return orm.select().from(jobProposals).where(eq(jobProposals.booking_id, bookingId)).all();
}

/** What a job was said to cost (cents, tax included), for which nothing is paid yet; null where it is free or bought. */
export function findProposal(orm: Orm, jobId: Id<"job">) {
  return orm.select().from(jobProposals).where(eq(jobProposals.job_id, jobId)).get() ?? null;
}
