import { and, desc, eq, ne, sql } from "drizzle-orm";
import { prepared, type Orm, type Tx } from "#db/client.server";
import { jobs } from "#db/schema/index";
import { getBooking, getUnit, type Unit } from "../booking/order/bookings.server";
import { scheduleContext } from "../booking/order/open-days.server";
import { paidDaysAfter } from "../booking/order/paid-stay.server";
import { recomputeBooking } from "../booking/order/recompute.server";
import { moveUnit } from "../dispatch/advance.server";
import { assignJob, type Job } from "../dispatch/jobs.server";
import { moveUnitJobs } from "../dispatch/move-jobs.server";
import { daysBetween, type Day } from "../kernel/days";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import { dayAt, type Instant } from "../kernel/time.server";
import { tellCustomer, tellPickupAsked } from "../outbox/news.server";
import { firstDeliveryDay, isDeliveryWindow, isOpenDay, nextOpenDay } from "../schedule/rules";
import type { Settings } from "../settings/schema";
import { isBeforeItLeaves } from "../states/job-places";
import { withdrawChangesOf } from "./changes.server";
import { findOpenExtra } from "./extra-job.server";
import { seenFalls, type FallingErrand } from "./extra-rules";
import { moveJobAlone } from "./move-job.server";
import { notePaidDay, occupyAnew } from "./paid-days.server";
import { rescheduleUnit } from "./reschedule.server";
import { errandsThatFall, withdrawErrands } from "./withdraw-extra.server";
import { followDates } from "../documents/follow-dates.server";

/** What asking for the pickup now would do; days are New York's. */
export interface PickupOffer {
  ok: true;
  /** When a truck is planned then: as soon as one can come, and never later than planned. */
  day: Day;
  /** When it is planned without asking. */
  planned: Day;
  /** Days until its day; 0 where that has come. */
  unused: number;
  /** Paid days after the truck's day, which are given up: none is refunded (domain.md, section 3). */
  givenUp: number;
  /** What was planned for it on that day or later: asking takes it back. */
  falls: FallingErrand[];
}

/**
 * Why it cannot be asked for: the dumpster is not at the customer, or a truck is on its way already (`not_there`); a swap
 * takes it (`swap`); sooner than its day is not offered (`too_early`, the flag "early pickup").
 */
export type PickupRefusal = { ok: false; code: "not_there" | "swap" | "too_early" };

/** What a request would mean for a dumpster that stands at its customer. Nothing is stored. */
export function offerPickup(
  orm: Orm,
  settings: Settings,
  unitId: Id<"unit">,
  now: Instant,
  { early }: { early: boolean },
): PickupOffer | PickupRefusal {
  const unit = getUnit(orm, unitId);
  const pickup = findPickup(orm, unitId);
  if (unit.state !== "on_site" || !pickup || !isBeforeItLeaves(pickup.state)) return { ok: false, code: "not_there" };
  if (findOpenExtra(orm, unitId)?.kind === "swap") return { ok: false, code: "swap" };
  const context = scheduleContext(settings, now);
  // A pickup has no window that could be over: only its day's cut-off counts.
  const soonest = firstDeliveryDay(context);
  const unused = Math.max(0, daysBetween(context.today, unit.pickup_date));
  if (unused > 0 && !early) return { ok: false, code: "too_early" };
  const planned = pickup.day;
  // The day of one that nobody had asked for may be closed by now: it was not moved with the others (dispatch/kept.server.ts).
  const isInTime = planned >= context.today && planned <= soonest && isOpenDay(planned, settings);
  const day = isInTime ? planned : soonest;
  const givenUp = paidDaysAfter(orm, settings, getBooking(orm, unit.booking_id), unit, day);
  return { ok: true, day, planned, unused, givenUp, falls: errandsThatFall(orm, unitId, day) };
}

export type PickupResult =
  | { ok: true; unit: Unit; day: Day }
  | PickupRefusal
  | { ok: false; code: "changed" | "falls_changed" };

/**
 * The customer asks for the pickup: from this minute no day is charged, however long we take (domain.md, sections 2 and 3).
 * The truck is planned as soon as one can come. `seen` is the day that was shown, `falls` what was shown to fall away (`seenFalls`). Pressed twice it is asked once: the same
 * minute stands. Who bought more days at this moment gets that money back when it comes; what was planned for it from that day on is
 * taken back with what was paid for it.
 */
export function requestPickup(
  tx: Tx,
  deed: Deed,
  settings: Settings,
  unitId: Id<"unit">,
  { early, seen, falls = null }: { early: boolean; seen: Day | null; falls?: string | null },
): PickupResult {
  const unit = getUnit(tx, unitId);
  if (unit.state === "pickup_requested")
    return { ok: true, unit, day: findPickup(tx, unitId)?.day ?? unit.pickup_date };
  const offer = offerPickup(tx, settings, unitId, deed.now, { early });
  if (!offer.ok) return offer;
  if (seen !== null && seen !== offer.day) return { ok: false, code: "changed" };
  if (falls !== null && falls !== seenFalls(offer.falls)) return { ok: false, code: "falls_changed" };
  withdrawChangesOf(tx, deed, unit, "pickup_asked_for");
  withdrawErrands(tx, deed, unitId, offer.day, "pickup_asked_for");
  planSooner(tx, deed, settings, unit, offer);
  moveUnit(tx, deed, getUnit(tx, unitId), "pickup_requested", "customer_asked");
  occupyAnew(tx, deed, settings, unitId, offer.day);
  recomputeBooking(tx, deed, unit.booking_id);
  followDates(tx, deed, unit.booking_id);
  const asked = getUnit(tx, unitId);
  tellPickupAsked(tx, deed, unit);
  return { ok: true, unit: asked, day: offer.day };
}

