import { and, eq, inArray, max } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { jobProposals, jobs, units } from "#db/schema/index";
import { getBooking, type Unit } from "../booking/order/bookings.server";
import { deriveDates } from "../booking/order/dates.server";
import { recomputeBooking } from "../booking/order/recompute.server";
import { moveUnit } from "../dispatch/advance.server";
import { cancelUnitJobs, getJob, insertJob, moveJob, type Job } from "../dispatch/jobs.server";
import { cancelPickups, setStay, stayOf, undoSwap } from "../dispatch/swap.server";
import { recordEvent } from "../events/events.server";
import { countAvailable, windowTaken } from "../inventory/availability.server";
import { take } from "../inventory/holds.server";
import { addDays, type Day } from "../kernel/days";
import type { Deed, StaffActor } from "../kernel/deed";
import { newId, type Id } from "../kernel/ids.server";
import type { Cents } from "../kernel/money";
import { dayAt } from "../kernel/time.server";
import { readPricingConfig } from "../pricing/pricing.server";
import { checkLine, needsConsultation } from "../pricing/rules";
import { sizesOf } from "../pricing/types";
import { isOpenDay, nextOpenDay, occupiedUntil } from "../schedule/rules";
import type { Settings } from "../settings/schema";
import { BEFORE_IT_LEAVES, isBeforeItLeaves } from "../states/job-places";
import type { JobState, UnitState } from "../states/transitions";
import { priceExtra, type ExtraWish } from "./extra-rules";
import { moveJobTo } from "./move-job.server";
import type { ChangePrice } from "./wishes";

/** It stands there, and nobody has taken it away. */
const STANDS: readonly UnitState[] = ["on_site", "pickup_requested"];
const UNDER_WAY: readonly JobState[] = ["en_route", "arrived", "serviced", "to_disposal", "at_disposal", "ticketed"];
const EXTRA: readonly Job["kind"][] = ["swap", "dump_and_return", "relocate"];

export type ExtraRefusal =
  | { ok: false; code: "not_there" | "another_open" | "no_pickup" | "window_full" | "bad_line" | "price_changed" }
  | { ok: false; code: "bad_day"; message: string }
  | { ok: false; code: "sold_out"; availableCount: number };
export type ExtraOffer = { ok: true; price: ChangePrice } | ExtraRefusal;

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
  const { kind, day } = wish;
  if (!STANDS.includes(unit.state)) return { ok: false, code: "not_there" };
  const refused = dayProblem(settings, unit, wish, dayAt(now)) ?? openProblem(orm, unit, kind);
  if (refused) return refused;
  if (kind === "swap") {
    const line = { size: wish.size, quantity: 1, material: wish.material, rentalDays: settings.includedDays };
    const config = readPricingConfig(orm, settings);
    if (!checkLine(line, sizesOf(config.prices)).ok || needsConsultation([line]))
      return { ok: false, code: "bad_line" };
    const period = { start: day, end: stayFrom(settings, day).until };
    const availableCount = countAvailable(orm, wish.size, period, dayAt(now), freedBySwap(unit, day));
    if (availableCount < 1) return { ok: false, code: "sold_out", availableCount };
    if (windowTaken(orm, day, wish.window) >= settings.windowCapacity) return { ok: false, code: "window_full" };
  }
  const booking = getBooking(orm, unit.booking_id);
  const taxRate = booking.price.exempt ? 0 : settings.taxRate;
  const standing = { size: unit.size_yards };
  return { ok: true, price: priceExtra(wish, readPricingConfig(orm, settings), taxRate, standing) };
}

function dayProblem(settings: Settings, unit: Unit, { kind, day }: ExtraWish, today: Day): ExtraRefusal | null {
  const bad = (message: string): ExtraRefusal => ({ ok: false, code: "bad_day", message });
  if (day < today) return bad("That day has passed.");
  if (kind === "emergency" && day !== today) return bad("An emergency is today. Choose another job for a later day.");
  if (!isOpenDay(day, settings)) return bad("No truck goes out on that day.");
  if (kind === "early" && day >= unit.pickup_date) return bad("Early is before the pickup day that it has.");
  // It may stand there sooner than it was planned: the days that were promised begin on the delivery's all the same.
  if (kind === "early" && day < unit.delivery_date) return bad("The pickup is after the delivery.");
  return null;
}

function openProblem(orm: Orm, unit: Unit, kind: ExtraWish["kind"]): ExtraRefusal | null {
  const mine = orm.select().from(jobs).where(eq(jobs.unit_id, unit.id)).all();
  const isOpen = ({ state }: Job) => [...BEFORE_IT_LEAVES, ...UNDER_WAY].some((one) => one === state);
  if (mine.some((job) => EXTRA.includes(job.kind) && isOpen(job))) return { ok: false, code: "another_open" };
  if (kind === "early" && !mine.some((job) => job.kind === "pickup" && isBeforeItLeaves(job.state)))
    return { ok: false, code: "no_pickup" };
  return null;
}

