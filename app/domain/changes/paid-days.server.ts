import { and, eq, gt, inArray, isNull, lte, sql } from "drizzle-orm";
import type { Orm, Tx } from "#db/client.server";
import { jobs, units } from "#db/schema/index";
import { getBooking, type Unit } from "../booking/order/bookings.server";
import { paidStay, paidUntil, setDownOn } from "../booking/order/paid-stay.server";
import { setStay } from "../dispatch/swap.server";
import { checkShortage } from "../inventory/shortage.server";
import { addDays, daysBetween, later, type Day } from "../kernel/days";
import type { Deed } from "../kernel/deed";
import type { Id } from "../kernel/ids.server";
import type { Instant } from "../kernel/time.server";
import { lastFreeDay, occupiedUntil } from "../schedule/rules";
import { closedPart } from "../settings/closings";
import type { Settings } from "../settings/schema";
import { isAskedFor, NOT_ASKED_FOR } from "../states/kept";
import { activeClosures } from "./active-closures.server";

/*
 * A dumpster's pickup has two days: the last one that its customer does not pay for, and the one on which its truck comes.
 * Until the pickup is asked for both are `pickup_date`: whoever puts it off gives days (`waivedAfter`). From then on
 * `pickup_date` goes with the truck, and the paid day is noted with the pickup as long as it is another (`notePaidDay`).
 */

/**
 * Before the truck of a pickup that was asked for goes to another day, in whose place `unit` is still the former one: the
 * paid day stays where it was noted first, and is what it stands on where none is noted. `movedAt`: a move of ours that was
 * made then is taken back; made before they asked, it takes along what was noted since.
 */
export function notePaidDay(tx: Tx, unit: Unit, to: Day, movedAt: Instant | null): void {
  const paid = sql`coalesce(${jobs.was_pickup}, ${unit.pickup_date})`;
  const until = sql`coalesce(${jobs.was_until}, ${unit.occupied_until})`;
  const isNone = movedAt !== null && wasAskedSince(unit, movedAt);
  tx.update(jobs)
    .set({
      was_pickup: isNone ? null : sql`nullif(${paid}, ${to})`,
      was_until: isNone ? null : sql`iif(${paid} = ${to}, null, ${until})`,
    })
    .where(and(eq(jobs.unit_id, unit.id), eq(jobs.kind, "pickup")))
    .run();
}

/** Whether its customer has asked for the pickup since, by the day that they were told then. */
export const wasAskedSince = ({ pickup_asked_at: asked }: Pick<Unit, "pickup_asked_at">, moved: Instant): boolean =>
  asked !== null && asked > moved;

/**
 * How many days we have added once the last day that is told goes from `was` to `is`, by us: only what lies beyond the days
 * that are paid for is given, and moved back it ends. A paid day on which we never drive is over on the next one on which we
 * do, as the charges count it; one that a storm closed is moved by us, like any other.
 */
export function waivedAfter(orm: Orm, settings: Settings, unit: Unit, was: Day, is: Day): number {
  const isSwapped = unit.replaces_unit_id !== null;
  const { paidDays, soldUntil } = paidStay(orm, settings, getBooking(orm, unit.booking_id), unit, isSwapped);
  const paidTo = addDays(setDownOn(orm, unit), paidDays);
  const holidays = settings.holidays.filter((day) => closedPart(settings.closings, day) !== "day");
  const calendar = { ...settings, holidays };
  const lastFree = (waived: number) => lastFreeDay({ paidTo, soldUntil }, waived, calendar);
  const paid = lastFree(0);
  const added = daysBetween(later(was, paid), later(is, paid));
  const last = addDays(lastFree(unit.waived_days), added);
  return last > paid ? daysBetween(paidTo, last) : 0;
}

/**
 * A day that was closed (`day`, in `settings` still so) is none any more. Whose last paid day was put behind it was told
 * that one, and keeps it: what it is beyond the paid days is given. Nothing of what was asked for.
 */
export function giveToldDays(tx: Tx, settings: Settings, day: Day): void {
  const rest = [...settings.closings.filter((one) => one.day !== day), ...activeClosures(tx, day)];
  const isShut = closedPart(rest, day) === "day";
  const open = { ...settings, closings: rest, holidays: settings.holidays.filter((one) => isShut || one !== day) };
  const behind = and(gt(units.pickup_date, day), lte(units.pickup_date, addDays(day, PUT_OFF_DAYS)));
  const notAsked = and(inArray(units.state, NOT_ASKED_FOR), isNull(units.pickup_asked_at));
  for (const unit of tx.select().from(units).where(and(behind, notAsked)).all()) {
    const booking = getBooking(tx, unit.booking_id);
    const paid = paidUntil(tx, open, booking, unit).lastFree;
    if (paid >= unit.pickup_date || paidUntil(tx, settings, booking, unit).lastFree !== unit.pickup_date) continue;
    const waived_days = waivedAfter(tx, open, unit, paid, unit.pickup_date);
    tx.update(units).set({ waived_days }).where(eq(units.id, unit.id)).run();
  }
}

/** No closed day puts a last paid one off further than that. */
const PUT_OFF_DAYS = 21;

/**
 * What a dumpster takes up, worked out anew where its pickup is asked for or is no more, or a move of its truck (`truck`) is
 * taken back: asked for, it is kept for nobody after its truck has come; kept, some days past its own, which housekeeping
 * renews (domain.md, section 2). Who is kept waiting by it is somebody's task.
 */
export function occupyAnew(tx: Tx, deed: Deed, settings: Settings, unitId: Id<"unit">, truck: Day): void {
  const unit = tx.select().from(units).where(eq(units.id, unitId)).get();
  if (!unit) throw new Error(`no unit ${unitId}`);
  const isAsked = isAskedFor(unit.state);
  const isKept = !isAsked && getBooking(tx, unit.booking_id).flexible_extension;
  const last = isAsked ? later(unit.pickup_date, truck) : unit.pickup_date;
  setStay(tx, unit, unit.pickup_date, occupiedUntil(last, isKept, settings));
  checkShortage(tx, deed, unit.size_yards);
}