/** Its days end sooner where they are still to come; past its day only the truck is planned anew: those days were not paid. */
function planSooner(tx: Tx, deed: Deed, settings: Settings, unit: Unit, { day, unused }: PickupOffer): void {
  const pickup = findPickup(tx, unit.id);
  if (!pickup) throw new Error(`unit ${unit.id} has no pickup`);
  const { delivery_window: window, delivery_date: deliveryDate, pickup_date } = unit;
  const dates = isDeliveryWindow(window) && { deliveryDate, window, pickupDate: day };
  const isSooner = dates && day < pickup_date && day >= deliveryDate;
  if (isSooner) {
    // So that whoever keeps it after all has the days that they paid for.
    notePaidDay(tx, unit, day, null);
    rescheduleUnit(tx, deed, settings, unit.id, dates, { held: true });
  } else moveJobAlone(tx, deed, pickup.id, { day, window: "anytime" });
  tx.update(jobs)
    .set({ reason: unused > 0 ? "early" : "customer" })
    .where(eq(jobs.id, pickup.id))
    .run();
}

/**
 * The day that stands again for who keeps it after all: the paid one. Where a truck comes for it on that day and none goes out,
 * as it was closed for a storm since, the next one on which we drive.
 */
export function keptUntil(settings: Settings, unit: Unit, { was_pickup }: Job, mayKeep: boolean): Day {
  const paid = was_pickup ?? unit.pickup_date;
  return mayKeep ? paid : nextOpenDay(paid, settings);
}

export type KeepResult =
  | { ok: true; unit: Unit }
  /** `under_way` its truck is on the way or has been there; `promised` its days have gone to somebody else meanwhile. */
  | { ok: false; code: "not_asked" | "under_way" | "promised" };

/**
 * The customer keeps it after all, while no truck is on its way: the days that were paid for are theirs again, and the
 * charges by the day run again (domain.md, section 2). After a pickup that could not be done as well. Refused as
 * `promised` when the days that were given up are somebody else's by now.
 */
export function keepDumpster(tx: Tx, deed: Deed, settings: Settings, unitId: Id<"unit">): KeepResult {
  const unit = getUnit(tx, unitId);
  if (unit.state !== "pickup_requested" && unit.state !== "pickup_failed") return { ok: false, code: "not_asked" };
  const pickup = findPickup(tx, unitId);
  const isFailed = unit.state === "pickup_failed";
  if (!pickup || (!isFailed && !isBeforeItLeaves(pickup.state))) return { ok: false, code: "under_way" };
  const mayKeep = getBooking(tx, unit.booking_id).flexible_extension;
  const former = keptUntil(settings, unit, pickup, mayKeep);
  // Past its days, who did not choose to keep it longer waits for the truck that is planned.
  const isTheirs = pickup.was_pickup !== null && former !== unit.pickup_date && (mayKeep || former >= dayAt(deed.now));
  if (isTheirs && isDeliveryWindow(unit.delivery_window)) {
    const { delivery_date: deliveryDate, delivery_window: window } = unit;
    const dates = { deliveryDate, window, pickupDate: former };
    // Only what was given up can be somebody else's by now, of what was paid for: not the days that they may stay on.
    const held = former < unit.pickup_date;
    const back = rescheduleUnit(tx, deed, settings, unitId, dates, { held });
    if (!back.ok) return { ok: false, code: "promised" };
  } else moveUnitJobs(tx, deed, unit);
  const again = findPickup(tx, unitId) ?? pickup;
  tx.update(jobs).set({ reason: "due", was_pickup: null, was_until: null }).where(eq(jobs.id, again.id)).run();
  // No truck comes for what is kept until they ask; without that choice its driver still comes on its day.
  if (again.state === "assigned" && mayKeep) assignJob(tx, deed, again.id, null);
  moveUnit(tx, deed, getUnit(tx, unitId), "on_site", "kept_by_customer");
  occupyAnew(tx, deed, settings, unitId, again.day);
  recomputeBooking(tx, deed, unit.booking_id);
  followDates(tx, deed, unit.booking_id);
  tellCustomer(tx, "pickup-kept", {
    bookingId: unit.booking_id,
    cause: `${unitId}:${deed.now}`,
    payload: { unitId, at: deed.now },
  });
  return { ok: true, unit: getUnit(tx, unitId) };
}

/** The newest pickup of a dumpster; null where none is planned, as while a swap is. */
export function findPickup(orm: Orm, unitId: Id<"unit">): Job | null {
  return pickupOf(orm).get({ unit: unitId }) ?? null;
}

const pickupOf = prepared((orm) =>
  orm
    .select()
    .from(jobs)
    .where(and(eq(jobs.unit_id, sql.placeholder("unit")), eq(jobs.kind, "pickup"), ne(jobs.state, "cancelled")))
    .orderBy(desc(jobs.attempt), desc(jobs.created_at))
    .limit(1)
    .prepare(),
);