/** A swap begins a new rental period on its day. */
function stayFrom(settings: Settings, day: Day): { pickup: Day; until: Day } {
  const pickup = nextOpenDay(addDays(day, settings.includedDays), settings);
  return { pickup, until: occupiedUntil(pickup, false, settings) };
}

/** From the day after it on, the one that is taken away is free. On the day itself both are out. */
function freedBySwap(unit: Unit, day: Day) {
  const from = addDays(day, 1);
  const late = unit.occupied_until <= from ? 0 : 1;
  return late === 0
    ? null
    : {
        lines: [{ size: unit.size_yards, quantity: 1 }],
        delivery_date: from,
        delivery_window: null,
        occupied_until: unit.occupied_until,
      };
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
  recomputeBooking(tx, deed, unit.booking_id);
  return { ok: true, job: getJob(tx, job.id), price: offer.price };
}

function insertExtra(tx: Tx, deed: Deed, settings: Settings, unit: Unit, wish: ExtraWish): Job {
  const swap = wish.kind === "swap" ? beginSwap(tx, deed, settings, unit, wish) : {};
  const isEmergency = wish.kind === "emergency";
  const kind = wish.kind === "swap" || wish.kind === "relocate" ? wish.kind : "dump_and_return";
  const today = wish.day === dayAt(deed.now);
  return insertJob(tx, deed, {
    booking_id: unit.booking_id,
    unit_id: unit.id,
    kind,
    day: wish.day,
    delivery_window: wish.window,
    priority: isEmergency ? "emergency" : today ? "same_day" : "normal",
    reason: "customer",
    note: wish.note,
    ...swap,
  });
}

/** The unit that comes, with its days and its own pickup; the one that goes stays until the swap's day alone. */
function beginSwap(tx: Tx, deed: Deed, settings: Settings, unit: Unit, wish: ExtraWish) {
  const { pickup, until } = stayFrom(settings, wish.day);
  const last = tx
    .select({ number: max(units.unit_number) })
    .from(units)
    .where(eq(units.booking_id, unit.booking_id))
    .get();
  const fresh = tx
    .insert(units)
    .values({
      id: newId("unit"),
      booking_id: unit.booking_id,
      booking_item_id: unit.booking_item_id,
      unit_number: (last?.number ?? 0) + 1,
      state: "reserved",
      size_yards: wish.size,
      material_category: wish.material,
      replaces_unit_id: unit.id,
      delivery_date: wish.day,
      delivery_window: wish.window,
      pickup_date: pickup,
      occupied_until: until,
      // What it costs is the proposal's, not the order's.
      share: 0,
      created_at: deed.now,
    })
    .returning()
    .get();
  take(tx, stayOf(fresh));
  recordEvent(tx, deed, {
    subject: { kind: "unit", id: fresh.id },
    bookingId: unit.booking_id,
    action: "unit_reserved",
    to: "reserved",
    data: { unit_number: fresh.unit_number },
  });
  insertJob(tx, deed, {
    booking_id: unit.booking_id,
    unit_id: fresh.id,
    kind: "pickup",
    day: pickup,
    delivery_window: "anytime",
  });
  const former = { was_pickup: unit.pickup_date, was_until: unit.occupied_until };
  cancelPickups(tx, deed, unit.id, "Swap planned");
  setStay(tx, unit, wish.day, addDays(wish.day, 1));
  deriveDates(tx, deed, unit.booking_id);
  return { brings_unit_id: fresh.id, ...former };
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
  const moved = moveJobTo(tx, deed, settings, pickup.id, { day, window });
  if (!moved.ok) return { ok: false, code: "no_pickup" };
  if (unit.state === "on_site") moveUnit(tx, deed, getUnit(tx, unit.id), "pickup_requested", "early pickup");
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

/**
 * Takes back what was planned beyond delivery and pickup, before its truck leaves: with a swap everything is as it was
 * before it. False when it has left, is done, or is a delivery or a pickup.
 */
export function withdrawExtra(tx: Tx, deed: Deed<StaffActor>, jobId: Id<"job">, why: string): boolean {
  const job = getJob(tx, jobId);
  if (!EXTRA.includes(job.kind) || !BEFORE_IT_LEAVES.some((state) => state === job.state)) return false;
  if (job.kind === "swap" && job.brings_unit_id) {
    moveUnit(tx, deed, getUnit(tx, job.brings_unit_id), "cancelled", why);
    undoSwap(tx, deed, job);
    cancelUnitJobs(tx, deed, job.brings_unit_id, why, "swap");
    recomputeBooking(tx, deed, job.booking_id);
    return true;
  }
  return moveJob(tx, deed, job, "cancelled", { driver_id: null, position: null }, why).ok;
}

/** What a booking's further jobs were said to cost, by job. */
export function listProposals(orm: Orm, bookingId: Id<"booking">) {
  return orm.select().from(jobProposals).where(eq(jobProposals.booking_id, bookingId)).all();
}

function getUnit(orm: Orm, id: Id<"unit">): Unit {
  const unit = orm.select().from(units).where(eq(units.id, id)).get();
  if (!unit) throw new Error(`no unit ${id}`);
  return unit;
}
